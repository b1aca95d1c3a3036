/*---
summary = "Elementary functions good to about 1e-7 on every driver, and the guarded maths of Blender's nodes."
source = "Polynomials: S. Moshier, Cephes single precision library (public domain). Vulkan lets a driver's own sin and exp be wrong by 2^-11."
uses = ["numbers"]
---*/

/* --- sine and cosine ------------------------------------------------------------------------- */

/* x less the nearest multiple of pi/2 n, for |x| < 2^24 pi/2; beyond, 0, and NaN of what is not finite.
   pi/2 is in four parts of 12 bits and n in two, so that every product is exact. */
float kln_far_quarter_turn(float x, float n, out int quadrant)
{
  quadrant = 0;
  if (!(abs(x) < 2.6e7)) {
    return abs(x) <= 3.4028235e38 ? 0.0 : uintBitsToFloat(0x7fc00000u);
  }
  float high = kln_upper_half(n);
  float low = n - high;
  float r = x - high * 1.5703125 - low * 1.5703125;
  r = r - high * 4.837512969970703e-4 - low * 4.837512969970703e-4;
  r = r - high * 7.549533620476723e-8 - low * 7.549533620476723e-8;
  r = r - high * 2.5632829192545614e-12 - low * 2.5632829192545614e-12;
  /* n is a whole number of quarters, and where it is large not always the nearest. */
  float more = floor(r * 0.636619772367581 + 0.5);
  quadrant = int(n) + int(more);
  return (r - more * 1.5703125) - more * 4.838267948966e-4;
}

/* x less the nearest multiple of pi/2, in [-pi/4, pi/4]. Up to 8192 three parts of pi/2 are exact
   enough. Source: Cody and Waite. */
float kln_quarter_turn(float x, out int quadrant)
{
  float n = floor(x * 0.636619772367581 + 0.5);
  if (!(abs(x) <= 8192.0)) {
    return kln_far_quarter_turn(x, n, quadrant);
  }
  quadrant = int(n);
  return ((x - n * 1.5703125) - n * 4.837512969970703125e-4) - n * 7.54978995489188216e-8;
}

/* sin(r) for |r| <= pi/4. Source: Cephes sinf. */
float kln_sin_core(float r)
{
  float z = r * r;
  return ((-1.9515295891e-4 * z + 8.3321608736e-3) * z - 1.6666654611e-1) * z * r + r;
}

/* cos(r) for |r| <= pi/4. Source: Cephes cosf. */
float kln_cos_core(float r)
{
  float z = r * r;
  return ((2.443315711809948e-5 * z - 1.388731625493765e-3) * z + 4.166664568298827e-2) * z * z -
         0.5 * z + 1.0;
}

/* sin(x) in radians, error 1.2e-7 for |x| <= 8192 and 3e-7 to 2.6e7; 0 beyond. */
float kln_sin(float x)
{
  int q;
  float r = kln_quarter_turn(x, q);
  float s = (q & 1) != 0 ? kln_cos_core(r) : kln_sin_core(r);
  return (q & 2) != 0 ? -s : s;
}

/* cos(x) in radians, error 1.2e-7 for |x| <= 8192 and 3e-7 to 2.6e7; 1 beyond. */
float kln_cos(float x)
{
  int q;
  float r = kln_quarter_turn(x, q);
  float c = (q & 1) != 0 ? kln_sin_core(r) : kln_cos_core(r);
  return ((q + 1) & 2) != 0 ? -c : c;
}

/* tan(x) in radians; its poles are as far off as float rounding of x puts them. */
float kln_tan(float x)
{
  int q;
  float r = kln_quarter_turn(x, q);
  float s = kln_sin_core(r);
  float c = kln_cos_core(r);
  return (q & 1) != 0 ? -c / s : s / c;
}

