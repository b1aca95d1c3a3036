/*---
summary = "A direction in an object's space, such as around an axis through the middle of Generated, laid along the surface."
source = "Cycles svm/tex_coord.h and geom/primitive.h (formula)."
cost = 0.5
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
[params]
row_x = { type = "vec3", default = [1.0, 0.0, 0.0] }
row_y = { type = "vec3", default = [0.0, 1.0, 0.0] }
row_z = { type = "vec3", default = [0.0, 0.0, 1.0] }
[variants]
axis = { choices = ["x", "y", "z", "none"], default = "z" }
[outputs]
result = { type = "vec3" }
---*/

/* The rows bring normals from the object's space to the world's. NaN on the axis itself, and where the
   direction is the normal's. */
void kln_surface_tangent(Texel at, vec3 vector, vec3 normal, vec3 row_x, vec3 row_y, vec3 row_z, out vec3 result)
{
#if axis == none
  vec3 along = vector;
#else
  vec3 from_middle = vector - 0.5;
#if axis == x
  vec3 along = vec3(0.0, -from_middle.z, from_middle.y);
#elif axis == y
  vec3 along = vec3(-from_middle.z, 0.0, from_middle.x);
#else
  vec3 along = vec3(-from_middle.y, from_middle.x, 0.0);
#endif
#endif
  vec3 turned = vec3(dot(row_x, along), dot(row_y, along), dot(row_z, along));
  vec3 side = cross(turned / length(turned), normal);
  result = cross(normal, side / length(side));
}
