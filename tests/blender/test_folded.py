"""Numbers that are folded while the plan is built, against those that Blender inlines."""

from __future__ import annotations

from math import isfinite

import bpy
import pytest

from addon.frontends.shader.fold import folded
from addon.frontends.shader.fold_math import single
from tests.tolerances import C_LIBRARY

CASES = (
    (2.0, 3.0, 0.0),
    (-2.5, 1.5, 0.25),
    (1.0, 1.0 + 2.0**-23, 0.0),
    (1.0, 1.0 + 2.0**-22, 0.0),
    (1e38, 1e-5, -1e-5),
    (-7.3, -2.0, 3.0),
    (0.5, 0.0, 1.0),
    (0.0, -1.0, 0.5),
    (-1e38, 1e38, 1e-30),
)
TOGETHER = 64
"""Operations per material: Blender's updates of a tree grow with it."""


def inlined(cases):
    """Return what Blender makes of Math nodes on numbers, in a tree that it inlines."""
    material = bpy.data.materials.new("Folded")
    tree = material.node_tree
    tree.nodes.clear()
    shaders = []
    for number, (operation, *inputs) in enumerate(cases):
        node = tree.nodes.new("ShaderNodeMath")
        node.operation = operation
        for socket, value in zip(node.inputs, inputs, strict=True):
            socket.default_value = value
        emission = tree.nodes.new("ShaderNodeEmission")
        emission.label = str(number)
        tree.links.new(node.outputs[0], emission.inputs["Strength"])
        shaders.append(emission.outputs[0])
    last = shaders[0]
    for shader in shaders[1:]:
        add = tree.nodes.new("ShaderNodeAddShader")
        tree.links.new(last, add.inputs[0])
        tree.links.new(shader, add.inputs[1])
        last = add.outputs[0]
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(last, output.inputs["Surface"])
    found = {}
    made = material.inline_shader_nodes()
    for node in made.node_tree.nodes:
        if node.bl_idname == "ShaderNodeEmission":
            assert not node.inputs["Strength"].is_linked
            found[int(node.label)] = node.inputs["Strength"].default_value
    bpy.data.materials.remove(material)
    return [found[number] for number in range(len(cases))]


@pytest.mark.skipif(bpy.app.version < (5, 0, 0), reason="does not apply: Blender inlines from 5.0")
def test_math_of_numbers_is_folded_as_blender_folds_it():
    choices = bpy.types.ShaderNodeMath.bl_rna.properties["operation"].enum_items
    cases = [(choice.identifier, *case) for choice in choices for case in CASES]
    compared = 0
    for start in range(0, len(cases), TOGETHER):
        part = cases[start : start + TOGETHER]
        for (operation, *given), theirs in zip(part, inlined(part), strict=True):
            numbers = dict(zip("abc", map(single, given), strict=True))
            ours = folded("math", {"operation": operation.lower()}, numbers)
            if not isfinite(theirs):
                assert ours is None, (operation, given)
                continue
            assert ours is not None, (operation, given)
            off = abs(ours["result"] - theirs)
            assert off <= C_LIBRARY * abs(theirs), (operation, given, ours, theirs)
            compared += 1
    assert compared > 0.9 * len(cases)
