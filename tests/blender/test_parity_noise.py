"""Noise Texture against a Cycles bake of the same tree: every type, dimension and edge value."""

from __future__ import annotations

import pytest

from tests.tolerances import NOISE_COLOR, NOISE_COLOR_RAW, TEXTURE_SCALAR

from .textures import Held, held_against_cycles, spread, texture  # noqa: F401
from .trees import Tree

DIMENSIONS = ("1D", "2D", "3D", "4D")
TYPES = ("FBM", "MULTIFRACTAL", "HYBRID_MULTIFRACTAL", "RIDGED_MULTIFRACTAL", "HETERO_TERRAIN")
NORMALISED = (TEXTURE_SCALAR, NOISE_COLOR, NOISE_COLOR)
RAW = (NOISE_COLOR_RAW,) * 3


def noise(tree: Tree, out: str = "Color", **settings):
    """Return an output of a Noise node."""
    return texture(tree, "TexNoise", out, {"noise_dimensions": "3D"} | settings)


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("distortion", [0.0, 1.0])
@pytest.mark.parametrize("kind", TYPES)
def test_color_agrees_in_every_type_and_dimension(held: Held, kind, dimensions, distortion):
    settings = {
        "noise_type": kind,
        "noise_dimensions": dimensions,
        "Scale": 1.5,
        "Detail": 2.5,
        "Roughness": 0.6,
        "Lacunarity": 2.1,
        "Distortion": distortion,
    }
    if kind in TYPES[2:]:
        settings |= {"Offset": 0.4, "Gain": 1.3}
    held(
        lambda tree: noise(tree, **settings),
        tolerance=NORMALISED if kind == "FBM" else RAW,
        relative=kind != "FBM",
    )


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("distortion", [0.0, 1.0])
def test_raw_noise_agrees_in_every_dimension(held: Held, dimensions, distortion):
    settings = {"noise_dimensions": dimensions, "Detail": 15.0, "Distortion": distortion}
    held(lambda tree: noise(tree, normalize=False, **settings), tolerance=RAW, relative=True)


@pytest.mark.parametrize("detail", [0.0, 0.5, 2.5, 14.999, 15.0, 20.0])
def test_a_whole_a_fractional_and_an_excessive_detail_agree(held: Held, detail):
    """The value comes over a link: the socket itself stops at 15."""

    def build(tree):
        given = tree.node("Value")
        given.outputs[0].default_value = detail
        return noise(tree, Detail=given.outputs[0])

    held(build, tolerance=NORMALISED)


@pytest.mark.parametrize("lacunarity", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("roughness", [0.0, 0.5, 1.0, 2.0])
def test_edge_values_of_roughness_and_lacunarity_agree(held: Held, roughness, lacunarity):
    def build(tree):
        given = tree.node("Value")
        given.outputs[0].default_value = roughness
        return noise(tree, Detail=3.5, Roughness=given.outputs[0], Lacunarity=lacunarity)

    held(build, tolerance=NORMALISED)


@pytest.mark.parametrize("kind", TYPES)
def test_three_edges_agree_in_every_type(held: Held, kind):
    """Scale 0, no roughness, and the highest detail with lacunarity 1, as red, green and blue."""

    def build(tree):
        common = {"noise_type": kind, "out": "Fac"}
        return [
            noise(tree, Scale=0.0, Detail=3.5, **common),
            noise(tree, Roughness=0.0, Detail=2.5, **common),
            noise(tree, Lacunarity=1.0, Detail=15.0, **common),
        ]

    held(build, relative=True)


@pytest.mark.parametrize("scale", [0.0, 100.0, 1e3, 1e5, 4e6])
def test_scales_from_nothing_to_where_floats_run_out_agree(held: Held, scale):
    held(lambda tree: noise(tree, Scale=scale), tolerance=NORMALISED)


@pytest.mark.parametrize("dimensions", DIMENSIONS[1:])
@pytest.mark.parametrize("far", [1e6, -1e6, 123456.0])
def test_noise_far_from_the_origin_agrees(held: Held, dimensions, far):
    def build(tree):
        settings = {"noise_dimensions": dimensions, "Scale": 1.0}
        return noise(tree, Vector=spread(tree, 64.0, far, far), **settings)

    held(build, tolerance=NORMALISED)


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_a_distortion_of_a_hundred_agrees(held: Held, dimensions):
    """The coordinate is moved by up to 100: its own rounding is then what green and blue show."""
    settings = {"noise_dimensions": dimensions, "Scale": 1.0, "Distortion": 100.0}
    held(lambda tree: noise(tree, **settings), tolerance=NOISE_COLOR_RAW)


def test_every_socket_may_be_linked(held: Held):
    def build(tree):
        up = tree.row(0.0, 1 / 32)
        sockets = {name: up for name in ("Scale", "Detail", "Roughness", "Distortion")}
        sockets |= {"Lacunarity": tree.math("ADD", up, 1.5), "Scale": tree.math("ADD", up, 2.0)}
        return noise(tree, **sockets)

    held(build, tolerance=NORMALISED)


def test_an_unlinked_vector_is_the_generated_coordinate(held: Held):
    held(lambda tree: tree.out(tree.node("TexNoise"), "Color"), tolerance=NORMALISED)


def test_fac_alone_is_the_same_as_fac_beside_color(held: Held):
    alone = held(lambda tree: [noise(tree, "Fac")])
    beside = held(lambda tree: noise(tree, "Color"), tolerance=NORMALISED)
    assert (alone[..., 0] == beside[..., 0]).all()
