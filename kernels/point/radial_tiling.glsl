/*---
summary = "The Radial Tiling node: coordinates within the segments of a regular polygon, rounded or not."
source = "Cycles svm/radial_tiling_shared.h (formulas). Angles in radians; a polygon's inner radius is 1."
uses = ["maths"]
cost = 12.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
sides = { type = "float", default = 5.0 }
roundness = { type = "float", default = 0.0 }
[variants]
normalized = { default = "off", choices = ["off", "on"] }
[outputs]
coordinates = { type = "vec3" }
id = { type = "float" }
width = { type = "float" }
rotation = { type = "float" }
---*/

/* A rounded corner is three numbers: the angle from the segment's bisector to where the rounding starts,
   the angle from there to the divider (the bevel), and the roundness. */

/* How long the bevel's spline is: it starts slow and then keeps pace with the angle. */
float kln_radial_tiling_spline(vec3 corner)
{
  return (1.0 - corner.z) * corner.y;
}

/* What the straight part's coordinate is divided by to end at 1, at a distance along the bisector. */
float kln_radial_tiling_end(vec3 corner, float distance)
{
  float spline = kln_radial_tiling_spline(corner);
  return distance * kln_tan(corner.x) + spline * (0.5 * distance + 0.5) +
         corner.z * corner.y;
}

/* The coordinate in a rounded corner, unsigned. ``length_`` is the point's own, ``distance`` that along
   the bisector, ``into`` the angle past the start of the bevel. */
float kln_radial_tiling_rounded(
    vec3 corner, float length_, float distance, float into)
{
  float spline = kln_radial_tiling_spline(corner);
  float along = length_ * kln_cos(corner.x);
  float x = length_ * kln_sin(corner.x);
  if (into < spline) {
    x += along * into + 0.5 * (1.0 - along) * into * into / spline;
  }
  else {
    x += spline * (0.5 * along - 0.5) + into;
  }
#if normalized == on
  float end = length_ * kln_sin(corner.x) + spline * (0.5 * along + 0.5) +
              corner.z * corner.y;
  x /= mix(kln_radial_tiling_end(corner, distance), end, into / corner.y);
#endif
  return x;
}

