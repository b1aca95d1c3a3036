"""Texture Coordinate and UV Map against Cycles, on the plane that is baked."""

from __future__ import annotations

import pytest

from .textures import Held, held_against_cycles  # noqa: F401

PLANE = 5e-7
"""Cycles interpolates three corners of up to 3: a few roundings of 2^-23."""


@pytest.mark.parametrize("size", [32, 50, (64, 32), (24, 96)], ids=str)
@pytest.mark.parametrize("out", ["Generated", "Normal", "UV", "Object", "Reflection"])
def test_a_coordinate_agrees_at_any_extent(parity, out, size):
    def build(node_tree):
        node = node_tree.nodes.new("ShaderNodeTexCoord")
        return next(s for s in node.outputs if s.identifier == out)

    parity(build, size).require(PLANE)


@pytest.mark.parametrize(
    ("out", "code"), [("Camera", "coordinate-camera"), ("Window", "coordinate-window")]
)
def test_what_depends_on_a_view_says_so_and_is_what_cycles_has_without_a_camera(held, out, code):
    held(
        lambda tree: tree.out(tree.node("TexCoord"), out),
        tolerance=PLANE,
        problems=(code,),
    )


@pytest.mark.parametrize("name", ["", "UVMap"])
def test_a_uv_map_is_found_by_name_and_without_one(held: Held, name):
    held(lambda tree: tree.out(tree.node("UVMap", uv_map=name), "UV"), tolerance=PLANE)


def test_one_node_may_feed_several_coordinates(held: Held):
    def build(tree):
        node = tree.node("TexCoord")
        generated, place = tree.out(node, "Generated"), tree.out(node, "Object")
        return tree.node(
            "VectorMath", {"Vector": generated, "Vector_001": place}, operation="ADD"
        ).outputs[0]

    held(build, tolerance=1e-6)
