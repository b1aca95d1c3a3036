/*---
summary = "The cosine of the angle between a direction and a vector of any length; NaN where that is 0."
source = "Cycles svm/normal.h (formula)."
[inputs]
a = { type = "vec3", default = [0.0, 0.0, 1.0] }
b = { type = "vec3", default = [0.0, 0.0, 1.0] }
[outputs]
result = { type = "float" }
---*/
void kln_cosine(Texel at, vec3 a, vec3 b, out float result)
{
  result = dot(a, b / length(b));
}
