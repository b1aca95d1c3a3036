/*---
summary = "The Separate Color node: a colour to three numbers of RGB, HSV or HSL."
source = "Cycles svm/color_util.h."
uses = ["color"]
[inputs]
color = { type = "vec3", default = [0.8, 0.8, 0.8] }
[variants]
mode = { default = "rgb", choices = ["rgb", "hsv", "hsl"] }
[outputs]
a = { type = "float" }
b = { type = "float" }
c = { type = "float" }
---*/
void kln_separate_color(Texel at, vec3 color, out float a, out float b, out float c)
{
#if mode == hsv
  vec3 told = kln_rgb_to_hsv(color);
#elif mode == hsl
  vec3 told = kln_rgb_to_hsl(color);
#else
  vec3 told = color;
#endif
  a = told.x;
  b = told.y;
  c = told.z;
}
