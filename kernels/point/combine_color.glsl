/*---
summary = "The Combine Color node: three numbers of RGB, HSV or HSL to a colour."
source = "Cycles svm/color_util.h."
uses = ["color"]
[inputs]
a = { type = "float", default = 0.0 }
b = { type = "float", default = 0.0 }
c = { type = "float", default = 0.0 }
[variants]
mode = { default = "rgb", choices = ["rgb", "hsv", "hsl"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_combine_color(Texel at, float a, float b, float c, out vec3 result)
{
#if mode == hsv
  result = kln_hsv_to_rgb(vec3(a, b, c));
#elif mode == hsl
  result = kln_hsl_to_rgb(vec3(a, b, c));
#else
  result = vec3(a, b, c);
#endif
}
