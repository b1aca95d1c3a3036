/*---
summary = "The levels curve."
source = "The levels dialogue of image editors: a straight stretch, then a power of 1 / gamma."
uses = ["maths"]
---*/

/* x stretched so that in_black becomes 0 and in_white 1, in any range; where the two are equal, a
   step at that number. */
float kln_stretch(float x, float in_black, float in_white)
{
  float span = in_white - in_black;
  return span != 0.0 ? (x - in_black) / span : (x < in_black ? 0.0 : 1.0);
}

/* t in [0, 1] to the power 1 / gamma: a gamma above 1 lightens. Outside it goes on: straight below
   0, where a power has no value, and along the power above 1. Exact at 0 and 1. */
float kln_bend(float t, float gamma)
{
  return t <= 0.0 || t == 1.0 || gamma == 1.0 ? t : kln_pow_positive(t, 1.0 / gamma);
}

/* The whole curve: in_black becomes out_black and in_white becomes out_white. */
float kln_levels_curve(
    float x, float in_black, float in_white, float gamma, float out_black, float out_white, bool held)
{
  float t = kln_stretch(x, in_black, in_white);
  t = kln_bend(held ? clamp(t, 0.0, 1.0) : t, gamma);
  return (1.0 - t) * out_black + t * out_white;
}
