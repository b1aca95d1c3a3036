/*---
summary = "The picture at the size of the image written."
source = "area: the mean over what an output texel covers, at least one texel wide, which makes it the linear filter where the picture grows and exact where it shrinks. cubic is the B-spline."
cost = 8.0
[inputs]
color = { type = "vec4" }
[variants]
interpolation = { choices = ["area", "nearest", "linear", "cubic"], default = "area" }
[outputs]
result = { type = "vec4" }
---*/
#if interpolation == area
// How much of texel i lies between low and high.
float kln_resize_covered(int i, float low, float high)
{
  return max(min(float(i) + 1.0, high) - max(float(i), low), 0.0);
}
#endif

void kln_resize(Texel at, out vec4 result)
{
  vec2 ratio = vec2(color_extent()) / vec2(at.extent);
  vec2 q = (vec2(at.xy) + 0.5) * ratio;
#if interpolation == nearest
  result = color_at(ivec2(floor(q)));
#elif interpolation == linear
  result = color_linear(q);
#elif interpolation == cubic
  result = color_cubic(q);
#else
  vec2 low = q - 0.5 * max(ratio, vec2(1.0));
  vec2 high = q + 0.5 * max(ratio, vec2(1.0));
  ivec2 first = ivec2(floor(low));
  ivec2 last = ivec2(ceil(high)) - 1;
  vec4 sum = vec4(0.0);
  float total = 0.0;
  for (int y = first.y; y <= last.y; y++) {
    float row = kln_resize_covered(y, low.y, high.y);
    for (int x = first.x; x <= last.x; x++) {
      float weight = row * kln_resize_covered(x, low.x, high.x);
      sum += weight * color_at(ivec2(x, y));
      total += weight;
    }
  }
  result = sum / total;
#endif
}
