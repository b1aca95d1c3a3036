/*---
summary = "The Wavelength node: the colour of light of one wavelength, in nanometres."
source = "CIE 1931 2-degree colour matching functions, 380 to 780 nm in steps of 5, as rounded in Cycles' tables.h; scale and clamp of Cycles svm/wavelength.h."
uses = ["spectrum"]
[inputs]
wavelength = { type = "float", default = 500.0 }
[params]
xyz_to_r = { type = "vec3", default = [3.2409699, -1.5373832, -0.4986108] }
xyz_to_g = { type = "vec3", default = [-0.9692436, 1.8759675, 0.0415551] }
xyz_to_b = { type = "vec3", default = [0.0556301, -0.203977, 1.0569715] }
[outputs]
color = { type = "vec3" }
---*/
void kln_wavelength(
    Texel at, float wavelength, vec3 xyz_to_r, vec3 xyz_to_g, vec3 xyz_to_b, out vec3 color)
{
  float place = (wavelength - 380.0) * (1.0 / 5.0);
  vec3 xyz = vec3(0.0);
  /* Down to 375 nm the first step goes on, because C cuts -0.9 to 0. NaN is in no step. */
  if (place > -1.0 && place < 80.0) {
    int step = int(place);
    float t = place - float(step);
    xyz = kln_matching(step) + t * (kln_matching(step + 1) - kln_matching(step));
  }
  color = max(vec3(dot(xyz_to_r, xyz), dot(xyz_to_g, xyz), dot(xyz_to_b, xyz)) * (1.0 / 2.52), vec3(0.0));
}
