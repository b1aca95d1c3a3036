/*---
summary = "The Gradient Texture node."
source = "Cycles svm/gradient.h (formulas)."
uses = ["maths"]
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
[variants]
mode = { default = "linear", choices = [
  "linear", "quadratic", "easing", "diagonal", "spherical", "quadratic_sphere", "radial"] }
[outputs]
result = { type = "float" }
---*/
void kln_gradient_texture(Texel at, vec3 vector, out float result)
{
#if mode == linear
  float f = vector.x;
#elif mode == quadratic
  float f = max(vector.x, 0.0) * max(vector.x, 0.0);
#elif mode == easing
  float x = clamp(vector.x, 0.0, 1.0);
  float f = x * x * (3.0 - 2.0 * x);
#elif mode == diagonal
  float f = (vector.x + vector.y) * 0.5;
#elif mode == radial
  float f = kln_atan2(vector.y, vector.x) / KLN_TAU + 0.5;
#else
  /* Short of 1 by a little, so that a vector of unit length gives exactly 0. */
  float f = max(0.999999 - length(vector), 0.0);
#if mode == quadratic_sphere
  f = f * f;
#endif
#endif
  result = clamp(f, 0.0, 1.0);
}
