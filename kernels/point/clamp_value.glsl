/*---
summary = "The Clamp node."
source = "Cycles svm/clamp.h (formulas)."
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
  result = min(max(value, min(low, high)), max(low, high));
#else
  /* With the ends crossed the upper one wins. */
  result = min(max(value, low), high);
#endif
}
