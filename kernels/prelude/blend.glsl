/*---
summary = "The 19 blend modes of Blender's Mix node, each a function of a factor and two colours."
source = "Cycles svm/color_util.h (formulas). The factor is taken as it is: clamping it is the node's choice. The two forms of the lerp are those before and after 5.1."
uses = ["color", "comparison", "maths"]
---*/

/* --- the lerp, in two forms ------------------------------------------------------------------ */

/* a + t (b - a): exact at t = 0; what Blender up to 5.0 has, and some modes still. */
float kln_lerp_difference(float t, float a, float b) { return a + t * (b - a); }
vec3 kln_lerp_difference(float t, vec3 a, vec3 b) { return a + t * (b - a); }
vec3 kln_lerp_difference(vec3 t, vec3 a, vec3 b) { return a + t * (b - a); }

/* (1 - t) a + t b: exact at both ends, also where one of them is huge. */
float kln_lerp_weighted(float t, float a, float b) { return (1.0 - t) * a + t * b; }
vec3 kln_lerp_weighted(float t, vec3 a, vec3 b) { return (1.0 - t) * a + t * b; }
vec3 kln_lerp_weighted(vec3 t, vec3 a, vec3 b) { return (vec3(1.0) - t) * a + t * b; }

/* --- the four modes that changed form -------------------------------------------------------- */

/* Mix: b over a. */
vec3 kln_blend_mix(float t, vec3 a, vec3 b) { return kln_lerp_weighted(t, a, b); }
vec3 kln_blend_mix_difference(float t, vec3 a, vec3 b) { return kln_lerp_difference(t, a, b); }

/* Add: t b more; no upper limit. */
vec3 kln_blend_add(float t, vec3 a, vec3 b) { return a + t * b; }
vec3 kln_blend_add_difference(float t, vec3 a, vec3 b) { return kln_lerp_difference(t, a, a + b); }

/* Subtract: t b less; may be negative. */
vec3 kln_blend_subtract(float t, vec3 a, vec3 b) { return a - t * b; }
vec3 kln_blend_subtract_difference(float t, vec3 a, vec3 b)
{
  return kln_lerp_difference(t, a, a - b);
}

/* Multiply: a times b. */
vec3 kln_blend_multiply(float t, vec3 a, vec3 b) { return a * (vec3(1.0 - t) + t * b); }
vec3 kln_blend_multiply_difference(float t, vec3 a, vec3 b)
{
  return kln_lerp_difference(t, a, a * b);
}

/* --- modes on each component ----------------------------------------------------------------- */

/* Darken, lighten: the smaller, the larger. */
vec3 kln_blend_darken(float t, vec3 a, vec3 b) { return kln_lerp_difference(t, a, kln_min(a, b)); }
vec3 kln_blend_lighten(float t, vec3 a, vec3 b) { return kln_lerp_difference(t, a, kln_max(a, b)); }

/* Screen: the product of the negatives, as a negative. */
vec3 kln_blend_screen(float t, vec3 a, vec3 b)
{
  return vec3(1.0) - (vec3(1.0 - t) + t * (vec3(1.0) - b)) * (vec3(1.0) - a);
}

/* Overlay: multiply where a is below a half, else screen, at double strength. */
float kln_blend_overlay(float t, float a, float b)
{
  return a < 0.5 ? a * (1.0 - t + 2.0 * t * b) :
                   1.0 - (1.0 - t + 2.0 * t * (1.0 - b)) * (1.0 - a);
}
vec3 kln_blend_overlay(float t, vec3 a, vec3 b)
{
  return vec3(kln_blend_overlay(t, a.r, b.r),
              kln_blend_overlay(t, a.g, b.g),
              kln_blend_overlay(t, a.b, b.b));
}

