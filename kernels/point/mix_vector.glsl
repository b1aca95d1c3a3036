/*---
summary = "The Mix node for vectors; each component may have its own factor."
source = "Cycles svm/mix.h."
uses = ["blend", "comparison"]
[inputs]
factor = { type = "vec3", default = [0.5, 0.5, 0.5] }
a = { type = "vec3", default = [0.0, 0.0, 0.0] }
b = { type = "vec3", default = [0.0, 0.0, 0.0] }
[variants]
clamp_factor = { default = "yes", choices = ["yes", "no"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_mix_vector(Texel at, vec3 factor, vec3 a, vec3 b, out vec3 result)
{
#if clamp_factor == yes
  vec3 t = kln_clamp(factor, 0.0, 1.0);
#else
  vec3 t = factor;
#endif
  result = kln_lerp_weighted(t, a, b);
}
