/*---
summary = "Implicit conversion of a vector to a float: the mean of its components."
source = "Cycles svm/convert.h: NODE_CONVERT_VF."
cost = 0.1
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
[outputs]
result = { type = "float" }
---*/
void kln_vector_to_float(Texel at, vec3 vector, out float result)
{
  result = (vector.x + vector.y + vector.z) * (1.0 / 3.0);
}