/* Dodge: a divided by what b leaves of 1, at most 1. Black stays black. */
float kln_blend_dodge(float t, float a, float b)
{
  float rest = 1.0 - t * b;
  return a == 0.0 ? 0.0 : (rest <= 0.0 ? 1.0 : kln_min(1.0, a / rest));
}
vec3 kln_blend_dodge(float t, vec3 a, vec3 b)
{
  return vec3(kln_blend_dodge(t, a.r, b.r),
              kln_blend_dodge(t, a.g, b.g),
              kln_blend_dodge(t, a.b, b.b));
}

/* Burn: the negative of a divided by b, as a negative, in [0, 1]. */
float kln_blend_burn(float t, float a, float b)
{
  float rest = 1.0 - t + t * b;
  return rest <= 0.0 ? 0.0 : kln_min(1.0, kln_max(0.0, 1.0 - (1.0 - a) / rest));
}
vec3 kln_blend_burn(float t, vec3 a, vec3 b)
{
  return vec3(kln_blend_burn(t, a.r, b.r),
              kln_blend_burn(t, a.g, b.g),
              kln_blend_burn(t, a.b, b.b));
}

/* Soft light: between a multiplied by b and a screened by b, weighted by a. */
vec3 kln_blend_soft_light(float t, vec3 a, vec3 b)
{
  vec3 screened = vec3(1.0) - (vec3(1.0) - b) * (vec3(1.0) - a);
  return (1.0 - t) * a + t * ((vec3(1.0) - a) * b * a + a * screened);
}

/* Linear light: b's distance from a half, twice over, is added. */
vec3 kln_blend_linear_light(float t, vec3 a, vec3 b)
{
  return a + t * (2.0 * b - vec3(1.0));
}

/* Difference: how far apart they are. */
vec3 kln_blend_difference(float t, vec3 a, vec3 b)
{
  return kln_lerp_difference(t, a, abs(a - b));
}

/* Exclusion: a softer difference, at least 0. */
vec3 kln_blend_exclusion(float t, vec3 a, vec3 b)
{
  return kln_max(kln_lerp_difference(t, a, a + b - 2.0 * a * b), vec3(0.0));
}

/* Divide: a over b; a where b is 0. */
float kln_blend_divide(float t, float a, float b)
{
  return b != 0.0 ? (1.0 - t) * a + t * a / b : a;
}
vec3 kln_blend_divide(float t, vec3 a, vec3 b)
{
  return vec3(kln_blend_divide(t, a.r, b.r),
              kln_blend_divide(t, a.g, b.g),
              kln_blend_divide(t, a.b, b.b));
}

/* --- modes on hue, saturation and value ------------------------------------------------------ */

/* Hue: b's hue, where b has one. */
vec3 kln_blend_hue(float t, vec3 a, vec3 b)
{
  vec3 from = kln_rgb_to_hsv(b);
  vec3 to = kln_rgb_to_hsv(a);
  return from.y == 0.0 ? a : kln_lerp_difference(t, a, kln_hsv_to_rgb(vec3(from.x, to.yz)));
}

/* Saturation: towards b's saturation, where a has any. */
vec3 kln_blend_saturation(float t, vec3 a, vec3 b)
{
  vec3 to = kln_rgb_to_hsv(a);
  float saturation = (1.0 - t) * to.y + t * kln_rgb_to_hsv(b).y;
  return to.y == 0.0 ? a : kln_hsv_to_rgb(vec3(to.x, saturation, to.z));
}

/* Value: towards b's value. */
vec3 kln_blend_value(float t, vec3 a, vec3 b)
{
  vec3 to = kln_rgb_to_hsv(a);
  return kln_hsv_to_rgb(vec3(to.xy, (1.0 - t) * to.z + t * kln_rgb_to_hsv(b).z));
}

/* Color: b's hue and saturation, where b has any. */
vec3 kln_blend_color(float t, vec3 a, vec3 b)
{
  vec3 from = kln_rgb_to_hsv(b);
  vec3 to = kln_rgb_to_hsv(a);
  return from.y == 0.0 ? a : kln_lerp_difference(t, a, kln_hsv_to_rgb(vec3(from.xy, to.z)));
}
