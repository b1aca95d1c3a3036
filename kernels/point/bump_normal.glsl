/*---
summary = "The Bump node: a normal tilted against the slope of a height known at three points."
source = "Cycles svm/displace.h (formula), which takes its surface gradient from M. Mikkelsen, 'Bump mapping unparametrized surfaces on the GPU', 2010."
uses = ["maths"]
[inputs]
height = { type = "float", default = 0.0 }
height_1 = { type = "float", default = 0.0 }
height_2 = { type = "float", default = 0.0 }
normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
strength = { type = "float", default = 1.0 }
distance = { type = "float", default = 0.001 }
first = { type = "vec3", default = [0.707106781, -0.707106781, 0.0] }
second = { type = "vec3", default = [0.707106781, 0.707106781, 0.0] }
[params]
filter_width = { type = "float", default = 0.1 }
differential_texels = { type = "float", default = 1.0 }
[variants]
inverted = { default = "no", choices = ["no", "yes"] }
[outputs]
result = { type = "vec3" }
---*/
/* height_1 and height_2 are the height filter_width * differential_texels texels away along Cycles'
   two differentials; first and second are those of one texel. */
void kln_bump_normal(Texel at, float height, float height_1, float height_2, vec3 normal, float strength,
                     float distance, vec3 first, vec3 second, float filter_width,
                     float differential_texels, out vec3 result)
{
  vec3 dp_1 = first * differential_texels;
  vec3 dp_2 = second * differential_texels;
  vec3 r_1 = cross(dp_2, normal);
  vec3 r_2 = cross(normal, dp_1);
  float area = dot(dp_1, r_1);
  vec3 slope = (height_1 - height) * r_1 + (height_2 - height) * r_2;
#if inverted == yes
  float reach = -distance;
#else
  float reach = distance;
#endif
  reach = area < 0.0 ? -reach : reach;
  vec3 tilted = kln_safe_normalize(filter_width * abs(area) * normal - reach * slope);
  float s = max(strength, 0.0);
  result = tilted == vec3(0.0) ? normal : normalize(s * tilted + (1.0 - s) * normal);
}
