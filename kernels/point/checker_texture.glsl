/*---
summary = "The Checker Texture node."
source = "Cycles svm/checker.h (formula)."
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
color_1 = { type = "vec3", default = [0.8, 0.8, 0.8] }
color_2 = { type = "vec3", default = [0.2, 0.2, 0.2] }
scale = { type = "float", default = 5.0 }
[outputs]
color = { type = "vec3" }
factor = { type = "float" }
---*/
void kln_checker_texture(Texel at, vec3 vector, vec3 color_1, vec3 color_2, float scale, out vec3 color,
                         out float factor)
{
  /* Moved off whole coordinates, so that a surface lying on a cell's face is not speckled. */
  KLN_UNFUSED vec3 scaled = vector * scale;
  KLN_UNFUSED vec3 p = (scaled + 0.000001) * 0.999999;
  /* Halves are exact, at any size; infinity and what is no number are even. */
  vec3 cell = floor(p);
  bvec3 odd = equal(cell - 2.0 * floor(0.5 * cell), vec3(1.0));
  factor = (odd.x == odd.y) == odd.z ? 1.0 : 0.0;
  color = factor == 1.0 ? color_1 : color_2;
}
