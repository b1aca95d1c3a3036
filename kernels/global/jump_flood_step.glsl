/*---
summary = "One step of a jump flood: each texel takes the nearest of the seeds that nine texels a stride apart know."
source = "G. Rong, T.-S. Tan, Jump Flooding in GPU (I3D 2006), run with one more step of 1 before and one after (addon/library/chains.py)."
cost = 12.0
chain = true
[inputs]
position = { type = "vec4" }
[params]
stride = { type = "int", default = 1, min = 1 }
[outputs]
result = { type = "vec4" }
---*/

// Where the copy of the picture that holds index i begins, of copies n wide laid end to end.
int kln_jump_flood_step_copy(int i, int n)
{
  return i >= 0 ? i / n * n : -((n - 1 - i) / n) * n;
}

// Where the picture repeats, a seed found across an edge is told by its place in the next copy of
// the picture: distances come out round the edge without anyone asking for the wrap again.
void kln_jump_flood_step(Texel at, int stride, out vec4 result)
{
  vec4 best = vec4(0.0);
  float nearest = 0.0;
  for (int j = -1; j <= 1; j++) {
    for (int i = -1; i <= 1; i++) {
      ivec2 q = at.xy + stride * ivec2(i, j);
      vec4 told = position_at(q);
#if position_wrap_x == repeat
      told.x += float(kln_jump_flood_step_copy(q.x, at.extent.x));
#endif
#if position_wrap_y == repeat
      told.y += float(kln_jump_flood_step_copy(q.y, at.extent.y));
#endif
      vec2 away = told.xy - vec2(at.xy);
      float square = dot(away, away);
      if (told.z > 0.5 && (best.z < 0.5 || square < nearest)) {
        best = told;
        nearest = square;
      }
    }
  }
  result = best;
}
