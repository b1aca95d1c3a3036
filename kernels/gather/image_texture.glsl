/*---
summary = "Blender's Image Texture: an image at a coordinate, filtered, then decoded as Cycles decodes it."
source = "Cycles filters a byte sRGB image in encoded space and linearises afterwards; cubic is the uniform B-spline."
uses = ["maths"]
cost = 10.0
[inputs]
image = { type = "vec4", access = "texels" }
vector = { type = "vec3", default = [0.0, 0.0, 0.0], access = "value" }
[variants]
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
vec4 kln_image_texture_texel(ivec2 xy)
{
  vec4 c = image_at(xy);
#if opaque == on
  c.a = 1.0;
#if image_wrap_x == clip || image_wrap_y == clip
  c.a = all(greaterThanEqual(xy, ivec2(0))) && all(lessThan(xy, image_extent())) ? 1.0 : 0.0;
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
vec4 kln_image_texture_filtered(vec2 xy)
{
#if interpolation == closest
  return kln_image_texture_texel(ivec2(floor(xy)));
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
      sum += up[j] * across[i] * kln_image_texture_texel(ivec2(corner) + ivec2(i - 1, j - 1));
    }
  }
  return sum;
#endif
}

void kln_image_texture(Texel at, vec3 vector, out vec3 color, out float alpha)
{
  vec4 c = kln_image_texture_filtered(vector.xy * vec2(image_extent()));
  alpha = c.a;
  color = c.rgb;
#if unassociate == on
  if (alpha != 1.0 && alpha != 0.0) {
    color /= alpha;
  }
#endif
#if decode == srgb
  color = kln_srgb_to_linear(color);
#endif
}
