/*---
summary = "Floats themselves: whether they are numbers, their halves, and quotients rounded as a CPU rounds them."
source = "T. J. Dekker, A Floating-Point Technique for Extending the Available Precision (1971): products of halves are exact."
---*/

const float KLN_PI = 3.14159265358979;
const float KLN_TAU = 6.28318530717959;

/* Whether x is not a number. The bits are asked: compilers that assume numbers remove isnan(), and
   on some drivers min() and max() prefer the number. */
bool kln_is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }

/* The whole part of x; of what is no number, or too large for one, the least there is, as on a CPU. GPUs
   take the nearest instead, or 0. */
int kln_whole(float x) { return abs(x) < 2147483648.0 ? int(x) : -2147483647 - 1; }
ivec2 kln_whole(vec2 x) { return ivec2(kln_whole(x.x), kln_whole(x.y)); }

/* More rounds than a loop over octaves ever makes. Where texels make different numbers of rounds and the
   test is at the foot, lavapipe goes on changing what a finished texel's last round computed, while the
   others go on. It does not where the result is a choice between two ends: so such a loop puts its
   result by as it breaks, and has this for a bound besides, which it never comes to. */
const int KLN_NEVER = 64;

/* The first 12 bits of x's 24; the rest is x less this, and products of such halves are exact. */
float kln_upper_half(float x) { return uintBitsToFloat(floatBitsToUint(x) & 0xfffff000u); }

/* a / b rounded to nearest, from a quotient q that may be a few units in the last place off. The
   products are exact, so what is left over is, fused or not. Beyond the magnitudes where that holds
   q is returned. */
float kln_refined_quotient(float a, float b, float q)
{
  float size = abs(q);
  float by = abs(b);
  if (!(size > 1e-13 && size < 1e13 && by > 1e-13 && by < 1e13)) {
    return q;
  }
  float q_high = kln_upper_half(q);
  float b_high = kln_upper_half(b);
  /* Where q is a product to the driver, its rest would be that of the product before rounding. */
  KLN_UNFUSED float q_low = q - q_high;
  float b_low = b - b_high;
  float rest = (((a - q_high * b_high) - q_high * b_low) - q_low * b_high) - q_low * b_low;
  KLN_UNFUSED float refined = q + rest / b;
  return refined;
}

/* a / b rounded to nearest, as a CPU divides: a driver's own quotient may be 2.5 units in the last
   place off (Vulkan, precision of division), which puts floor() of a whole one on the wrong side. */
float kln_divide(float a, float b)
{
  KLN_UNFUSED float q = a / b;
  return kln_refined_quotient(a, b, q);
}
vec2 kln_divide(vec2 a, vec2 b) { return vec2(kln_divide(a.x, b.x), kln_divide(a.y, b.y)); }
