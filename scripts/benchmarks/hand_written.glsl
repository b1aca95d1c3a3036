/* The material of bench_region as one person would write it by hand, for that material alone: fBM noise in
   3-D, a ramp, Voronoi F1 in 3-D, and a mix. NUMBER(i, constant) is a uniform or a constant, as the bench asks. */
uint hw_rotate(uint v, int s) { return (v << s) | (v >> (32 - s)); }

uint hw_hash(uvec3 cell)
{
  uvec3 q = uvec3(0xdeadbf08u) + cell;
  q.z = (q.z ^ q.y) - hw_rotate(q.y, 14);
  q.x = (q.x ^ q.z) - hw_rotate(q.z, 11);
  q.y = (q.y ^ q.x) - hw_rotate(q.x, 25);
  q.z = (q.z ^ q.y) - hw_rotate(q.y, 16);
  q.x = (q.x ^ q.z) - hw_rotate(q.z, 4);
  q.y = (q.y ^ q.x) - hw_rotate(q.x, 14);
  q.z = (q.z ^ q.y) - hw_rotate(q.y, 24);
  return q.z;
}

float hw_gradient(uint h, vec3 p)
{
  h &= 15u;
  float u = h < 8u ? p.x : p.y;
  float v = h < 4u ? p.y : ((h == 12u || h == 14u) ? p.x : p.z);
  return ((h & 1u) != 0u ? -u : u) + ((h & 2u) != 0u ? -v : v);
}

float hw_noise(vec3 p)
{
  p = p - trunc(p / 1e5) * 1e5 + 0.5 * step(vec3(1e6), abs(p));
  vec3 c = floor(p);
  vec3 f = p - c;
  uvec3 x = uvec3(ivec3(c));
  vec3 t = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  float r[8];
  for (int i = 0; i < 8; ++i) {
    uvec3 o = uvec3(i & 1, (i >> 1) & 1, i >> 2);
    r[i] = hw_gradient(hw_hash(x + o), f - vec3(o));
  }
  vec4 a = vec4(mix(r[0], r[1], t.x), mix(r[2], r[3], t.x), mix(r[4], r[5], t.x), mix(r[6], r[7], t.x));
  vec2 b = mix(a.xz, a.yw, t.y);
  return 0.982 * mix(b.x, b.y, t.z);
}

ivec3 hw_pcg(ivec3 v)
{
  v = v * 1664525 + 1013904223;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= v >> 16;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  return v & 0x7fffffff;
}

void main()
{
  ivec2 xy = ivec2(gl_GlobalInvocationID.xy) + kln_origin;
  if (any(greaterThanEqual(xy, kln_extent))) {
    return;
  }
  vec3 uv = vec3((vec2(xy) + 0.5) / vec2(kln_extent), 0.0);

  vec3 p = uv * NUMBER(0, 5.0);
  float detail = NUMBER(1, 2.0);
  float sum = 0.0, amplitude = 1.0, most = 0.0, frequency = 1.0;
  for (int i = 0; i <= int(detail); ++i) {
    sum += amplitude * hw_noise(p * frequency);
    most += amplitude;
    amplitude *= NUMBER(2, 0.5);
    frequency *= NUMBER(3, 2.0);
  }
  float fac = 0.5 * sum / most + 0.5;

  float place = clamp(fac, 0.0, 1.0) * 256.0;
  int left = int(place);
  vec4 ramp = mix(texelFetch(hw_table, ivec2(left, 0), 0),
                  texelFetch(hw_table, ivec2(min(left + 1, 256), 0), 0),
                  place - float(left));

  vec3 q = uv * NUMBER(4, 5.0);
  vec3 cell = floor(q);
  vec3 inside = q - cell;
  float best = 3.4e38;
  ivec3 winner = ivec3(0);
  for (int k = -1; k <= 1; ++k) {
    for (int j = -1; j <= 1; ++j) {
      for (int i = -1; i <= 1; ++i) {
        ivec3 o = ivec3(i, j, k);
        vec3 d = vec3(o) + vec3(hw_pcg(ivec3(cell) + o)) / 2147483648.0 * NUMBER(5, 1.0) - inside;
        float far = dot(d, d);
        if (far < best) {
          best = far;
          winner = o;
        }
      }
    }
  }
  vec3 color = vec3(hw_pcg(ivec3(cell) + winner)) / 2147483648.0;
  imageStore(hw_result, xy, vec4(mix(ramp.rgb, color, NUMBER(6, 0.35)), 1.0));
}
