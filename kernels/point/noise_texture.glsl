/*---
summary = "Blender's Noise Texture: gradient noise summed over octaves in five ways."
source = "Perlin noise and Musgrave's fractals (Ebert et al., Texturing and Modeling, chapter 16) in Blender's parametrisation."
uses = ["noise"]
cost = 40.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
w = { type = "float", default = 0.0 }
scale = { type = "float", default = 5.0 }
detail = { type = "float", default = 2.0 }
roughness = { type = "float", default = 0.5 }
lacunarity = { type = "float", default = 2.0 }
offset = { type = "float", default = 0.0 }
gain = { type = "float", default = 1.0 }
distortion = { type = "float", default = 0.0 }
[variants]
dimensions = { choices = ["d1", "d2", "d3", "d4"], default = "d3" }
noise = { choices = ["fbm", "multifractal", "hybrid_multifractal", "ridged_multifractal", "hetero_terrain"], default = "fbm" }
normalized = { choices = ["on", "off"], default = "on" }
outputs = { choices = ["fac", "both"], default = "both" }
rounding = { choices = ["fma", "plain"], default = "fma" }
[outputs]
fac = { type = "float" }
color = { type = "vec3" }
---*/

/* What is added to the coordinate to draw the n-th independent noise: 100 + 100 hash(n, component).
   Cycles computes them with a fused multiply-add since 5.2; without, some end one ulp lower. */
vec4 kln_noise_texture_offset(int n)
{
#if dimensions == d1
  return vec4(n == 0 ? 158.242584 : n == 1 ? 114.836052 : 188.488693, 0.0, 0.0, 0.0);
#elif rounding == fma
  return n == 0 ? vec4(186.031281, 114.955956, 154.447495, 142.504913) :
         n == 1 ? vec4(199.839996, 162.292587, 154.048233, 142.267593) :
         n == 2 ? vec4(111.633842, 157.369400, 199.088104, 178.436142) :
         n == 3 ? vec4(165.445282, 162.768219, 193.408401, 145.255508) :
         n == 4 ? vec4(155.580917, 177.154633, 138.140030, 180.185730) :
                  vec4(188.853790, 132.677689, 162.052155, 185.268158);
#else
  return n == 0 ? vec4(186.031281, 114.955956, 154.447510, 142.504913) :
         n == 1 ? vec4(199.839996, 162.292603, 154.048233, 142.267609) :
         n == 2 ? vec4(111.633842, 157.369385, 199.088104, 178.436127) :
         n == 3 ? vec4(165.445282, 162.768219, 193.408417, 145.255508) :
         n == 4 ? vec4(155.580917, 177.154633, 138.140030, 180.185730) :
                  vec4(188.853790, 132.677689, 162.052155, 185.268158);
#endif
}

/* One octave at p, of which the node's dimensions count. */
float kln_noise_texture_octave(vec4 p)
{
#if dimensions == d1
  return kln_snoise(p.x);
#elif dimensions == d2
  return kln_snoise(p.xy);
#elif dimensions == d3
  return kln_snoise(p.xyz);
#else
  return kln_snoise(p);
#endif
}

#if noise == fbm

float kln_noise_texture_fractal(
    vec4 p, float detail, float roughness, float lacunarity, float offset, float gain)
{
#if normalized == on
  const bool unit = true;
#else
  const bool unit = false;
#endif
#if dimensions == d1
  return kln_fbm(p.x, detail, roughness, lacunarity, unit);
#elif dimensions == d2
  return kln_fbm(p.xy, detail, roughness, lacunarity, unit);
#elif dimensions == d3
  return kln_fbm(p.xyz, detail, roughness, lacunarity, unit);
#else
  return kln_fbm(p, detail, roughness, lacunarity, unit);
#endif
}

#elif noise == multifractal

/* A product of octaves; the last counts for the fraction of detail. */
float kln_noise_texture_fractal(
    vec4 p, float detail, float roughness, float lacunarity, float offset, float gain)
{
  float rest = detail - floor(detail);
  int whole = int(detail);
  int last = whole + (rest != 0.0 ? 1 : 0);
  float value = 1.0;
  float weight = 1.0;
  for (int i = 0;; ++i) {
    float share = i > whole ? rest * weight : weight;
    value *= share * kln_noise_texture_octave(p) + 1.0;
    if (i >= last) {
      break;
    }
    weight *= roughness;
    p *= lacunarity;
  }
  return value;
}

