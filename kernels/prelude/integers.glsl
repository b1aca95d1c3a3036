/*---
summary = "Whole numbers of 32 bits: quotients of every rounding, powers, and the greatest common divisor."
source = "Euclid, Elements VII.2; powers by squaring."
uses = ["numbers"]
---*/

/* a / b towards 0. 0 where b is 0; the one quotient that does not fit comes round. */
int kln_quotient(int a, int b)
{
  /* A driver on the CPU divides every texel, also where the quotient is not used, and a processor traps
     at -2147483648 / -1. */
  int divisor = b == 0 || b == -1 ? 1 : b;
  int q = a / divisor;
  return b == 0 ? 0 : b == -1 ? -a : q;
}

/* a / b downwards; 0 where b is 0. */
int kln_floored_quotient(int a, int b)
{
  int q = kln_quotient(a, b);
  bool apart = (a < 0) != (b < 0);
  return apart && q * b != a && b != 0 ? q - 1 : q;
}

/* a / b to the nearest, halves away from 0; 0 where b is 0. What is doubled may come round, as in Blender. */
int kln_rounded_quotient(int a, int b)
{
  int above = (a < 0) == (b < 0) ? 2 * a + b : 2 * a - b;
  return kln_quotient(above, 2 * b);
}

/* base to the power of exponent; of one below 0 it is 0, but of 1 and -1. */
int kln_integer_power(int base, int exponent)
{
  if (exponent < 0) {
    int sign = (exponent & 1) == 1 ? base : 1;
    return abs(base) == 1 ? sign : 0;
  }
  int result = 1;
  /* An exponent has 31 bits. */
  for (int bit = 0; bit < 31; ++bit) {
    result = ((exponent >> bit) & 1) == 1 ? result * base : result;
    base *= base;
  }
  return result;
}

/* The greatest that divides both, never below 0. */
int kln_common_divisor(int a, int b)
{
  uint x = uint(abs(a));
  uint y = uint(abs(b));
  /* No two numbers of 32 bits take more steps: consecutive Fibonacci numbers take 46. */
  for (int step = 0; step < 48; ++step) {
    uint rest = y != 0u ? x % y : 0u;
    x = y != 0u ? y : x;
    y = rest;
  }
  return int(x);
}
