/*---
summary = "Mean over 2 radius + 1 texels along one axis; one op along x and one along y make the square window."
source = "A radius between whole numbers weights the two outermost texels by its fraction, so that the window is 2 radius + 1 wide exactly."
cost = 2.0
[inputs]
color  = { type = "vec4" }
[params]
radius = { type = "float", unit = "texels_at_base", default = 1.0, min = 0.0, max = 256.0, reach = true }
[variants]
axis  = { choices = ["x", "y"], default = "x" }
alpha = { choices = ["separate", "weighted"], default = "separate" }
[outputs]
result = { type = "vec4" }
---*/

// alpha == separate: each channel by itself. alpha == weighted: a colour counts as much as it is
// opaque, so that what hides under alpha 0 does not come out at a cut-out's rim; where the whole
// window is transparent the plain mean is kept.
void kln_box_blur(Texel at, float radius, out vec4 result)
{
#if axis == x
  ivec2 along = ivec2(1, 0);
#else
  ivec2 along = ivec2(0, 1);
#endif
  int whole = int(floor(radius));
  float rest = radius - float(whole);
  int ends = rest > 0.0 ? whole + 1 : whole;
  vec4 sum = vec4(0.0);
#if alpha == weighted
  vec3 opaque = vec3(0.0);
#endif
  for (int i = -ends; i <= ends; i++) {
    float weight = abs(i) > whole ? rest : 1.0;
    vec4 texel = color_at(at.xy + along * i);
    sum += weight * texel;
#if alpha == weighted
    opaque += weight * texel.a * texel.rgb;
#endif
  }
  result = sum / (2.0 * radius + 1.0);
#if alpha == weighted
  if (sum.a > 0.0) {
    result.rgb = opaque / sum.a;
  }
#endif
}
