/*---
summary = "A UDIM tile's colour where a page has the tile, and elsewhere what another page or nothing gives."
source = "Cycles' colour for an image that is not there: TEX_IMAGE_MISSING."
[inputs]
part = { type = "vec4" }
color = { type = "vec3" }
alpha = { type = "float" }
other_color = { type = "vec3", default = [1.0, 0.0, 1.0] }
other_alpha = { type = "float", default = 1.0 }
[outputs]
result = { type = "vec3" }
result_alpha = { type = "float" }
---*/
void kln_image_missing(Texel at, vec4 part, vec3 color, float alpha, vec3 other_color, float other_alpha, out vec3 result, out float result_alpha)
{
  bool there = part.z > 0.0;
  result = there ? color : other_color;
  result_alpha = there ? alpha : other_alpha;
}