void kln_radial_tiling(Texel at, vec3 vector, float sides, float roundness, out vec3 coordinates,
                       out float id, out float width, out float rotation)
{
  float count = max(sides, 2.0);
  float round_ = clamp(roundness, 0.0, 1.0);
  float l = length(vector.xy);
  float signed_angle = kln_atan2(vector.y, vector.x);
  float around = signed_angle + (vector.y < 0.0 ? KLN_TAU : 0.0);
  float bisector = KLN_PI / count;
  float segment = floor(kln_divide(around, 2.0 * bisector));
  float angle = around - segment * 2.0 * bisector;
  id = floor(count * (signed_angle / KLN_TAU + (vector.y < 0.0 ? 1.0 : 0.0)));
  /* A fractional count leaves one segment that is narrower: half its angle, and how much farther away
     its edge is. All others are as wide as the first. */
  bool whole = floor(count) == count;
  float narrow = whole ? bisector : KLN_PI - floor(count) * bisector;
  float farther = kln_cos(bisector) / kln_cos(narrow);
  float last_from = KLN_TAU - 2.0 * narrow;
  bool in_last = !whole && around >= last_from;
  float side = angle < bisector ? -1.0 : 1.0;
  float y;
  float x;
  width = 0.0;
  float half_angle = bisector;
  if (round_ == 0.0) {
    half_angle = in_last ? narrow : bisector;
    side = angle < half_angle ? -1.0 : 1.0;
    y = (in_last ? farther : 1.0) * l * kln_cos(half_angle - angle);
    x = side * y * kln_tan(abs(half_angle - angle));
    /* Two sides are parallel: their edges have no end to divide by. */
    width = count == 2.0 ? 0.0 : kln_tan(half_angle);
#if normalized == on
    x = count == 2.0 ? x : x / (y * width);
#endif
  }
  else {
    float bevel = bisector - kln_atan((1.0 - round_) * kln_tan(bisector));
    vec3 corner = vec3(bisector - bevel, bevel, round_);
    width = kln_radial_tiling_end(corner, 1.0);
    float distance = l * kln_cos(bisector - angle);
    /* The narrow segment's own bevel, and the circle that joins it to its neighbours. */
    float inner_bevel = narrow - kln_atan((1.0 - round_) * kln_tan(narrow));
    float radius = round_ * kln_tan(narrow) / kln_tan(0.5 * (bisector + narrow));
    vec2 start = vec2(kln_cos(inner_bevel), -kln_sin(inner_bevel)) / kln_cos(narrow - inner_bevel);
    vec2 centre = start - radius * vec2(kln_cos(narrow), -kln_sin(narrow));
    vec2 outer_start = centre + radius * vec2(kln_cos(bisector), kln_sin(bisector));
    float outer_bevel = kln_atan(outer_start.y / outer_start.x);
    float effective = 1.0 - kln_tan(bisector - outer_bevel) / kln_tan(bisector);
    vec3 outer = vec3(bisector - outer_bevel, outer_bevel, effective);
    vec3 inner = vec3(narrow - inner_bevel, inner_bevel, round_);
    if (whole || (around >= outer_bevel && around < last_from - outer_bevel)) {
      bool straight = angle >= bevel && angle < 2.0 * bisector - bevel;
      straight = straight || (!whole && (around >= last_from - bevel || around < bevel));
      if (straight) {
        y = distance;
        x = side * distance * kln_tan(abs(bisector - angle));
#if normalized == on
        bool at_last = !whole && (around >= last_from - bisector || around < bisector);
        x /= at_last ? kln_radial_tiling_end(outer, distance) :
                       kln_radial_tiling_end(corner, distance);
#endif
      }
      else {
        float nearest = angle - (angle > bisector ? 2.0 * bisector : 0.0);
        float away = (1.0 - round_) / kln_cos(bisector);
        float q = kln_cos(nearest) * away;
        y = l / (q + sqrt(max(q * q + round_ * round_ - away * away, 0.0)));
        x = side * kln_radial_tiling_rounded(corner, l, y, bevel - abs(nearest));
      }
    }
    else if (around >= last_from + inner_bevel && around < KLN_TAU - inner_bevel) {
      float m = l * kln_cos(narrow - angle);
      half_angle = narrow;
      side = angle < narrow ? -1.0 : 1.0;
      y = farther * m;
      width = kln_tan(inner.x) +
              farther * (kln_radial_tiling_spline(inner) * (0.5 / farther + 0.5) +
                         round_ * inner_bevel);
      x = side * y * kln_tan(abs(narrow - angle));
#if normalized == on
      x /= farther * kln_radial_tiling_end(inner, m);
#endif
    }
    else {
      /* Both edges of the narrow segment as one, mirrored about its bisector. */
      bool mirrored = around >= last_from - outer_bevel && around < KLN_TAU - narrow;
      float turned = mirrored ? -(signed_angle + 2.0 * narrow) : signed_angle;
      float d = dot(vec2(kln_cos(turned), kln_sin(turned)), centre);
      float ratio = d + sqrt(max(d * d + radius * radius - dot(centre, centre), 0.0));
      float m = l / ratio;
      y = farther * m;
      if (turned < 0.0) {
        half_angle = narrow;
        side = angle < narrow ? -1.0 : 1.0;
        width = kln_tan(inner.x) +
                farther * (kln_radial_tiling_spline(inner) * (0.5 / farther + 0.5) +
                           round_ * inner_bevel);
        x = side * kln_radial_tiling_rounded(inner, l, m, inner_bevel - abs(turned));
#if normalized == off
        x *= farther;
#endif
      }
      else {
        x = side * kln_radial_tiling_rounded(outer, l, y, outer_bevel - abs(turned));
      }
    }
  }
  rotation = segment * 2.0 * bisector + half_angle;
  if (l == 0.0) {
    x = 0.0;
  }
#if normalized == on
  coordinates = vec3(0.5 * x + 0.5, y, 0.0);
#else
  coordinates = vec3(x, y - 1.0, 0.0);
#endif
}
