"""What counts as equal, by node; and what is known to differ, with its reason."""

from __future__ import annotations

from collections.abc import Mapping

from tests.tolerances import CONVERTER, NOISE_COLOR_RAW, SKY, TEXTURE_SCALAR

from .cases import Case

MULTIPLIED = "0 times infinity: a driver may drop a product with 0 where Cycles makes it no number"

CELL = "the cell of an infinite coordinate, or of one that is no number, which C leaves undefined"
EXPONENT = "an exponent of 0 or below, which gives no distance: infinities rank cells by chance"

BORDER = "a latitude of 45 degrees on a texel's border, to the last bit of an arc cosine"

TURNED = "an angle or a count of sides that is infinite or no number"

KNOWN: Mapping[tuple[str, str, str], str] = {
    ("ShaderNodeVectorRotate", "x axis", "edge"): MULTIPLIED,
    ("ShaderNodeVectorRotate", "y axis", "edge"): MULTIPLIED,
    ("ShaderNodeVectorRotate", "z axis", "edge"): MULTIPLIED,
    ("ShaderNodeVectorMath", "power", "edge"): "a negative number to the power of infinity, which "
    "Cycles' vector code makes infinity on some processors",
    ("ShaderNodeRadialTiling", "", "edge"): TURNED,
    ("ShaderNodeTexEnvironment", "closest", "edge Vector"): BORDER,
    ("ShaderNodeTexVoronoi", "", "edge Vector"): CELL,
    ("ShaderNodeTexVoronoi", "", "edge W"): CELL,
    ("ShaderNodeTexVoronoi", "", "edge Scale"): CELL,
    ("ShaderNodeTexVoronoi", "minkowski", "edge Exponent"): EXPONENT,
}
"""Reasons by node, a word of the mode and how the look begins: these may have texels off."""


def tolerance(case: Case) -> float:
    """Return how far a texel may differ, times max(1, |value|)."""
    if case.kind == "ShaderNodeTexNoise" and case.outputs == ("Color",):
        return NOISE_COLOR_RAW
    if case.kind == "ShaderNodeTexSky":
        return SKY
    return TEXTURE_SCALAR if case.kind.startswith("ShaderNodeTex") else CONVERTER


def known(case: Case) -> str:
    """Return why a case may have texels off; '' where it may not."""
    for (kind, mode, look), reason in KNOWN.items():
        if kind == case.kind and mode in case.mode and case.look.startswith(look):
            return reason
    return ""


def roundings(case: Case) -> float:
    """Return how many steps of its inputs' floats a node may be carried by the order of its own
    operations: a texture has many of them."""
    return 32.0 if case.kind.startswith("ShaderNodeTex") else 4.0
