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
