/*---
summary = "Where an Image Texture looks its picture up: a point in the unit cube onto a sphere or a tube about its middle."
source = "Blender's map_to_sphere and map_to_tube: longitude along U, latitude or height along V."
uses = ["maths"]
cost = 4.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
[variants]
shape = { choices = ["sphere", "tube"], default = "sphere" }
[outputs]
result = { type = "vec3" }
---*/
void kln_image_projection(Texel at, vec3 vector, out vec3 result)
{
  const float pi = 3.14159265358979;
  vec3 p = (vector - 0.5) * 2.0;
  result = vec3(0.0);
#if shape == sphere
  float squared = dot(p, p);
  if (squared > 0.0) {
    // On the axis Blender's longitude is 0, not the half turn that the formula would give.
    result.x = p.x == 0.0 && p.y == 0.0 ? 0.0 : 0.5 - kln_atan2(p.x, p.y) / (2.0 * pi);
    result.y = 1.0 - kln_acos(p.z / sqrt(squared)) / pi;
  }
#else
  float radius = sqrt(dot(p.xy, p.xy));
  if (radius > 0.0) {
    // Divided first, as Blender does: infinitely far off there is no longitude.
    result.x = 0.5 * (1.0 - kln_atan2(p.x / radius, p.y / radius) / pi);
    result.y = 0.5 * (p.z + 1.0);
  }
#endif
}
