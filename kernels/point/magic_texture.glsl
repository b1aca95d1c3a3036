/*---
summary = "The Magic Texture node: sines of sines."
source = "Cycles svm/magic.h (formulas)."
uses = ["maths"]
cost = 4.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
scale = { type = "float", default = 5.0 }
distortion = { type = "float", default = 1.0 }
[params]
depth = { type = "int", default = 2, min = 0, max = 10 }
[outputs]
color = { type = "vec3" }
factor = { type = "float" }
---*/
void kln_magic_texture(Texel at, vec3 vector, float scale, float distortion, int depth, out vec3 color,
                       out float factor)
{
  vec3 p = kln_fmod(vector * scale, vec3(KLN_TAU));
  float d = distortion;
  float x = kln_sin((p.x + p.y + p.z) * 5.0);
  float y = kln_cos((-p.x + p.y - p.z) * 5.0);
  float z = -kln_cos((-p.x - p.y + p.z) * 5.0);
  if (depth > 0) {
    x *= d;
    y *= d;
    z *= d;
    y = -kln_cos(x - y + z) * d;
  }
  x = depth > 1 ? kln_cos(x - y - z) * d : x;
  z = depth > 2 ? kln_sin(-x - y - z) * d : z;
  x = depth > 3 ? -kln_cos(-x + y - z) * d : x;
  y = depth > 4 ? -kln_sin(-x + y + z) * d : y;
  y = depth > 5 ? -kln_cos(-x + y + z) * d : y;
  x = depth > 6 ? kln_cos(x + y + z) * d : x;
  z = depth > 7 ? kln_sin(x + y - z) * d : z;
  x = depth > 8 ? -kln_cos(-x - y + z) * d : x;
  y = depth > 9 ? -kln_sin(x - y + z) * d : y;
  vec3 waves = vec3(x, y, z);
  color = 0.5 - (d != 0.0 ? waves / (2.0 * d) : waves);
  factor = (color.x + color.y + color.z) * (1.0 / 3.0);
}
