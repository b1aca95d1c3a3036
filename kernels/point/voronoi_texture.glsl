/*---
summary = "Blender's Voronoi Texture: distances to, and colours of, one jittered point per cell."
source = "S. Worley, A Cellular Texture Basis Function (SIGGRAPH 1996); smooth and edge variants by I. Quilez; Blender's parametrisation."
uses = ["comparison", "hash", "maths", "metrics"]
cost = 60.0
[inputs]
vector = { type = "vec3", default = [0.0, 0.0, 0.0] }
w = { type = "float", default = 0.0 }
scale = { type = "float", default = 5.0 }
detail = { type = "float", default = 0.0 }
roughness = { type = "float", default = 0.5 }
lacunarity = { type = "float", default = 2.0 }
smoothness = { type = "float", default = 1.0 }
exponent = { type = "float", default = 0.5 }
randomness = { type = "float", default = 1.0 }
[variants]
dimensions = { choices = ["d1", "d2", "d3", "d4"], default = "d3" }
feature = { choices = ["f1", "f2", "smooth_f1", "distance_to_edge", "n_sphere_radius"], default = "f1" }
metric = { choices = ["euclidean", "manhattan", "chebychev", "minkowski"], default = "euclidean" }
normalized = { choices = ["on", "off"], default = "off" }
hash = { choices = ["pcg", "jenkins"], default = "pcg" }
[outputs]
distance = { type = "float" }
color = { type = "vec3" }
position = { type = "vec3" }
w_position = { type = "float" }
radius = { type = "float" }
---*/

/* Where the point of the cell `away` from `cell` sits in its own cell, [0, 1] per axis. `open` is what
   PCG's hashes share around `cell`; Jenkins' hash of floats shares nothing. */
vec4 kln_voronoi_texture_jitter(uvec4 open, vec4 cell, vec4 away)
{
#if dimensions == d1
  return vec4(kln_hash_float(cell.x + away.x), 0.0, 0.0, 0.0);
#elif dimensions == d2 && hash == pcg
  return vec4(kln_pcg_close(open.xy + kln_pcg_step(ivec2(away.xy))), 0.0, 0.0);
#elif dimensions == d2
  return vec4(kln_hash_vec2(cell.xy + away.xy), 0.0, 0.0);
#elif dimensions == d3 && hash == pcg
  return vec4(kln_pcg_close(open.xyz + kln_pcg_step(ivec3(away.xyz))), 0.0);
#elif dimensions == d3
  return vec4(kln_hash_vec3(cell.xyz + away.xyz), 0.0);
#elif hash == pcg
  return kln_pcg_close(open + kln_pcg_step(ivec4(away)));
#else
  return kln_hash_vec4(cell + away);
#endif
}

/* A cell near another: how many cells away, what its point was drawn from, where the point is from that
   other cell, its rank in nearness. Searches carry all of it; compilers drop what no output needs. */
struct kln_voronoi_texture_Cell {
  vec4 away;
  vec4 jitter;
  vec4 point;
  float rank;
};

/* The colour of a cell whose point was drawn from `jitter`: the same numbers where there are three. */
vec3 kln_voronoi_texture_cell_color(vec4 cell, vec4 jitter)
{
#if dimensions == d1
  return kln_hash_vec3(cell.x);
#elif dimensions == d2 && hash == pcg
  return kln_pcg_unit(ivec3(ivec2(cell.xy), 0));
#elif dimensions == d2
  return kln_hash_vec3(cell.xy);
#elif dimensions == d4 && hash == jenkins
  return kln_hash_vec3(cell);
#else
  return jitter.xyz;
#endif
}

/* How many cells away a point can matter, per axis of the node. Cells are walked x fastest: the order
   decides ties and smooth minima. */
ivec4 kln_voronoi_texture_reach(int cells)
{
#if dimensions == d1
  return ivec4(cells, 0, 0, 0);
#elif dimensions == d2
  return ivec4(cells, cells, 0, 0);
#elif dimensions == d3
  return ivec4(cells, cells, cells, 0);
#else
  return ivec4(cells);
#endif
}

