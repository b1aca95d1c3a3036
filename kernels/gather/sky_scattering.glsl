/*---
summary = "The Sky Texture's scattered light: the colour of a direction, from a table of the sky and of its sun."
source = "Cycles svm/sky.h: rows of the table stand closer towards the horizon; the sun's limb is darker by 0.6."
uses = ["comparison", "maths"]
cost = 20.0
[inputs]
table = { type = "vec4", access = "texels" }
direction = { type = "vec3", default = [0.0, 0.0, 1.0], access = "value" }
[params]
elevation = { type = "float", default = 0.0 }
rotation = { type = "float", default = 0.0 }
diameter = { type = "float", default = 0.0 }
intensity = { type = "float", default = 1.0 }
xyz_to_r = { type = "vec3", default = [3.2409699, -1.5373832, -0.4986108] }
xyz_to_g = { type = "vec3", default = [-0.9692436, 1.8759675, 0.0415551] }
xyz_to_b = { type = "vec3", default = [0.0556301, -0.203977, 1.0569715] }
[variants]
below = { choices = ["table", "fading"], default = "table" }
disc = { choices = ["off", "on"], default = "on" }
[outputs]
color = { type = "vec3" }
---*/

/* The table at longitude x, from 0 to 1, and row y, from 0 to 1. Its last row is the sun's. */
vec3 kln_sky_scattering_at(float x, float y)
{
  vec2 size = vec2(table_extent() - ivec2(0, 1));
  return table_linear(vec2(x * size.x, clamp(y * size.y, 0.5, size.y - 0.5))).rgb;
}

void kln_sky_scattering(
    Texel at, vec3 direction, float elevation, float rotation, float diameter, float intensity,
    vec3 xyz_to_r, vec3 xyz_to_g, vec3 xyz_to_b, out vec3 color)
{
  const float right_angle = 1.57079632679490;
  float height = right_angle - kln_acos(kln_clamp(direction.z, -1.0, 1.0));
  float x = fract((rotation - kln_atan2(direction.y, direction.x) - right_angle) / KLN_TAU);
  vec3 sky = vec3(0.0);
  vec3 sun = vec3(0.0);
#if disc == on
  float level = kln_cos(elevation);
  // The horizontal part of a direction a quarter turn back: sin for x, -cos for y.
  vec3 towards = vec3(-level * kln_sin(rotation), level * kln_cos(rotation), kln_sin(elevation));
  vec3 away = direction - towards;
  vec3 sum = direction + towards;
  float angle = 2.0 * kln_atan2(sqrt(dot(away, away)), sqrt(dot(sum, sum)));
  float radius = 0.5 * diameter;
  int last = table_extent().y - 1;
  if (angle < radius) {
    float up = (height - elevation) / diameter + 0.5;
    vec3 low = table_at(ivec2(0, last)).rgb;
    vec3 high = table_at(ivec2(1, last)).rgb;
#if below == fading
    up = elevation - radius > 0.0 ? up : height / (elevation + radius);
#endif
    float inward = angle / radius;
    float limb = 1.0 - 0.6 * (1.0 - sqrt(1.0 - inward * inward));
    sun = mix(low, high, up) * intensity * limb;
  }
#endif
#if below == table
#if disc == on
  sun = height > -table_at(ivec2(2, last)).x ? sun : vec3(0.0);
#endif
  float part = sqrt(abs(height) / right_angle);
  sky = sun + kln_sky_scattering_at(x, 0.5 + 0.5 * (height < 0.0 ? -part : part));
#else
  if (direction.z >= 0.0) {
    sky = kln_sky_scattering_at(x, sqrt(max(height / right_angle, 0.0)));
#if disc == on
    sky = angle < radius ? sun : sky;
#endif
  } else if (direction.z >= -0.4) {
    float fade = 1.0 + direction.z * 2.5;
    sky = kln_sky_scattering_at(x, 0.0) * (fade * fade * fade);
  }
#endif
  color = kln_max(vec3(dot(xyz_to_r, sky), dot(xyz_to_g, sky), dot(xyz_to_b, sky)), vec3(0.0));
}
