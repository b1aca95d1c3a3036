"""The functions through which a kernel reads an image at computed places.

For a TEXELS input ``image`` the kernel calls ``image_at(ivec2)``, ``image_linear(vec2)``,
``image_cubic(vec2)`` and ``image_extent()``; texel (i, j) has its centre at (i + 0.5, j + 0.5).
``image_within(ivec2, ivec4)`` takes a part of the image, its left, lower, width and height, for the
whole. Reading outside follows the op's wrap, per axis: repeat, clamp, mirror (the edge texel
twice), or clip, which reads transparent black. Filtering is done here and not by a sampler: every
backend then agrees, and sampler states came to Blender's Python module only in 5.1.
"""

from __future__ import annotations

from dataclasses import dataclass

from .storage import loaded

READS = ("at", "within", "linear", "cubic", "extent")
"""What is made for each TEXELS input: <input>_at and so on."""

INDEX = {
    "repeat": """\
int kln_index_repeat(int i, int n)
{
  return (i >= 0) ? i % n : n - 1 - ((-1 - i) % n);
}
""",
    "clamp": """\
int kln_index_clamp(int i, int n)
{
  return clamp(i, 0, n - 1);
}
""",
    "mirror": """\
int kln_index_mirror(int i, int n)
{
  int k = ((i >= 0) ? i : -1 - i) % (2 * n);
  return (k < n) ? k : 2 * n - 1 - k;
}
""",
}
"""An index outside 0 .. n - 1 brought inside. GLSL leaves % of a negative number undefined."""


@dataclass(frozen=True, slots=True)
class Accessor:
    """One way to read one sampler: shared by all inputs that read it alike."""

    index: int
    sampler: str
    type: str
    channels: int
    wrap_x: str
    wrap_y: str

    def name(self, what: str) -> str:
        """Return the GLSL name of ``at``, ``within``, ``linear``, ``cubic`` or ``extent``."""
        return f"kln_a{self.index}_{what}"

    def text(self, wanted: set[str]) -> str:
        """Return the functions named by ``wanted``, after those that they need."""
        parts = []
        if "extent" in wanted:
            parts.append(self._extent())
        if wanted - {"extent", "within"}:
            parts.append(self._at())
        if "within" in wanted:
            parts.append(self._within())
        if "linear" in wanted:
            parts.append(self._linear())
        if "cubic" in wanted:
            parts.append(self._cubic())
        return "\n".join(parts)

    def _extent(self) -> str:
        return f"""\
ivec2 {self.name("extent")}()
{{
  return textureSize({self.sampler}, 0);
}}
"""

    def _at(self) -> str:
        lines = [f"{self.type} {self.name('at')}(ivec2 xy)", "{"]
        lines.append(f"  ivec2 size = textureSize({self.sampler}, 0);")
        return "\n".join(
            [*lines, *self._wrapped("size", ("x", "y")), *self._fetched("xy"), "}", ""]
        )

    def _within(self) -> str:
        lines = [f"{self.type} {self.name('within')}(ivec2 xy, ivec4 part)", "{"]
        lines += self._wrapped("part", ("z", "w"))
        return "\n".join([*lines, *self._fetched("part.xy + xy"), "}", ""])

    def _wrapped(self, size: str, sides: tuple[str, str]) -> list[str]:
        """Return lines that bring ``xy`` inside a size, or leave with nothing."""
        lines = []
        for axis, side, wrap in zip("xy", sides, (self.wrap_x, self.wrap_y), strict=True):
            if wrap == "clip":
                lines.append(f"  if (xy.{axis} < 0 || xy.{axis} >= {size}.{side}) {{")
                lines.append(f"    return {self.type}(0.0);")
                lines.append("  }")
            else:
                lines.append(f"  xy.{axis} = kln_index_{wrap}(xy.{axis}, {size}.{side});")
        return lines

    def _fetched(self, place: str) -> list[str]:
        return [
            f"  vec4 texel = texelFetch({self.sampler}, {place}, 0);",
            f"  return {loaded('texel', self.channels, self.type)};",
        ]

    def _linear(self) -> str:
        at = self.name("at")
        return f"""\
{self.type} {self.name("linear")}(vec2 at)
{{
  vec2 corner = floor(at - 0.5);
  vec2 t = at - 0.5 - corner;
  ivec2 i = ivec2(corner);
  {self.type} low = mix({at}(i), {at}(i + ivec2(1, 0)), t.x);
  {self.type} high = mix({at}(i + ivec2(0, 1)), {at}(i + ivec2(1, 1)), t.x);
  return mix(low, high, t.y);
}}
"""

    def _cubic(self) -> str:
        # Weights of the uniform cubic B-spline (Wikipedia, "B-spline", cubic case): they add up to
        # 1 and are all positive, so it smooths rather than rings.
        at, row = self.name("at"), self.name("row")
        return f"""\
{self.type} {row}(ivec2 i, vec4 w)
{{
  return {at}(i + ivec2(-1, 0)) * w.x + {at}(i) * w.y + {at}(i + ivec2(1, 0)) * w.z +
         {at}(i + ivec2(2, 0)) * w.w;
}}

vec4 {self.name("weights")}(float t)
{{
  float s = 1.0 - t;
  return vec4(s * s * s, 4.0 - 6.0 * t * t + 3.0 * t * t * t, 4.0 - 6.0 * s * s + 3.0 * s * s * s,
              t * t * t) *
         (1.0 / 6.0);
}}

{self.type} {self.name("cubic")}(vec2 at)
{{
  vec2 corner = floor(at - 0.5);
  vec2 t = at - 0.5 - corner;
  ivec2 i = ivec2(corner);
  vec4 x = {self.name("weights")}(t.x);
  vec4 y = {self.name("weights")}(t.y);
  return {row}(i + ivec2(0, -1), x) * y.x + {row}(i, x) * y.y + {row}(i + ivec2(0, 1), x) * y.z +
         {row}(i + ivec2(0, 2), x) * y.w;
}}
"""
