/*---
summary = "The Wireframe node: 1 nearer to an edge than half a width, else 0."
source = "Cycles svm/wireframe.h (formula)."
cost = 0.1
[inputs]
edge_distance = { type = "float", default = 0.0 }
size = { type = "float", default = 0.01 }
[params]
width = { type = "float", default = 1.0 }
[outputs]
result = { type = "float" }
---*/

// width: what a size of 1 is on the surface.
void kln_wireframe(Texel at, float edge_distance, float size, float width, out float result)
{
  result = edge_distance < abs(0.5 * width * size) ? 1.0 : 0.0;
}
