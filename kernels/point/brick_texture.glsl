/*---
summary = "The Brick Texture node."
source = "Cycles svm/brick.h (formulas)."
uses = ["maths"]
cost = 3.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
color_1 = { type = "vec3", default = [0.8, 0.8, 0.8] }
color_2 = { type = "vec3", default = [0.2, 0.2, 0.2] }
mortar = { type = "vec3", default = [0.0, 0.0, 0.0] }
scale = { type = "float", default = 5.0 }
mortar_size = { type = "float", default = 0.02 }
mortar_smooth = { type = "float", default = 0.1 }
bias = { type = "float", default = 0.0 }
brick_width = { type = "float", default = 0.5 }
row_height = { type = "float", default = 0.25 }
[params]
offset = { type = "float", default = 0.5 }
offset_frequency = { type = "int", default = 2 }
squash = { type = "float", default = 1.0 }
squash_frequency = { type = "int", default = 2 }
[outputs]
color = { type = "vec3" }
factor = { type = "float" }
---*/
/* A number in [0, 1] for a brick; the integer noise's constants are Blender's. */
float kln_brick_texture_tint(uint brick)
{
  uint n = (brick + 1013u) & 0x7fffffffu;
  n = (n >> 13u) ^ n;
  n = (n * (n * n * 60493u + 19990303u) + 1376312589u) & 0x7fffffffu;
  return 0.5 * (float(n) / 1073741824.0);
}

void kln_brick_texture(Texel at, vec3 vector, vec3 color_1, vec3 color_2, vec3 mortar, float scale,
                       float mortar_size, float mortar_smooth, float bias, float brick_width,
                       float row_height, float offset, int offset_frequency, float squash,
                       int squash_frequency, out vec3 color, out float factor)
{
  vec3 p = vector * scale;
  int row = int(floor(kln_divide(p.y, row_height)));
  float width = brick_width;
  float moved = p.x;
  if (offset_frequency != 0 && squash_frequency != 0) {
    /* Only whether a row is a multiple matters; GLSL leaves % of a negative undefined. */
    width *= abs(row) % squash_frequency != 0 ? 1.0 : squash;
    moved += abs(row) % offset_frequency != 0 ? 0.0 : width * offset;
  }
  int brick = int(floor(kln_divide(moved, width)));
  float x = moved - width * float(brick);
  float y = p.y - row_height * float(row);
  float tint = clamp(kln_brick_texture_tint(uint((row << 16) + (brick & 0xffff))) + bias, 0.0, 1.0);
  float edge = min(min(x, y), min(width - x, row_height - y));
  if (edge >= mortar_size) {
    factor = 0.0;
  }
  else if (mortar_smooth == 0.0) {
    factor = 1.0;
  }
  else {
    float f = clamp((1.0 - edge / mortar_size) / mortar_smooth, 0.0, 1.0);
    factor = f * f * (3.0 - 2.0 * f);
  }
  vec3 face = factor != 1.0 ? (1.0 - tint) * color_1 + tint * color_2 : color_1;
  color = face * (1.0 - factor) + mortar * factor;
}
