/*---
summary = "Prepares an image for its file: working space to Rec.709, transfer curve, rounding to the file's depth."
source = "sRGB curve: IEC 61966-2-1."
uses = ["hash", "maths"]
[inputs]
color = { type = "vec4" }
[params]
row_r = { type = "vec3", default = [1.0, 0.0, 0.0] }
row_g = { type = "vec3", default = [0.0, 1.0, 0.0] }
row_b = { type = "vec3", default = [0.0, 0.0, 1.0] }
steps = { type = "float", default = 255.0, min = 0.0, max = 65535.0 }
mark  = { type = "float", default = 0.0, min = 0.0, max = 1.0 }
seed  = { type = "int", unit = "seed" }
[variants]
transfer = { choices = ["linear", "srgb"], default = "linear" }
dither   = { choices = ["off", "on"], default = "off" }
[outputs]
result = { type = "vec4" }
---*/

// NaN and both infinities become 0, as a bake by Cycles has them. The bits are asked because a
// compiler that assumes finite numbers removes isnan().
float kln_encode_finite(float value)
{
  return ((floatBitsToUint(value) & 0x7f800000u) == 0x7f800000u) ? 0.0 : value;
}
vec3 kln_encode_finite(vec3 value)
{
  return vec3(kln_encode_finite(value.x), kln_encode_finite(value.y), kln_encode_finite(value.z));
}

#if dither == on
// Four numbers in [0, 1), one a channel, from the texel and the seed. 24 bits, because a float of all
// 32 rounds to 1 for the last 128 of them.
vec4 kln_encode_random(ivec2 xy, int seed)
{
  uvec3 key = uvec3(uint(xy.x), uint(xy.y), uint(seed));
  uvec4 bits = uvec4(kln_hash(uvec4(key, 0u)), kln_hash(uvec4(key, 1u)), kln_hash(uvec4(key, 2u)),
                     kln_hash(uvec4(key, 3u)));
  return vec4(bits >> 8u) * (1.0 / 16777216.0);
}
#endif

// Rounds a channel in 0..1 to a whole count of steps: half up, or up with the chance that `random`
// in [0, 1) gives it. A value within a fiftieth of a step of a level is that level, dithered or not:
// what was exact in 8 bits stays so.
float kln_encode_level(float value, float steps, float random)
{
  float scaled = clamp(value, 0.0, 1.0) * steps;
  float level = floor(scaled + 0.5);
#if dither == on
  if (abs(scaled - level) > 0.02) {
    level = floor(scaled + random);
  }
#endif
  return kln_divide(min(level, steps), steps);
}

// What stands for a number that 0..1 does not hold, where a file of steps would cut it in silence:
// -1 below and 2 above. An image of integers stores them as 0 and 1, one of floats as they are.
// A hundred-thousandth is what the arithmetic of a deep tree of nodes is off by.
float kln_encode_marked(float level, float value)
{
  return value > 1.00001 ? 2.0 : (value < -0.00001 ? -1.0 : level);
}

// With `mark` 1, texels whose colour leaves 0..1 are marked: as above, and by an alpha of 0 where all
// others have 1. It is for files without alpha.
void kln_encode(Texel at,
                vec4 color,
                vec3 row_r,
                vec3 row_g,
                vec3 row_b,
                float steps,
                float mark,
                int seed,
                out vec4 result)
{
  vec3 given = kln_encode_finite(color.xyz);
  vec3 rgb = kln_encode_finite(vec3(dot(row_r, given), dot(row_g, given), dot(row_b, given)));
  vec3 whole = rgb;
  float alpha = kln_encode_finite(color.w);
  if (steps > 0.0) {
    rgb = clamp(rgb, vec3(0.0), vec3(1.0));
  }
#if transfer == srgb
  rgb = kln_linear_to_srgb(rgb);
#endif
#if dither == on
  vec4 random = kln_encode_random(at.xy, seed);
#else
  vec4 random = vec4(0.0);
#endif
  if (steps > 0.0) {
    rgb.x = kln_encode_level(rgb.x, steps, random.x);
    rgb.y = kln_encode_level(rgb.y, steps, random.y);
    rgb.z = kln_encode_level(rgb.z, steps, random.z);
    alpha = kln_encode_level(alpha, steps, random.w);
  }
  if (steps > 0.0 && mark > 0.5) {
    vec3 marked = vec3(kln_encode_marked(rgb.x, whole.x),
                       kln_encode_marked(rgb.y, whole.y),
                       kln_encode_marked(rgb.z, whole.z));
    alpha = marked == rgb ? 1.0 : 0.0;
    rgb = marked;
  }
  result = vec4(rgb, alpha);
}
