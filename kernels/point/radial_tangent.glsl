/*---
summary = "The direction around an axis through the middle of the Generated coordinate, along the surface."
source = "Cycles svm/tex_coord.h and geom/primitive.h (formula)."
cost = 0.5
[inputs]
generated = { type = "vec3", default = [0.0, 0.0, 0.0] }
normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
[variants]
axis = { choices = ["x", "y", "z"], default = "z" }
[outputs]
result = { type = "vec3" }
---*/

// NaN on the axis itself, and where the direction is the normal's.
void kln_radial_tangent(Texel at, vec3 generated, vec3 normal, out vec3 result)
{
  vec3 from_middle = generated - 0.5;
#if axis == x
  vec3 around = vec3(0.0, -from_middle.z, from_middle.y);
#elif axis == y
  vec3 around = vec3(-from_middle.z, 0.0, from_middle.x);
#else
  vec3 around = vec3(-from_middle.y, from_middle.x, 0.0);
#endif
  vec3 side = cross(around / length(around), normal);
  result = cross(normal, side / length(side));
}
