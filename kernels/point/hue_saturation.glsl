/*---
summary = "The Hue/Saturation/Value node."
source = "Cycles svm/hsv.h."
uses = ["color"]
[inputs]
color = { type = "vec3", default = [0.8, 0.8, 0.8] }
hue = { type = "float", default = 0.5 }
saturation = { type = "float", default = 1.0 }
value = { type = "float", default = 1.0 }
factor = { type = "float", default = 1.0 }
[outputs]
result = { type = "vec3" }
---*/
void kln_hue_saturation(Texel at, vec3 color, float hue, float saturation, float value, float factor,
                        out vec3 result)
{
  result = kln_hue_saturation_value(color, hue, saturation, value, factor);
}
