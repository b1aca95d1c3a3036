/*---
summary = "Least, greatest, limits and sign, with what is no number going where Blender's nodes let it go."
source = "Cycles util/math_base.h: each is a comparison and a choice, which is what a processor's own instruction gives."
uses = ["numbers"]
---*/

/* The smaller of a and b, b where either is not a number. GLSL's min may drop it. */
float kln_min(float a, float b) { return kln_is_nan(a) || kln_is_nan(b) ? b : min(a, b); }
/* The larger, likewise. */
float kln_max(float a, float b) { return kln_is_nan(a) || kln_is_nan(b) ? b : max(a, b); }
vec3 kln_min(vec3 a, vec3 b) { return vec3(kln_min(a.x, b.x), kln_min(a.y, b.y), kln_min(a.z, b.z)); }
vec3 kln_max(vec3 a, vec3 b) { return vec3(kln_max(a.x, b.x), kln_max(a.y, b.y), kln_max(a.z, b.z)); }
/* x held to [low, high]: low where x is not a number, high where low is not or they are crossed. */
float kln_clamp(float x, float low, float high) { return kln_min(kln_max(x, low), high); }
vec3 kln_clamp(vec3 x, float low, float high)
{
  return vec3(kln_clamp(x.x, low, high), kln_clamp(x.y, low, high), kln_clamp(x.z, low, high));
}
/* -1, 0 or 1; 1 of what is not a number. */
float kln_sign(float x) { return x == 0.0 ? 0.0 : (x < 0.0 ? -1.0 : 1.0); }
/* x held to the range between two ends in either order. */
float kln_clamp_between(float x, float a, float b)
{
  return a > b ? kln_clamp(x, b, a) : kln_clamp(x, a, b);
}
