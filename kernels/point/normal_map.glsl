/*---
summary = "The Normal Map node on a plane that faces +Z with U along X: there object, world and tangent space have the same axes."
source = "Cycles svm/tex_coord.h (formulas)."
uses = ["maths"]
[inputs]
color = { type = "vec3", default = [0.5, 0.5, 1.0] }
strength = { type = "float", default = 1.0 }
[variants]
space = { default = "tangent", choices = ["tangent", "object", "blender"] }
green = { default = "up", choices = ["up", "down"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_normal_map(Texel at, vec3 color, float strength, out vec3 result)
{
  vec3 surface = vec3(0.0, 0.0, 1.0);
  vec3 n = 2.0 * (color - 0.5);
#if green == down
  n.y = -n.y;
#endif
#if space == tangent
  n = vec3(n.xy * strength, 1.0 + (n.z - 1.0) * clamp(strength, 0.0, 1.0));
  n = kln_safe_normalize(n);
#else
#if space == blender
  n.yz = -n.yz;
#endif
  n = kln_safe_normalize(n);
  if (strength != 1.0) {
    n = kln_safe_normalize(surface + (n - surface) * max(strength, 0.0));
  }
#endif
  result = dot(n, n) > 0.0 ? n : surface;
}
