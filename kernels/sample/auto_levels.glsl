/*---
summary = "Levels that take in_black and in_white from two 1x1 images; alpha is kept."
source = "kernels/prelude/tone.glsl; a flat colour has no range to stretch and stays as it is."
uses = ["tone"]
cost = 6.0
[inputs]
color = { type = "vec4", access = "value" }
low   = { type = "vec4" }
high  = { type = "vec4" }
[params]
out_black = { type = "float", default = 0.0 }
out_white = { type = "float", default = 1.0 }
[variants]
channels = { choices = ["together", "each"], default = "together" }
[outputs]
result = { type = "vec4" }
---*/
float kln_auto_levels_channel(float x, float black, float white, float out_black, float out_white)
{
  return white > black ? kln_levels_curve(x, black, white, 1.0, out_black, out_white, true) : x;
}

void kln_auto_levels(Texel at, vec4 color, float out_black, float out_white, out vec4 result)
{
  vec3 black = low_at(ivec2(0)).rgb;
  vec3 white = high_at(ivec2(0)).rgb;
#if channels == together
  black = vec3(min(black.r, min(black.g, black.b)));
  white = vec3(max(white.r, max(white.g, white.b)));
#endif
  result = vec4(kln_auto_levels_channel(color.r, black.r, white.r, out_black, out_white),
                kln_auto_levels_channel(color.g, black.g, white.g, out_black, out_white),
                kln_auto_levels_channel(color.b, black.b, white.b, out_black, out_white),
                color.a);
}
