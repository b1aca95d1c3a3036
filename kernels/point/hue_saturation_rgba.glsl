/*---
summary = "Hue/Saturation/Value of a picture, the same numbers as in the Shader Editor's node; alpha is kept."
source = "kernels/prelude/color.glsl."
uses = ["color"]
cost = 6.0
[inputs]
color  = { type = "vec4" }
mask   = { type = "float", default = 1.0 }
[params]
hue        = { type = "float", default = 0.5 }
saturation = { type = "float", default = 1.0, min = 0.0 }
value      = { type = "float", default = 1.0 }
[outputs]
result = { type = "vec4" }
---*/
void kln_hue_saturation_rgba(
    Texel at, vec4 color, float mask, float hue, float saturation, float value, out vec4 result)
{
  result = vec4(kln_hue_saturation_value(color.rgb, hue, saturation, value, mask), color.a);
}
