/*---
summary = "Tangent-space normals of a height; a height of 1 stands `depth` texels at base high."
source = "Central differences, or Sobel's weights over them (I. Sobel, 1968), one texel apart. The depth is a length like any other, so the slope is the same at every level. Stored as n / 2 + 1/2; y = plus is OpenGL's convention, green up."
cost = 6.0
[inputs]
height = { type = "float" }
[params]
depth = { type = "float", unit = "texels_at_base", default = 16.0 }
[variants]
derivative = { choices = ["central", "sobel"], default = "central" }
y = { choices = ["plus", "minus"], default = "plus" }
[outputs]
normal = { type = "vec4" }
---*/
void kln_height_to_normal(Texel at, float depth, out vec4 normal)
{
  ivec2 p = at.xy;
  vec2 rise = vec2(height_at(p + ivec2(1, 0)) - height_at(p - ivec2(1, 0)),
                   height_at(p + ivec2(0, 1)) - height_at(p - ivec2(0, 1)));
#if derivative == sobel
  vec2 upwards = vec2(height_at(p + ivec2(1, 1)) - height_at(p + ivec2(-1, 1)),
                      height_at(p + ivec2(1, 1)) - height_at(p + ivec2(1, -1)));
  vec2 downwards = vec2(height_at(p + ivec2(1, -1)) - height_at(p + ivec2(-1, -1)),
                        height_at(p + ivec2(-1, 1)) - height_at(p + ivec2(-1, -1)));
  rise = 0.25 * (upwards + 2.0 * rise + downwards);
#endif
  vec3 n = normalize(vec3(-0.5 * depth * rise, 1.0));
#if y == minus
  n.y = -n.y;
#endif
  normal = vec4(0.5 * n + 0.5, 1.0);
}
