"""What counts as equal, by node; and what is known to differ, with its reason."""

from __future__ import annotations

from tests.tolerances import CONVERTER, NOISE_COLOR_RAW, TEXTURE_SCALAR

from .cases import Case


def tolerance(case: Case) -> float:
    """Return how far a texel may differ, times max(1, |value|)."""
    if case.kind == "ShaderNodeTexNoise" and case.outputs == ("Color",):
        return NOISE_COLOR_RAW
    return TEXTURE_SCALAR if case.kind.startswith("ShaderNodeTex") else CONVERTER
