/*---
summary = "The Vector Displacement node: (vector - midlevel) times scale, along the axes of its space."
source = "Cycles svm/displace.h (formula): in tangent space X is along the tangent, Y along the normal and Z along the bitangent."
uses = ["maths"]
cost = 0.2
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
midlevel = { type = "float", default = 0.0 }
scale = { type = "float", default = 0.01 }
tangent = { type = "vec3", default = [1.0, 0.0, 0.0] }
normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
handedness = { type = "float", default = 1.0 }
[variants]
space = { default = "tangent", choices = ["tangent", "object"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_vector_displacement(Texel at, vec3 vector, float midlevel, float scale, vec3 tangent,
                             vec3 normal, float handedness, out vec3 result)
{
  vec3 d = (vector - midlevel) * scale;
#if space == tangent
  result = tangent * d.x + normal * d.y + handedness * kln_safe_normalize(cross(normal, tangent)) * d.z;
#else
  result = d;
#endif
}
