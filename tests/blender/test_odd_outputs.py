"""Outputs nobody expects: which one Cycles takes, and what is said where it is none."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
import pytest

from addon.frontends.shader.compile import Compiled, compile_material
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent

from .oracle import bake_emission

RED, GREEN, BLUE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
SIDE = Extent(4, 4)


class Outputs:
    """A material of Emissions, each with a Material Output of its own."""

    def __init__(self) -> None:
        self.material = bpy.data.materials.new("Outputs")
        if self.material.node_tree is None:
            self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def light(self, color: tuple[float, ...], tree: Any = None) -> Any:
        node = (tree or self.tree).nodes.new("ShaderNodeEmission")
        node.inputs["Color"].default_value = (*color, 1.0)
        return node.outputs[0]

    def add(self, color: tuple[float, ...] = (), tree: Any = None, **properties: Any) -> Any:
        """Add an output; without a colour nothing is linked to it."""
        tree = tree or self.tree
        node = tree.nodes.new("ShaderNodeOutputMaterial")
        for name, value in properties.items():
            setattr(node, name, value)
        if color:
            tree.links.new(self.light(color, tree), node.inputs["Surface"])
        return node

    def group(self) -> Any:
        """Add a group with one shader output."""
        inside = bpy.data.node_groups.new("Group", "ShaderNodeTree")
        inside.interface.new_socket("S", in_out="OUTPUT", socket_type="NodeSocketShader")
        inside.nodes.new("NodeGroupOutput")
        node = self.tree.nodes.new("ShaderNodeGroup")
        node.node_tree = inside
        return node

    def compiled(self, catalog: Any) -> Compiled:
        return compile_material(material_model(self.material), ("emission",), catalog, SIDE)


def held(outputs: Outputs, catalog: Any, *codes: str) -> None:
    """Assert that Kiln and Cycles agree on one colour, and what is said."""
    made = outputs.compiled(catalog)
    assert [problem.code for problem in made.problems] == list(codes), made.problems
    cycles = bake_emission(outputs.material, SIDE)
    np.testing.assert_allclose(cycles, np.broadcast_to(made.constants["emission"], cycles.shape))


EEVEE, CYCLES, ACTIVE = {"target": "EEVEE"}, {"target": "CYCLES"}, {"is_active_output": True}
SETS = {
    "of another engine": [(RED, EEVEE), (GREEN, {})],
    "active, of another engine": [(RED, EEVEE | ACTIVE), (GREEN, CYCLES)],
    "two": [(RED, {}), (GREEN, {})],
    "two for Cycles": [(RED, CYCLES), (GREEN, CYCLES | ACTIVE)],
    "active, for all": [(RED, CYCLES), (GREEN, ACTIVE)],
}


@pytest.mark.parametrize("kind", SETS)
def test_the_output_is_the_one_that_cycles_takes(catalog, kind):
    outputs = Outputs()
    for color, properties in SETS[kind]:
        outputs.add(color, **properties)
    held(outputs, catalog)


def test_an_active_output_counts_though_nothing_is_linked_to_it(catalog):
    outputs = Outputs()
    outputs.add(**ACTIVE)
    outputs.add(GREEN)
    held(outputs, catalog, "no-surface")


def test_an_output_of_another_engine_only_is_none(catalog):
    outputs = Outputs()
    outputs.add(RED, **EEVEE)
    held(outputs, catalog, "no-output")


def test_a_muted_output_counts_from_5_0_on(catalog):
    outputs = Outputs()
    outputs.add(RED, mute=True)
    held(outputs, catalog, *(() if bpy.app.version >= (5, 0, 0) else ("no-output",)))


@pytest.mark.parametrize("kind", ["ShaderNodeMixShader", "ShaderNodeAddShader"])
def test_a_mix_of_nothing_is_black(catalog, kind):
    outputs = Outputs()
    node = outputs.tree.nodes.new(kind)
    outputs.tree.links.new(node.outputs[0], outputs.add().inputs["Surface"])
    held(outputs, catalog)


def test_an_empty_tree_and_one_without_an_output_are_told(catalog):
    outputs = Outputs()
    held(outputs, catalog, "no-output")
    outputs.light(RED)
    held(outputs, catalog, "no-output")


def test_a_group_output_in_a_materials_own_tree_is_no_output(catalog):
    """It has no Surface."""
    outputs = Outputs()
    outputs.tree.nodes.new("NodeGroupOutput")
    assert [problem.code for problem in outputs.compiled(catalog).problems] == ["no-output"]


def test_a_group_without_a_group_output_gives_nothing(catalog):
    outputs = Outputs()
    node = outputs.group()
    node.node_tree.nodes.clear()
    outputs.tree.links.new(node.outputs[0], outputs.add().inputs["Surface"])
    held(outputs, catalog, "no-surface")


def test_an_output_in_a_group_is_told_by_its_path_and_not_taken_for_the_groups(catalog):
    outputs = Outputs()
    node = outputs.group()
    inside = node.node_tree
    inside.links.new(outputs.light(BLUE, inside), inside.nodes["Group Output"].inputs[0])
    outputs.add(GREEN, inside)
    outputs.tree.links.new(node.outputs[0], outputs.add().inputs["Surface"])
    made = outputs.compiled(catalog)
    assert made.constants["emission"] == BLUE
    (problem,) = made.problems
    assert (problem.code, problem.origin) == ("output-in-group", "Group/Material Output")
