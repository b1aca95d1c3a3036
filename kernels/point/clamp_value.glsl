/*---
summary = "The Clamp node."
source = "Cycles svm/clamp.h (formulas)."
uses = ["comparison", "maths"]
[inputs]
value = { type = "float", default = 1.0 }
low = { type = "float", default = 0.0 }
high = { type = "float", default = 1.0 }
[variants]
mode = { default = "minmax", choices = ["minmax", "range"] }
[outputs]
result = { type = "float" }
---*/
void kln_clamp_value(Texel at, float value, float low, float high, out float result)
{
#if mode == range
  result = kln_clamp_between(value, low, high);
#else
  /* With the ends crossed the upper one wins. */
  result = kln_clamp(value, low, high);
#endif
}
