/*---
summary = "The guarded operations that the Math and Vector Math nodes share."
source = "Cycles util/math_base.h (formulas)."
uses = ["maths"]
---*/

/* Positive infinity. */
float kln_infinity() { return uintBitsToFloat(0x7f800000u); }

/* x^y, of a negative x only for a whole y that an int holds (else 0); x^0 is 1; 0^y is 0 for a
   positive y and at_pole for a negative one. */
float kln_guarded_pow(float x, float y, float at_pole)
{
  if (x < 0.0 && (y != trunc(y) || abs(y) >= 2147483648.0)) {
    return 0.0;
  }
  return x == 0.0 && y < 0.0 ? at_pole : kln_pow(x, y);
}

/* The smaller of a and b, rounded off by a cubic where they are nearer to each other than k. */
float kln_smooth_min(float a, float b, float k)
{
  if (k == 0.0) {
    return min(a, b);
  }
  float h = max(k - abs(a - b), 0.0) / k;
  return min(a, b) - h * h * h * k * (1.0 / 6.0);
}

/* v less whole multiples of b, in [0, b) for b > 0 and (b, 0] for b < 0; 0 where b is 0. */
float kln_floored_modulo(float v, float b)
{
  return b != 0.0 ? v - floor(kln_divide(v, b)) * b : 0.0;
}

/* v less b times the quotient cut towards 0, as a vector unit does it: off by b where the quotient
   rounds up to a whole number; 0 where b is 0. */
float kln_quotient_modulo(float v, float b)
{
  return b != 0.0 ? v - trunc(kln_divide(v, b)) * b : 0.0;
}

/* Logarithm of x to a base, both positive: 0 where either is not, or the base is 1. */
float kln_guarded_log(float x, float base)
{
  if (x <= 0.0 || base <= 0.0) {
    return 0.0;
  }
  float above = x < kln_infinity() ? kln_log(x) : x;
  float below = base < kln_infinity() ? kln_log(base) : base;
  return kln_safe_divide(above, below);
}
