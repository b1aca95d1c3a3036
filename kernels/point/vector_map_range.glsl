/*---
summary = "The Map Range node for vectors, each component on its own."
source = "Cycles svm/map_range.h (formulas)."
uses = ["comparison", "maths"]
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
from_min = { type = "vec3", default = [0.0, 0.0, 0.0] }
from_max = { type = "vec3", default = [1.0, 1.0, 1.0] }
to_min = { type = "vec3", default = [0.0, 0.0, 0.0] }
to_max = { type = "vec3", default = [1.0, 1.0, 1.0] }
steps = { type = "vec3", default = [4.0, 4.0, 4.0] }
[variants]
interpolation = { default = "linear", choices = ["linear", "stepped", "smoothstep", "smootherstep"] }
clamped = { default = "no", choices = ["no", "yes"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_vector_map_range(Texel at, vec3 vector, vec3 from_min, vec3 from_max, vec3 to_min, vec3 to_max,
                          vec3 steps, out vec3 result)
{
  /* An empty range divides safely, so unlike the float node's it gives To Min. */
  vec3 f = kln_safe_divide(vector - from_min, from_max - from_min);
#if interpolation == stepped
  f = floor(f * (steps + 1.0));
  f = vec3(steps.x > 0.0 ? f.x / steps.x : 0.0, steps.y > 0.0 ? f.y / steps.y : 0.0,
           steps.z > 0.0 ? f.z / steps.z : 0.0);
#elif interpolation == smoothstep
  f = kln_clamp(f, 0.0, 1.0);
  f = (3.0 - 2.0 * f) * (f * f);
#elif interpolation == smootherstep
  f = kln_clamp(f, 0.0, 1.0);
  f = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
#endif
  result = to_min + f * (to_max - to_min);
#if clamped == yes
  result = vec3(kln_clamp_between(result.x, to_min.x, to_max.x),
                kln_clamp_between(result.y, to_min.y, to_max.y),
                kln_clamp_between(result.z, to_min.z, to_max.z));
#endif
}
