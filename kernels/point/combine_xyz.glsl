/*---
summary = "The Combine XYZ node: three floats to a vector."
cost = 0.1
[inputs]
x = { type = "float", default = 0.0 }
y = { type = "float", default = 0.0 }
z = { type = "float", default = 0.0 }
[outputs]
result = { type = "vec3" }
---*/
void kln_combine_xyz(Texel at, float x, float y, float z, out vec3 result)
{
  result = vec3(x, y, z);
}
