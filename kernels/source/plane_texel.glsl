/*---
summary = "How long a texel is on Blender's default plane: the mean of its two sides."
source = "Measured: Cycles' differentials in a bake."
[outputs]
size = { type = "float" }
---*/
void kln_plane_texel(Texel at, out float size)
{
  size = 1.0 / float(at.extent.x) + 1.0 / float(at.extent.y);
}
