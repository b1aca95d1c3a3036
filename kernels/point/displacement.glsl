/*---
summary = "The Displacement node: a vector along the normal, (height - midlevel) times scale long."
source = "Cycles svm/displace.h (formula): in object space the normal is brought to length 1."
uses = ["maths"]
cost = 0.2
[inputs]
height = { type = "float", default = 0.0 }
midlevel = { type = "float", default = 0.5 }
scale = { type = "float", default = 0.01 }
normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
[variants]
space = { default = "object", choices = ["object", "world"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_displacement(Texel at, float height, float midlevel, float scale, vec3 normal, out vec3 result)
{
#if space == object
  vec3 along = kln_safe_normalize(normal);
#else
  vec3 along = normal;
#endif
  result = along * ((height - midlevel) * scale);
}
