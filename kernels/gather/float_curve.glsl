/*---
summary = "The Float Curve node: a value looked up in the first column of a table."
source = "Cycles svm/ramp.h (formula): 257 samples over the curve's domain."
[inputs]
table = { type = "vec4", access = "texels" }
factor = { type = "float", access = "value", default = 1.0 }
value = { type = "float", access = "value", default = 0.0 }
[params]
row = { type = "int", default = 0, min = 0 }
domain = { type = "vec2", default = [0.0, 1.0] }
[variants]
beyond = { default = "extrapolated", choices = ["extrapolated", "horizontal"] }
[outputs]
result = { type = "float" }
---*/
void kln_float_curve(Texel at, float factor, float value, int row, vec2 domain, out float result)
{
  float place = (value - domain.x) / (domain.y - domain.x) * 256.0;
  /* Beyond the ends the first or last segment goes on, or its end value stays. */
#if beyond == horizontal
  place = clamp(place, 0.0, 256.0);
#endif
  int left = int(clamp(floor(place), 0.0, 255.0));
  float t = place - float(left);
  float curved = (1.0 - t) * table_at(ivec2(left, row)).r + t * table_at(ivec2(left + 1, row)).r;
  result = (1.0 - factor) * value + factor * curved;
}
