/*---
summary = "The Vector Math node, where it gives a number."
source = "Cycles svm/math_util.h (formulas)."
[inputs]
a = { type = "vec3", default = [0.0, 0.0, 0.0] }
b = { type = "vec3", default = [0.0, 0.0, 0.0] }
[variants]
operation = { default = "dot_product", choices = ["dot_product", "distance", "length"] }
[outputs]
result = { type = "float" }
---*/
void kln_vector_math_value(Texel at, vec3 a, vec3 b, out float result)
{
#if operation == dot_product
  result = dot(a, b);
#elif operation == distance
  result = length(a - b);
#elif operation == length
  result = length(a);
#endif
}