vec2 kln_sin(vec2 x) { return vec2(kln_sin(x.x), kln_sin(x.y)); }
vec3 kln_sin(vec3 x) { return vec3(kln_sin(x.x), kln_sin(x.y), kln_sin(x.z)); }
vec2 kln_cos(vec2 x) { return vec2(kln_cos(x.x), kln_cos(x.y)); }
vec3 kln_cos(vec3 x) { return vec3(kln_cos(x.x), kln_cos(x.y), kln_cos(x.z)); }
vec3 kln_tan(vec3 x) { return vec3(kln_tan(x.x), kln_tan(x.y), kln_tan(x.z)); }

/* --- inverse trigonometry -------------------------------------------------------------------- */

/* atan(t) for t in [0, 1]. Source: Cephes atanf, folded once at tan(pi/8). */
float kln_atan_unit(float t)
{
  bool folded = t > 0.4142135623730950;
  float x = folded ? (t - 1.0) / (t + 1.0) : t;
  float z = x * x;
  float p = (((8.05374449538e-2 * z - 1.38776856032e-1) * z + 1.99777106478e-1) * z -
             3.33329491539e-1) * z * x + x;
  return folded ? 0.785398163397448 + p : p;
}

/* Angle of (x, y) in [-pi, pi]; 0 for the origin, as Blender has it. */
float kln_atan2(float y, float x)
{
  if (kln_is_nan(x) || kln_is_nan(y)) {
    return x + y;
  }
  float ay = abs(y);
  float ax = abs(x);
  float hi = max(ax, ay);
  if (hi == 0.0) {
    return 0.0;
  }
  float a = kln_atan_unit(min(ax, ay) / hi);
  a = ay > ax ? 1.57079632679490 - a : a;
  a = x < 0.0 ? KLN_PI - a : a;
  /* By its sign bit: an angle of -0 is below the cut. */
  return (floatBitsToUint(y) >> 31u) != 0u ? -a : a;
}

/* atan(x) in [-pi/2, pi/2]. */
float kln_atan(float x)
{
  float ax = abs(x);
  float a = ax > 1.0 ? 1.57079632679490 - kln_atan_unit(1.0 / ax) : kln_atan_unit(ax);
  return x < 0.0 ? -a : a;
}

/* asin of x clamped to [-1, 1]. Drivers' own are off by 4e-4 (Mesa). */
float kln_asin(float x)
{
  float c = clamp(x, -1.0, 1.0);
  return kln_atan2(c, sqrt((1.0 - c) * (1.0 + c)));
}

/* acos of x clamped to [-1, 1]. */
float kln_acos(float x)
{
  float c = clamp(x, -1.0, 1.0);
  return kln_atan2(sqrt((1.0 - c) * (1.0 + c)), c);
}

/* --- exponential and logarithm --------------------------------------------------------------- */

/* 2^n for a whole n in [-149, 128]; n above gives infinity, below gives 0. */
float kln_exp2_whole(float n)
{
  int i = int(clamp(n, -252.0, 254.0));
  int h = i / 2;
  return uintBitsToFloat(uint(h + 127) << 23u) * uintBitsToFloat(uint(i - h + 127) << 23u);
}

/* e^r for |r| <= ln(2)/2. Source: Cephes expf. */
float kln_exp_core(float r)
{
  return (((((1.9875691500e-4 * r + 1.3981999507e-3) * r + 8.3334519073e-3) * r +
            4.1665795894e-2) * r + 1.6666665459e-1) * r + 5.0000001201e-1) * r * r + r + 1.0;
}

/* e^x, relative error 2e-7; infinity above 88.7, 0 below -104. */
float kln_exp(float x)
{
  if (kln_is_nan(x)) {
    return x;
  }
  float c = clamp(x, -120.0, 120.0);
  float n = floor(c * 1.44269504088896 + 0.5);
  float r = (c - n * 0.693359375) + n * 2.12194440e-4;
  return kln_exp_core(r) * kln_exp2_whole(n);
}

