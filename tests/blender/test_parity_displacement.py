"""Displacement and Vector Displacement against a Cycles bake: as vectors, and as the height map."""

from __future__ import annotations

import numpy as np
import pytest

from addon.plan.types import Extent
from tests.tolerances import CONVERTER

from .agreement import kiln_maps
from .oracle import bake_channel, new_material
from .trees import Tree

SIDE = 32


def varied(tree: Tree) -> dict:
    """Return inputs that every node of the two has, each different from texel to texel."""
    return {"Midlevel": tree.column(-0.5, 0.03125), "Scale": tree.row(-2.0, 0.125)}


@pytest.mark.parametrize("space", ["OBJECT", "WORLD"])
@pytest.mark.parametrize("normal", ["the plane's", "linked"])
def test_displacement_is_a_vector_along_its_normal(assert_agrees, space, normal):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inputs = {"Height": tree.column(0.0, 0.25)} | varied(tree)
        if normal == "linked":
            inputs["Normal"] = tree.xyz(0.25, tree.row(0.0, 0.03125), 0.75)
        return tree.node("Displacement", inputs, space=space).outputs[0]

    assert_agrees(build, SIDE, names=["x", "y", "z"], tolerance=CONVERTER, relative=True)


@pytest.mark.parametrize("space", ["TANGENT", "OBJECT", "WORLD"])
def test_vector_displacement_turns_its_axes_as_its_space_has_them(assert_agrees, space):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        vector = tree.xyz(tree.column(0.0, 0.25), tree.row(-1.0, 0.125), tree.column(2.0, -0.5))
        inputs = {"Vector": vector} | varied(tree)
        return tree.node("VectorDisplacement", inputs, space=space).outputs[0]

    assert_agrees(build, SIDE, names=["x", "y", "z"], tolerance=CONVERTER, relative=True)


@pytest.mark.parametrize("kind", ["Displacement", "VectorDisplacement"])
def test_the_height_map_is_what_moves_along_the_normal(catalog, bake_plan, kind):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        shown = "Height" if kind == "Displacement" else "Vector"
        grown = tree.column(0.0, 0.25)
        feed = grown if kind == "Displacement" else tree.xyz(grown, tree.row(0.0, 0.5), grown)
        made = tree.node(kind, {shown: feed} | varied(tree))
        build.displacement = made.outputs[0]
        return tree.xyz(0.0, 0.0, 0.0)

    material = new_material(build)
    tree = material.node_tree
    output = tree.get_output_node("CYCLES")
    tree.links.new(build.displacement, output.inputs["Displacement"])
    extent = Extent(SIDE, SIDE)
    maps, compiled = kiln_maps(material, ("height",), extent, catalog, bake_plan)
    cycles = bake_channel(material, "height", extent)
    assert np.ptp(cycles[..., 2]) > 1.0
    assert np.abs(maps["height"][..., 0] - cycles[..., 2]).max() <= 10 * CONVERTER
    codes = {problem.code for problem in compiled.problems}
    assert codes == ({"displacement-sideways"} if kind == "VectorDisplacement" else set())
