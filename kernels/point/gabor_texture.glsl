/*---
summary = "The Gabor Texture node: bands of random or given direction, in two or three dimensions."
source = "A. Lagae et al., Procedural Noise using Sparse Gabor Convolution (2009); V. Tavernier et al., Making Gabor Noise Fast and Normalized (2019); T. Tricard et al., Procedural Phasor Noise (2019). Blender's parametrisation: 8 impulses a cell, weights of 1 and -1, a Hann window."
uses = ["comparison", "hash", "maths"]
cost = 60.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
scale = { type = "float", default = 5.0 }
frequency = { type = "float", default = 2.0 }
anisotropy = { type = "float", default = 1.0 }
angle = { type = "float", default = 0.785398163 }
direction = { type = "vec3", default = [1.41421356, 1.41421356, 0.0] }
[variants]
dimensions = { default = "d2", choices = ["d2", "d3"] }
[outputs]
value = { type = "float" }
phase = { type = "float" }
intensity = { type = "float" }
---*/

/* One impulse at d from its centre, a wave of the given frequency vector under a window of radius 1. */
vec2 kln_gabor_texture_impulse(vec3 d, vec3 waves)
{
  float squared = dot(d, d);
  float window = kln_exp(-KLN_PI * squared) * (0.5 + 0.5 * kln_cos(KLN_PI * squared));
  float turn = KLN_TAU * dot(d, waves);
  return window * vec2(kln_cos(turn), kln_sin(turn));
}

/* The direction of an impulse's waves: the given one, turned by chance as far as isotropy says. */
vec3 kln_gabor_texture_direction(vec4 seed, float isotropy, float angle, vec3 direction)
{
#if dimensions == d2
  float turned = angle + (kln_hash_float(seed.xyw) - 0.5) * KLN_PI * isotropy;
  return vec3(kln_cos(turned), kln_sin(turned), 0.0);
#else
  if (isotropy == 0.0) {
    return direction;
  }
  float inclination = kln_acos(direction.z);
  float azimuth = kln_acos(direction.x / length(direction.xy));
  vec2 turned = kln_hash_vec2(seed) * KLN_PI * isotropy;
  inclination += turned.x;
  azimuth = (direction.y < 0.0 ? -azimuth : azimuth) + turned.y;
  return vec3(kln_sin(inclination) * vec2(kln_cos(azimuth), kln_sin(azimuth)), kln_cos(inclination));
#endif
}

void kln_gabor_texture(Texel at, vec3 vector, float scale, float frequency, float anisotropy,
                       float angle, vec3 direction, out float value, out float phase,
                       out float intensity)
{
  KLN_UNFUSED vec3 p = vector * scale;
#if dimensions == d2
  p.z = 0.0;
  vec3 base = vec3(0.0);
  const int layers = 1;
  const float integral = 0.25;
#else
  vec3 base = direction / length(direction);
  const int layers = 3;
  const float integral = 0.17677669529663687;
#endif
  vec3 cell = floor(p);
  vec3 local = p - cell;
  float isotropy = 1.0 - kln_clamp(anisotropy, 0.0, 1.0);
  float waves = kln_max(0.001, frequency);
  vec2 sum = vec2(0.0);
  for (int n = 0; n < 9 * layers; ++n) {
    vec3 away = vec3(n % 3 - 1, n / 3 % 3 - 1, layers == 3 ? n / 9 - 1 : 0);
    vec3 d = local - away;
    vec3 there = cell + away;
    vec2 of_cell = vec2(0.0);
    for (int i = 0; i < 8; ++i) {
      /* Each impulse draws its direction, its centre and its weight from three seeds of its own. */
      vec4 centre_seed = vec4(there, float(i * 3 + 1));
#if dimensions == d2
      vec3 centre = vec3(kln_hash_vec2(centre_seed.xyw), 0.0);
      float coin = kln_hash_float(vec3(there.xy, float(i * 3 + 2)));
#else
      vec3 centre = kln_hash_vec3(centre_seed);
      float coin = kln_hash_float(vec4(there, float(i * 3 + 2)));
#endif
      vec3 from = d - centre;
      /* So that what is no number counts. */
      if (!(dot(from, from) >= 1.0)) {
        vec4 seed = vec4(there, float(i * 3));
        vec3 way = kln_gabor_texture_direction(seed, isotropy, angle, base);
        of_cell += (coin < 0.5 ? -1.0 : 1.0) * kln_gabor_texture_impulse(from, waves * way);
      }
    }
    sum += of_cell;
  }
  /* Six standard deviations of 8 impulses of equal weight a cell take in all but a few texels. */
  float most = 6.0 * sqrt(8.0 * 0.5 * integral);
  value = sum.y / most * 0.5 + 0.5;
  phase = (kln_atan2(sum.y, sum.x) + KLN_PI) / KLN_TAU;
  intensity = length(sum) / most;
}
