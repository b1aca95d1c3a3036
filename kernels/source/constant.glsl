/*---
summary = "One colour all over."
cost = 0.1
[params]
color = { type = "vec4", default = [0.5, 0.5, 0.5, 1.0] }
[outputs]
result = { type = "vec4" }
---*/
void kln_constant(Texel at, vec4 color, out vec4 result)
{
  result = color;
}