/* Length of d in the node's metric. */
float kln_voronoi_texture_length(vec4 d, float exponent)
{
  vec4 a = abs(d);
#if dimensions == d1
  return a.x;
#elif metric == euclidean
  return length(d);
#elif metric == manhattan
  return a.x + a.y + a.z + a.w;
#elif metric == chebychev
  return max(max(a.x, a.y), max(a.z, a.w));
#else
  return kln_minkowski(a, exponent);
#endif
}

/* What grows with the length and costs no root. Edges and spheres are always Euclidean. */
float kln_voronoi_texture_rank(vec4 d, float exponent)
{
#if metric == euclidean || feature == distance_to_edge || feature == n_sphere_radius
  return dot(d, d);
#elif dimensions == d1 || metric != minkowski
  return kln_voronoi_texture_length(d, exponent);
#else
  /* The driver's own power is good enough to rank by; times 4, lest 0.04 to the 32nd be 0 to it. */
  vec4 a = 4.0 * abs(d);
  vec4 powers = mix(vec4(0.0), pow(max(a, 1e-37), vec4(exponent)), greaterThan(a, vec4(0.0)));
  return powers.x + powers.y + powers.z + powers.w;
#endif
}

/* The cell `away` from `cell`, ranked by how far its point is from `d` in `cell`. */
kln_voronoi_texture_Cell kln_voronoi_texture_cell(
    uvec4 open, vec4 cell, vec4 away, vec4 d, float exponent, float randomness)
{
  kln_voronoi_texture_Cell found;
  found.away = away;
  found.jitter = kln_voronoi_texture_jitter(open, cell, away);
#if dimensions == d1 || dimensions == d2
  found.point = vec4(away.xy + found.jitter.xy * randomness, 0.0, 0.0);
#elif dimensions == d3
  found.point = vec4(away.xyz + found.jitter.xyz * randomness, 0.0);
#else
  found.point = away + found.jitter * randomness;
#endif
  found.rank = kln_voronoi_texture_rank(found.point - d, exponent);
  return found;
}

/* The cell around `cell` whose point is nearest to `d` in it; for F2, second nearest. */
kln_voronoi_texture_Cell kln_voronoi_texture_nearest(
    vec4 cell, vec4 d, float exponent, float randomness)
{
  uvec4 open = kln_pcg_open(ivec4(cell));
  ivec4 r = kln_voronoi_texture_reach(1);
  kln_voronoi_texture_Cell first;
  first.away = vec4(0.0);
  first.jitter = vec4(0.0);
  first.point = vec4(0.0);
  first.rank = 3.4e38;
  kln_voronoi_texture_Cell second = first;
  for (int l = -r.w; l <= r.w; ++l)
  for (int k = -r.z; k <= r.z; ++k)
  for (int j = -r.y; j <= r.y; ++j)
  for (int i = -r.x; i <= r.x; ++i) {
    kln_voronoi_texture_Cell next = kln_voronoi_texture_cell(
        open, cell, vec4(i, j, k, l), d, exponent, randomness);
    if (next.rank < first.rank) {
      second = first;
      first = next;
    }
    else if (next.rank < second.rank) {
      second = next;
    }
  }
#if feature == f2
  return second;
#else
  return first;
#endif
}

#if feature == smooth_f1

/* A smooth minimum over the points two cells around. */
void kln_voronoi_texture_smooth(
    vec4 cell, vec4 d, float smoothness, float exponent, float randomness,
    out float distance, out vec3 color, out vec4 point)
{
  uvec4 open = kln_pcg_open(ivec4(cell));
  ivec4 r = kln_voronoi_texture_reach(2);
  distance = 0.0;
  color = vec3(0.0);
  point = vec4(0.0);
  bool first = true;
  for (int l = -r.w; l <= r.w; ++l)
  for (int k = -r.z; k <= r.z; ++k)
  for (int j = -r.y; j <= r.y; ++j)
  for (int i = -r.x; i <= r.x; ++i) {
    vec4 o = vec4(i, j, k, l);
    kln_voronoi_texture_Cell next = kln_voronoi_texture_cell(open, cell, o, d, exponent, randomness);
    float far = kln_voronoi_texture_length(next.point - d, exponent);
    float t = clamp(0.5 + 0.5 * (distance - far) / smoothness, 0.0, 1.0);
    float h = first ? 1.0 : t * t * (3.0 - 2.0 * t);
    first = false;
    float dip = smoothness * h * (1.0 - h);
    distance = mix(distance, far, h) - dip;
    dip /= 1.0 + 3.0 * smoothness;
    color = mix(color, kln_voronoi_texture_cell_color(cell + o, next.jitter), h) - dip;
    point = mix(point, next.point, h) - dip;
  }
}

