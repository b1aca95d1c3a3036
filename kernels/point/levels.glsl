/*---
summary = "Levels of a picture: in_black becomes out_black, in_white becomes out_white, with a gamma between; alpha is kept."
source = "kernels/prelude/tone.glsl. The dither adds up to half a dither_step either way, the same to all three colours."
uses = ["tone", "hash"]
cost = 8.0
[inputs]
color = { type = "vec4" }
[params]
in_black  = { type = "float", default = 0.0 }
in_white  = { type = "float", default = 1.0 }
gamma     = { type = "float", default = 1.0, min = 0.01, max = 100.0 }
out_black = { type = "float", default = 0.0 }
out_white = { type = "float", default = 1.0 }
dither_step = { type = "float", default = 0.00392156862745098, min = 0.0 }
seed      = { type = "int", unit = "seed" }
[variants]
clamped = { choices = ["yes", "no"], default = "yes" }
dither  = { choices = ["off", "on"], default = "off" }
[outputs]
result = { type = "vec4" }
---*/
void kln_levels(Texel at,
                vec4 color,
                float in_black,
                float in_white,
                float gamma,
                float out_black,
                float out_white,
                float dither_step,
                int seed,
                out vec4 result)
{
#if clamped == yes
  bool held = true;
#else
  bool held = false;
#endif
  vec3 c = vec3(kln_levels_curve(color.r, in_black, in_white, gamma, out_black, out_white, held),
                kln_levels_curve(color.g, in_black, in_white, gamma, out_black, out_white, held),
                kln_levels_curve(color.b, in_black, in_white, gamma, out_black, out_white, held));
#if dither == on
  uint drawn = kln_hash(uvec3(uint(at.xy.x), uint(at.xy.y), uint(seed))) >> 8u;
  c += vec3((float(drawn) * (1.0 / 16777216.0) - 0.5) * dither_step);
#endif
  result = vec4(c, color.a);
}
