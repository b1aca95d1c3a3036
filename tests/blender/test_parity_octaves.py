"""Detail and distortion that differ from texel to texel, so that neighbours make different rounds.

Drivers run texels side by side: one that is done must keep what it found while the others go on.
"""

from __future__ import annotations

import pytest

from tests.tolerances import NOISE_COLOR_RAW, TEXTURE_SCALAR

from .textures import Held, held_against_cycles, texture  # noqa: F401
from .trees import Tree

STEPS = [1.0, 0.3]
"""How much more detail a column has than the one before: whole octaves, and parts of them."""


def growing(tree: Tree, step: float):
    """Return a detail that grows over columns and starts again, from 0 to below 5."""
    return tree.math("MODULO", tree.column(0.0, step), 5.0)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(
    "kind", ["FBM", "MULTIFRACTAL", "HYBRID_MULTIFRACTAL", "RIDGED_MULTIFRACTAL", "HETERO_TERRAIN"]
)
def test_noise_keeps_the_octaves_of_each_texel(held: Held, kind, step):
    def build(tree: Tree):
        settings = {"noise_type": kind, "noise_dimensions": "3D", "Detail": growing(tree, step)}
        return texture(tree, "TexNoise", "Color", settings)

    held(build, tolerance=NOISE_COLOR_RAW, relative=True)


def test_noise_keeps_what_is_not_distorted_beside_what_is(held: Held):
    def build(tree: Tree):
        some = tree.math("LESS_THAN", tree.math("MODULO", tree.column(), 3.0), 1.5)
        settings = {"noise_dimensions": "2D", "Distortion": some}
        return texture(tree, "TexNoise", "Color", settings)

    held(build, tolerance=NOISE_COLOR_RAW)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("out", ["Distance", "Position"])
@pytest.mark.parametrize("feature", ["F1", "SMOOTH_F1", "DISTANCE_TO_EDGE"])
def test_voronoi_keeps_the_octaves_of_each_texel(held: Held, feature, out, step):
    if (feature, out) == ("DISTANCE_TO_EDGE", "Position"):
        out = "Distance"

    def build(tree: Tree):
        settings = {
            "feature": feature,
            "voronoi_dimensions": "2D",
            "normalize": True,
            "Detail": growing(tree, step),
        }
        return texture(tree, "TexVoronoi", out, settings)

    held(build, tolerance=TEXTURE_SCALAR, hashed=True)


@pytest.mark.parametrize("step", STEPS)
def test_wave_keeps_the_octaves_of_each_texel(held: Held, step):
    def build(tree: Tree):
        settings = {"Distortion": 2.0, "Scale": 0.7, "Detail": growing(tree, step)}
        return texture(tree, "TexWave", "Fac", settings)

    held(build, tolerance=TEXTURE_SCALAR)
