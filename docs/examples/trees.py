"""Node trees written down briefly: what make_examples.py builds its materials with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bpy


class Tree:
    """A node tree being built: nodes by type, links by node and socket name."""

    def __init__(self, tree: bpy.types.NodeTree) -> None:
        self.tree = tree
        self.column = 0

    def node(
        self, type: str, name: str, inputs: Mapping[str, Any] | None = None, **properties: Any
    ) -> Any:
        """Add a node; an input's value is a number, or an output socket to link it to."""
        node = self.tree.nodes.new(type)
        node.name = node.label = name
        node.location = (self.column * 220, -(self.column % 3) * 180)
        self.column += 1
        for key, value in properties.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.set(node, key, value)
        return node

    def set(self, node: Any, key: str, value: Any) -> None:
        """Give an input a value or a link. ``key`` is its name, or ``name#n`` for the n-th of it."""
        name, _, index = key.partition("#")
        socket = [s for s in node.inputs if s.name == name and s.enabled][int(index or 0)]
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value


def out(node: Any, name: str) -> bpy.types.NodeSocket:
    """Return an enabled output by name."""
    return next(s for s in node.outputs if s.name == name and s.enabled)


def new_material(name: str) -> tuple[bpy.types.Material, Tree]:
    """Return an empty material and its tree."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    material.node_tree.nodes.clear()
    return material, Tree(material.node_tree)


def new_group(
    name: str, inputs: list[tuple[str, str, Any]], outputs: list[tuple[str, str]]
) -> Tree:
    """Return a node group with an interface."""
    group = bpy.data.node_groups.new(name, "ShaderNodeTree")
    for socket, type, default in inputs:
        made = group.interface.new_socket(socket, in_out="INPUT", socket_type=type)
        made.default_value = default
    for socket, type in outputs:
        group.interface.new_socket(socket, in_out="OUTPUT", socket_type=type)
    return Tree(group)


def ramp(
    tree: Tree, name: str, factor: Any, stops: list[tuple[float, tuple[float, float, float]]]
) -> Any:
    """Add a Color Ramp with these stops."""
    node = tree.node("ShaderNodeValToRGB", name, {"Fac": factor})
    elements = node.color_ramp.elements
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (position, color) in zip(elements, stops, strict=True):
        element.position = position
        element.color = (*color, 1.0)
    return node
