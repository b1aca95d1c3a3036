/*---
summary = "A vector brought to another space by a matrix, as a point, a direction or a normal."
source = "Cycles svm/vector_transform.h (formula)."
uses = ["maths"]
cost = 0.3
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
[params]
row_x = { type = "vec4", default = [1.0, 0.0, 0.0, 0.0] }
row_y = { type = "vec4", default = [0.0, 1.0, 0.0, 0.0] }
row_z = { type = "vec4", default = [0.0, 0.0, 1.0, 0.0] }
[variants]
kind = { choices = ["point", "direction", "normal", "normal_or_0"], default = "point" }
[outputs]
result = { type = "vec3" }
---*/

/* A normal's rows are those of the inverse, transposed. One of length 0 is NaN or, where Cycles guards
   it, 0. */
void kln_transform_vector(Texel at, vec3 vector, vec4 row_x, vec4 row_y, vec4 row_z, out vec3 result)
{
  vec3 turned = vec3(dot(row_x.xyz, vector), dot(row_y.xyz, vector), dot(row_z.xyz, vector));
#if kind == point
  result = turned + vec3(row_x.w, row_y.w, row_z.w);
#elif kind == direction
  result = turned;
#elif kind == normal
  result = turned / length(turned);
#else
  result = kln_safe_normalize(turned);
#endif
}
