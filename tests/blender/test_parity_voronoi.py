"""Voronoi Texture against a Cycles bake of the same tree: features, metrics, octaves, edges."""

from __future__ import annotations

import pytest

from tests.tolerances import MINKOWSKI_TINY, TEXTURE_SCALAR

from .textures import Held, held_against_cycles, spread, texture  # noqa: F401
from .trees import Tree

DIMENSIONS = ("1D", "2D", "3D", "4D")
FEATURES = ("F1", "F2", "SMOOTH_F1", "DISTANCE_TO_EDGE")
METRICS = ("EUCLIDEAN", "MANHATTAN", "CHEBYCHEV", "MINKOWSKI")


def voronoi(tree: Tree, out: str, **settings):
    """Return an output of a Voronoi node of scale 2, in which Cycles has something to show."""
    plain = {"voronoi_dimensions": "3D", "feature": "F1", "Scale": 2.0}
    return texture(tree, "TexVoronoi", out, plain | settings)


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("feature", FEATURES)
def test_distance_agrees_at_three_degrees_of_randomness(held: Held, feature, dimensions):
    kind = {"feature": feature, "voronoi_dimensions": dimensions}
    held(lambda tree: [voronoi(tree, "Distance", Randomness=r, **kind) for r in (1.0, 0.6, 0.0)])


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("feature", FEATURES[:3])
@pytest.mark.parametrize("randomness", [1.0, 0.6])
def test_color_agrees_texel_for_texel(held: Held, feature, dimensions, randomness):
    kind = {"feature": feature, "voronoi_dimensions": dimensions, "Randomness": randomness}
    hashed = feature != "SMOOTH_F1"
    held(lambda tree: voronoi(tree, "Color", **kind), hashed=hashed)


@pytest.mark.parametrize("dimensions", DIMENSIONS[1:])
@pytest.mark.parametrize("feature", FEATURES[:3])
def test_position_agrees(held: Held, feature, dimensions):
    kind = {"feature": feature, "voronoi_dimensions": dimensions}
    held(lambda tree: voronoi(tree, "Position", **kind), hashed=feature != "SMOOTH_F1")


@pytest.mark.parametrize("dimensions", ["1D", "4D"])
def test_the_fourth_coordinate_of_the_position_agrees(held: Held, dimensions):
    def build(tree):
        kind = {"voronoi_dimensions": dimensions}
        return [voronoi(tree, "W", feature=feature, **kind) for feature in FEATURES[:3]]

    held(build, hashed=True)


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_the_radius_of_the_n_sphere_agrees_at_three_degrees_of_randomness(held: Held, dimensions):
    kind = {"feature": "N_SPHERE_RADIUS", "voronoi_dimensions": dimensions}
    held(lambda tree: [voronoi(tree, "Radius", Randomness=r, **kind) for r in (1.0, 0.6, 0.25)])


@pytest.mark.parametrize("dimensions", ["2D", "3D", "4D"])
@pytest.mark.parametrize("metric", METRICS[1:])
@pytest.mark.parametrize("feature", FEATURES[:3])
def test_a_metric_agrees_raw_normalised_and_in_its_colours(held: Held, feature, metric, dimensions):
    if feature == "SMOOTH_F1" and dimensions == "4D":
        dimensions = "2D"  # 625 cells a texel say no more than 25
    kind = {"feature": feature, "distance": metric, "voronoi_dimensions": dimensions}

    def build(tree):
        color = voronoi(tree, "Color", Exponent=0.7, **kind)
        return [
            voronoi(tree, "Distance", Exponent=0.7, **kind),
            voronoi(tree, "Distance", Exponent=2.5, normalize=True, **kind),
            tree.split(color)[1],
        ]

    held(build, hashed=True, relative=True)


@pytest.mark.parametrize("exponent", [0.1, 0.5, 1.0, 2.0, 32.0])
@pytest.mark.parametrize("feature", FEATURES[:2])
def test_exponents_of_minkowski_agree_from_sharp_to_square(held: Held, feature, exponent):
    """A small exponent takes a high power of a sum, so the difference is told of the value."""
    kind = {"feature": feature, "distance": "MINKOWSKI", "voronoi_dimensions": "2D"}
    allowed = MINKOWSKI_TINY if exponent == 32.0 else TEXTURE_SCALAR
    held(
        lambda tree: [voronoi(tree, "Distance", Exponent=exponent, **kind)],
        tolerance=allowed,
        relative=True,
    )


