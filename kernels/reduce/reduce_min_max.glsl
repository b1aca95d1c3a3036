/*---
summary = "Smallest and largest of each channel over the texels that an output texel stands for."
source = "Each texel of the inputs falls to exactly one of the outputs, whatever the two sizes: the last odd row and column are included."
cost = 6.0
chain = true
[inputs]
low  = { type = "vec4" }
high = { type = "vec4" }
[outputs]
lowest  = { type = "vec4" }
highest = { type = "vec4" }
---*/
void kln_reduce_min_max(Texel at, out vec4 lowest, out vec4 highest)
{
  ivec2 size = low_extent();
  ivec2 first = at.xy * size / at.extent;
  ivec2 last = max((at.xy + 1) * size / at.extent - 1, first);
  lowest = low_at(first);
  highest = high_at(first);
  for (int y = first.y; y <= last.y; y++) {
    for (int x = first.x; x <= last.x; x++) {
      lowest = min(lowest, low_at(ivec2(x, y)));
      highest = max(highest, high_at(ivec2(x, y)));
    }
  }
}
