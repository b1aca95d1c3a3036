/*---
summary = "The Mapping node: scale, rotate and move a vector, or the inverse for a texture."
source = "Cycles svm/mapping_util.h (formulas); XYZ Euler angles in radians."
uses = ["maths", "rotation"]
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
location = { type = "vec3", default = [0.0, 0.0, 0.0] }
rotation = { type = "vec3", default = [0.0, 0.0, 0.0] }
scale = { type = "vec3", default = [1.0, 1.0, 1.0] }
[variants]
mode = { default = "point", choices = ["point", "texture", "vector", "normal"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_mapping(Texel at, vec3 vector, vec3 location, vec3 rotation, vec3 scale, out vec3 result)
{
  mat3 turn = kln_euler_xyz(rotation);
#if mode == point
  result = turn * (vector * scale) + location;
#elif mode == texture
  result = kln_safe_divide((vector - location) * turn, scale);
#elif mode == vector
  result = turn * (vector * scale);
#elif mode == normal
  result = kln_safe_normalize(turn * kln_safe_divide(vector, scale));
#endif
}
