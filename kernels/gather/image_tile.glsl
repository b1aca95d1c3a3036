/*---
summary = "Blender's UDIM tiles: which part of a page of tiles a coordinate falls into, and where in it."
source = "Cycles cuts a coordinate to a whole number towards 0: just below 0 is still the first tile. Measured."
cost = 2.0
[inputs]
tiles = { type = "vec4", access = "texels" }
vector = { type = "vec3", default = [0.0, 0.0, 0.0], access = "value" }
[outputs]
place = { type = "vec3" }
part = { type = "vec4" }
---*/

/* tiles holds left, lower, width and height in texels of the page by the tile's column and row, or
   a width of 0 where the page has no such tile. */
void kln_image_tile(Texel at, vec3 vector, out vec3 place, out vec4 part)
{
  place = vector;
  part = vec4(0.0);
  ivec2 count = tiles_extent();
  vec2 uv = vector.xy;
  // True of what is not a number too: it lies in no tile.
  if (!(all(greaterThan(uv, vec2(-1.0))) && all(lessThan(uv, vec2(count))))) {
    return;
  }
  ivec2 tile = ivec2(uv);
  part = tiles_at(tile);
  place.xy = uv - vec2(tile);
}
