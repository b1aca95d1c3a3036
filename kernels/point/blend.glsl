/*---
summary = "One picture over another in one of Blender's 19 blend modes; straight alpha."
source = "Modes: kernels/prelude/blend.glsl. Alpha: W3C Compositing and Blending Level 1, section 5.8 (general formula), for straight alpha."
uses = ["blend"]
cost = 4.0
[inputs]
base = { type = "vec4" }
over = { type = "vec4", default = [1.0, 1.0, 1.0, 1.0] }
mask = { type = "float", default = 1.0 }
[params]
opacity = { type = "float", default = 1.0, min = 0.0, max = 1.0 }
[variants]
mode = { default = "mix", choices = [
  "mix", "darken", "multiply", "burn", "lighten", "screen", "dodge", "add", "overlay", "soft_light",
  "linear_light", "difference", "exclusion", "subtract", "divide", "hue", "saturation", "color",
  "value"] }
alpha = { choices = ["over", "keep"], default = "over" }
[outputs]
result = { type = "vec4" }
---*/

// alpha == over: the upper picture covers as much as its alpha, the mask and the opacity leave of it,
// and what it covers of nothing shows it unblended. alpha == keep: its alpha is not looked at and the
// base's alpha stays, as in the Mix node.
vec3 kln_blend_chosen(float t, vec3 a, vec3 b)
{
#if mode == mix
  return kln_blend_mix(t, a, b);
#elif mode == darken
  return kln_blend_darken(t, a, b);
#elif mode == multiply
  return kln_blend_multiply(t, a, b);
#elif mode == burn
  return kln_blend_burn(t, a, b);
#elif mode == lighten
  return kln_blend_lighten(t, a, b);
#elif mode == screen
  return kln_blend_screen(t, a, b);
#elif mode == dodge
  return kln_blend_dodge(t, a, b);
#elif mode == add
  return kln_blend_add(t, a, b);
#elif mode == overlay
  return kln_blend_overlay(t, a, b);
#elif mode == soft_light
  return kln_blend_soft_light(t, a, b);
#elif mode == linear_light
  return kln_blend_linear_light(t, a, b);
#elif mode == difference
  return kln_blend_difference(t, a, b);
#elif mode == exclusion
  return kln_blend_exclusion(t, a, b);
#elif mode == subtract
  return kln_blend_subtract(t, a, b);
#elif mode == divide
  return kln_blend_divide(t, a, b);
#elif mode == hue
  return kln_blend_hue(t, a, b);
#elif mode == saturation
  return kln_blend_saturation(t, a, b);
#elif mode == color
  return kln_blend_color(t, a, b);
#else
  return kln_blend_value(t, a, b);
#endif
}

void kln_blend(Texel at, vec4 base, vec4 over, float mask, float opacity, out vec4 result)
{
  float t = clamp(opacity * mask, 0.0, 1.0);
#if alpha == keep
  // No blend at all where nothing is laid over: some modes turn a colour about and back for it.
  result = vec4(t == 0.0 ? base.rgb : kln_blend_chosen(t, base.rgb, over.rgb), base.a);
#else
  t *= clamp(over.a, 0.0, 1.0);
  float covered = base.a + t * (1.0 - base.a);
  // How much of what shows lies over nothing: there the upper colour is seen as it is.
  float alone = covered > 0.0 ? t * (1.0 - base.a) / covered : 0.0;
  vec3 blended = t == 0.0 ? base.rgb : kln_blend_chosen(t, base.rgb, over.rgb);
  result = vec4(kln_lerp_weighted(alone, blended, over.rgb), covered);
#endif
}
