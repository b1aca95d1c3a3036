/*---
summary = "The colour as it is: moves an image into another format, and is what bakes are measured against."
cost = 0.1
[inputs]
color = { type = "vec4" }
[outputs]
result = { type = "vec4" }
---*/
void kln_copy(Texel at, vec4 color, out vec4 result)
{
  result = color;
}
