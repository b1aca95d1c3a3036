/*---
summary = "The Wireframe node: 1 nearer to an edge than half a width, else 0."
source = "Cycles svm/wireframe.h (formula)."
cost = 0.1
[inputs]
edge_distance = { type = "float", default = 0.0 }
size = { type = "float", default = 0.01 }
unit = { type = "float", default = 1.0 }
[params]
units = { type = "float", default = 1.0 }
[outputs]
result = { type = "float" }
---*/

// units of so long on the surface are a size of 1.
void kln_wireframe(Texel at, float edge_distance, float size, float unit, float units, out float result)
{
  result = edge_distance < abs(0.5 * (units * unit) * size) ? 1.0 : 0.0;
}
