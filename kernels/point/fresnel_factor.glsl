/*---
summary = "The Fresnel node: what a dielectric reflects towards who looks along a direction."
source = "Cycles svm/fresnel.h (formula)."
uses = ["comparison", "fresnel", "maths"]
cost = 0.5
[inputs]
ior = { type = "float", default = 1.5 }
normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
incoming = { type = "vec3", default = [0.0, 0.0, 1.0] }
[outputs]
result = { type = "float" }
---*/

// A normal's length is not brought to 1: a longer one counts as one seen from closer by.
void kln_fresnel_factor(Texel at, float ior, vec3 normal, vec3 incoming, out float result)
{
  result = kln_fresnel(dot(incoming, normal), kln_max(ior, 1e-5));
}
