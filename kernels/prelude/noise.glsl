/*---
summary = "Gradient noise in one to four dimensions, and its fractal sum."
source = "K. Perlin, Improving Noise (SIGGRAPH 2002), with Jenkins' hash for the corners as Blender has it."
uses = ["hash", "maths"]
---*/

/* The fade 6t^5 - 15t^4 + 10t^3 of t in [0, 1]. */
float kln_fade(float t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }
vec2 kln_fade(vec2 t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }
vec3 kln_fade(vec3 t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }
vec4 kln_fade(vec4 t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }

/* v, or -v where that bit of h (31 - up) is set: the sign bit is flipped, no branch. */
float kln_flip(float v, uint h, uint up)
{
  return uintBitsToFloat(floatBitsToUint(v) ^ ((h << up) & 0x80000000u));
}

/* Dot product of d with the gradient that the low bits of h choose. */
float kln_gradient(uint h, float d)
{
  return kln_flip(1.0 + float(h & 7u), h, 28u) * d;
}
float kln_gradient(uint h, vec2 d)
{
  bool low = (h & 4u) == 0u;
  float u = low ? d.x : d.y;
  float v = 2.0 * (low ? d.y : d.x);
  return kln_flip(u, h, 31u) + kln_flip(v, h, 30u);
}
float kln_gradient(uint h, vec3 d)
{
  uint k = h & 15u;
  float u = k < 8u ? d.x : d.y;
  float v = k < 4u ? d.y : ((k | 2u) == 14u ? d.x : d.z);
  return kln_flip(u, h, 31u) + kln_flip(v, h, 30u);
}
float kln_gradient(uint h, vec4 d)
{
  uint k = h & 31u;
  float u = k < 24u ? d.x : d.y;
  float v = k < 16u ? d.y : d.z;
  float s = k < 8u ? d.z : d.w;
  return kln_flip(u, h, 31u) + kln_flip(v, h, 30u) + kln_flip(s, h, 29u);
}

/* Two corners of a 3D cell that differ in x, interpolated. The first step of their hashes is the
   same. cell is the lower corner, d the way from it, u the faded d.x. */
float kln_perlin_edge(uvec3 cell, vec3 d, float u)
{
  uvec3 q = cell + 0xdeadbf08u;
  uint c = kln_hash_open(q.y, q.z);
  return mix(kln_gradient(kln_hash_close(q.x, q.y, c), d),
             kln_gradient(kln_hash_close(q.x + 1u, q.y, c), d - vec3(1.0, 0.0, 0.0)),
             u);
}

/* Gradient noise: 0 at whole coordinates, mean 0, not scaled to any range. */
float kln_perlin(float p)
{
  float c = floor(p);
  float d = p - c;
  uint cell = uint(int(c));
  return mix(kln_gradient(kln_hash(cell), d), kln_gradient(kln_hash(cell + 1u), d - 1.0), kln_fade(d));
}
float kln_perlin(vec2 p)
{
  vec2 c = floor(p);
  vec2 d = p - c;
  uvec2 cell = uvec2(ivec2(c));
  vec2 t = kln_fade(d);
  float low = mix(kln_gradient(kln_hash(cell), d),
                  kln_gradient(kln_hash(cell + uvec2(1u, 0u)), d - vec2(1.0, 0.0)),
                  t.x);
  float high = mix(kln_gradient(kln_hash(cell + uvec2(0u, 1u)), d - vec2(0.0, 1.0)),
                   kln_gradient(kln_hash(cell + uvec2(1u, 1u)), d - vec2(1.0, 1.0)),
                   t.x);
  return mix(low, high, t.y);
}
float kln_perlin(vec3 p)
{
  vec3 c = floor(p);
  vec3 d = p - c;
  uvec3 cell = uvec3(ivec3(c));
  vec3 t = kln_fade(d);
  float low = mix(kln_perlin_edge(cell, d, t.x),
                  kln_perlin_edge(cell + uvec3(0u, 1u, 0u), d - vec3(0.0, 1.0, 0.0), t.x),
                  t.y);
  float high = mix(kln_perlin_edge(cell + uvec3(0u, 0u, 1u), d - vec3(0.0, 0.0, 1.0), t.x),
                   kln_perlin_edge(cell + uvec3(0u, 1u, 1u), d - vec3(0.0, 1.0, 1.0), t.x),
                   t.y);
  return mix(low, high, t.z);
}

