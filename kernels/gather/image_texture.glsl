/*---
summary = "Blender's Image Texture: an image at a coordinate, filtered, then decoded as Cycles decodes it."
source = "Cycles filters a byte sRGB image in encoded space and linearises afterwards; cubic is the uniform B-spline."
uses = ["maths"]
cost = 10.0
[inputs]
image = { type = "vec4", access = "texels" }
vector = { type = "vec3", default = [0.0, 0.0, 0.0], access = "value" }
normal = { type = "vec3", default = [0.0, 0.0, 1.0], access = "value" }
blend = { type = "float", default = 0.0, access = "value" }
part = { type = "vec4", default = [0.0, 0.0, 0.0, 0.0], access = "value" }
[variants]
projection = { choices = ["flat", "box"], default = "flat" }
extent = { choices = ["whole", "part"], default = "whole" }
beyond = { choices = ["wrapped", "missing"], default = "wrapped" }
interpolation = { choices = ["closest", "linear", "cubic"], default = "linear" }
decode = { choices = ["linear", "srgb"], default = "linear" }
encode = { choices = ["off", "on"], default = "off" }
alpha_power = { choices = ["none", "once", "twice", "inverse"], default = "none" }
depth = { choices = ["float", "byte"], default = "float" }
opaque = { choices = ["off", "on"], default = "off" }
unassociate = { choices = ["off", "on"], default = "off" }
[outputs]
color = { type = "vec3" }
alpha = { type = "float" }
---*/

#if alpha_power == once || alpha_power == twice

/* A colour times its alpha. Bytes are divided as whole numbers, that is, cut; half a unit keeps
   float division away from the edge. */
vec3 kln_image_texture_associated(vec4 c)
{
#if depth == byte
  vec4 codes = floor(c * 255.0 + 0.5);
  return floor((codes.rgb * codes.a + 0.5) / 255.0) / 255.0;
#else
  return c.rgb * c.a;
#endif
}

#endif

/* A texel as Cycles holds it, from one as Blender holds it. Cycles keeps sRGB files encoded, where
   Blender linearises all but bytes and multiplies them by alpha; and they multiply at other times. */
vec4 kln_image_texture_texel(ivec2 xy, ivec4 part)
{
#if extent == part
  vec4 c = image_within(xy, part);
#else
  vec4 c = image_at(xy);
#endif
#if opaque == on
  c.a = 1.0;
#if image_wrap_x == clip || image_wrap_y == clip
  c.a = all(greaterThanEqual(xy, ivec2(0))) && all(lessThan(xy, part.zw)) ? 1.0 : 0.0;
#endif
#endif
#if alpha_power == inverse
  c.rgb = c.a != 0.0 ? c.rgb / c.a : c.rgb;
#elif encode == on && alpha_power != none
  c.rgb = c.a != 0.0 ? c.rgb / c.a : c.rgb;
#endif
#if encode == on
  c.rgb = kln_linear_to_srgb(c.rgb);
#endif
#if alpha_power == once || alpha_power == twice
  c.rgb = kln_image_texture_associated(c);
#endif
#if alpha_power == twice
  c.rgb = kln_image_texture_associated(c);
#endif
  return c;
}

#if interpolation != closest

/* Weights of the taps around a point a fraction t past the second of four: linear uses the middle
   two, cubic is the uniform B-spline. */
vec4 kln_image_texture_weights(float t)
{
#if interpolation == linear
  return vec4(0.0, 1.0 - t, t, 0.0);
#else
  float s = 1.0 - t;
  return vec4(s * s * s,
              4.0 - 6.0 * t * t + 3.0 * t * t * t,
              4.0 - 6.0 * s * s + 3.0 * s * s * s,
              t * t * t) / 6.0;
#endif
}

#endif

