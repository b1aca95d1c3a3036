/*---
summary = "The Separate XYZ node: a vector's three components."
cost = 0.1
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
[outputs]
x = { type = "float" }
y = { type = "float" }
z = { type = "float" }
---*/
void kln_separate_xyz(Texel at, vec3 vector, out float x, out float y, out float z)
{
  x = vector.x;
  y = vector.y;
  z = vector.z;
}
