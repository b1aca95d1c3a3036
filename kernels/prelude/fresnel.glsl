/*---
summary = "How much a surface reflects, by the angle it is seen at."
source = "Fresnel's equations for a dielectric and light that is not polarised."
---*/

/* The part of light that is reflected, in [0, 1], of a direction whose cosine with the normal is given
   (its sign does not count) and an index of refraction. 1 where nothing is refracted. Source: Cycles
   closure/bsdf_util.h (formula). */
float kln_fresnel(float cosine, float ior)
{
  float c = abs(cosine);
  float square = ior * ior - 1.0 + c * c;
  if (!(square > 0.0)) {
    return 1.0;
  }
  float g = sqrt(square);
  float a = (g - c) / (g + c);
  float b = (c * (g + c) - 1.0) / (c * (g - c) + 1.0);
  return 0.5 * a * a * (1.0 + b * b);
}