@pytest.mark.parametrize("normalize", [False, True])
@pytest.mark.parametrize("detail", [0.5, 2.0, 2.5, 15.0])
@pytest.mark.parametrize("feature", FEATURES)
def test_octaves_agree_raw_and_normalised(held: Held, feature, detail, normalize):
    kind = {"feature": feature, "Detail": detail, "Lacunarity": 2.1, "normalize": normalize}

    def build(tree):
        return [
            voronoi(tree, "Distance", Roughness=0.8, voronoi_dimensions="2D", **kind),
            voronoi(tree, "Distance", Roughness=0.5, voronoi_dimensions="3D", **kind)
            if detail < 15.0 or feature != "SMOOTH_F1"
            else 0.0,
            voronoi(tree, "Distance", Roughness=0.8, voronoi_dimensions="1D", **kind),
        ]

    held(build, relative=True)


@pytest.mark.parametrize("feature", FEATURES[:3])
def test_colour_and_position_of_octaves_agree(held: Held, feature):
    kind = {"feature": feature, "Detail": 2.5, "Roughness": 0.6, "voronoi_dimensions": "2D"}
    for normalize in (False, True):
        held(lambda tree, n=normalize: voronoi(tree, "Color", normalize=n, **kind), hashed=True)
    held(lambda tree: voronoi(tree, "Position", **kind), hashed=True)


@pytest.mark.parametrize("feature", FEATURES)
def test_edge_values_agree(held: Held, feature):
    """No scale; detail without roughness; octaves that are all the same.

    The coordinate is positive where the scale is 0, or it would be -0 in places: the hash of 4.5
    takes that for another cell than 0, and Cycles' compiler adds it up one way or the other.
    """

    def build(tree):
        positive = spread(tree, 4.0, 0.5)
        return [
            voronoi(tree, "Distance", feature=feature, Scale=0.0, Vector=positive),
            voronoi(tree, "Distance", feature=feature, Detail=3.5, Roughness=0.0, normalize=True),
            voronoi(tree, "Distance", feature=feature, Detail=1.5, Roughness=1.0, Lacunarity=1.0),
        ]

    held(build, relative=True)


@pytest.mark.parametrize("smoothness", [0.0, 0.05, 0.5, 1.0])
@pytest.mark.parametrize("dimensions", DIMENSIONS[:3])
def test_smoothness_agrees_from_none_to_all(held: Held, dimensions, smoothness):
    kind = {"feature": "SMOOTH_F1", "voronoi_dimensions": dimensions, "Smoothness": smoothness}

    def build(tree):
        red, green, _ = tree.split(voronoi(tree, "Color", **kind))
        return [voronoi(tree, "Distance", **kind), red, green]

    held(build, hashed=smoothness == 0.0)


@pytest.mark.parametrize("far", [1e6, -1e6])
@pytest.mark.parametrize("dimensions", ["2D", "3D"])
def test_cells_far_from_the_origin_agree(held: Held, dimensions, far):
    def build(tree):
        where = spread(tree, 64.0, far, far)
        kind = {"voronoi_dimensions": dimensions, "Vector": where, "Scale": 0.25}
        return [voronoi(tree, "Distance", feature=feature, **kind) for feature in FEATURES[:2]]

    held(build)


def test_every_socket_may_be_linked(held: Held):
    def build(tree):
        up = tree.row(0.0, 1 / 32)
        sockets = {name: up for name in ("Detail", "Roughness", "Randomness", "Smoothness")}
        sockets |= {name: tree.math("ADD", up, 1.5) for name in ("Lacunarity", "Scale")}
        common = {"voronoi_dimensions": "2D"} | sockets
        return [
            voronoi(tree, "Distance", feature="SMOOTH_F1", **common),
            voronoi(tree, "Distance", distance="MINKOWSKI", **common | {"Exponent": up}),
            voronoi(tree, "Distance", feature="DISTANCE_TO_EDGE", **common),
        ]

    held(build, tolerance=(TEXTURE_SCALAR, 1e-4, TEXTURE_SCALAR), relative=True)


def test_an_unlinked_vector_is_the_generated_coordinate(held: Held):
    held(lambda tree: tree.out(tree.node("TexVoronoi"), "Distance"))