/* x = m * 2^e with m in [sqrt(1/2), sqrt(2)), for x > 0, denormals included. */
float kln_frexp(float x, out float e)
{
  bool tiny = x < 1.17549435e-38;
  uint bits = floatBitsToUint(tiny ? x * 8388608.0 : x);
  float m = uintBitsToFloat((bits & 0x007fffffu) | 0x3f000000u);
  e = float(int(bits >> 23u) - 126) - (tiny ? 23.0 : 0.0);
  if (m < 0.707106781186548) {
    m += m;
    e -= 1.0;
  }
  return m;
}

/* ln(m) for m in [sqrt(1/2), sqrt(2)). Source: Cephes logf. */
float kln_log_core(float m)
{
  float x = m - 1.0;
  float z = x * x;
  float p = ((((((((7.0376836292e-2 * x - 1.1514610310e-1) * x + 1.1676998740e-1) * x -
                  1.2420140846e-1) * x + 1.4249322787e-1) * x - 1.6668057665e-1) * x +
               2.0000714765e-1) * x - 2.4999993993e-1) * x + 3.3333331174e-1) * x * z;
  return x + (p - 0.5 * z);
}

/* Natural logarithm of x > 0, relative error 2e-7. */
float kln_log(float x)
{
  float e;
  float m = kln_frexp(x, e);
  return (kln_log_core(m) - e * 2.12194440e-4) + e * 0.693359375;
}

/* x^y for x > 0: relative error about (1 + |y ln m|) 1e-7, because the whole powers of two are
   carried apart from the mantissa m. 0 for x <= 0 unless y is 0. */
float kln_pow_positive(float x, float y)
{
  if (x <= 0.0) {
    return y == 0.0 ? 1.0 : 0.0;
  }
  float e;
  float m = kln_frexp(x, e);
  float l = kln_log_core(m) * 1.44269504088896;
  float y_high = kln_upper_half(y);
  float whole = y_high * e;
  float rest = (y - y_high) * e + y * l;
  float n = floor(whole + rest + 0.5);
  if (abs(n) > 160.0) {
    return n > 0.0 ? uintBitsToFloat(0x7f800000u) : 0.0;
  }
  float r = (whole - n) + rest;
  return kln_exp_core(r * 0.693147180559945) * kln_exp2_whole(n);
}

/* C's powf with Blender's guards: y = 0 gives 1, x = 0 gives 0, a negative x takes the sign that a
   whole y gives it (callers refuse a fractional y first). */
float kln_pow(float x, float y)
{
  if (y == 0.0) {
    return 1.0;
  }
  if (x == 0.0) {
    return 0.0;
  }
  /* What people type; exact, as in C. */
  if (y == 1.0 || y == 2.0) {
    return y == 1.0 ? x : x * x;
  }
  float size = abs(x);
  float infinity = uintBitsToFloat(0x7f800000u);
  float p;
  if (kln_is_nan(x) || kln_is_nan(y)) {
    return x == 1.0 ? 1.0 : x + y;
  }
  if (size == infinity || abs(y) == infinity) {
    p = size == 1.0 ? 1.0 : ((size > 1.0) == (y > 0.0) ? infinity : 0.0);
  }
  else {
    p = kln_pow_positive(size, y);
  }
  float half_y = y * 0.5;
  return x < 0.0 && half_y != floor(half_y) ? -p : p;
}
vec3 kln_pow(vec3 x, vec3 y) { return vec3(kln_pow(x.x, y.x), kln_pow(x.y, y.y), kln_pow(x.z, y.z)); }

/* --- hyperbolic functions -------------------------------------------------------------------- */

/* sinh(x); a series near 0, where the exponentials cancel. Source: Cephes sinhf. */
float kln_sinh(float x)
{
  float a = abs(x);
  if (a <= 1.0) {
    float z = x * x;
    return ((2.03721912945e-4 * z + 8.33028376239e-3) * z + 1.66667160211e-1) * z * x + x;
  }
  float h = kln_exp(0.5 * a);
  float s = 0.5 * h * h - 0.5 / h / h;
  return x < 0.0 ? -s : s;
}