/* The image at xy, in texels from its lower left corner. */
vec4 kln_image_texture_filtered(vec2 xy, ivec4 part)
{
#if image_wrap_x == clip || image_wrap_y == clip
  // Far off, and where xy is no number: weights of what lies beyond the picture need not be numbers.
  vec2 size = vec2(part.zw);
  if (!all(greaterThan(xy, vec2(-3.0))) || !all(lessThan(xy, size + 3.0))) {
    return vec4(0.0);
  }
#endif
#if interpolation == closest
  // Cycles' floor: a whole number below 0 gives the one before it.
  return kln_image_texture_texel(kln_whole(xy) - ivec2(lessThan(xy, vec2(0.0))), part);
#else
  vec2 corner = floor(xy - 0.5);
  vec2 t = xy - 0.5 - corner;
  vec4 across = kln_image_texture_weights(t.x);
  vec4 up = kln_image_texture_weights(t.y);
#if interpolation == linear
  const int first = 1;
  const int last = 2;
#else
  const int first = 0;
  const int last = 3;
#endif
  vec4 sum = vec4(0.0);
  for (int j = first; j <= last; ++j) {
    for (int i = first; i <= last; ++i) {
      ivec2 tap = kln_whole(corner) + ivec2(i - 1, j - 1);
      sum += up[j] * across[i] * kln_image_texture_texel(tap, part);
    }
  }
  return sum;
#endif
}

/* What the node shows of the image at uv: the colour, decoded, and the alpha. */
vec4 kln_image_texture_shown(vec2 uv, ivec4 part)
{
#if beyond == missing
  // Of tiles a box has the first alone: Cycles cuts uv to a whole number towards 0.
  if (!all(lessThan(abs(uv), vec2(1.0)))) {
    return vec4(1.0, 0.0, 1.0, 1.0);
  }
#endif
  vec4 c = kln_image_texture_filtered(uv * vec2(part.zw), part);
#if unassociate == on
  if (c.a != 1.0 && c.a != 0.0) {
    c.rgb /= c.a;
  }
#endif
#if decode == srgb
  c.rgb = kln_srgb_to_linear(c.rgb);
#endif
  return c;
}

#if projection == box

/* How much of a box's X, Y and Z faces is seen where its surface faces n, whose components are
   positive and add up to 1. A face is alone while it beats both others by the blend; then two of
   them share, or all three. The shares of three need not lie in [0, 1]. */
vec3 kln_image_texture_faces(vec3 n, float blend)
{
  float most = 0.5 * (1.0 + blend);
  if (n.x > most * (n.x + n.y) && n.x > most * (n.x + n.z)) {
    return vec3(1.0, 0.0, 0.0);
  }
  if (n.y > most * (n.x + n.y) && n.y > most * (n.y + n.z)) {
    return vec3(0.0, 1.0, 0.0);
  }
  if (n.z > most * (n.x + n.z) && n.z > most * (n.y + n.z)) {
    return vec3(0.0, 0.0, 1.0);
  }
  if (blend <= 0.0) {
    return vec3(1.0, 0.0, 0.0);
  }
  // Of each pair, how far the first is from the second's edge of the blend to its own.
  vec3 first = clamp((n.xyx / (n.xyx + n.yzz) - 0.5 * (1.0 - blend)) / blend, 0.0, 1.0);
  if (n.z < (1.0 - most) * (n.x + n.y)) {
    return vec3(first.x, 1.0 - first.x, 0.0);
  }
  if (n.x < (1.0 - most) * (n.y + n.z)) {
    return vec3(0.0, first.y, 1.0 - first.y);
  }
  if (n.y < (1.0 - most) * (n.x + n.z)) {
    return vec3(first.z, 0.0, 1.0 - first.z);
  }
  return ((2.0 - most) * n + (most - 1.0)) / (2.0 * most - 1.0);
}

#endif

void kln_image_texture(Texel at, vec3 vector, vec3 normal, float blend, vec4 part, out vec3 color, out float alpha)
{
#if extent == part
  ivec4 texels = ivec4(part);
#else
  ivec4 texels = ivec4(ivec2(0), image_extent());
#endif
#if projection == box
  vec3 n = abs(normal);
  vec3 faces = kln_image_texture_faces(n / (n.x + n.y + n.z), blend);
  vec4 sum = vec4(0.0);
  // One loop and not three calls: drivers inline the filter, which is most of the kernel.
  for (int face = 0; face < 3; ++face) {
    if (faces[face] > 0.0) {
      // Turned so that no face shows its picture mirrored.
      vec2 uv = face == 0 ? vector.yz : face == 1 ? vector.xz : vector.yx;
      bool turned = face == 0 ? normal.x < 0.0 : normal[face] > 0.0;
      uv.x = turned ? 1.0 - uv.x : uv.x;
      sum += faces[face] * kln_image_texture_shown(uv, texels);
    }
  }
  color = sum.rgb;
  alpha = sum.a;
#else
  vec4 c = kln_image_texture_shown(vector.xy, texels);
  color = c.rgb;
  alpha = c.a;
#endif
}
