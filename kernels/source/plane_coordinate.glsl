/*---
summary = "A texture coordinate of Blender's default plane: 2 x 2, UV 0 to 1, facing +Z."
source = "Cycles' coordinates on that plane at the centre of each texel."
uses = ["maths"]
cost = 1.0
[params]
shift = { type = "vec2", default = [0.0, 0.0] }
[variants]
kind = { choices = ["uv", "generated", "object", "normal", "parametric"], default = "uv" }
[outputs]
vector = { type = "vec3" }
---*/

/* shift: how far to the right and up of the texel's centre, in texels of the image written. Bump reads
   its height there. */
void kln_plane_coordinate(Texel at, vec2 shift, out vec3 vector)
{
  vec2 uv = kln_divide(vec2(at.xy) + 0.5 + shift, vec2(at.extent));
#if kind == uv
  vector = vec3(uv, 0.0);
#elif kind == generated
  vector = vec3(uv, 0.5);
#elif kind == object
  vector = vec3(uv * 2.0 - 1.0, 0.0);
#elif kind == parametric
  /* Of the two triangles that Cycles makes of it, cut from (0, 0) to (1, 1). */
  vector = uv.x > uv.y ? vec3(1.0 - uv.x, uv.x - uv.y, 0.0) : vec3(1.0 - uv.y, uv.x, 0.0);
#else
  vector = vec3(0.0, 0.0, 1.0);
#endif
}
