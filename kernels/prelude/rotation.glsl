/*---
summary = "Rotations as Blender's vector nodes have them."
source = "Blender: Euler angles are turned about X first, then Y, then Z."
uses = ["maths"]
---*/

/* Rotation by XYZ Euler angles in radians, to multiply a column; a row times it is the inverse. */
mat3 kln_euler_xyz(vec3 angles)
{
  vec3 s = kln_sin(angles);
  vec3 c = kln_cos(angles);
  return mat3(c.y * c.z, c.y * s.z, -s.y,
              s.y * s.x * c.z - c.x * s.z, s.y * s.x * s.z + c.x * c.z, c.y * s.x,
              s.y * c.x * c.z + s.x * s.z, s.y * c.x * s.z - s.x * c.z, c.y * c.x);
}

/* p turned by angle radians about the unit axis k. Source: the matrix of Rodrigues' formula, summed
   term by term, so that what is infinite or no number reaches the components that it reaches in Cycles. */
vec3 kln_rotate_about(vec3 p, vec3 k, float angle)
{
  float s = kln_sin(angle);
  float c = kln_cos(angle);
  vec3 e = (1.0 - c) * k;
  return vec3((c + e.x * k.x) * p.x + (e.x * k.y - k.z * s) * p.y + (e.x * k.z + k.y * s) * p.z,
              (e.x * k.y + k.z * s) * p.x + (c + e.y * k.y) * p.y + (e.y * k.z - k.x * s) * p.z,
              (e.x * k.z - k.y * s) * p.x + (e.y * k.z + k.x * s) * p.y + (c + e.z * k.z) * p.z);
}
