/*---
summary = "Marks the texels that distances are measured to: each knows its own place."
source = "Positions are (x, y, 1, 1) in texels, and all 0 where no seed is known; keep them in a 32-bit image (role position)."
[inputs]
mask = { type = "float" }
[params]
threshold = { type = "float", default = 0.5 }
[variants]
seeds = { choices = ["bright", "dark"], default = "bright" }
[outputs]
position = { type = "vec4" }
---*/
void kln_jump_flood_seed(Texel at, float mask, float threshold, out vec4 position)
{
#if seeds == bright
  bool seed = mask > threshold;
#else
  bool seed = !(mask > threshold);
#endif
  position = seed ? vec4(vec2(at.xy), 1.0, 1.0) : vec4(0.0);
}
