/*---
summary = "A straight gradient from one edge of the picture to the other."
source = "A texel has the number at its centre: (i + 1/2) / n."
cost = 0.5
[params]
start = { type = "vec4", default = [0.0, 0.0, 0.0, 1.0] }
stop  = { type = "vec4", default = [1.0, 1.0, 1.0, 1.0] }
[variants]
axis = { choices = ["x", "y"], default = "x" }
[outputs]
result = { type = "vec4" }
---*/
void kln_ramp(Texel at, vec4 start, vec4 stop, out vec4 result)
{
  vec2 t = (vec2(at.xy) + 0.5) / vec2(at.extent);
#if axis == x
  result = start + t.x * (stop - start);
#else
  result = start + t.y * (stop - start);
#endif
}
