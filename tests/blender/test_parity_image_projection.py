"""Image Texture on a box, a sphere and a tube against a Cycles bake of the same tree."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tolerances import TEXTURE_SCALAR

from .pictures import image_maker, shown  # noqa: F401
from .textures import Held, held_against_cycles, spread  # noqa: F401
from .trees import Tree

PICTURE = np.random.default_rng(11).random((5, 7, 4)).astype(np.float32)
ROUND = ("SPHERE", "TUBE")
PROJECTED = 1e-4
"""A longitude or latitude is off by 1e-7 and more, times 7 texels, on slopes of up to 1 a texel;
and by 1e-6 near a pole, where the cosine is flat."""

FACINGS = {
    "x": (1.0, 0.0, 0.0),
    "-x": (-1.0, 0.0, 0.0),
    "y": (0.0, 1.0, 0.0),
    "-y": (0.0, -1.0, 0.0),
    "z": (0.0, 0.0, 1.0),
    "-z": (0.0, 0.0, -1.0),
    "x and y": (0.8, 0.58, 0.1),
    "y and z": (-0.05, 0.7, 0.6),
    "x and z": (0.6, 0.02, -0.7),
    "all three": (0.5, -0.6, 0.55),
    "nearer x": (0.75, 0.5, 0.4),
}


def through(tree: Tree):
    """Return a coordinate that varies in all three components."""
    x, y, _ = tree.split(spread(tree, 3.0, -1.0))
    z = tree.math("MULTIPLY_ADD", x, 0.5, tree.math("MULTIPLY_ADD", y, -0.75, 0.625))
    return tree.xyz(x, y, z)


def unit(facing):
    vector = np.array(facing) / np.linalg.norm(facing)
    return tuple(float(x) for x in vector)


@pytest.mark.parametrize("interpolation", ["Closest", "Linear", "Cubic"])
@pytest.mark.parametrize("extension", ["REPEAT", "CLIP"])
@pytest.mark.parametrize("projection", ROUND)
def test_round_projections_agree(held: Held, images, projection, extension, interpolation):
    image = images(PICTURE, is_float=True, space="Linear Rec.709")
    settings = {"projection": projection, "extension": extension, "interpolation": interpolation}
    held(
        lambda tree: shown(tree, image, at=through(tree), **settings),
        tolerance=PROJECTED,
        hashed=interpolation == "Closest",
    )


@pytest.mark.parametrize("projection", ROUND)
@pytest.mark.parametrize(
    "place",
    [
        (0.5, 0.5, 0.5),
        (0.5, 0.5, 0.9),
        (0.5, 0.5, 0.1),
        (0.5, 0.2, 0.5),
        (0.5, 0.9, 0.5),
        (1e4, 0, 7),
    ],
    ids=["middle", "north pole", "south pole", "seam", "front", "far away"],
)
def test_poles_seams_and_the_middle_agree(parity, images, projection, place):
    image = images(PICTURE, is_float=True, space="Linear Rec.709")

    def build(nodes):
        tree = Tree(nodes, 4)
        at = tree.xyz(*(tree.math("ADD", tree.zero(), float(x)) for x in place))
        return shown(tree, image, at=at, projection=projection)

    parity(build, 4).require(PROJECTED)


@pytest.mark.parametrize("blend", [0.0, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("facing", list(FACINGS))
def test_a_box_shows_the_faces_that_its_normal_asks_for(parity, images, facing, blend):
    image = images(PICTURE, is_float=True, space="Linear Rec.709")
    settings = {"projection": "BOX", "projection_blend": blend}

    def build(nodes):
        tree = Tree(nodes, 16)
        return shown(tree, image, at=through(tree), **settings)

    parity(build, 16, facing=unit(FACINGS[facing])).require(TEXTURE_SCALAR)


@pytest.mark.parametrize("extension", ["EXTEND", "CLIP", "MIRROR"])
@pytest.mark.parametrize("interpolation", ["Closest", "Linear", "Cubic"])
def test_a_boxs_faces_are_filtered_wrapped_and_decoded_before_they_are_blended(
    parity, images, extension, interpolation
):
    image = images(PICTURE, is_float=False, space="sRGB")
    settings = {
        "projection": "BOX",
        "projection_blend": 0.6,
        "extension": extension,
        "interpolation": interpolation,
    }

    def build(nodes):
        tree = Tree(nodes, 16)
        return shown(tree, image, alpha=True, at=through(tree), **settings)

    agreement = parity(build, 16, facing=unit((0.5, -0.6, 0.55)))
    agreement.require(TEXTURE_SCALAR, off=0.01 if interpolation == "Closest" else 0.0)
