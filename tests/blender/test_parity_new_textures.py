"""Gabor Texture, Radial Tiling and Wavelength over the whole grid, and the Normal node."""

from __future__ import annotations

import pytest

from tests.tolerances import CONVERTER

from .grid.cases import every_case
from .grid.hold import hold
from .trees import Tree

CASES = every_case(["TexGabor", "RadialTiling", "Wavelength"])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_texture_or_tiling_agrees_in_every_mode(catalog, bake_plan, case):
    held = hold(case, catalog, bake_plan)
    assert not held.off, f"{held.off} texels off; {held.worst}"


@pytest.mark.parametrize("direction", [(0.3, 0.5, 2.0), (0.0, 0.0, 1.0), (-4.0, 0.0, 0.0)])
def test_the_normal_node_gives_its_direction_at_length_1(assert_agrees, direction):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        vector = tree.xyz(tree.column(-1.0, 0.25), tree.row(-0.5, 0.125), 0.25)
        node = tree.node("Normal", {"Normal": vector})
        node.outputs[0].default_value = direction
        x, y, _ = tree.split(node.outputs[0])
        return [tree.math("ADD", x, 0.0), y, tree.out(node, "Dot")]

    assert_agrees(build, 16, names=["x", "y", "dot"], tolerance=CONVERTER)


def test_the_cosine_with_a_vector_of_no_length_is_no_number(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        node = tree.node("Normal", {"Normal": tree.xyz(tree.zero(), tree.zero(), tree.zero())})
        return [tree.verdict(tree.out(node, "Dot")), 0.0, 0.0]

    assert_agrees(build, 16, names=["verdict", "-", "-"], flat=True)
