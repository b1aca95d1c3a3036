/*---
summary = "Lengths other than the Euclidean one."
source = "H. Minkowski; the range is that of Blender's Voronoi Texture."
uses = ["maths"]
---*/

/* The length of a vector of components a, none below 0, in Minkowski's metric of an exponent above 0:
   the exponent-th root of the sum of their exponent-th powers. */
float kln_minkowski(vec4 a, float exponent)
{
  float sum = kln_pow_positive(a.x, exponent) + kln_pow_positive(a.y, exponent) +
              kln_pow_positive(a.z, exponent) + kln_pow_positive(a.w, exponent);
  float longest = max(max(a.x, a.y), max(a.z, a.w));
  if (sum == 0.0 && longest > 0.0 && exponent * kln_log(longest) > -103.28) {
    /* Above 2^-149 a CPU still has a number where GPUs that drop denormals have 0. */
    a /= longest;
    sum = kln_pow_positive(a.x, exponent) + kln_pow_positive(a.y, exponent) +
          kln_pow_positive(a.z, exponent) + kln_pow_positive(a.w, exponent);
    return longest * kln_pow_positive(sum, 1.0 / exponent);
  }
  return kln_pow_positive(sum, 1.0 / exponent);
}
