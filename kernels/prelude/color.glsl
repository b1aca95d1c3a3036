/*---
summary = "Colour models as Blender's nodes have them: HSV and HSL, both ways, and luminance."
source = "A. R. Smith, Color Gamut Transform Pairs (SIGGRAPH 1978); the edge cases are those of Cycles util/color.h."
uses = ["comparison", "maths"]
---*/

/* Hue, saturation and value of a colour of any range. Hue is in [0, 1), and 0 for a grey; saturation
   is 0 for black. */
vec3 kln_rgb_to_hsv(vec3 c)
{
  float top = max(c.r, max(c.g, c.b));
  float span = top - kln_min(c.r, kln_min(c.g, c.b));
  float saturation = top != 0.0 ? span / top : 0.0;
  if (saturation == 0.0) {
    return vec3(0.0, 0.0, top);
  }
  vec3 below = (vec3(top) - c) / span;
  float sector = c.r == top ? below.b - below.g :
                 c.g == top ? 2.0 + below.r - below.b :
                              4.0 + below.g - below.r;
  float hue = sector / 6.0;
  return vec3(hue < 0.0 ? hue + 1.0 : hue, saturation, top);
}

/* The colour of a hue, a saturation and a value. A hue outside [0, 1] does not come round: it gets
   the last sector's branch, as in Blender. */
vec3 kln_hsv_to_rgb(vec3 hsv)
{
  float v = hsv.z;
  if (hsv.y == 0.0) {
    return vec3(v);
  }
  float turn = hsv.x == 1.0 ? 0.0 : hsv.x * 6.0;
  float sector = floor(turn);
  float along = turn - sector;
  float low = v * (1.0 - hsv.y);
  float down = v * (1.0 - hsv.y * along);
  float up = v * (1.0 - hsv.y * (1.0 - along));
  if (sector == 0.0) {
    return vec3(v, up, low);
  }
  if (sector == 1.0) {
    return vec3(down, v, low);
  }
  if (sector == 2.0) {
    return vec3(low, v, up);
  }
  if (sector == 3.0) {
    return vec3(low, down, v);
  }
  if (sector == 4.0) {
    return vec3(up, low, v);
  }
  return vec3(v, low, down);
}

/* Hue, saturation and lightness of a colour. Lightness is at most 1; a grey has hue and saturation 0. */
vec3 kln_rgb_to_hsl(vec3 c)
{
  float top = max(c.r, max(c.g, c.b));
  float bottom = min(c.r, min(c.g, c.b));
  float lightness = min(1.0, (top + bottom) / 2.0);
  if (top == bottom) {
    return vec3(0.0, 0.0, lightness);
  }
  float span = top - bottom;
  float saturation = lightness > 0.5 ? span / (2.0 - top - bottom) : span / (top + bottom);
  float sector = top == c.r ? (c.g - c.b) / span + (c.g < c.b ? 6.0 : 0.0) :
                 top == c.g ? (c.b - c.r) / span + 2.0 :
                              (c.r - c.g) / span + 4.0;
  return vec3(sector / 6.0, saturation, lightness);
}

/* The colour of a hue in [0, 1], a saturation and a lightness. */
vec3 kln_hsl_to_rgb(vec3 hsl)
{
  float turn = hsl.x * 6.0;
  vec3 pure = clamp(vec3(abs(turn - 3.0) - 1.0, 2.0 - abs(turn - 2.0), 2.0 - abs(turn - 4.0)),
                    vec3(0.0),
                    vec3(1.0));
  float chroma = (1.0 - abs(2.0 * hsl.z - 1.0)) * hsl.y;
  return (pure - vec3(0.5)) * chroma + vec3(hsl.z);
}

/* Luminance of a linear colour, given the luminances of the working space's primaries: they add up
   to 1 and belong to the file, not to this function. */
float kln_luminance(vec3 c, vec3 weights)
{
  return dot(c, weights);
}

/* The Hue/Saturation/Value node: hue is a shift in turns with 0.5 for none, saturation and value are
   factors. What is above white stays; negative components become 0, which Cycles does and EEVEE does
   not. */
vec3 kln_hue_saturation_value(vec3 c, float hue, float saturation, float value, float factor)
{
  vec3 hsv = kln_rgb_to_hsv(c);
  float turn = hsv.x + hue + 0.5;
  hsv = vec3(turn - floor(turn), clamp(hsv.y * saturation, 0.0, 1.0), hsv.z * value);
  return max(factor * kln_hsv_to_rgb(hsv) + (1.0 - factor) * c, vec3(0.0));
}
