/*---
summary = "The Layer Weight node: by how much a surface is seen from the side."
source = "Cycles svm/fresnel.h (formula)."
uses = ["comparison", "fresnel", "maths"]
cost = 1.0
[inputs]
blend = { type = "float", default = 0.5 }
normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
incoming = { type = "vec3", default = [0.0, 0.0, 1.0] }
[outputs]
fresnel = { type = "float" }
facing = { type = "float" }
---*/

// 1e-5: Cycles' least difference of Blend from 1.
void kln_layer_weight(Texel at, float blend, vec3 normal, vec3 incoming, out float fresnel, out float facing)
{
  float cosine = dot(incoming, normal);
  fresnel = kln_fresnel(cosine, 1.0 / kln_max(1.0 - blend, 1e-5));
  float seen = abs(cosine);
  if (blend != 0.5) {
    float held = kln_clamp(blend, 0.0, 1.0 - 1e-5);
    seen = kln_pow(seen, held < 0.5 ? 2.0 * held : 0.5 / (1.0 - held));
  }
  facing = 1.0 - seen;
}
