/*---
summary = "The Light Falloff node along a ray of length 1, where all falloffs are one: only Smooth counts."
source = "Cycles svm/light_path.h (formula)."
cost = 0.2
[inputs]
strength = { type = "float", default = 100.0 }
softness = { type = "float", default = 0.0 }
[outputs]
result = { type = "float" }
---*/
void kln_light_falloff(Texel at, float strength, float softness, out float result)
{
  result = softness > 0.0 ? strength * (1.0 / (softness + 1.0)) : strength;
}
