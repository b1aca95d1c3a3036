/*---
summary = "The Vector Rotate node: about an axis, or by XYZ Euler angles, around a centre."
source = "Cycles svm/vector_rotate.h (formulas); Rodrigues' rotation formula. Radians."
uses = ["maths", "rotation"]
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
center = { type = "vec3", default = [0.0, 0.0, 0.0] }
axis = { type = "vec3", default = [0.0, 0.0, 1.0] }
angle = { type = "float", default = 0.0 }
rotation = { type = "vec3", default = [0.0, 0.0, 0.0] }
[variants]
mode = { default = "axis_angle", choices = ["axis_angle", "x_axis", "y_axis", "z_axis", "euler_xyz"] }
inverted = { default = "no", choices = ["no", "yes"] }
[outputs]
result = { type = "vec3" }
---*/
void kln_vector_rotate(Texel at, vec3 vector, vec3 center, vec3 axis, float angle, vec3 rotation,
                       out vec3 result)
{
  vec3 p = vector - center;
#if mode == euler_xyz
#if inverted == yes
  result = p * kln_euler_xyz(rotation) + center;
#else
  result = kln_euler_xyz(rotation) * p + center;
#endif
#else
#if mode == x_axis
  vec3 k = vec3(1.0, 0.0, 0.0);
#elif mode == y_axis
  vec3 k = vec3(0.0, 1.0, 0.0);
#elif mode == z_axis
  vec3 k = vec3(0.0, 0.0, 1.0);
#else
  float l = length(axis);
  vec3 k = axis / l;
#endif
#if inverted == yes
  float turned = -angle;
#else
  float turned = angle;
#endif
  result = kln_rotate_about(p, k, turned) + center;
#if mode == axis_angle
  /* A zero axis turns nothing. */
  result = l != 0.0 ? result : vector;
#endif
#endif
}
