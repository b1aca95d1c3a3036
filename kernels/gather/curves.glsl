/*---
summary = "The curves nodes: each component looked up in its column of a table. Float Curve is the first."
source = "Cycles svm/ramp.h (formula): 257 samples over the curves' domain."
[inputs]
table = { type = "vec4", access = "texels" }
factor = { type = "float", access = "value", default = 1.0 }
color = { type = "vec3", access = "value", default = [0.0, 0.0, 0.0] }
[params]
row = { type = "int", default = 0, min = 0 }
domain = { type = "vec2", default = [0.0, 1.0] }
[variants]
beyond = { default = "extrapolated", choices = ["extrapolated", "horizontal"] }
[outputs]
result = { type = "vec3" }
first = { type = "float" }
---*/
/* The row's component at place (0 to 1 over the domain), linear between samples. */
float kln_curves_lookup(int row, int component, float place)
{
#if beyond == extrapolated
  if (place < 0.0) {
    float end = table_at(ivec2(0, row))[component];
    return end + (end - table_at(ivec2(1, row))[component]) * -place * 256.0;
  }
  if (place > 1.0) {
    float end = table_at(ivec2(256, row))[component];
    return end + (end - table_at(ivec2(255, row))[component]) * (place - 1.0) * 256.0;
  }
#endif
  float sample_place = clamp(place, 0.0, 1.0) * 256.0;
  int left = clamp(int(sample_place), 0, 256);
  float t = sample_place - float(left);
  float found = table_at(ivec2(left, row))[component];
  return t > 0.0 ? (1.0 - t) * found + t * table_at(ivec2(left + 1, row))[component] : found;
}

void kln_curves(Texel at, float factor, vec3 color, int row, vec2 domain, out vec3 result, out float first)
{
  vec3 place = (color - domain.x) / (domain.y - domain.x);
  vec3 curved = vec3(kln_curves_lookup(row, 0, place.x), kln_curves_lookup(row, 1, place.y),
                     kln_curves_lookup(row, 2, place.z));
  result = (1.0 - factor) * color + factor * curved;
  first = result.r;
}
