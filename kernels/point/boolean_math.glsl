/*---
summary = "The Boolean Math node: one operation on truths, which are 1 and 0."
source = "Blender's Boolean Math (measured)."
[inputs]
a = { type = "float", default = 0.0 }
b = { type = "float", default = 0.0 }
[variants]
operation = { default = "and", choices = [
  "and", "or", "not", "nand", "nor", "xnor", "xor", "imply", "nimply"] }
[outputs]
result = { type = "float" }
---*/
void kln_boolean_math(Texel at, float a, float b, out float result)
{
  bool x = a > 0.0;
  bool y = b > 0.0;
#if operation == and
  bool r = x && y;
#elif operation == or
  bool r = x || y;
#elif operation == not
  bool r = !x;
#elif operation == nand
  bool r = !(x && y);
#elif operation == nor
  bool r = !(x || y);
#elif operation == xnor
  bool r = x == y;
#elif operation == xor
  bool r = x != y;
#elif operation == imply
  bool r = !x || y;
#elif operation == nimply
  bool r = x && !y;
#endif
  result = r ? 1.0 : 0.0;
}