#elif feature == distance_to_edge

/* Distance from p to the nearest border between two points' regions. */
float kln_voronoi_texture_edge(vec4 p, float randomness)
{
  vec4 cell = floor(p);
  vec4 d = p - cell;
#if dimensions == d1
  float here = kln_hash_float(cell.x) * randomness;
  float left = kln_hash_float(cell.x - 1.0) * randomness - 1.0;
  float right = kln_hash_float(cell.x + 1.0) * randomness + 1.0;
  return min(abs((here + left) / 2.0 - d.x), abs((here + right) / 2.0 - d.x));
#else
  vec4 nearest = kln_voronoi_texture_nearest(cell, d, 2.0, randomness).point - d;
  uvec4 open = kln_pcg_open(ivec4(cell));
  ivec4 r = kln_voronoi_texture_reach(1);
  float edge = 3.4e38;
  for (int l = -r.w; l <= r.w; ++l)
  for (int k = -r.z; k <= r.z; ++k)
  for (int j = -r.y; j <= r.y; ++j)
  for (int i = -r.x; i <= r.x; ++i) {
    vec4 q = kln_voronoi_texture_cell(open, cell, vec4(i, j, k, l), d, 2.0, randomness).point - d;
    vec4 across = q - nearest;
    float far = dot(across, across);
    /* The nearest point itself has no border with itself. */
    float border = dot((nearest + q) / 2.0, across / sqrt(max(far, 0.0001)));
    edge = far > 0.0001 ? min(edge, border) : edge;
  }
  return edge;
#endif
}

#elif feature == n_sphere_radius

/* Half the way from the point nearest to p to the point nearest to that. */
float kln_voronoi_texture_sphere(vec4 p, float randomness)
{
  vec4 cell = floor(p);
  kln_voronoi_texture_Cell first = kln_voronoi_texture_nearest(cell, p - cell, 2.0, randomness);
  uvec4 open = kln_pcg_open(ivec4(cell));
  ivec4 r = kln_voronoi_texture_reach(1);
  float least = 3.4e38;
  for (int l = -r.w; l <= r.w; ++l)
  for (int k = -r.z; k <= r.z; ++k)
  for (int j = -r.y; j <= r.y; ++j)
  for (int i = -r.x; i <= r.x; ++i) {
    vec4 o = vec4(i, j, k, l);
    float rank = kln_voronoi_texture_cell(
        open, cell, first.away + o, first.point, 2.0, randomness).rank;
    least = dot(o, o) > 0.0 ? min(least, rank) : least;
  }
  return sqrt(least) / 2.0;
}

#endif

#if feature == f1 || feature == f2 || feature == smooth_f1

/* One octave at p: a distance, a colour, a position. */
void kln_voronoi_texture_octave(
    vec4 p, float smoothness, float exponent, float randomness,
    out float distance, out vec3 color, out vec4 point)
{
  vec4 cell = floor(p);
  vec4 d = p - cell;
#if feature == smooth_f1
  if (smoothness != 0.0) {
    kln_voronoi_texture_smooth(cell, d, smoothness, exponent, randomness, distance, color, point);
    point += cell;
    return;
  }
#endif
  kln_voronoi_texture_Cell found = kln_voronoi_texture_nearest(cell, d, exponent, randomness);
#if metric == euclidean && dimensions != d1
  distance = sqrt(found.rank);
#else
  distance = kln_voronoi_texture_length(found.point - d, exponent);
#endif
  color = kln_voronoi_texture_cell_color(cell + found.away, found.jitter);
  point = cell + found.point;
}

#endif

