/*---
summary = "The linear colours of a picture whose numbers are sRGB-encoded, as most files' are; alpha is kept."
source = "IEC 61966-2-1 (kernels/prelude/maths.glsl)."
uses = ["maths"]
cost = 4.0
[inputs]
color = { type = "vec4" }
[outputs]
result = { type = "vec4" }
---*/
void kln_decode_srgb(Texel at, vec4 color, out vec4 result)
{
  result = vec4(kln_srgb_to_linear(color.r),
                kln_srgb_to_linear(color.g),
                kln_srgb_to_linear(color.b),
                color.a);
}
