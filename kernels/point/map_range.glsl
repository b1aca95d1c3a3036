/*---
summary = "The Map Range node for floats."
source = "Cycles svm/map_range.h (formulas)."
uses = ["comparison", "maths"]
[inputs]
value = { type = "float", default = 1.0 }
from_min = { type = "float", default = 0.0 }
from_max = { type = "float", default = 1.0 }
to_min = { type = "float", default = 0.0 }
to_max = { type = "float", default = 1.0 }
steps = { type = "float", default = 4.0 }
[variants]
interpolation = { default = "linear", choices = ["linear", "stepped", "smoothstep", "smootherstep"] }
clamped = { default = "no", choices = ["no", "yes"] }
[outputs]
result = { type = "float" }
---*/
/* Where value is between two ends, 0 to 1, beyond them held there: by comparisons where they come
   first (then not a number is nowhere beyond them), by clamping where the place does. */
float kln_map_range_place(float value, float low, float high)
{
#if interpolation == smoothstep
  if (value < low) {
    return 0.0;
  }
  if (value >= high) {
    return 1.0;
  }
  return kln_divide(value - low, high - low);
#else
  return kln_clamp(kln_divide(value - low, high - low), 0.0, 1.0);
#endif
}

void kln_map_range(Texel at, float value, float from_min, float from_max, float to_min, float to_max,
                   float steps, out float result)
{
  /* An empty range gives 0, not To Min; clamping then brings it into the To range. */
  result = 0.0;
  if (from_max != from_min) {
#if interpolation == smoothstep || interpolation == smootherstep
    /* Cycles measures a falling range from its other end. */
    bool falling = from_min > from_max;
    float f = falling ? kln_map_range_place(value, from_max, from_min) :
                        kln_map_range_place(value, from_min, from_max);
#if interpolation == smoothstep
    f = (3.0 - 2.0 * f) * (f * f);
#else
    f = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
#endif
    f = falling ? 1.0 - f : f;
#else
    float f = kln_divide(value - from_min, from_max - from_min);
#if interpolation == stepped
    f = steps > 0.0 ? floor(f * (steps + 1.0)) / steps : 0.0;
#endif
#endif
    result = to_min + f * (to_max - to_min);
  }
#if clamped == yes
  result = kln_clamp_between(result, to_min, to_max);
#endif
}
