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
#elif dimensions == d2
  vec4 p = vec4(vector.xy * scale, 0.0, 0.0);
  const int axes = 2;
#elif dimensions == d3
  vec4 p = vec4(vector * scale, 0.0);
  const int axes = 3;
#else
  vec4 p = vec4(vector * scale, w * scale);
  const int axes = 4;
#endif
  float octaves = clamp(detail, 0.0, 15.0);
  float persistence = max(roughness, 0.0);
  float rest = octaves - floor(octaves);
  int whole = int(octaves);
#if noise == ridged_multifractal
  /* Blender gives it no fraction of an octave. */
  int most = whole;
#else
  int most = whole + (rest != 0.0 ? 1 : 0);
#endif
  vec4 bent = p;
  fac = 0.0;
  color = vec3(0.0);
  vec3 channels = vec3(0.0);
  /* Passes below 0 draw one octave for each axis, which bends the coordinate; pass 0 draws fac and red,
     1 and 2 the other channels. One loop draws them all, so that the driver compiles the noise once,
     and because a software driver runs what a branch skips. */
  int pass = distortion != 0.0 ? -axes : 0;
  for (; pass <= KLN_NEVER; ++pass) {
    vec4 start = pass < 0 ? p : bent;
    if (pass != 0) {
      start += kln_noise_texture_offset(axes + (pass < 0 ? pass : pass - 1));
    }
    int last = pass < 0 ? 0 : most;
    vec4 here = start;
    float n = 0.0;
    float amplitude = 1.0;
    float frequency = 1.0;
    float weight = 1.0;
    vec2 before = vec2(0.0);
    vec2 sum = vec2(0.0);
    float drawn = 0.0;
    vec4 summed = vec4(0.0);
    float found = 0.0;
#if noise == multifractal
    float value = 1.0;
#else
    float value = 0.0;
#endif
    /* It ends as kln_fbm does. */
    for (int i = 0; i <= KLN_NEVER; ++i) {
      n = kln_noise_texture_octave(here);
#if noise == fbm
      /* Octaves weighted alike everywhere. */
      before = sum;
      sum += vec2(n, 1.0) * amplitude;
#elif noise == multifractal
      /* A product of octaves; the last counts for the fraction of detail. */
      value *= (i > whole ? rest * amplitude : amplitude) * n + 1.0;
#elif noise == hetero_terrain
      /* Octaves weighted by the height so far: rough on top, smooth in the valleys. */
      float lift = n + offset;
      float climb = lift * amplitude * value;
      value = i == 0 ? lift : value + (i > whole ? rest * climb : climb);
#elif noise == hybrid_multifractal
      /* Octaves weighted by the octave before; stops once that weight has died out. */
      weight = min(weight, 1.0);
      float signal = (n + offset) * amplitude;
      value += i > whole ? rest * weight * signal : weight * signal;
      weight *= gain * signal;
      last = weight > 0.001 ? last : i;
#else
      /* Creases where the noise crosses 0. */
      float signal = offset - abs(n);
      signal *= signal;
      signal *= weight;
      value += signal * amplitude;
      weight = clamp(signal * gain, 0.0, 1.0);
#endif
      if (i >= last) {
        drawn = n;
        summed = vec4(before, sum);
        found = value;
        break;
      }
      amplitude *= persistence;
#if noise == fbm
      frequency *= lacunarity;
      here = frequency * start;
#else
      here *= lacunarity;
#endif
    }
#if noise == fbm
#if normalized == on
    const bool unit = true;
#else
    const bool unit = false;
#endif
    found = kln_fbm_value(summed.zw, unit);
    found = rest != 0.0 ? mix(kln_fbm_value(summed.xy, unit), found, rest) : found;
#endif
#if outputs == fac
    if (pass == 0) {
      fac = found;
      break;
    }
#else
    channels = mix(channels, vec3(found), equal(ivec3(pass), ivec3(0, 1, 2)));
    if (pass == 2) {
      color = channels;
      break;
    }
#endif
    /* Of the passes from 0 on, only axes that the node does not have would take anything. */
    bent += drawn * distortion * vec4(equal(ivec4(axes + pass), ivec4(0, 1, 2, 3)));
  }
#if outputs == fac
  color = vec3(fac);
#else
  fac = color.r;
#endif
}
