/*---
summary = "The Vector Math node, where it gives a vector."
source = "Cycles svm/math_util.h and util/math_float3.h (formulas)."
uses = ["comparison", "maths", "operations"]
[inputs]
a = { type = "vec3", default = [0.0, 0.0, 0.0] }
b = { type = "vec3", default = [0.0, 0.0, 0.0] }
c = { type = "vec3", default = [0.0, 0.0, 0.0] }
scale = { type = "float", default = 1.0 }
[variants]
operation = { default = "add", choices = [
  "add", "subtract", "multiply", "divide", "multiply_add",
  "cross_product", "project", "reflect", "refract", "faceforward", "scale", "normalize",
  "absolute", "power", "sign", "minimum", "maximum",
  "round", "floor", "ceil", "fraction", "modulo", "wrap", "snap", "sine", "cosine", "tangent"] }
zero_to_negative = { default = "zero", choices = ["zero", "infinity"] }
remainder = { default = "quotient", choices = ["quotient", "exact"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_vector_math(Texel at, vec3 a, vec3 b, vec3 c, float scale, out vec3 result)
{
#if operation == add
  result = a + b;
#elif operation == subtract
  result = a - b;
#elif operation == multiply
  result = a * b;
#elif operation == divide
  result = kln_safe_divide(a, b);
#elif operation == multiply_add
  result = a * b + c;
#elif operation == cross_product
  result = cross(a, b);
#elif operation == project
  float squared = dot(b, b);
  result = squared != 0.0 ? (dot(a, b) / squared) * b : vec3(0.0);
#elif operation == reflect
  vec3 n = kln_safe_normalize(b);
  result = a - 2.0 * n * dot(a, n);
#elif operation == refract
  vec3 n = kln_safe_normalize(b);
  float cosine = dot(n, a);
  float k = 1.0 - scale * scale * (1.0 - cosine * cosine);
  result = k < 0.0 ? vec3(0.0) : scale * a - (scale * cosine + sqrt(max(k, 0.0))) * n;
#elif operation == faceforward
  result = dot(c, b) < 0.0 ? a : -a;
#elif operation == scale
  result = a * scale;
#elif operation == normalize
  result = kln_safe_normalize(a);
#elif operation == absolute
  result = abs(a);
#elif operation == power
#if zero_to_negative == infinity
  float pole = kln_infinity();
#else
  float pole = 0.0;
#endif
  result = vec3(kln_guarded_pow(a.x, b.x, pole), kln_guarded_pow(a.y, b.y, pole),
                kln_guarded_pow(a.z, b.z, pole));
#elif operation == sign
  result = vec3(kln_sign(a.x), kln_sign(a.y), kln_sign(a.z));
#elif operation == minimum
  result = kln_min(a, b);
#elif operation == maximum
  result = kln_max(a, b);
#elif operation == round
  result = floor(a + 0.5);
#elif operation == floor
  result = floor(a);
#elif operation == ceil
  result = ceil(a);
#elif operation == fraction
  result = a - floor(a);
#elif operation == modulo && remainder == exact
  result = kln_fmod(a, b);
#elif operation == modulo
  result = vec3(kln_quotient_modulo(a.x, b.x), kln_quotient_modulo(a.y, b.y),
                kln_quotient_modulo(a.z, b.z));
#elif operation == wrap
  vec3 past = a - c;
  vec3 range = b - c;
  result = c + vec3(kln_floored_modulo(past.x, range.x), kln_floored_modulo(past.y, range.y),
                    kln_floored_modulo(past.z, range.z));
#elif operation == snap
  result = floor(kln_safe_divide(a, b)) * b;
#elif operation == sine
  result = kln_sin(a);
#elif operation == cosine
  result = kln_cos(a);
#elif operation == tangent
  result = kln_tan(a);
#endif
}
