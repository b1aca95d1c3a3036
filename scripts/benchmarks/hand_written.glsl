/* The material of bench_region as one person would write it by hand, for that material alone: fBM noise in
   3-D, a ramp, Voronoi F1 in 3-D, and a mix; tuned as Kiln's kernels are. SLIDER(i, value) and EXTRA(i, value)
   are uniforms or constants, as the bench asks: sliders are what the material sets, extras the nodes' other
   sliders, which it leaves alone. FRACTIONS says whether Detail may be no whole number. What constants leave
   undone, the compiler drops. */
uint hw_rotate(uint v, int s) { return (v << s) | (v >> (32 - s)); }

uint hw_hash(uvec3 q)
{
  q.z = (q.z ^ q.y) - hw_rotate(q.y, 14);
  q.x = (q.x ^ q.z) - hw_rotate(q.z, 11);
  q.y = (q.y ^ q.x) - hw_rotate(q.x, 25);
  q.z = (q.z ^ q.y) - hw_rotate(q.y, 16);
  q.x = (q.x ^ q.z) - hw_rotate(q.z, 4);
  q.y = (q.y ^ q.x) - hw_rotate(q.x, 14);
  return (q.z ^ q.y) - hw_rotate(q.y, 24);
}

float hw_sign(float v, uint h, int up) { return uintBitsToFloat(floatBitsToUint(v) ^ ((h << up) & 0x80000000u)); }

float hw_gradient(uint h, vec3 p)
{
  uint k = h & 15u;
  float u = k < 8u ? p.x : p.y;
  float v = k < 4u ? p.y : ((k | 2u) == 14u ? p.x : p.z);
  return hw_sign(u, h, 31) + hw_sign(v, h, 30);
}

float hw_noise(vec3 p)
{
  p = p - trunc(p / 1e5) * 1e5 + 0.5 * step(vec3(1e6), abs(p));
  vec3 c = floor(p);
  vec3 f = p - c;
  uvec3 x = uvec3(ivec3(c)) + 0xdeadbf08u;
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

float hw_fbm(vec3 p, float detail, float roughness, float lacunarity, float distortion)
{
  float rest = FRACTIONS ? detail - floor(detail) : 0.0;
  int octaves = int(detail) + (rest != 0.0 ? 1 : 0);
  vec3 bent = p;
  float value;
  /* Three passes that bend the coordinate, where it is bent, and one for the sum. */
  for (int pass = distortion != 0.0 ? 0 : 3;; ++pass) {
    vec3 start = pass == 3 ? bent :
                 p + (pass == 0 ? vec3(186.031281, 114.955956, 154.447495) :
                      pass == 1 ? vec3(199.839996, 162.292587, 154.048233) :
                                  vec3(111.633842, 157.369400, 199.088104));
    int last = pass == 3 ? octaves : 0;
    vec2 sum = vec2(0.0), before = vec2(0.0);
    float amplitude = 1.0, frequency = 1.0, n;
    for (int i = 0;; ++i) {
      n = hw_noise(start * frequency);
      before = sum;
      sum += vec2(n, 1.0) * amplitude;
      if (i >= last) {
        break;
      }
      amplitude *= roughness;
      frequency *= lacunarity;
    }
    value = 0.5 * sum.x / sum.y + 0.5;
    value = rest != 0.0 ? mix(0.5 * before.x / before.y + 0.5, value, rest) : value;
    if (pass == 3) {
      return value;
    }
    bent += n * distortion * vec3(pass == 0, pass == 1, pass == 2);
  }
}

vec3 hw_pcg(uvec3 v)
{
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= uvec3(ivec3(v) >> 16);
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  return vec3(v & 0x7fffffffu) / 2147483648.0;
}

/* The colour of the nearest point's cell: what the point's place in it was drawn from. */
vec3 hw_voronoi(vec3 p, float randomness)
{
  vec3 cell = floor(p);
  vec3 inside = p - cell;
  uvec3 open = uvec3(ivec3(cell)) * 1664525u + 1013904223u;
  float least = 3.4e38;
  vec3 color = vec3(0.0);
  for (int k = -1; k <= 1; ++k) {
    for (int j = -1; j <= 1; ++j) {
      for (int i = -1; i <= 1; ++i) {
        vec3 h = hw_pcg(open + uvec3(ivec3(i, j, k)) * 1664525u);
        vec3 d = vec3(i, j, k) + h * randomness - inside;
        float far = dot(d, d);
        if (far < least) {
          least = far;
          color = h;
        }
      }
    }
  }
  return color;
}

vec3 hw_voronoi_octaves(vec3 p, float detail, float roughness, float lacunarity, float randomness)
{
  detail = roughness == 0.0 ? 0.0 : detail;
  float rest = detail - floor(detail);
  int last = int(detail) + (rest != 0.0 ? 1 : 0);
  float amplitude = 1.0, frequency = 1.0;
  vec3 color = vec3(0.0);
  for (int i = 0;; ++i) {
    float weight = i > int(detail) ? rest * amplitude : amplitude;
    color += weight * hw_voronoi(p * frequency, randomness);
    if (i >= last) {
      return color;
    }
    amplitude *= roughness;
    frequency *= lacunarity;
  }
}

void main()
{
  ivec2 xy = ivec2(gl_GlobalInvocationID.xy) + kln_origin;
  if (any(greaterThanEqual(xy, kln_extent))) {
    return;
  }
  int hw_zero = kln_extent.x >> 30;
  vec3 uv = vec3((vec2(xy) + 0.5) / vec2(kln_extent), 0.0);

  float fac = hw_fbm(uv * SLIDER(0, 5.0), clamp(SLIDER(1, 2.0), 0.0, 15.0), max(SLIDER(2, 0.5), 0.0),
                     SLIDER(3, 2.0), EXTRA(7, 0.0));

  float place = clamp(fac, 0.0, 1.0) * 256.0;
  int left = int(place);
  vec4 ramp = mix(texelFetch(hw_table, ivec2(left, 0), 0),
                  texelFetch(hw_table, ivec2(min(left + 1, 256), 0), 0),
                  place - float(left));

  vec3 color = hw_voronoi_octaves(uv * SLIDER(4, 5.0), clamp(EXTRA(8, 0.0), 0.0, 15.0),
                                  clamp(EXTRA(9, 0.5), 0.0, 1.0), EXTRA(10, 2.0), clamp(SLIDER(5, 1.0), 0.0, 1.0));
  imageStore(hw_result, xy, vec4(mix(ramp.rgb, color, clamp(SLIDER(6, 0.35), 0.0, 1.0)), 1.0));
}
