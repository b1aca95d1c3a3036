/*---
summary = "The Gamma node: each component to a power, where it is positive."
source = "Cycles svm/math_util.h (formula): an exponent of 0 gives white."
uses = ["maths"]
[inputs]
color = { type = "vec3", default = [1.0, 1.0, 1.0] }
exponent = { type = "float", default = 1.0 }
[outputs]
result = { type = "vec3" }
---*/
void kln_gamma(Texel at, vec3 color, float exponent, out vec3 result)
{
  result = vec3(color.r > 0.0 ? kln_pow(color.r, exponent) : color.r,
                color.g > 0.0 ? kln_pow(color.g, exponent) : color.g,
                color.b > 0.0 ? kln_pow(color.b, exponent) : color.b);
  if (exponent == 0.0) {
    result = vec3(1.0);
  }
}
