/*---
summary = "A vector whose components are any of another's, or 0."
source = "The axes of a texture's own mapping, as Blender has them."
[inputs]
vector = { type = "vec3" }
[variants]
x = { default = "x", choices = ["x", "y", "z", "none"] }
y = { default = "y", choices = ["x", "y", "z", "none"] }
z = { default = "z", choices = ["x", "y", "z", "none"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_swap_axes(Texel at, vec3 vector, out vec3 result)
{
  result = vec3(0.0);
#if x == x
  result.x = vector.x;
#elif x == y
  result.x = vector.y;
#elif x == z
  result.x = vector.z;
#endif
#if y == x
  result.y = vector.x;
#elif y == y
  result.y = vector.y;
#elif y == z
  result.y = vector.z;
#endif
#if z == x
  result.z = vector.x;
#elif z == y
  result.z = vector.y;
#elif z == z
  result.z = vector.z;
#endif
}
