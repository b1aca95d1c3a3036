/*---
summary = "The Sky Texture's formulas: the colour of a direction by Preetham, or by Hosek and Wilkie."
source = "Preetham, Shirley, Smits 1999; Hosek, Wilkie 2012. Cycles svm/sky.h: what is below the horizon looks like it."
uses = ["comparison", "maths"]
cost = 20.0
[inputs]
direction = { type = "vec3", default = [0.0, 0.0, 1.0] }
[params]
sun = { type = "vec2", default = [0.0, 0.0] }
zenith = { type = "vec3", default = [1.0, 1.0, 1.0] }
c0 = { type = "vec3", default = [0.0, 0.0, 0.0] }
c1 = { type = "vec3", default = [0.0, 0.0, 0.0] }
c2 = { type = "vec3", default = [0.0, 0.0, 0.0] }
c3 = { type = "vec3", default = [0.0, 0.0, 0.0] }
c4 = { type = "vec3", default = [0.0, 0.0, 0.0] }
c5 = { type = "vec3", default = [0.0, 0.0, 0.0] }
c6 = { type = "vec3", default = [0.0, 0.0, 0.0] }
c7 = { type = "vec3", default = [0.0, 0.0, 0.0] }
c8 = { type = "vec3", default = [0.0, 0.0, 0.0] }
xyz_to_r = { type = "vec3", default = [3.2409699, -1.5373832, -0.4986108] }
xyz_to_g = { type = "vec3", default = [-0.9692436, 1.8759675, 0.0415551] }
xyz_to_b = { type = "vec3", default = [0.0556301, -0.203977, 1.0569715] }
[variants]
model = { choices = ["preetham", "hosek_wilkie"], default = "preetham" }
[outputs]
color = { type = "vec3" }
---*/

vec3 kln_sky_daylight_exp(vec3 x) { return vec3(kln_exp(x.x), kln_exp(x.y), kln_exp(x.z)); }

void kln_sky_daylight(
    Texel at, vec3 direction, vec2 sun, vec3 zenith, vec3 c0, vec3 c1, vec3 c2, vec3 c3, vec3 c4, vec3 c5,
    vec3 c6, vec3 c7, vec3 c8, vec3 xyz_to_r, vec3 xyz_to_g, vec3 xyz_to_b, out vec3 color)
{
  const float right_angle = 1.57079632679490;
  // sun is the angle from the zenith and the one from +Y. The direction is not brought to length 1.
  float theta = kln_acos(kln_clamp(direction.z, -1.0, 1.0));
  float phi = right_angle - kln_atan2(direction.y, direction.x);
  float between = kln_sin(theta) * kln_sin(sun.x) * kln_cos(sun.y - phi) + kln_cos(theta) * kln_cos(sun.x);
  float gamma = kln_acos(kln_clamp(between, -1.0, 1.0));
  theta = min(theta, right_angle - 0.001);
  float up = kln_cos(theta);
  float near = kln_cos(gamma);
#if model == preetham
  vec3 shape = (1.0 + c0 * kln_sky_daylight_exp(c1 / up)) *
               (1.0 + c2 * kln_sky_daylight_exp(c3 * gamma) + c4 * near * near);
  vec3 luminance_x_y = zenith * shape;
  float large = luminance_x_y.x;
  float x = luminance_x_y.y;
  float y = luminance_x_y.z;
  vec3 xyz = vec3(0.0, large, 0.0);
  if (y != 0.0) {
    xyz.x = x / y * large;
    xyz.z = large != 0.0 ? (1.0 - x - y) / y * large : 0.0;
  }
  const float scale = 1.0;
#else
  vec3 haze = 1.0 + c8 * c8 - 2.0 * c8 * near;
  vec3 halo = (1.0 + near * near) / (haze * sqrt(haze));
  vec3 xyz = (1.0 + c0 * kln_sky_daylight_exp(c1 / (up + 0.01))) *
             (c2 + c3 * kln_sky_daylight_exp(c4 * gamma) + c5 * near * near + c6 * halo + c7 * sqrt(up));
  xyz *= zenith;
  // Watts to lumens, and from a sphere.
  const float scale = 6.28318530717959 / 683.0;
#endif
  color = kln_max(vec3(dot(xyz_to_r, xyz), dot(xyz_to_g, xyz), dot(xyz_to_b, xyz)), vec3(0.0)) * scale;
}
