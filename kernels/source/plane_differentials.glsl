/*---
summary = "What a texel is on Blender's default plane: Cycles' two differentials of the position, and their length."
source = "Cycles util/math (make_orthonormals) for a normal of +Z; measured: they are as long as the mean of a texel's two sides."
[outputs]
first = { type = "vec3" }
second = { type = "vec3" }
size = { type = "float" }
---*/
void kln_plane_differentials(Texel at, out vec3 first, out vec3 second, out float size)
{
  size = 1.0 / float(at.extent.x) + 1.0 / float(at.extent.y);
  first = vec3(0.707106781, -0.707106781, 0.0) * size;
  second = vec3(0.707106781, 0.707106781, 0.0) * size;
}
