/*---
summary = "Gaussian blur along one axis, cut off at three sigma; one op along x and one along y make the round one."
source = "The sampled Gaussian, divided by the sum of its weights; cut at floor(3 sigma + 1/2) texels, as scipy.ndimage does with truncate = 3. A sigma past 128 texels of the image written is held at 128."
uses = ["maths"]
cost = 4.0
[inputs]
color = { type = "vec4" }
[params]
sigma = { type = "float", unit = "texels_at_base", default = 1.0, min = 0.0, max = 128.0, reach = 3.0 }
[variants]
axis  = { choices = ["x", "y"], default = "x" }
alpha = { choices = ["separate", "weighted"], default = "separate" }
[outputs]
result = { type = "vec4" }
---*/

// alpha == separate: each channel by itself. alpha == weighted: a colour counts as much as it is
// opaque, so that what hides under alpha 0 does not come out at a cut-out's rim; where the whole
// window is transparent the plain mean is kept.
void kln_gaussian_blur(Texel at, float sigma, out vec4 result)
{
#if axis == x
  ivec2 along = ivec2(1, 0);
#else
  ivec2 along = ivec2(0, 1);
#endif
  int ends = int(floor(3.0 * sigma + 0.5));
  float narrow = sigma > 0.0 ? -0.5 / (sigma * sigma) : 0.0;
  float total = 0.0;
  vec4 sum = vec4(0.0);
#if alpha == weighted
  vec3 opaque = vec3(0.0);
#endif
  for (int i = -ends; i <= ends; i++) {
    float weight = kln_exp(narrow * float(i * i));
    total += weight;
    vec4 texel = color_at(at.xy + along * i);
    sum += weight * texel;
#if alpha == weighted
    opaque += weight * texel.a * texel.rgb;
#endif
  }
  result = sum / total;
#if alpha == weighted
  if (sum.a > 0.0) {
    result.rgb = opaque / sum.a;
  }
#endif
}
