/*---
summary = "The picture scaled and turned about a centre, then moved."
source = "The inverse map, read at one point: a picture made much smaller wants a resize or a blur before it. Angles are counter-clockwise in radians, v upwards. The cubic is the B-spline, which softens even what it does not move."
uses = ["maths"]
cost = 8.0
[inputs]
color = { type = "vec4" }
[params]
offset_x = { type = "float", unit = "texels_at_base", default = 0.0 }
offset_y = { type = "float", unit = "texels_at_base", default = 0.0 }
angle  = { type = "float", default = 0.0 }
scale  = { type = "vec2", default = [1.0, 1.0] }
centre = { type = "vec2", default = [0.5, 0.5] }
[variants]
interpolation = { choices = ["linear", "nearest", "cubic"], default = "linear" }
[outputs]
result = { type = "vec4" }
---*/

// `scale` below 0 mirrors; 0 leaves nothing to divide by and shows the texel at the centre throughout.
void kln_transform(Texel at,
                   float offset_x,
                   float offset_y,
                   float angle,
                   vec2 scale,
                   vec2 centre,
                   out vec4 result)
{
  vec2 extent = vec2(at.extent);
  vec2 middle = centre * extent;
  vec2 p = vec2(at.xy) + 0.5 - vec2(offset_x, offset_y) - middle;
  float c = kln_cos(angle);
  float s = kln_sin(angle);
  vec2 turned = vec2(c * p.x + s * p.y, c * p.y - s * p.x);
  vec2 q = middle + vec2(kln_safe_divide(turned.x, scale.x), kln_safe_divide(turned.y, scale.y));
  q *= vec2(color_extent()) / extent;
#if interpolation == nearest
  result = color_at(ivec2(floor(q)));
#elif interpolation == linear
  result = color_linear(q);
#else
  result = color_cubic(q);
#endif
}
