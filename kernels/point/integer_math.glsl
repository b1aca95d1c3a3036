/*---
summary = "The Integer Math node: one operation on up to three whole numbers of 32 bits, which come and go as floats."
source = "Blender's Integer Math (measured): what overflows comes round; a division by 0 is 0."
uses = ["integers"]
[inputs]
a = { type = "float", default = 0.0 }
b = { type = "float", default = 0.0 }
c = { type = "float", default = 0.0 }
[variants]
operation = { default = "add", choices = [
  "add", "subtract", "multiply", "divide", "multiply_add", "absolute", "negate", "power",
  "minimum", "maximum", "sign", "divide_round", "divide_floor", "divide_ceil",
  "floored_modulo", "modulo", "gcd", "lcm"] }
[outputs]
result = { type = "float" }
---*/
void kln_integer_math(Texel at, float a, float b, float c, out float result)
{
  int x = kln_whole(a);
  int y = kln_whole(b);
#if operation == add
  int r = x + y;
#elif operation == subtract
  int r = x - y;
#elif operation == multiply
  int r = x * y;
#elif operation == divide
  int r = kln_quotient(x, y);
#elif operation == multiply_add
  int r = x * y + kln_whole(c);
#elif operation == absolute
  int r = abs(x);
#elif operation == negate
  int r = -x;
#elif operation == power
  int r = kln_integer_power(x, y);
#elif operation == minimum
  int r = min(x, y);
#elif operation == maximum
  int r = max(x, y);
#elif operation == sign
  int r = sign(x);
#elif operation == divide_round
  int r = kln_rounded_quotient(x, y);
#elif operation == divide_floor
  int r = kln_floored_quotient(x, y);
#elif operation == divide_ceil
  int r = -kln_floored_quotient(-x, y);
#elif operation == floored_modulo
  int r = x - y * kln_floored_quotient(x, y);
#elif operation == modulo
  int r = x - y * kln_quotient(x, y);
#elif operation == gcd
  int r = kln_common_divisor(x, y);
#elif operation == lcm
  int r = abs(kln_quotient(x, kln_common_divisor(x, y)) * y);
#endif
#if operation == floored_modulo || operation == modulo
  r = y == 0 ? 0 : r;
#endif
  result = float(r);
}