/* Four corners of a 4D cell in its x and y, interpolated. */
float kln_perlin_face(uvec4 cell, vec4 d, vec2 t)
{
  float low = mix(kln_gradient(kln_hash(cell), d),
                  kln_gradient(kln_hash(cell + uvec4(1u, 0u, 0u, 0u)), d - vec4(1.0, 0.0, 0.0, 0.0)),
                  t.x);
  float high = mix(
      kln_gradient(kln_hash(cell + uvec4(0u, 1u, 0u, 0u)), d - vec4(0.0, 1.0, 0.0, 0.0)),
      kln_gradient(kln_hash(cell + uvec4(1u, 1u, 0u, 0u)), d - vec4(1.0, 1.0, 0.0, 0.0)),
      t.x);
  return mix(low, high, t.y);
}
float kln_perlin(vec4 p)
{
  vec4 c = floor(p);
  vec4 d = p - c;
  uvec4 cell = uvec4(ivec4(c));
  vec4 t = kln_fade(d);
  float low = mix(
      kln_perlin_face(cell, d, t.xy),
      kln_perlin_face(cell + uvec4(0u, 0u, 1u, 0u), d - vec4(0.0, 0.0, 1.0, 0.0), t.xy),
      t.z);
  float high = mix(
      kln_perlin_face(cell + uvec4(0u, 0u, 0u, 1u), d - vec4(0.0, 0.0, 0.0, 1.0), t.xy),
      kln_perlin_face(cell + uvec4(0u, 0u, 1u, 1u), d - vec4(0.0, 0.0, 1.0, 1.0), t.xy),
      t.z);
  return mix(low, high, t.w);
}

/* p into (-1e5, 1e5) by C's fmod, and half a cell further on where |p| >= 1e6, where all floats are
   near whole numbers and noise would be 0. Source: what Blender's noise measures as. */
float kln_noise_wrap(float p) { return p - trunc(p / 1e5) * 1e5 + 0.5 * step(1e6, abs(p)); }
vec2 kln_noise_wrap(vec2 p) { return p - trunc(p / 1e5) * 1e5 + 0.5 * step(vec2(1e6), abs(p)); }
vec3 kln_noise_wrap(vec3 p) { return p - trunc(p / 1e5) * 1e5 + 0.5 * step(vec3(1e6), abs(p)); }
vec4 kln_noise_wrap(vec4 p) { return p - trunc(p / 1e5) * 1e5 + 0.5 * step(vec4(1e6), abs(p)); }

/* Gradient noise scaled to about [-1, 1]. Source of the factors: Blender's texture nodes. */
float kln_snoise(float p) { return 0.2500 * kln_perlin(kln_noise_wrap(p)); }
float kln_snoise(vec2 p) { return 0.6616 * kln_perlin(kln_noise_wrap(p)); }
float kln_snoise(vec3 p) { return 0.9820 * kln_perlin(kln_noise_wrap(p)); }
float kln_snoise(vec4 p) { return 0.8344 * kln_perlin(kln_noise_wrap(p)); }

/* The sum so far (octaves, amplitudes) as the node's value. */
float kln_fbm_value(vec2 sum, bool normalized)
{
  return normalized ? 0.5 * sum.x / sum.y + 0.5 : sum.x;
}

/* Fractal sum of floor(detail) + 1 octaves and a fraction of one more; [0, 1] where normalized, else
   about [-1, 1] times the sum of amplitudes. The loop ends on its test: a software driver runs the
   body once more, masked, after a test at the top. KLN_NEVER says why it has a second end. */
float kln_fbm(vec3 p, float detail, float roughness, float lacunarity, bool normalized)
{
  float rest = detail - floor(detail);
  int last = int(detail) + (rest != 0.0 ? 1 : 0);
  float frequency = 1.0;
  float amplitude = 1.0;
  vec2 before = vec2(0.0);
  vec2 sum = vec2(0.0);
  vec4 found = vec4(0.0);
  for (int i = 0; i <= KLN_NEVER; ++i) {
    before = sum;
    sum += vec2(kln_snoise(frequency * p), 1.0) * amplitude;
    if (i >= last) {
      found = vec4(before, sum);
      break;
    }
    amplitude *= roughness;
    frequency *= lacunarity;
  }
  float value = kln_fbm_value(found.zw, normalized);
  return rest != 0.0 ? mix(kln_fbm_value(found.xy, normalized), value, rest) : value;
}
