"""What counts as equal, by node; and what is known to differ, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite

from tests.tolerances import CONVERTER, NOISE_COLOR, NOISE_COLOR_RAW, SKY, TEXTURE_SCALAR

from .cases import Case
from .inputs import EDGES


@dataclass(frozen=True, slots=True)
class Known:
    """Why cases may have texels off, and at which of the edge values."""

    reason: str
    at: Callable[[float], bool]


def _not_finite(edge: float) -> bool:
    return not isfinite(edge)


def _no_exponent(edge: float) -> bool:
    """Return whether a sum of powers is not between the least and the greatest float."""
    return not 0.01 < edge < 1000.0


MULTIPLIED = Known(
    "0 times infinity: a driver may drop a product with 0 where Cycles makes it no number",
    _not_finite,
)
POWER = Known(
    "a negative number to the power of infinity, which Cycles' vector code makes infinity on some "
    "processors",
    _not_finite,
)
CELL = Known(
    "the cell of an infinite coordinate, or of one that is no number, which C leaves undefined",
    _not_finite,
)
EXPONENT = Known(
    "an exponent below a hundredth, or of 1000 and more, which gives no distance: zeros and "
    "infinities rank cells by chance",
    _no_exponent,
)
BORDER = Known(
    "a latitude of 45 degrees on a texel's border, to the last bit of an arc cosine", lambda _: True
)
DISTORTED = Known(
    "a distortion of a thousand times the noise that distorts, and more, whose coordinates Cycles "
    "rounds by 1.5e-5 in one of two ways",
    lambda edge: abs(edge) >= 1000.0,
)
REMAINDER = Known(
    "coordinates that grow a million times an octave, past where the remainder of a division by "
    "100,000 is exact",
    lambda edge: abs(edge) >= 1e6,
)
TURNED = Known("an angle that is infinite or no number", _not_finite)
SIDES = Known(
    "two sides, whose corners are as far away as the tangent of a right angle is rounded; or "
    "thousands, which are narrower than an angle is exact",
    lambda edge: not 2.0 < edge < 1000.0,
)

KNOWN: Mapping[tuple[str, str, str], Known] = {
    ("ShaderNodeVectorRotate", "x axis", "edge"): MULTIPLIED,
    ("ShaderNodeVectorRotate", "y axis", "edge"): MULTIPLIED,
    ("ShaderNodeVectorRotate", "z axis", "edge"): MULTIPLIED,
    ("ShaderNodeVectorMath", "power", "edge"): POWER,
    ("ShaderNodeRadialTiling", "", "edge Sides"): SIDES,
    ("ShaderNodeRadialTiling", "", "edge"): TURNED,
    ("ShaderNodeTexEnvironment", "closest", "edge Vector"): BORDER,
    ("ShaderNodeTexNoise", "", "edge Distortion"): DISTORTED,
    ("ShaderNodeTexNoise", "", "edge Lacunarity"): REMAINDER,
    ("ShaderNodeTexVoronoi", "", "edge Vector"): CELL,
    ("ShaderNodeTexVoronoi", "", "edge W"): CELL,
    ("ShaderNodeTexVoronoi", "", "edge Scale"): CELL,
    ("ShaderNodeTexVoronoi", "minkowski", "edge Exponent"): EXPONENT,
}
"""By node, a word of the mode and how the look begins; the first that fits."""


def tolerance(case: Case) -> float:
    """Return how far a texel may differ, times max(1, |value|)."""
    if case.kind == "ShaderNodeTexNoise" and case.outputs == ("Color",):
        unit = "fbm" in case.mode and "normalize" in case.mode
        return NOISE_COLOR if unit else NOISE_COLOR_RAW
    if case.kind == "ShaderNodeTexSky":
        return SKY
    return TEXTURE_SCALAR if case.kind.startswith("ShaderNodeTex") else CONVERTER


def excused(case: Case) -> tuple[bool, ...]:
    """Return at which edge values, one a column of the picture, a case is known to differ."""
    for (kind, mode, look), known in KNOWN.items():
        if kind == case.kind and mode in case.mode and case.look.startswith(look):
            return tuple(map(known.at, EDGES))
    return (False,) * len(EDGES)


def roundings(case: Case) -> float:
    """Return how many steps of its inputs' floats a node may be carried by the order of its own
    operations: a texture has many of them."""
    return 32.0 if case.kind.startswith("ShaderNodeTex") else 4.0
