/*---
summary = "Implicit conversion of a colour to a float, and the RGB to BW node: luminance."
source = "Cycles svm/convert.h: NODE_CONVERT_CF. The weights are the file's working space's."
uses = ["color"]
cost = 0.1
[inputs]
color = { type = "vec3", default = [0.0, 0.0, 0.0] }
[params]
weights = { type = "vec3", default = [0.2126391, 0.7151691, 0.0721928] }
[outputs]
result = { type = "float" }
---*/
void kln_color_to_float(Texel at, vec3 color, vec3 weights, out float result)
{
  result = kln_luminance(color, weights);
}
