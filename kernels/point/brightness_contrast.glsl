/*---
summary = "The Brightness/Contrast node; contrast turns about 0.5, negatives are cut off."
source = "Cycles svm/color_util.h (formula)."
[inputs]
color = { type = "vec3", default = [1.0, 1.0, 1.0] }
brightness = { type = "float", default = 0.0 }
contrast = { type = "float", default = 0.0 }
[outputs]
result = { type = "vec3" }
---*/
void kln_brightness_contrast(Texel at, vec3 color, float brightness, float contrast, out vec3 result)
{
  result = max((1.0 + contrast) * color + (brightness - contrast * 0.5), 0.0);
}
