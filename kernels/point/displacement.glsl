/*---
summary = "The Displacement node's offset along the normal: (height - midlevel) times scale."
source = "Cycles svm/displace.h (formula)."
cost = 0.2
[inputs]
height = { type = "float", default = 0.0 }
midlevel = { type = "float", default = 0.5 }
scale = { type = "float", default = 0.01 }
[outputs]
result = { type = "float" }
---*/
void kln_displacement(Texel at, float height, float midlevel, float scale, out float result)
{
  result = (height - midlevel) * scale;
}
