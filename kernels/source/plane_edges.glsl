/*---
summary = "How far a texel of Blender's default plane is from the next edge of the triangle that it is in."
source = "Measured: Cycles cuts that plane from (0, 0) to (1, 1)."
uses = ["maths"]
cost = 1.0
[params]
shift = { type = "vec2", default = [0.0, 0.0] }
[outputs]
edge_distance = { type = "float" }
---*/

// As plane_coordinate has its shift. A unit of UV is two of the plane.
void kln_plane_edges(Texel at, vec2 shift, out float edge_distance)
{
  vec2 uv = kln_divide(vec2(at.xy) + 0.5 + shift, vec2(at.extent));
  float along = uv.x > uv.y ? uv.y : uv.x;
  float across = uv.x > uv.y ? 1.0 - uv.x : 1.0 - uv.y;
  float cut = abs(uv.x - uv.y) * 0.707106781186548;
  edge_distance = 2.0 * min(min(abs(along), abs(across)), cut);
}
