/*---
summary = "One channel of a picture, or its luminance, as a grey image."
source = "The default weights are those of linear Rec. 709 (ITU-R BT.709); another working space has its own."
uses = ["color"]
[inputs]
color = { type = "vec4" }
[params]
weights = { type = "vec3", default = [0.2126391, 0.7151691, 0.0721928] }
[variants]
pick = { choices = ["red", "green", "blue", "alpha", "luminance"], default = "luminance" }
[outputs]
result = { type = "float" }
---*/
void kln_channel(Texel at, vec4 color, vec3 weights, out float result)
{
#if pick == red
  result = color.r;
#elif pick == green
  result = color.g;
#elif pick == blue
  result = color.b;
#elif pick == alpha
  result = color.a;
#else
  result = kln_luminance(color.rgb, weights);
#endif
}
