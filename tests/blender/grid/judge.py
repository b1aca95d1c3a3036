"""What counts as equal, by node; and what is known to differ, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isfinite, isnan

import bpy
import gpu

from tests.tolerances import (
    CONVERTER,
    NOISE_COLOR,
    NOISE_COLOR_RAW,
    SKY,
    TEXTURE_SCALAR,
    WAVE_BY_GPU,
)

from .cases import Case
from .inputs import EDGES


@dataclass(frozen=True, slots=True)
class Known:
    """Why cases may have texels off, and at which of the edge values."""

    reason: str
    at: Callable[[float], bool]
    until: tuple[int, int, int] = (99, 0, 0)
    """The first Blender that does not."""
    by_gpus: bool = False
    """Whether a driver that computes on the CPU does not."""


def _not_finite(edge: float) -> bool:
    return not isfinite(edge)


def _not_finite_or_zero(edge: float) -> bool:
    return not isfinite(edge) or edge == 0.0


def _a_thousand(edge: float) -> bool:
    return abs(edge) >= 1000.0


def _a_million(edge: float) -> bool:
    return abs(edge) >= 1e6


def _not_a_number(edge: float) -> bool:
    return isnan(edge)


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
    _a_thousand,
)
REMAINDER = Known(
    "coordinates that grow a million times an octave, past where the remainder of a division by "
    "100,000 is exact",
    _a_million,
)
TURNS = Known(
    "turns by the million: the part of a turn that is left of them is rounding", _a_million
)
ZERO = Known(
    "-0, which has a hash of its own: Cycles keeps its sign in some searches and not in others",
    _not_finite_or_zero,
)
ZERO_HASHED = replace(ZERO, until=(5, 0, 0))
"""... in every dimension, while cells were hashed as floats."""
BRICK = Known(
    "a brick of no size, or at no place, whose number C leaves undefined", _not_finite_or_zero
)
CANCELLED = Known(
    "a factor of a thousand and what is left of 1, which cancel each other", _a_thousand
)
LONG = Known(
    "a normal of tens, of whose square an index of refraction is the last digits",
    lambda edge: abs(edge) >= 10.0,
)
HUE = Known(
    "a channel of a thousand beside fractions, whose digits the saturation has not", _a_thousand
)
NO_DIRECTION = Known(
    "what is no direction, as grey of a half is none, which Cycles let through",
    lambda edge: not isfinite(edge) or edge == 0.5,
    until=(5, 0, 0),
)
LESS_INFINITY = Known(
    "infinity less infinity, which a driver may take for 0", _not_finite, until=(5, 1, 0)
)
TURNED = Known("an angle that is infinite or no number", _not_finite)
BITS = Known(
    "the hash of what is no number, which is that of its bits: a GPU writes them its own way",
    _not_a_number,
    by_gpus=True,
)
TURNS_BY_A_GPU = Known(
    "turns by the thousand, of which a GPU's root and products have fewer digits left than a CPU's",
    _a_thousand,
    by_gpus=True,
)
ENDLESS_SPAN = Known(
    "infinity over infinity, which a GPU may make a number of", _not_finite, by_gpus=True
)
FAR_ANGLE = Known("an angle on a texel's border, to the last bit of an arc tangent", _a_million)
SIDES = Known(
    "two sides, whose corners are as far away as the tangent of a right angle is rounded; or "
    "thousands, which are narrower than an angle is exact",
    lambda edge: not 2.0 < edge < 1000.0,
)

KNOWN: Sequence[tuple[str, str, str, Known]] = (
    ("ShaderNodeVectorRotate", "x axis", "edge", MULTIPLIED),
    ("ShaderNodeVectorRotate", "y axis", "edge", MULTIPLIED),
    ("ShaderNodeVectorRotate", "z axis", "edge", MULTIPLIED),
    ("ShaderNodeDisplacement", "object", "edge", MULTIPLIED),
    ("ShaderNodeVectorDisplacement", "tangent", "edge", MULTIPLIED),
    ("ShaderNodeVectorDisplacement", "object", "edge", MULTIPLIED),
    ("ShaderNodeVectorTransform", "", "edge", MULTIPLIED),
    ("ShaderNodeVectorMath", "power", "edge", POWER),
    ("ShaderNodeRadialTiling", "", "edge Sides", SIDES),
    ("ShaderNodeRadialTiling", "", "edge", TURNED),
    ("ShaderNodeTexEnvironment", "closest", "edge Vector", BORDER),
    ("ShaderNodeTexNoise", "", "edge Distortion", DISTORTED),
    ("ShaderNodeTexNoise", "", "edge Lacunarity", REMAINDER),
    ("ShaderNodeTexBrick", "", "edge", BRICK),
    ("ShaderNodeTexMagic", "", "edge", TURNS),
    ("ShaderNodeTexWave", "", "edge", TURNS),
    ("ShaderNodeTexWave", "", "edge Scale", TURNS_BY_A_GPU),
    ("ShaderNodeTexWhiteNoise", "", "edge", BITS),
    ("ShaderNodeSeparateColor", "hsv", "edge", ENDLESS_SPAN),
    ("ShaderNodeTexImage", "closest · sphere", "edge Vector", FAR_ANGLE),
    ("ShaderNodeTexImage", "closest · tube", "edge Vector", FAR_ANGLE),
    ("ShaderNodeFresnel", "", "edge Normal", LONG),
    ("ShaderNodeLayerWeight", "", "edge Normal", LONG),
    ("ShaderNodeTexGabor", "", "edge Orientation", TURNS),
    ("ShaderNodeRGBCurve", "", "edge Fac", CANCELLED),
    ("ShaderNodeVectorCurve", "", "edge Fac", CANCELLED),
    ("ShaderNodeFloatCurve", "", "edge Factor", CANCELLED),
    ("ShaderNodeMix", "", "edge Factor_Float", CANCELLED),
    ("ShaderNodeMixRGB", "", "edge Fac", CANCELLED),
    *(
        (kind, mode, "edge", HUE)
        for kind in ("ShaderNodeMix", "ShaderNodeMixRGB")
        for mode in ("hue", "saturation", "color", "value")
    ),
    ("ShaderNodeNormalMap", "", "edge Color", NO_DIRECTION),
    ("ShaderNodeMix", "", "edge", LESS_INFINITY),
    ("ShaderNodeMixRGB", "", "edge", LESS_INFINITY),
    ("ShaderNodeTexVoronoi", "1d", "edge W", ZERO),
    ("ShaderNodeTexVoronoi", "1d", "edge Scale", ZERO),
    ("ShaderNodeTexVoronoi", "", "edge Vector", ZERO_HASHED),
    ("ShaderNodeTexVoronoi", "", "edge W", ZERO_HASHED),
    ("ShaderNodeTexVoronoi", "", "edge Scale", ZERO_HASHED),
    ("ShaderNodeTexVoronoi", "", "edge Vector", CELL),
    ("ShaderNodeTexVoronoi", "", "edge W", CELL),
    ("ShaderNodeTexVoronoi", "", "edge Scale", CELL),
    ("ShaderNodeTexVoronoi", "minkowski", "edge Exponent", EXPONENT),
)
"""By node, a word of the mode and how the look begins; all that fit."""


def _on_a_gpu() -> bool:
    """Return whether the driver computes elsewhere than on the CPU, as Cycles does here."""
    return "llvmpipe" not in gpu.platform.renderer_get().lower()


def tolerance(case: Case) -> float:
    """Return how far a texel may differ, times max(1, |value|)."""
    if case.kind == "ShaderNodeTexNoise" and case.outputs == ("Color",):
        unit = "fbm" in case.mode and "normalize" in case.mode
        return NOISE_COLOR if unit else NOISE_COLOR_RAW
    if case.kind == "ShaderNodeTexWave" and _on_a_gpu():
        return WAVE_BY_GPU
    if case.kind == "ShaderNodeTexSky":
        return SKY
    return TEXTURE_SCALAR if case.kind.startswith("ShaderNodeTex") else CONVERTER


def excused(case: Case) -> tuple[bool, ...]:
    """Return at which edge values, one a column of the picture, a case is known to differ."""
    return tuple(excused_at(case, edge) for edge in EDGES)


def excused_at(case: Case, value: float) -> bool:
    """Return whether a case is known to differ at a value of the input that it tries."""
    return any(known.at(value) for known in _fitting(case))


def _fitting(case: Case) -> list[Known]:
    """Return what is known of a case on this Blender and driver."""
    return [
        known
        for kind, mode, look, known in KNOWN
        if kind == case.kind and mode in case.mode and case.look.startswith(look)
        if bpy.app.version < known.until and (_on_a_gpu() or not known.by_gpus)
    ]


def roundings(case: Case) -> float:
    """Return how many steps of its inputs' floats a node may be carried by the order of its own
    operations: a texture has many of them."""
    return 32.0 if case.kind.startswith("ShaderNodeTex") else 4.0


def ties(case: Case) -> int:
    """Return how many texels may be off because two cells are equally near to the last bit."""
    return 1 if case.kind == "ShaderNodeTexVoronoi" and not case.tried else 0
