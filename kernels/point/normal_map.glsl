/*---
summary = "The Normal Map node: a normal from a colour, in the surface's own space, the object's or the world's."
source = "Cycles svm/tex_coord.h (formulas)."
uses = ["maths"]
[inputs]
color = { type = "vec3", default = [0.5, 0.5, 1.0] }
strength = { type = "float", default = 1.0 }
normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
object_normal = { type = "vec3", default = [0.0, 0.0, 1.0] }
tangent = { type = "vec3", default = [1.0, 0.0, 0.0] }
handedness = { type = "float", default = 1.0 }
[params]
row_x = { type = "vec3", default = [1.0, 0.0, 0.0] }
row_y = { type = "vec3", default = [0.0, 1.0, 0.0] }
row_z = { type = "vec3", default = [0.0, 0.0, 1.0] }
[variants]
space = { default = "tangent", choices = ["tangent", "object", "blender"] }
green = { default = "up", choices = ["up", "down"] }
[outputs]
result = { type = "vec3" }
---*/

/* normal is the world's; the other normal and the tangent are the object's, and the rows bring normals
   from there to the world. */
void kln_normal_map(Texel at, vec3 color, float strength, vec3 normal, vec3 object_normal, vec3 tangent,
                    float handedness, vec3 row_x, vec3 row_y, vec3 row_z, out vec3 result)
{
  vec3 n = 2.0 * (color - 0.5);
#if green == down
  n.y = -n.y;
#endif
#if space == tangent
  n = vec3(n.xy * strength, 1.0 + (n.z - 1.0) * clamp(strength, 0.0, 1.0));
  n = n.x * tangent + n.y * (handedness * cross(object_normal, tangent)) + n.z * object_normal;
#endif
#if space == blender
  n.yz = -n.yz;
#endif
  n = kln_safe_normalize(vec3(dot(row_x, n), dot(row_y, n), dot(row_z, n)));
#if space != tangent
  if (strength != 1.0) {
    n = kln_safe_normalize(normal + (n - normal) * max(strength, 0.0));
  }
#endif
  result = dot(n, n) > 0.0 ? n : normal;
}