#elif noise == hetero_terrain

/* Octaves weighted by the height so far: rough on top, smooth in the valleys. */
float kln_noise_texture_fractal(
    vec4 p, float detail, float roughness, float lacunarity, float offset, float gain)
{
  float rest = detail - floor(detail);
  int whole = int(detail);
  int last = whole + (rest != 0.0 ? 1 : 0);
  float value = 0.0;
  float weight = roughness;
  for (int i = 0;; ++i) {
    float lift = kln_noise_texture_octave(p) + offset;
    if (i == 0) {
      value = lift;
    }
    else {
      float step_up = lift * weight * value;
      value += i > whole ? rest * step_up : step_up;
      weight *= roughness;
    }
    if (i >= last) {
      break;
    }
    p *= lacunarity;
  }
  return value;
}

#elif noise == hybrid_multifractal

/* Octaves weighted by the octave before; stops once that weight has died out. */
float kln_noise_texture_fractal(
    vec4 p, float detail, float roughness, float lacunarity, float offset, float gain)
{
  float rest = detail - floor(detail);
  int whole = int(detail);
  int last = whole + (rest != 0.0 ? 1 : 0);
  float value = 0.0;
  float falloff = 1.0;
  float weight = 1.0;
  for (int i = 0;; ++i) {
    weight = min(weight, 1.0);
    float signal = (kln_noise_texture_octave(p) + offset) * falloff;
    value += i > whole ? rest * weight * signal : weight * signal;
    falloff *= roughness;
    weight *= gain * signal;
    if (i >= last || !(weight > 0.001)) {
      break;
    }
    p *= lacunarity;
  }
  return value;
}

#else

/* Creases where the noise crosses 0. Blender gives it no fraction of an octave. */
float kln_noise_texture_fractal(
    vec4 p, float detail, float roughness, float lacunarity, float offset, float gain)
{
  int last = int(detail);
  float value = 0.0;
  float falloff = 1.0;
  float signal = 0.0;
  for (int i = 0;; ++i) {
    float weight = i == 0 ? 1.0 : clamp(signal * gain, 0.0, 1.0);
    signal = offset - abs(kln_noise_texture_octave(p));
    signal *= signal;
    signal *= weight;
    value += signal * falloff;
    if (i >= last) {
      break;
    }
    falloff *= roughness;
    p *= lacunarity;
  }
  return value;
}

#endif

void kln_noise_texture(Texel at,
                       vec3 vector,
                       float w,
                       float scale,
                       float detail,
                       float roughness,
                       float lacunarity,
                       float offset,
                       float gain,
                       float distortion,
                       out float fac,
                       out vec3 color)
{
#if dimensions == d1
  vec4 p = vec4(w * scale, 0.0, 0.0, 0.0);
  const int axes = 1;
#else
  vec4 p = vec4(vector * scale, w * scale);
#if dimensions == d2
  const int axes = 2;
#elif dimensions == d3
  const int axes = 3;
#else
  const int axes = 4;
#endif
#endif
  if (distortion != 0.0) {
    vec4 pushed = p;
    for (int i = 0; i < axes; ++i) {
      float push = kln_noise_texture_octave(p + kln_noise_texture_offset(i)) * distortion;
      pushed += push * vec4(equal(ivec4(i), ivec4(0, 1, 2, 3)));
    }
    p = pushed;
  }
  float octaves = clamp(detail, 0.0, 15.0);
  float persistence = max(roughness, 0.0);
#if outputs == fac
  fac = kln_noise_texture_fractal(p, octaves, persistence, lacunarity, offset, gain);
  color = vec3(fac);
#else
  /* A loop, so that the driver compiles the noise once and not three times. */
  color = vec3(0.0);
  vec4 shift = vec4(0.0);
  for (int i = 0; i < 3; ++i) {
    float value = kln_noise_texture_fractal(
        p + shift, octaves, persistence, lacunarity, offset, gain);
    color += value * vec3(equal(ivec3(i), ivec3(0, 1, 2)));
    shift = kln_noise_texture_offset(axes + i);
  }
  fac = color.r;
#endif
}
