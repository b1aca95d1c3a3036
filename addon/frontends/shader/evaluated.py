"""The evaluated copy of a material at any frame, whether or not anything in the file uses it.

Blender evaluates drivers and keyframes only of what a view layer holds, at the scene's own frame.
So an animated material is put on an object without geometry in a scene of its own, which is set to
the frame, and both are removed again. Nothing flows back from there to the user's own data: only
the dependency graph of the scene in the window writes to originals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from math import floor

import bpy

from ...handlers import silenced

NAME = "Kiln evaluation"
_NODE = re.compile(r'nodes\["((?:[^"\\]|\\.)*)"\]')


@contextmanager
def evaluated_at(material: bpy.types.Material, frame: float) -> Iterator[bpy.types.Material]:
    """Yield the material as it is at ``frame``; itself, where nothing of it is animated."""
    if not is_animated(material):
        yield material
        return
    scene = bpy.data.scenes.new(NAME)
    mesh = bpy.data.meshes.new(NAME)
    holder = bpy.data.objects.new(NAME, mesh)
    try:
        now = bpy.context.scene.render
        scene.render.fps, scene.render.fps_base = now.fps, now.fps_base
        scene.render.frame_map_old, scene.render.frame_map_new = (
            now.frame_map_old,
            now.frame_map_new,
        )
        mesh.materials.append(material)
        scene.collection.objects.link(holder)
        with silenced("frame_change_", "depsgraph_"):
            scene.frame_set(floor(frame), subframe=frame - floor(frame))
        yield material.evaluated_get(scene.view_layers[0].depsgraph)
    finally:
        bpy.data.objects.remove(holder)
        bpy.data.meshes.remove(mesh)
        bpy.data.scenes.remove(scene)


def is_animated(material: bpy.types.Material) -> bool:
    """Return whether a driver, action or NLA track moves anything in a material or its groups."""
    if _moves(material):
        return True
    trees = [material.node_tree] if material.node_tree is not None else []
    seen: set[int] = set()
    while trees:
        tree = trees.pop()
        if tree.as_pointer() in seen:
            continue
        seen.add(tree.as_pointer())
        if _moves(tree):
            return True
        groups = (getattr(node, "node_tree", None) for node in tree.nodes)
        trees += [group for group in groups if group is not None]
    return False


def broken_drivers(tree: bpy.types.NodeTree) -> Iterator[tuple[str, str]]:
    """Yield (node, message) for every driver of a tree that Blender did not evaluate."""
    animation = tree.animation_data
    for curve in animation.drivers if animation is not None else ():
        driver = curve.driver
        if driver.is_valid:
            continue
        found = _NODE.search(curve.data_path)
        why = f"the driver '{driver.expression}'" if driver.type == "SCRIPTED" else "a driver"
        message = f"{why} of it cannot be evaluated; Blender uses 0 instead, and so does the bake"
        yield (found.group(1) if found else ""), message


def _moves(block: bpy.types.ID) -> bool:
    animation = block.animation_data
    if animation is None:
        return False
    return bool(animation.action or animation.drivers or animation.nla_tracks)
