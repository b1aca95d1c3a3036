/*---
summary = "Implicit conversion of a float to a vector or colour: the number three times."
source = "Cycles svm/convert.h: NODE_CONVERT_FV."
cost = 0.1
[inputs]
value = { type = "float", default = 0.0 }
[outputs]
result = { type = "vec3" }
---*/
void kln_float_to_vector(Texel at, float value, out vec3 result)
{
  result = vec3(value);
}
