"""White Noise Texture against a Cycles bake of the same tree: bit for bit."""

from __future__ import annotations

import pytest

from .textures import Held, held_against_cycles, spread, texture  # noqa: F401

DIMENSIONS = ("1D", "2D", "3D", "4D")


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("out", ["Color", "Value"])
def test_every_texel_has_cycles_own_number(held: Held, dimensions, out):
    settings = {"noise_dimensions": dimensions}
    held(lambda tree: texture(tree, "TexWhiteNoise", out, settings), tolerance=0.0, hashed=True)


@pytest.mark.parametrize("dimensions", DIMENSIONS[1:])
def test_uv_itself_has_cycles_own_numbers(held: Held, dimensions):
    def build(tree):
        settings = {"noise_dimensions": dimensions, "Vector": tree.uv, "W": 0.3}
        return texture(tree, "TexWhiteNoise", "Color", settings)

    held(build, tolerance=0.0, hashed=True, size=64)


@pytest.mark.parametrize("far", [1e6, -1e6, 1e30])
def test_numbers_far_from_the_origin_agree(held: Held, far):
    def build(tree):
        settings = {"Vector": spread(tree, 64.0, far, far)}
        return texture(tree, "TexWhiteNoise", "Color", settings)

    held(build, tolerance=0.0, hashed=True)


def test_plus_and_minus_zero_are_two_cells(held: Held):
    """The bits are hashed, not the number."""

    def build(tree):
        zero = tree.math("MULTIPLY", tree.zero(), tree.math("SUBTRACT", tree.column(), 15.5))
        settings = {"noise_dimensions": "1D", "W": zero}
        return texture(tree, "TexWhiteNoise", "Color", settings)

    baked = held(build, tolerance=0.0)
    assert not (baked[:, 0] == baked[:, -1]).any()


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_unlinked_inputs_are_zero_and_not_the_generated_coordinate(held: Held, dimensions):
    def build(tree):
        return tree.out(tree.node("TexWhiteNoise", noise_dimensions=dimensions), "Color")

    baked = held(build, tolerance=0.0)
    assert (baked == baked[0, 0]).all()
