/*---
summary = "A picture from four grey images or numbers."
[inputs]
red   = { type = "float", default = 0.0 }
green = { type = "float", default = 0.0 }
blue  = { type = "float", default = 0.0 }
alpha = { type = "float", default = 1.0 }
[outputs]
result = { type = "vec4" }
---*/
void kln_combine_channels(
    Texel at, float red, float green, float blue, float alpha, out vec4 result)
{
  result = vec4(red, green, blue, alpha);
}
