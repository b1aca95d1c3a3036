/*---
summary = "The Invert Color node."
source = "Cycles svm/invert.h (formula)."
[inputs]
factor = { type = "float", default = 1.0 }
color = { type = "vec3", default = [0.0, 0.0, 0.0] }
[outputs]
result = { type = "vec3" }
---*/
void kln_invert_color(Texel at, float factor, vec3 color, out vec3 result)
{
  result = factor * (1.0 - color) + (1.0 - factor) * color;
}
