"""The mapping hidden in every texture node, which old files and scripts set, against Cycles."""

from __future__ import annotations

import pytest

from tests.tolerances import CONVERTER

from .trees import Tree

SIDE = 32
AXES = [("X", "Y", "Z"), ("Y", "X", "Z"), ("Z", "NONE", "X"), ("Y", "Y", "NONE")]
MOVED = {"translation": (0.3, 0.2, 0.1), "rotation": (0.3, 0.5, 0.7), "scale": (0.7, 1.3, 0.9)}


def textured(node_tree, settings: dict, kind: str = "TexGradient"):
    """Return the colour of a texture that shows its coordinate, with a mapping of its own."""
    tree = Tree(node_tree, SIDE)
    vector = tree.xyz(tree.column(-1.0, 0.09375), tree.row(-0.5, 0.0625), 0.375)
    node = tree.node(kind, {"Vector": vector})
    for name, value in settings.items():
        setattr(node.texture_mapping, name, value)
    return tree.out(node, "Color")


@pytest.mark.parametrize("kind", ["POINT", "TEXTURE", "VECTOR", "NORMAL"])
@pytest.mark.parametrize("axes", AXES, ids="-".join)
def test_axes_are_swapped_before_the_rest_of_the_mapping(assert_agrees, kind, axes):
    names = ("mapping_x", "mapping_y", "mapping_z")
    settings = {"vector_type": kind, **MOVED, **dict(zip(names, axes, strict=True))}
    assert_agrees(lambda nodes: textured(nodes, settings), SIDE, names=["fac"], tolerance=CONVERTER)


def test_a_scale_of_0_divides_by_the_least_that_cycles_divides_by(assert_agrees):
    settings = {"vector_type": "TEXTURE", "scale": (0.0, 1.0, 1.0)}
    assert_agrees(lambda nodes: textured(nodes, settings), SIDE, names=["fac"])


@pytest.mark.parametrize("end", ["min", "max"])
def test_least_and_greatest_are_of_no_consequence_to_cycles(assert_agrees, end):
    settings = {f"use_{end}": True, end: (0.25, 0.25, 0.25)}
    assert_agrees(lambda nodes: textured(nodes, settings), SIDE, names=["fac"])


def test_the_colour_mapping_is_of_no_consequence_to_cycles(assert_agrees):
    def build(node_tree):
        socket = textured(node_tree, {}, "TexMagic")
        mapping = socket.node.color_mapping
        mapping.brightness, mapping.contrast, mapping.saturation = 2.0, 3.0, 0.0
        mapping.use_color_ramp, mapping.blend_factor = True, 1.0
        return socket

    assert_agrees(build, SIDE, names=["color"], tolerance=10 * CONVERTER)
