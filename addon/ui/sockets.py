"""The list of sockets to bake beside the maps: drawn, added to, taken from."""

from __future__ import annotations

from itertools import pairwise

import bpy

from ..frontends.shader.asked import BAKED_TYPES


def draw_sockets(layout: bpy.types.UILayout, settings: bpy.types.PropertyGroup) -> None:
    """Draw the AOVs' tick, a row per socket, and the button that adds one."""
    layout.prop(settings, "aovs")
    column = layout.column(align=True)
    column.use_property_split = False
    for index, _ in enumerate(settings.sockets):
        row = column.row(align=True)
        row.prop(settings.sockets[index], "path", text="")
        row.operator("kiln.remove_socket", text="", icon="X").index = index
    column.operator("kiln.add_socket", icon="ADD")


class KILN_OT_add_socket(bpy.types.Operator):
    """Bake a socket of the active node too: its first output that is no shader, or else its first
    such input. What it is called can be edited then"""

    bl_idname = "kiln.add_socket"
    bl_label = "Add Active Node"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """A node has to be active in a Shader Editor."""
        space = context.space_data
        tree = space.edit_tree if space is not None and space.type == "NODE_EDITOR" else None
        if tree is None or tree.nodes.active is None:
            cls.poll_message_set("No node is active")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Write down the path of the active node."""
        trees = [step.node_tree for step in context.space_data.path]
        path = socket_path(trees)
        if path is None:
            self.report({"WARNING"}, "The active node has no socket that holds a number or colour")
            return {"CANCELLED"}
        context.scene.kiln.sockets.add().path = path
        return {"FINISHED"}


class KILN_OT_remove_socket(bpy.types.Operator):
    """Do not bake this socket"""

    bl_idname = "kiln.remove_socket"
    bl_label = "Remove Socket"
    bl_options = {"REGISTER", "UNDO"}

    index: bpy.props.IntProperty(options={"SKIP_SAVE"})

    def execute(self, context: bpy.types.Context) -> set[str]:
        """Take the row away."""
        context.scene.kiln.sockets.remove(self.index)
        return {"FINISHED"}


def socket_path(trees: list[bpy.types.NodeTree]) -> str | None:
    """Return how the active node of the last of nested trees is asked for; None without a socket.

    The group node that was gone into is its tree's active one, else the first with the tree inside.
    """
    names = []
    for outer, inner in pairwise(trees):
        groups = [node for node in outer.nodes if getattr(node, "node_tree", None) == inner]
        groups.sort(key=lambda node: node != outer.nodes.active)
        if not groups:
            return None
        names.append(groups[0].name)
    node = trees[-1].nodes.active
    for socket in (*node.outputs, *node.inputs):
        if socket.enabled and socket.type in BAKED_TYPES:
            return f"{'/'.join((*names, node.name))}:{socket.name}"
    return None


CLASSES = (KILN_OT_add_socket, KILN_OT_remove_socket)
