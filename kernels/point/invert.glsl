/*---
summary = "One minus the colour; alpha is kept."
[inputs]
color = { type = "vec4" }
[outputs]
result = { type = "vec4" }
---*/
void kln_invert(Texel at, vec4 color, out vec4 result)
{
  result = vec4(vec3(1.0) - color.xyz, color.w);
}
