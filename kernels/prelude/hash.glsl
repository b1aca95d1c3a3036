/*---
summary = "Integer hashes and the random numbers Blender's textures draw from them."
source = "Jenkins: R. Jenkins, lookup3 (2006, public domain). PCG: Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020, in Blender's signed form."
---*/

/* --- Jenkins lookup3 ------------------------------------------------------------------------- */

/* Rotate left by 0 < bits < 32. */
uint kln_rotate_left(uint v, uint bits)
{
  return (v << bits) | (v >> (32u - bits));
}

/* First step of lookup3's final mix: c from b. Alone, because corners of a cell share it. */
uint kln_hash_open(uint b, uint c)
{
  return (c ^ b) - kln_rotate_left(b, 14u);
}

/* The other six steps, with c from kln_hash_open. */
uint kln_hash_close(uint a, uint b, uint c)
{
  a = (a ^ c) - kln_rotate_left(c, 11u);
  b = (b ^ a) - kln_rotate_left(a, 25u);
  c = (c ^ b) - kln_rotate_left(b, 16u);
  a = (a ^ c) - kln_rotate_left(c, 4u);
  b = (b ^ a) - kln_rotate_left(a, 14u);
  return (c ^ b) - kln_rotate_left(b, 24u);
}

/* Hash of one to four words, any 32-bit value. The start value is 0xdeadbeef + 4 n + 13. */
uint kln_hash(uint k)
{
  return kln_hash_close(0xdeadbf00u + k, 0xdeadbf00u, kln_hash_open(0xdeadbf00u, 0xdeadbf00u));
}
uint kln_hash(uvec2 k)
{
  uint b = 0xdeadbf04u + k.y;
  return kln_hash_close(0xdeadbf04u + k.x, b, kln_hash_open(b, 0xdeadbf04u));
}
uint kln_hash(uvec3 k)
{
  uvec3 q = uvec3(0xdeadbf08u) + k;
  return kln_hash_close(q.x, q.y, kln_hash_open(q.y, q.z));
}
uint kln_hash(uvec4 k)
{
  uint a = 0xdeadbf0cu + k.x;
  uint b = 0xdeadbf0cu + k.y;
  uint c = 0xdeadbf0cu + k.z;
  a = (a - c) ^ kln_rotate_left(c, 4u);
  c += b;
  b = (b - a) ^ kln_rotate_left(a, 6u);
  a += c;
  c = (c - b) ^ kln_rotate_left(b, 8u);
  b += a;
  a = (a - c) ^ kln_rotate_left(c, 16u);
  c += b;
  b = (b - a) ^ kln_rotate_left(a, 19u);
  a += c;
  c = (c - b) ^ kln_rotate_left(b, 4u);
  b += a;
  a += k.w;
  return kln_hash_close(a, b, kln_hash_open(b, c));
}

/* A hash as a number in [0, 1]; float rounding makes the last 128 of them exactly 1. */
float kln_hash_unit(uint h)
{
  return float(h) * (1.0 / 4294967296.0);
}

/* One number in [0, 1] from the bit pattern of k (so -0 and +0 differ). */
float kln_hash_float(float k) { return kln_hash_unit(kln_hash(floatBitsToUint(k))); }
float kln_hash_float(vec2 k) { return kln_hash_unit(kln_hash(floatBitsToUint(k))); }
float kln_hash_float(vec3 k) { return kln_hash_unit(kln_hash(floatBitsToUint(k))); }
float kln_hash_float(vec4 k) { return kln_hash_unit(kln_hash(floatBitsToUint(k))); }

/* Two numbers in [0, 1]: two words append 1, three and four permute. */
vec2 kln_hash_vec2(vec2 k) { return vec2(kln_hash_float(k), kln_hash_float(vec3(k, 1.0))); }
vec2 kln_hash_vec2(vec3 k) { return vec2(kln_hash_float(k), kln_hash_float(k.zxy)); }
vec2 kln_hash_vec2(vec4 k) { return vec2(kln_hash_float(k), kln_hash_float(k.zxwy)); }

/* Three numbers in [0, 1]: up to three words append 1 and 2, four words permute. */
vec3 kln_hash_vec3(float k)
{
  return vec3(kln_hash_float(k), kln_hash_float(vec2(k, 1.0)), kln_hash_float(vec2(k, 2.0)));
}
vec3 kln_hash_vec3(vec2 k)
{
  return vec3(kln_hash_float(k), kln_hash_float(vec3(k, 1.0)), kln_hash_float(vec3(k, 2.0)));
}
vec3 kln_hash_vec3(vec3 k)
{
  return vec3(kln_hash_float(k), kln_hash_float(vec4(k, 1.0)), kln_hash_float(vec4(k, 2.0)));
}
vec3 kln_hash_vec3(vec4 k)
{
  return vec3(kln_hash_float(k), kln_hash_float(k.zxwy), kln_hash_float(k.wzyx));
}

/* Four numbers in [0, 1]. */
vec4 kln_hash_vec4(vec4 k)
{
  return vec4(
      kln_hash_float(k), kln_hash_float(k.wxyz), kln_hash_float(k.zwxy), kln_hash_float(k.yzwx));
}

/* --- PCG ------------------------------------------------------------------------------------- */

/* PCG of two to four whole numbers, in steps, because cells around one share the first: what is d
   further on than k hashes to kln_pcg_close(kln_pcg_open(k) + kln_pcg_step(d)). Blender hashes signed
   integers; here they are unsigned with an arithmetic shift, because signed overflow is undefined in
   MSL. This is what the first step grows by. */
uvec2 kln_pcg_step(ivec2 k) { return uvec2(k) * 1664525u; }
uvec3 kln_pcg_step(ivec3 k) { return uvec3(k) * 1664525u; }
uvec4 kln_pcg_step(ivec4 k) { return uvec4(k) * 1664525u; }

/* The first step. */
uvec2 kln_pcg_open(ivec2 k) { return kln_pcg_step(k) + 1013904223u; }
uvec3 kln_pcg_open(ivec3 k) { return kln_pcg_step(k) + 1013904223u; }
uvec4 kln_pcg_open(ivec4 k) { return kln_pcg_step(k) + 1013904223u; }

/* The other steps: as many numbers in [0, 1) as words. */
vec2 kln_pcg_close(uvec2 v)
{
  v.x += v.y * 1664525u;
  v.y += v.x * 1664525u;
  v ^= uvec2(ivec2(v) >> 16);
  v.x += v.y * 1664525u;
  v.y += v.x * 1664525u;
  return vec2(v & 0x7fffffffu) * (1.0 / 2147483648.0);
}
vec3 kln_pcg_close(uvec3 v)
{
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= uvec3(ivec3(v) >> 16);
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  return vec3(v & 0x7fffffffu) * (1.0 / 2147483648.0);
}
vec4 kln_pcg_close(uvec4 v)
{
  v.x += v.y * v.w;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v.w += v.y * v.z;
  v ^= uvec4(ivec4(v) >> 16);
  v.x += v.y * v.w;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v.w += v.y * v.z;
  return vec4(v & 0x7fffffffu) * (1.0 / 2147483648.0);
}

/* All steps. */
vec2 kln_pcg_unit(ivec2 k) { return kln_pcg_close(kln_pcg_open(k)); }
vec3 kln_pcg_unit(ivec3 k) { return kln_pcg_close(kln_pcg_open(k)); }
vec4 kln_pcg_unit(ivec4 k) { return kln_pcg_close(kln_pcg_open(k)); }
