/*---
summary = "Blender's Wave Texture: bands or rings, bent by noise."
source = "Blender's node: 20 radians per unit, coordinates nudged off whole numbers."
uses = ["maths", "noise"]
cost = 45.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
scale = { type = "float", default = 5.0 }
distortion = { type = "float", default = 0.0 }
detail = { type = "float", default = 2.0 }
detail_scale = { type = "float", default = 1.0 }
detail_roughness = { type = "float", default = 0.5 }
phase = { type = "float", default = 0.0 }
[variants]
shape = { choices = ["bands", "rings"], default = "bands" }
direction = { choices = ["x", "y", "z", "all"], default = "x" }
profile = { choices = ["sine", "saw", "triangle"], default = "sine" }
[outputs]
fac = { type = "float" }
---*/

void kln_wave_texture(
    Texel at, vec3 vector, float scale, float distortion, float detail, float detail_scale,
    float detail_roughness, float phase, out float fac)
{
  KLN_UNFUSED vec3 scaled = vector * scale;
  KLN_UNFUSED vec3 p = (scaled + 0.000001) * 0.999999;
#if shape == bands
#if direction == x
  float n = p.x * 20.0;
#elif direction == y
  float n = p.y * 20.0;
#elif direction == z
  float n = p.z * 20.0;
#else
  float n = (p.x + p.y + p.z) * 10.0;
#endif
#else
#if direction == x
  float n = length(vec3(0.0, p.yz)) * 20.0;
#elif direction == y
  float n = length(vec3(p.x, 0.0, p.z)) * 20.0;
#elif direction == z
  float n = length(vec3(p.xy, 0.0)) * 20.0;
#else
  float n = length(p) * 20.0;
#endif
#endif
  n += phase;
  if (distortion != 0.0) {
    /* Blender clamps neither detail nor roughness here; the bound only keeps the loop finite. */
    float octaves = clamp(detail, -1.0, 32.0);
    float bend = kln_fbm(p * detail_scale, octaves, detail_roughness, 2.0, true);
    n += distortion * (bend * 2.0 - 1.0);
    if (detail <= -1.0) {
      /* Not one octave, whose mean is no number. */
      n = uintBitsToFloat(0x7fc00000u);
    }
  }
#if profile == sine
  fac = 0.5 + 0.5 * kln_sin(n - 1.57079632679490);
#elif profile == saw
  n /= KLN_TAU;
  fac = n - floor(n);
#else
  n /= KLN_TAU;
  fac = abs(n - floor(n + 0.5)) * 2.0;
#endif
}
