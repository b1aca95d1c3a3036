"""Draws materials that nobody would make: any nodes, linked at random, with odd numbers in them."""

from __future__ import annotations

import math
from typing import Any

import bpy
from hypothesis import strategies as st

NODES_AT_MOST = 12
LINKS_AT_MOST = 24
OWN = frozenset(bpy.types.Node.bl_rna.properties.keys())
NAN, INF = math.nan, math.inf
ODD = (NAN, NAN, INF, -INF, NAN, 0.0, -0.0, 1.0, -1.0, 0.5, 3.4e38, -3.4e38, 1e-45, 1e6, 17.3)
WHOLE = (0, 1, -1, 2, 7, 2**31 - 1, -(2**31))
TEXTS = ("", "UVMap", "a/b", 'q"\\', "\n", "é😀", "view_layer", "x" * 63)


def node_types() -> list[str]:
    """Return every node type that a material's tree takes, whoever registered it."""
    material = bpy.data.materials.new("Types")
    tree = tree_of(material)
    found = []
    for name in sorted(dir(bpy.types)):
        kind = getattr(bpy.types, name)
        if not isinstance(kind, type) or not issubclass(kind, bpy.types.Node):
            continue
        try:
            tree.nodes.new(name)
        except RuntimeError:  # not for materials
            continue
        found.append(name)
    bpy.data.materials.remove(material)
    return found


def tree_of(material: Any) -> Any:
    """Return a material's tree, empty."""
    if material.node_tree is None:
        material.use_nodes = True
    material.node_tree.nodes.clear()
    return material.node_tree


class Drawer:
    """Builds one material from what hypothesis draws."""

    @staticmethod
    def clear() -> None:
        """Take away what earlier materials are made of."""
        for blocks in (bpy.data.materials, bpy.data.node_groups, bpy.data.images):
            for block in list(blocks):
                blocks.remove(block)

    def __init__(self, data: st.DataObject, types: list[str]) -> None:
        self.draw, self.types = data.draw, types
        self.groups: list[Any] = []
        self.images: list[Any] = []

    def material(self) -> Any:
        """Return a material whose groups and images may be gone again."""
        self.images = [
            bpy.data.images.new("Made", 2, 2),
            bpy.data.images.new("Empty", 2, 2, float_buffer=True),
            bpy.data.images.new("Tiles", 2, 2, tiled=True),
        ]
        self.images[1].source = self.draw(st.sampled_from(("FILE", "SEQUENCE", "MOVIE")))
        self.images[1].filepath = "//nowhere/é.png"
        for _ in range(self.draw(st.integers(0, 2))):
            self.groups.append(self._group())
        material = bpy.data.materials.new("Broken")
        self._fill(tree_of(material))
        self._surface(material.node_tree)
        for blocks, made in ((bpy.data.node_groups, self.groups), (bpy.data.images, self.images)):
            for block in made:
                if self.draw(st.integers(0, 3)) == 0:
                    blocks.remove(block)
        return material

    def _surface(self, tree: Any) -> None:
        """Link whatever there is to a surface, so that it is asked for."""
        texture = tree.nodes.new("ShaderNodeTexNoise")
        self._dress(texture)
        surface = tree.nodes.new("ShaderNodeBsdfPrincipled")
        output = tree.nodes.new("ShaderNodeOutputMaterial")
        chosen = self.draw(st.integers(0, 2**30))
        for i, to in enumerate((*surface.inputs, *output.inputs)):
            # A link may give a node new sockets, and then those that were held are others.
            sockets = [socket for node in tree.nodes for socket in node.outputs]
            tree.links.new(sockets[(chosen >> i % 7) * (i + 1) % len(sockets)], to)

    def _group(self) -> Any:
        group = bpy.data.node_groups.new("Group", "ShaderNodeTree")
        kinds = ("Float", "Vector", "Color", "Shader", "Int", "Bool")
        for side in self.draw(st.lists(st.sampled_from(("INPUT", "OUTPUT")), max_size=4)):
            kind = self.draw(st.sampled_from(kinds))
            group.interface.new_socket("S", in_out=side, socket_type=f"NodeSocket{kind}")
        self._fill(group, ("NodeGroupInput", "NodeGroupOutput"))
        return group

    def _fill(self, tree: Any, more: tuple[str, ...] = ()) -> None:
        often = (*more, "ShaderNodeOutputMaterial", "ShaderNodeGroup", "NodeReroute")
        types = st.one_of(st.sampled_from(self.types), st.sampled_from(often))
        for type in (*more, *self.draw(st.lists(types, max_size=NODES_AT_MOST))):
            self._dress(tree.nodes.new(type))
        nodes = list(tree.nodes)
        place = st.integers(0, 63)
        for a, out, b, into in self.draw(
            st.lists(st.tuples(place, place, place, place), max_size=LINKS_AT_MOST)
        ):
            source, to = nodes[a % len(nodes)] if nodes else None, None
            to = nodes[b % len(nodes)] if nodes else None
            if source is None or to is None or not len(source.outputs) or not len(to.inputs):
                continue
            socket = source.outputs[out % len(source.outputs)]
            tree.links.new(socket, to.inputs[into % len(to.inputs)], verify_limits=False)
        for link in tree.links:
            if self.draw(st.integers(0, 9)) == 0:
                link.is_muted = True
        if nodes and self.draw(st.integers(0, 5)) == 0:
            tree.nodes.remove(nodes[self.draw(place) % len(nodes)])

    def _dress(self, node: Any) -> None:
        """Mute a node, choose its modes, and put odd numbers into it."""
        choice = self.draw(st.integers(0, 255))
        node.mute = choice % 8 == 0
        if hasattr(node, "node_tree") and self.groups:
            node.node_tree = self.groups[choice % len(self.groups)]
        if hasattr(node, "image"):
            node.image = (None, *self.images)[choice % (1 + len(self.images))]
        if choice % 2:
            for socket in node.inputs:
                self._odd(socket, "default_value", getattr(socket, "default_value", None))
        if choice % 3 == 0:
            for prop in node.bl_rna.properties:
                if prop.identifier in OWN or prop.is_readonly or prop.type == "POINTER":
                    continue
                if prop.type == "ENUM" and not prop.is_enum_flag and prop.enum_items:
                    names = tuple(item.identifier for item in prop.enum_items)
                    self._set(node, prop.identifier, self.draw(st.sampled_from(names)))
                else:
                    self._odd(node, prop.identifier, getattr(node, prop.identifier))

    def _odd(self, owner: Any, name: str, held: Any) -> None:
        if isinstance(held, bool):
            self._set(owner, name, self.draw(st.booleans()))
        elif isinstance(held, int):
            self._set(owner, name, self.draw(st.sampled_from(WHOLE)))
        elif isinstance(held, float):
            self._set(owner, name, self.draw(st.sampled_from(ODD)))
        elif isinstance(held, str):
            self._set(owner, name, self.draw(st.sampled_from(TEXTS)))
        elif held is not None and hasattr(held, "__len__"):
            self._set(owner, name, [self.draw(st.sampled_from(ODD))] * len(held))

    @staticmethod
    def _set(owner: Any, name: str, value: Any) -> None:
        try:
            setattr(owner, name, value)
        except (TypeError, ValueError, AttributeError):
            pass  # Blender does not let anybody
