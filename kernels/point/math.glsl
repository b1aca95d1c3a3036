/*---
summary = "The Math node: one operation on up to three floats."
source = "Cycles svm/math_util.h and util/math_base.h (formulas)."
uses = ["comparison", "maths", "operations"]
[inputs]
a = { type = "float", default = 0.5 }
b = { type = "float", default = 0.5 }
c = { type = "float", default = 0.5 }
[variants]
operation = { default = "add", choices = [
  "add", "subtract", "multiply", "divide", "multiply_add",
  "power", "logarithm", "sqrt", "inverse_sqrt", "absolute", "exponent",
  "minimum", "maximum", "less_than", "greater_than", "sign", "compare", "smooth_min", "smooth_max",
  "round", "floor", "ceil", "trunc", "fract", "modulo", "floored_modulo", "wrap", "snap", "pingpong",
  "sine", "cosine", "tangent", "arcsine", "arccosine", "arctangent", "arctan2",
  "sinh", "cosh", "tanh", "radians", "degrees"] }
zero_to_negative = { default = "zero", choices = ["zero", "infinity"] }
clamped = { default = "no", choices = ["no", "yes"] }
[outputs]
result = { type = "float" }
---*/
void kln_math(Texel at, float a, float b, float c, out float result)
{
#if operation == add
  float r = a + b;
#elif operation == subtract
  float r = a - b;
#elif operation == multiply
  float r = a * b;
#elif operation == divide
  float r = kln_safe_divide(a, b);
#elif operation == multiply_add
  float r = a * b + c;
#elif operation == power
#if zero_to_negative == infinity
  float r = kln_guarded_pow(a, b, kln_infinity());
#else
  float r = kln_guarded_pow(a, b, 0.0);
#endif
#elif operation == logarithm
  float r = kln_guarded_log(a, b);
#elif operation == sqrt
  float r = sqrt(max(a, 0.0));
#elif operation == inverse_sqrt
  float r = a > 0.0 ? 1.0 / sqrt(a) : 0.0;
#elif operation == absolute
  float r = abs(a);
#elif operation == exponent
  float r = kln_exp(a);
#elif operation == minimum
  float r = min(a, b);
#elif operation == maximum
  float r = max(a, b);
#elif operation == less_than
  float r = a < b ? 1.0 : 0.0;
#elif operation == greater_than
  float r = a > b ? 1.0 : 0.0;
#elif operation == sign
  float r = kln_sign(a);
#elif operation == compare
  float r = a == b || abs(a - b) <= max(c, 1.1920929e-7) ? 1.0 : 0.0;
#elif operation == smooth_min
  float r = kln_smooth_min(a, b, c);
#elif operation == smooth_max
  float r = -kln_smooth_min(-a, -b, c);
#elif operation == round
  float r = floor(a + 0.5);
#elif operation == floor
  float r = floor(a);
#elif operation == ceil
  float r = ceil(a);
#elif operation == trunc
  float r = trunc(a);
#elif operation == fract
  float r = a - floor(a);
#elif operation == modulo
  float r = kln_fmod(a, b);
#elif operation == floored_modulo
  float r = kln_floored_modulo(a, b);
#elif operation == wrap
  float range = b - c;
  float r = range != 0.0 ? a - range * floor(kln_divide(a - c, range)) : c;
#elif operation == snap
  float r = floor(kln_safe_divide(a, b)) * b;
#elif operation == pingpong
  float turns = kln_safe_divide(a - b, b * 2.0);
  float r = b != 0.0 ? abs((turns - floor(turns)) * b * 2.0 - b) : 0.0;
#elif operation == sine
  float r = kln_sin(a);
#elif operation == cosine
  float r = kln_cos(a);
#elif operation == tangent
  float r = kln_tan(a);
#elif operation == arcsine
  float r = kln_asin(a);
#elif operation == arccosine
  float r = kln_acos(a);
#elif operation == arctangent
  float r = kln_atan(a);
#elif operation == arctan2
  float r = kln_atan2(a, b);
#elif operation == sinh
  float r = kln_sinh(a);
#elif operation == cosh
  float r = kln_cosh(a);
#elif operation == tanh
  float r = kln_tanh(a);
#elif operation == radians
  float r = a * (KLN_PI / 180.0);
#elif operation == degrees
  float r = a * (180.0 / KLN_PI);
#endif
#if clamped == yes
  r = kln_clamp(r, 0.0, 1.0);
#endif
  result = r;
}
