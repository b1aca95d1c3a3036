/*---
summary = "The Mix node for floats."
source = "Cycles svm/mix.h."
uses = ["blend", "comparison"]
[inputs]
factor = { type = "float", default = 0.5 }
a = { type = "float", default = 0.0 }
b = { type = "float", default = 0.0 }
[variants]
clamp_factor = { default = "yes", choices = ["yes", "no"] }
[outputs]
result = { type = "float" }
---*/
void kln_mix_float(Texel at, float factor, float a, float b, out float result)
{
#if clamp_factor == yes
  float t = kln_clamp(factor, 0.0, 1.0);
#else
  float t = factor;
#endif
  result = kln_lerp_weighted(t, a, b);
}
