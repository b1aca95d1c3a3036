"""Reads a material out of Blender into a MaterialModel, and changes nothing.

Values are taken from the evaluated copy where anything is animated, else from the material itself.
What is missing or broken becomes a problem of the model: a snapshot of any file is made.
"""

from __future__ import annotations

import bpy
import mathutils

from ...plan.types import IDENTITY
from .bounds import deep_calls
from .evaluated import broken_drivers, evaluated_at
from .flatten import GROUP_OUTPUT
from .model import Link, MaterialModel, Node, Socket, SocketType, Tree, WorkingSpace
from .snapshot_links import loop_of, read_links
from .snapshot_node import finite, node_model, socket_model

OUTPUT = "ShaderNodeOutputMaterial"


def material_model(material: bpy.types.Material, frame: float | None = None) -> MaterialModel:
    """Return a material as it stands at a frame (default: the current scene's)."""
    at = current_frame() if frame is None else frame
    problems: list[tuple[str, str, str]] = []
    with deep_calls(), evaluated_at(material, at) as evaluated:
        if has_nodes(evaluated):
            reader = TreeReader(problems, at)
            tree = reader.tree(evaluated.node_tree, ())
        else:
            tree = _without_nodes(evaluated)
    return MaterialModel(
        name=material.name,
        tree=tree,
        version=tuple(bpy.app.version),
        library=material.library.filepath if material.library else "",
        frame=at,
        frames_per_second=frames_per_second(),
        pass_index=int(material.pass_index),
        working_space=working_space(),
        problems=tuple(problems),
    )


def current_frame() -> float:
    """Return the frame that the scene stands at, a part of one included."""
    return float(bpy.context.scene.frame_current_final)


def frames_per_second() -> float:
    """Return how many frames of the scene are a second."""
    render = bpy.context.scene.render
    return float(render.fps / render.fps_base)


def has_nodes(material: bpy.types.Material) -> bool:
    """Return whether a material is made of nodes; from 5.0 every one that has a tree is."""
    if material.node_tree is None:
        return False
    return bpy.app.version >= (5, 0, 0) or bool(material.use_nodes)


