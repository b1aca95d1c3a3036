/*---
summary = "The Mix node for colours, and Mix RGB: Blender's 19 blend modes."
source = "Cycles svm/mix.h and svm/color_util.h."
uses = ["blend", "comparison"]
[inputs]
factor = { type = "float", default = 0.5 }
a = { type = "vec3", default = [0.5, 0.5, 0.5] }
b = { type = "vec3", default = [0.5, 0.5, 0.5] }
[variants]
mode = { default = "mix", choices = [
  "mix", "darken", "multiply", "burn", "lighten", "screen", "dodge", "add", "overlay", "soft_light",
  "linear_light", "difference", "exclusion", "subtract", "divide", "hue", "saturation", "color",
  "value"] }
form = { default = "weighted", choices = ["weighted", "difference"] }
clamp_factor = { default = "yes", choices = ["yes", "no"] }
clamp_result = { default = "no", choices = ["no", "yes"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_mix_color(Texel at, float factor, vec3 a, vec3 b, out vec3 result)
{
#if clamp_factor == yes
  float t = kln_clamp(factor, 0.0, 1.0);
#else
  float t = factor;
#endif
#if mode == mix && form == difference
  result = kln_blend_mix_difference(t, a, b);
#elif mode == multiply && form == difference
  result = kln_blend_multiply_difference(t, a, b);
#elif mode == add && form == difference
  result = kln_blend_add_difference(t, a, b);
#elif mode == subtract && form == difference
  result = kln_blend_subtract_difference(t, a, b);
#elif mode == mix
  result = kln_blend_mix(t, a, b);
#elif mode == darken
  result = kln_blend_darken(t, a, b);
#elif mode == multiply
  result = kln_blend_multiply(t, a, b);
#elif mode == burn
  result = kln_blend_burn(t, a, b);
#elif mode == lighten
  result = kln_blend_lighten(t, a, b);
#elif mode == screen
  result = kln_blend_screen(t, a, b);
#elif mode == dodge
  result = kln_blend_dodge(t, a, b);
#elif mode == add
  result = kln_blend_add(t, a, b);
#elif mode == overlay
  result = kln_blend_overlay(t, a, b);
#elif mode == soft_light
  result = kln_blend_soft_light(t, a, b);
#elif mode == linear_light
  result = kln_blend_linear_light(t, a, b);
#elif mode == difference
  result = kln_blend_difference(t, a, b);
#elif mode == exclusion
  result = kln_blend_exclusion(t, a, b);
#elif mode == subtract
  result = kln_blend_subtract(t, a, b);
#elif mode == divide
  result = kln_blend_divide(t, a, b);
#elif mode == hue
  result = kln_blend_hue(t, a, b);
#elif mode == saturation
  result = kln_blend_saturation(t, a, b);
#elif mode == color
  result = kln_blend_color(t, a, b);
#elif mode == value
  result = kln_blend_value(t, a, b);
#endif
#if clamp_result == yes
  result = kln_clamp(result, 0.0, 1.0);
#endif
}