void kln_voronoi_texture(
    Texel at, vec3 vector, float w, float scale, float detail, float roughness, float lacunarity,
    float smoothness, float exponent, float randomness,
    out float distance, out vec3 color, out vec3 position, out float w_position, out float radius)
{
#if dimensions == d1
  vec4 p = vec4(w * scale, 0.0, 0.0, 0.0);
#elif dimensions == d2
  vec4 p = vec4(vector.xy * scale, 0.0, 0.0);
#elif dimensions == d3
  vec4 p = vec4(vector * scale, 0.0);
#else
  vec4 p = vec4(vector * scale, w * scale);
#endif
  float spread = kln_clamp(randomness, 0.0, 1.0);
  distance = 0.0;
  color = vec3(0.0);
  position = vec3(0.0);
  w_position = 0.0;
  radius = 0.0;
#if feature == n_sphere_radius
  radius = kln_voronoi_texture_sphere(p, spread);
#else
  float octaves = kln_clamp(detail, 0.0, 15.0);
  float persistence = kln_clamp(roughness, 0.0, 1.0);
  /* Without either there is one octave, whatever the other says. */
  octaves = persistence == 0.0 ? 0.0 : octaves;
  float rest = octaves - floor(octaves);
  int whole = int(octaves);
  int last = whole + (rest != 0.0 ? 1 : 0);
  float amplitude = 1.0;
  float frequency = 1.0;
  /* The farthest a point can be from the corner of its cell. */
  float half_way = 0.5 + 0.5 * spread;
  /* The loops end on their test, in one of two places: KLN_NEVER says why. */
#if feature == distance_to_edge
  float nearest = 0.0;
  float longest = half_way;
  for (int i = 0; i <= KLN_NEVER; ++i) {
    float edge = kln_voronoi_texture_edge(p * frequency, spread) / frequency;
    if (i == 0) {
      nearest = min(edge, 8.0);
    }
    else {
      float next = mix(nearest, min(nearest, edge), amplitude);
      float next_longest = mix(longest, half_way / frequency, amplitude);
      nearest = i > whole ? mix(nearest, min(nearest, next), rest) : next;
      longest = i > whole ? mix(longest, next_longest, rest) : next_longest;
    }
    if (i >= last) {
#if normalized == on
      distance = nearest / longest;
#else
      distance = nearest;
#endif
      break;
    }
    frequency *= lacunarity;
    amplitude *= persistence;
  }
#else
  float smooth_radius = kln_clamp(smoothness / 2.0, 0.0, 0.5);
  vec3 tint = vec3(0.0);
  vec4 spot = vec4(0.0);
  vec4 place = vec4(0.0);
  /* Distances and amplitudes, added up. */
  vec2 sum = vec2(0.0);
  float amplitudes = 1.0;
  for (int i = 0; i <= KLN_NEVER; ++i) {
    float octave_distance;
    vec3 octave_color;
    vec4 octave_spot;
    kln_voronoi_texture_octave(
        p * frequency, smooth_radius, exponent, spread, octave_distance, octave_color, octave_spot);
    vec2 next_sum = sum + vec2(octave_distance, 1.0) * amplitude;
    vec3 next_tint = tint + octave_color * amplitude;
    vec4 next_spot = i == 0 ? octave_spot : mix(spot, octave_spot / frequency, amplitude);
    bool part = i > whole;
    sum = part ? mix(sum, next_sum, rest) : next_sum;
    tint = part ? mix(tint, next_tint, rest) : next_tint;
    spot = part ? mix(spot, next_spot, rest) : next_spot;
    if (i >= last) {
      color = tint;
      place = spot;
      distance = sum.x;
      amplitudes = sum.y;
      break;
    }
    frequency *= lacunarity;
    amplitude *= persistence;
  }
#if normalized == on
  float longest = kln_voronoi_texture_length(half_way * vec4(kln_voronoi_texture_reach(1)), exponent);
#if feature == f2
  longest *= 2.0;
#endif
  distance /= amplitudes * longest;
  color /= amplitudes;
#endif
  place = scale != 0.0 ? place / scale : vec4(0.0);
  /* Smooth minima move all four numbers; the node has only its own. */
  place *= vec4(kln_voronoi_texture_reach(1));
#if dimensions == d1
  w_position = place.x;
#else
  position = place.xyz;
  w_position = place.w;
#endif
#endif
#endif
}
