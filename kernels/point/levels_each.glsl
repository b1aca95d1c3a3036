/*---
summary = "Levels of each channel by its own numbers, alpha among them."
source = "kernels/prelude/tone.glsl."
uses = ["tone"]
cost = 9.0
[inputs]
color = { type = "vec4" }
[params]
in_black  = { type = "vec4", default = [0.0, 0.0, 0.0, 0.0] }
in_white  = { type = "vec4", default = [1.0, 1.0, 1.0, 1.0] }
gamma     = { type = "vec4", default = [1.0, 1.0, 1.0, 1.0], min = 0.01, max = 100.0 }
out_black = { type = "vec4", default = [0.0, 0.0, 0.0, 0.0] }
out_white = { type = "vec4", default = [1.0, 1.0, 1.0, 1.0] }
[variants]
clamped = { choices = ["yes", "no"], default = "yes" }
[outputs]
result = { type = "vec4" }
---*/
void kln_levels_each(Texel at,
                     vec4 color,
                     vec4 in_black,
                     vec4 in_white,
                     vec4 gamma,
                     vec4 out_black,
                     vec4 out_white,
                     out vec4 result)
{
#if clamped == yes
  bool held = true;
#else
  bool held = false;
#endif
  result = vec4(
      kln_levels_curve(color.r, in_black.r, in_white.r, gamma.r, out_black.r, out_white.r, held),
      kln_levels_curve(color.g, in_black.g, in_white.g, gamma.g, out_black.g, out_white.g, held),
      kln_levels_curve(color.b, in_black.b, in_white.b, gamma.b, out_black.b, out_white.b, held),
      kln_levels_curve(color.a, in_black.a, in_white.a, gamma.a, out_black.a, out_white.a, held));
}