def working_space() -> WorkingSpace:
    """Return the file's scene-linear space, as Blender itself converts from it.

    Blender before 5.0 has one working space, Rec.709 up to rounding of its matrices.
    """
    axes = [mathutils.Color(axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    columns = [tuple(axis.from_scene_linear_to_rec709_linear()) for axis in axes]
    to_rec709 = tuple(float(columns[column][row]) for row in range(3) for column in range(3))
    if max(abs(a - b) for a, b in zip(to_rec709, IDENTITY, strict=True)) < 1e-5:
        to_rec709 = IDENTITY
    x, y, z = (float(axis.from_scene_linear_to_xyz_d65()[1]) for axis in axes)
    spaces = getattr(bpy.data, "colorspace", None)
    name = spaces.working_space if spaces is not None else "Linear Rec.709"
    return WorkingSpace(name, to_rec709, (x, y, z))


class TreeReader:
    """Reads trees; a group used twice is read once and is the same Tree."""

    def __init__(self, problems: list[tuple[str, str, str]], frame: float) -> None:
        self.problems = problems
        self.frame = frame
        self._trees: dict[str, Tree] = {}
        self._open: list[str] = []

    def tree(self, tree: bpy.types.NodeTree, path: tuple[str, ...]) -> Tree:
        """Return a tree with everything in it. ``path`` is the first place it is met at."""
        for name, message in broken_drivers(tree):
            self.problems.append(("driver-not-evaluated", "/".join((*path, name)), message))
        nodes = {}
        for node in tree.nodes:
            read, lost = finite(node_model(node, self._group(node, path), self.frame))
            nodes[node.name] = read
            for name in lost:
                message = f"'{name}' is no finite number; 0 is used; give it one"
                self.problems.append(("not-a-number", "/".join((*path, node.name)), message))
        closed = loop_of(tree)
        if closed:
            what = "takes what comes into its group for 0" if path else "renders nothing of it"
            message = f"links form a loop, and Cycles {what}; the bake leaves out one; remove it"
            self.problems.append(("loop", "/".join((*path, closed)), message))
        inputs, outputs = _interface(tree)
        if not path:
            active = _material_output(tree)
        else:
            active = _group_output(tree)
            self._tell_of_outputs(tree, path)
        return Tree(tree.name, nodes, read_links(tree), inputs, outputs, active)

    def _tell_of_outputs(self, group: bpy.types.NodeTree, path: tuple[str, ...]) -> None:
        """Tell of the Material Outputs in a group, which Cycles may take before the material's."""
        for node in group.nodes:
            if node.bl_idname == OUTPUT and node.target != "EEVEE":
                message = (
                    "Cycles may take a Material Output in a group for the material's, and the bake "
                    "does not; move it out of the group, or remove it"
                )
                self.problems.append(("output-in-group", "/".join((*path, node.name)), message))

    def _group(self, node: bpy.types.Node, path: tuple[str, ...]) -> Tree | None:
        group = getattr(node, "node_tree", None)
        if group is None or getattr(group, "is_missing", False):
            return None
        key = f"{group.library.filepath if group.library else ''}|{group.name}"
        if key in self._open:
            origin = "/".join((*path, node.name))
            self.problems.append(("recursive-group", origin, "the group contains itself"))
            return None
        if key not in self._trees:
            self._open.append(key)
            self._trees[key] = self.tree(group, (*path, node.name))
            self._open.pop()
        return self._trees[key]


def _interface(tree: bpy.types.NodeTree) -> tuple[tuple[Socket, ...], tuple[Socket, ...]]:
    """Return a group's own inputs and outputs, with their defaults."""
    sockets: dict[str, list[Socket]] = {"INPUT": [], "OUTPUT": []}
    for item in tree.interface.items_tree:
        if item.item_type == "SOCKET":
            sockets[item.in_out].append(socket_model(item, item.bl_socket_idname))
    return tuple(sockets["INPUT"]), tuple(sockets["OUTPUT"])


def _material_output(tree: bpy.types.NodeTree) -> str:
    """Return the name of the Material Output that Cycles takes, '' where it takes none."""
    output = tree.get_output_node("CYCLES")
    if output is None or output.bl_idname != OUTPUT:
        return ""
    return "" if output.mute else str(output.name)  # from 5.0 none can be muted


def _group_output(tree: bpy.types.NodeTree) -> str:
    """Return the name of the Group Output in force, '' where a group has none."""
    groups = [node for node in tree.nodes if node.bl_idname == GROUP_OUTPUT]
    groups.sort(key=lambda node: not node.is_active_output)
    return str(groups[0].name) if groups else ""


def _without_nodes(material: bpy.types.Material) -> Tree:
    """Return what Cycles makes of a material without nodes: a Diffuse BSDF of its colour."""
    color = tuple(float(channel) for channel in material.diffuse_color)
    diffuse = Node(
        "Viewport Color",
        "ShaderNodeBsdfDiffuse",
        inputs=(
            Socket("Color", "Color", SocketType.RGBA, color),
            Socket("Roughness", "Roughness", SocketType.VALUE, 0.0),
            Socket("Normal", "Normal", SocketType.VECTOR, (0.0, 0.0, 0.0)),
        ),
        outputs=(Socket("BSDF", "BSDF", SocketType.SHADER),),
    )
    output = Node(
        "Material Output",
        OUTPUT,
        inputs=(
            Socket("Surface", "Surface", SocketType.SHADER),
            Socket("Displacement", "Displacement", SocketType.VECTOR, (0.0, 0.0, 0.0)),
        ),
    )
    link = Link(diffuse.name, "BSDF", output.name, "Surface")
    nodes = {diffuse.name: diffuse, output.name: output}
    return Tree(material.name, nodes, (link,), active_output=output.name)
