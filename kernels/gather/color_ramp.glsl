/*---
summary = "The Color Ramp node: a row of the table of ramps, looked up by a factor."
source = "Cycles svm/ramp.h (formula): it never evaluates stops per texel, but a table of 257 samples."
[inputs]
table = { type = "vec4", access = "texels" }
factor = { type = "float", access = "value", default = 0.5 }
[params]
row = { type = "int", default = 0, min = 0 }
[variants]
interpolation = { default = "linear", choices = ["constant", "linear"] }
[outputs]
color = { type = "vec3" }
alpha = { type = "float" }
---*/
void kln_color_ramp(Texel at, float factor, int row, out vec3 color, out float alpha)
{
  float place = clamp(factor, 0.0, 1.0) * 256.0;
  int left = clamp(int(place), 0, 256);
  vec4 found = table_at(ivec2(left, row));
#if interpolation == linear
  float t = place - float(left);
  if (t > 0.0) {
    found = (1.0 - t) * found + t * table_at(ivec2(left + 1, row));
  }
#endif
  color = found.rgb;
  alpha = found.a;
}
