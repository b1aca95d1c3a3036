"""Wave Texture against a Cycles bake of the same tree: shapes, directions, profiles, distortion."""

from __future__ import annotations

import pytest

from tests.tolerances import TEXTURE_SCALAR

from .textures import Held, held_against_cycles, spread, texture  # noqa: F401
from .trees import Tree

PROFILES = ("SIN", "SAW", "TRI")
SHAPES = [
    {"wave_type": shape, f"{shape.lower()}_direction": direction}
    for shape, last in (("BANDS", "DIAGONAL"), ("RINGS", "SPHERICAL"))
    for direction in ("X", "Y", "Z", last)
]
"""Z bands of the plane are all one number; rings about Z are what a wood texture uses."""


def wave(tree: Tree, out: str = "Fac", **settings):
    """Return an output of a Wave node with its own values for what is not given."""
    plain = {"Scale": 0.75, "Detail": 2.5, "Detail Scale": 1.3, "Detail Roughness": 0.6}
    return texture(tree, "TexWave", out, plain | {"Phase Offset": 0.7} | settings)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: "-".join(s.values()))
@pytest.mark.parametrize("distortion", [0.0, 3.0, -1.5])
def test_the_three_profiles_agree(held: Held, shape, distortion):
    """A saw falls from 1 to 0, so a texel in a thousand may stand on the other side of its edge."""

    def build(tree):
        return [wave(tree, wave_profile=p, Distortion=distortion, **shape) for p in PROFILES]

    held(build, hashed=True)


@pytest.mark.parametrize("detail", [0.0, 0.5, 14.999, 15.0, 20.0, -0.5, -1.0, -1.5, -1000.0])
@pytest.mark.parametrize("roughness", [0.0, 1.0])
def test_detail_and_roughness_of_the_distortion_agree(held: Held, detail, roughness):
    """The node takes a detail of 20 as it is, over a link; the socket itself stops at 15."""

    def build(tree):
        given = tree.node("Value")
        given.outputs[0].default_value = detail
        settings = {"Detail": given.outputs[0], "Detail Roughness": roughness, "Distortion": 2.0}
        return [wave(tree, wave_profile=p, **settings) for p in PROFILES]

    held(build, hashed=True)


@pytest.mark.parametrize("scale", [0.0, 1.0, 50.0, 1000.0])
def test_scales_from_nothing_to_thousands_of_waves_agree(held: Held, scale):
    """The phase is 40 radians times the scale, of which one rounding is 2^-24; Cycles rounds once
    less, where it multiplies and adds in one."""
    held(
        lambda tree: [wave(tree, Scale=scale), wave(tree, Scale=scale, wave_type="RINGS")],
        tolerance=max(TEXTURE_SCALAR, 40.0 * scale * 2.0**-24),
    )


def test_every_socket_may_be_linked(held: Held):
    def build(tree):
        up = tree.row(0.0, 1 / 32)
        names = ("Distortion", "Detail", "Detail Scale", "Detail Roughness", "Phase Offset")
        sockets = {name: up for name in names} | {"Scale": tree.math("ADD", up, 0.5)}
        return [wave(tree, **sockets)]

    held(build)


def test_color_is_the_factor_and_an_unlinked_vector_is_the_generated_coordinate(held: Held):
    color = held(lambda tree: wave(tree, "Color", Distortion=1.0))
    assert (color[..., 0] == color[..., 1]).all()
    held(lambda tree: tree.out(tree.node("TexWave"), "Color"))


def test_a_coordinate_on_whole_numbers_agrees(held: Held):
    """What the nudge of a millionth is for: edges of a saw exactly on texels."""
    held(
        lambda tree: [
            wave(
                tree,
                wave_profile="SAW",
                Scale=1.0,
                Vector=spread(tree, 32.0, -16.5, 1.0),
                **{"Phase Offset": 0.0},
            )
        ],
        tolerance=1e-4,
        hashed=True,
    )
