/*---
summary = "Distance from a texel's centre to that of the nearest seed, in units of `unit` texels at base."
source = "Euclidean. Where there is no seed at all, the picture's diagonal."
[inputs]
position = { type = "vec4" }
[params]
unit = { type = "float", unit = "texels_at_base", default = 1.0, min = 0.0 }
[variants]
clamped = { choices = ["no", "yes"], default = "no" }
[outputs]
result = { type = "float" }
---*/
void kln_jump_flood_distance(Texel at, vec4 position, float unit, out float result)
{
  vec2 away = position.z > 0.5 ? position.xy - vec2(at.xy) : vec2(at.extent);
  float texels = length(away);
  // A unit of 0 makes everything but the seeds infinitely far; it is told as the diagonal instead.
  result = unit > 0.0 ? texels / unit : (texels > 0.0 ? length(vec2(at.extent)) : 0.0);
#if clamped == yes
  result = min(result, 1.0);
#endif
}