/* cosh(x). */
float kln_cosh(float x)
{
  float h = kln_exp(0.5 * abs(x));
  return 0.5 * h * h + 0.5 / h / h;
}

/* tanh(x) in [-1, 1]. Source: Cephes tanhf. */
float kln_tanh(float x)
{
  if (kln_is_nan(x)) {
    return x;
  }
  float a = abs(x);
  if (a < 0.625) {
    float z = x * x;
    return ((((-5.70498872745e-3 * z + 2.06390887954e-2) * z - 5.37397155531e-2) * z +
             1.33314422036e-1) * z - 3.33332819422e-1) * z * x + x;
  }
  float t = 1.0 - 2.0 / (kln_exp(2.0 * min(a, 40.0)) + 1.0);
  return x < 0.0 ? -t : t;
}

/* --- guarded arithmetic ---------------------------------------------------------------------- */

/* a / b rounded to nearest, or 0 where b is 0. */
float kln_safe_divide(float a, float b)
{
  return b != 0.0 ? kln_divide(a, b) : 0.0;
}

/* C's fmod: what is left of a in whole |b|, with a's sign; 0 where b is 0. Exact for quotients up to
   4096, because d is split into halves whose products with them are exact. The quotient may round to
   the wrong side of a whole number, which the two corrections undo. */
float kln_fmod(float a, float b)
{
  if (b == 0.0) {
    return 0.0;
  }
  float d = abs(b);
  float x = abs(a);
  if (x < d) {
    return a;
  }
  float q = floor(x / d);
  float high = kln_upper_half(d);
  float r = (x - q * high) - q * (d - high);
  r = r < 0.0 ? r + d : r;
  r = r >= d ? r - d : r;
  return a < 0.0 ? -r : r;
}

vec2 kln_safe_divide(vec2 a, vec2 b) { return vec2(kln_safe_divide(a.x, b.x), kln_safe_divide(a.y, b.y)); }
vec3 kln_safe_divide(vec3 a, vec3 b)
{
  return vec3(kln_safe_divide(a.x, b.x), kln_safe_divide(a.y, b.y), kln_safe_divide(a.z, b.z));
}
vec3 kln_fmod(vec3 a, vec3 b) { return vec3(kln_fmod(a.x, b.x), kln_fmod(a.y, b.y), kln_fmod(a.z, b.z)); }

/* v / |v|, or 0 where v is 0. */
vec3 kln_safe_normalize(vec3 v)
{
  float l = length(v);
  return l != 0.0 ? v / l : vec3(0.0);
}

/* --- the sRGB curve -------------------------------------------------------------------------- */

/* sRGB code value to linear; negative codes give 0. Source: IEC 61966-2-1, with Blender's knee. */
float kln_srgb_to_linear(float c)
{
  return c < 0.04045 ? max(c, 0.0) / 12.92 : kln_pow_positive((c + 0.055) / 1.055, 2.4);
}

/* Linear to sRGB code value; negative light gives 0. Source: IEC 61966-2-1. */
float kln_linear_to_srgb(float c)
{
  return c < 0.0031308 ? max(c, 0.0) * 12.92 : 1.055 * kln_pow_positive(c, 1.0 / 2.4) - 0.055;
}

vec3 kln_srgb_to_linear(vec3 c)
{
  return vec3(kln_srgb_to_linear(c.r), kln_srgb_to_linear(c.g), kln_srgb_to_linear(c.b));
}
vec3 kln_linear_to_srgb(vec3 c)
{
  return vec3(kln_linear_to_srgb(c.r), kln_linear_to_srgb(c.g), kln_linear_to_srgb(c.b));
}
