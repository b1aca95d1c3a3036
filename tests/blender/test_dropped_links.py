"""Nodes that Cycles does not know: it drops their links, in the tree, in groups and in reroutes."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.flatten import DROPPED

from .trees import Tree

SIDE = 16
FOR_LIGHTS = {"ShaderNodeLightEvaluation", "ShaderNodeLightInfo", "ShaderNodeShadowRaycast"}
"""Blender itself calls their links invalid in a material: there is nothing to drop, and to say."""


def offered() -> list[str]:
    """Return those that this Blender has, and that have an output of numbers."""
    return sorted(kind for kind in DROPPED if hasattr(bpy.types, kind))


@pytest.mark.parametrize("kind", offered())
@pytest.mark.parametrize("through", ["nothing", "a reroute", "a group"])
def test_what_it_feeds_has_its_own_value(parity, kind, through):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        if through == "a group":
            feed = grouped(node_tree, kind)
        else:
            feed = shown(node_tree.nodes.new(kind))
        if through == "a reroute":
            reroute = node_tree.nodes.new("NodeReroute")
            node_tree.links.new(feed, reroute.inputs[0])
            feed = reroute.outputs[0]
        add = tree.node("VectorMath", {"Vector_001": (0.25, 0.5, 0.75)}, operation="ADD")
        add.inputs[0].default_value = (1.0, 2.0, 3.0)
        node_tree.links.new(feed, add.inputs[0])
        return tree.xyz(*(tree.math("ADD", n, tree.column()) for n in tree.split(add.outputs[0])))

    said = () if kind in FOR_LIGHTS and through != "a group" else ("link-dropped",)
    parity(build, SIDE, problems=said).require(1e-6)


def shown(node):
    """Return the first output of a node that is of numbers; a Script has those of its text."""
    if node.bl_idname == "ShaderNodeScript":
        return node.outputs.new("NodeSocketColor", "result")
    return next(socket for socket in node.outputs if socket.type != "SHADER")


def grouped(node_tree, kind: str):
    """Return the output of a group that holds such a node and nothing else."""
    inside = bpy.data.node_groups.new("Dropped", "ShaderNodeTree")
    inside.interface.new_socket("Out", in_out="OUTPUT", socket_type="NodeSocketVector")
    output = inside.nodes.new("NodeGroupOutput")
    output.inputs[0].default_value = (7.0, 8.0, 9.0)
    inside.links.new(shown(inside.nodes.new(kind)), output.inputs[0])
    group = node_tree.nodes.new("ShaderNodeGroup")
    group.node_tree = inside
    return group.outputs[0]
