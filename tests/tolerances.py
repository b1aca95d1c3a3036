"""What counts as equal, all of it: by format, and by driver class where drivers differ.

A tolerance has a reason beside it, and the reason is arithmetic or a measurement, never that a test
passed. Values are absolute differences of values in 0..1 unless the name says otherwise.
"""

from __future__ import annotations

from addon.plan.types import Format

STORED = {
    Format.RGBA8: 0.5 / 255,  # rounded to the nearest of 255 steps
    Format.R16F: 2.0**-12,  # half of a half float's last place in [0.5, 1)
    Format.RGBA16F: 2.0**-12,
    Format.R32F: 0.0,
    Format.RGBA32F: 0.0,
}
"""How far a value in 0..1 may move by being stored once."""

SOFTWARE = ("llvmpipe", "lavapipe", "softpipe", "SwiftShader")
"""Renderers that are programs: exact IEEE arithmetic in + - * and the same results everywhere."""


def is_software(renderer: str) -> bool:
    """Return whether a renderer is one of the software class."""
    return any(name.lower() in renderer.lower() for name in SOFTWARE)


# --- composed text --------------------------------------------------------------------------------

LINEAR_FILTER = 4e-6
"""image_linear near texel 40: the position's own rounding, 40 * 2^-24, on a slope of at most 1."""
CUBIC_FILTER = 4e-6
"""image_cubic: as linear; sixteen products of weights that add up to 1."""
ENCODED_SRGB_STEPS = 0.52
"""sRGB at 16 bits, in steps of 1/65535: half a step of rounding, and 3e-7 by the curve itself."""
DITHER_MEAN_STEPS = 0.02
"""Mean of 16384 dithered texels, in steps: four standard errors of a fair coin are 0.0156."""

# --- texture nodes against Cycles -----------------------------------------------------------------
# Cycles disagrees with itself (AVX2 against SSE4.2) by 2e-5 to 8e-5 on the green and blue of noise,
# because the offsets of 100 to 200 that draw them round differently; nothing tighter can hold.

TEXTURE_SCALAR = 1e-5
"""A factor, distance or position of order 1."""
WAVE_BY_GPU = 2e-5
"""A Wave of a hundred turns on a GPU, whose root and products may be off by 3 units in the last
place: 1.5e-5 measured on an NVIDIA H200."""
MINKOWSKI_TINY = 2e-4
"""A Minkowski length below 0.07 at the exponent 32: Cycles' power of it is below 2^-126 and has few
bits left (1.3e-4 measured against a GPU that scales first, having none)."""
NOISE_COLOR = 1e-4
"""Green and blue of normalised noise."""
NOISE_COLOR_RAW = 1e-3
"""Green and blue of noise that is not normalised, times max(1, |value|)."""
HASHED_TEXELS = 1e-3
"""Share of texels that may fall into another cell, where a rounding moves them over its border."""

HALF_OF_CYCLES = 1e-3
"""Cycles keeps a converted picture as halves, which are off by 2^-12 of a value, and goes by way of
them: two or three such roundings."""

SKY = 1e-4
"""A colour of the sky, times max(1, its brightest channel). By the formulas 2e-5: an exponential of
72, whose last bit is 8e-6. Tables of scattered light agree to 1e-5, and to 9e-5 where one looks
straight down, through a metre of air in steps of less than the half metre that heights are rounded
to."""

# --- texture kernels against closed forms ---------------------------------------------------------

VORONOI_DISTANCE = 2e-6
"""Distances up to 1 from float points around 5: four roundings of 2^-22."""
OCTAVE_SUM = 1e-6
"""Three octaves added in another order."""
IMAGE_AT_CENTRE = 1e-6
"""A filter at a texel's centre, whose position is rounded by 7 * 2^-24."""
CODE_IN_FLOAT = 1e-4
"""An 8-bit code that came through floats, in codes: 255 times a few roundings of 2^-24."""
IMAGE_MOVED_TILES = 2e-5
"""A filter up to five tiles away: positions around 35 texels, rounded by 2^-19, on slopes of 1."""
PLANE_COORDINATE = 3e-7
"""A sum, a quotient, and 2 UV - 1: three roundings of 2^-23."""

# --- converter, colour and vector nodes against Cycles --------------------------------------------

CONVERTER = 1e-5
"""A few float operations on both sides, in whatever order a compiler puts them; ten times over, for
functions that amplify (a quotient, a power)."""
CURVE_BEYOND = 1e-4
"""A curve past its end goes on by the slope of its last two of 257 samples, whose difference of
2^-7 is off by 2^-23: over twice the domain that is 3e-5, and three times that for the position."""
BUMP_SLOPE = 2e-4
"""The rounding of two heights of 1, 1.2e-7 together, over the shortest step: a tenth of half a
texel of 64 on a plane 2 wide, 1.6e-3, at distance 1. Times two for what follows."""

# --- filters against closed forms and SciPy -------------------------------------------------------

FILTERED = 2e-6
"""A sum of some hundred products of numbers in 0..1, in another order: a few dozen times 2^-24."""
HUE_TURNED = 5e-6
"""To hue and back: two divisions by a span that may be small."""
INTERPOLATED = 2e-4
"""Noise read at texel coordinates around 60, rounded by 2^-18, on slopes of up to 1 a texel; the
angle's sine and cosine err by 1.2e-7, times 60."""
FLOODED_TEXELS = 1e-4
"""A distance in texels: the square root of a whole number below 2^17 in 32 bits, ten times over."""
NORMAL_RETURNED = 2e-5
"""Normals to a height of some ten texels and back: slopes of about 1 from differences of numbers
rounded by 2^-21."""
LEVELS_AGREE = 8 / 255
"""One filter at two levels, the larger brought down by a box: what an eye may just see."""
C_LIBRARY = 2.0**-23
"""Relative: sinf, coshf and the like are right to the next float."""
REC709_MATRIX_5_0 = 3e-4
"""Blackbody in a working space other than Rec.709: Cycles 5.0 has a matrix there that differs from
the inverse of Blender's own in its fourth digit; 5.3 has not."""

# --- files ----------------------------------------------------------------------------------------

FLOAT_ROUNDING = 1e-7
"""A value in 0..1 through one or two operations in 32-bit floats."""
INTEGER_LINEAR = {8: 0.0046, 16: 2e-5}
"""Half a step of an sRGB file, in linear light below 0.5: the curve's slope is at most 2.3."""
HALF_LINEAR = 3e-4
"""A linear value below 0.6 as a half float, 2^-12, and the encode op's own rounding."""
STEPS_OF_8_BITS = 0.51
"""Half a step of rounding, in steps, and the sRGB curve's own error."""
HALF_STEP_OF_16_BITS = 1e-5
"""Half a step of a 16-bit file, 7.6e-6, and the rounding of what is narrowed."""
RANGED_16_BITS = 1.0 / 65535
"""A height back from its range, as a part of it: half a step, and as much for the range's ends."""
