/*---
summary = "Where an Environment Texture looks its picture up: a direction onto a panorama or a photographed ball."
source = "Equirectangular: longitude along U, latitude along V. Mirror ball: the ball's normal, halfway between the direction and the camera, which looks along +Y."
uses = ["maths"]
cost = 4.0
[inputs]
direction = { type = "vec3", default = [0.0, 0.0, 0.0] }
[variants]
projection = { choices = ["equirectangular", "mirror_ball"], default = "equirectangular" }
[outputs]
result = { type = "vec3" }
---*/
void kln_environment_projection(Texel at, vec3 direction, out vec3 result)
{
  float size = sqrt(dot(direction, direction));
  vec3 d = size != 0.0 ? direction * (1.0 / size) : direction;
  result = vec3(0.0);
#if projection == equirectangular
  const float pi = 3.14159265358979;
  // No direction at all is the picture's lower left corner.
  if (d.x != 0.0 || d.y != 0.0 || d.z != 0.0) {
    float height = d.z / sqrt(dot(d, d));
    // Of a length that is no number, or has sunk to 0, there is no latitude, as in Cycles.
    bool known = !kln_is_nan(height) && abs(height) < 2.0;
    // In Cycles' order: a quarter turn is a texel's border in most pictures.
    result.x = kln_divide(kln_atan2(d.y, d.x) - pi, -2.0 * pi);
    result.y = known ? kln_divide(kln_acos(height) - pi, -pi) : height;
  }
#else
  // From the camera back along its axis there is no halfway: Cycles shows the middle.
  d.y -= 1.0;
  float scale = 2.0 * sqrt(max(-0.5 * d.y, 0.0));
  if (scale > 0.0) {
    d /= scale;
  }
  result.xy = 0.5 * (d.xz + 1.0);
#endif
}
