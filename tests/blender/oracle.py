"""Cycles as the oracle: EMIT bakes that sample texel centres exactly.

A bake samples at ((x + 0.501) / W, (y + 0.502) / H), which moves noise by up to 8e-3 and flips
cells, so the picture is baked through a second UV layer that is moved by that much against the one
the material reads. The surface is one triangle, because texels on a diagonal are jittered; its
coordinates are those of Blender's default plane: UV 0 to 1 on a square 2 units wide.
One sample, because sample 0 has no jitter. Emission keeps negatives; NaN and infinity become 0.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import bpy
import mathutils
import numpy as np
from numpy.typing import NDArray

from addon.plan.types import Extent

from .channels import isolate

Build = Callable[[Any], Any]
"""Fills a node tree in and returns a socket, or up to three numbers and number sockets."""

UP = (0.0, 0.0, 1.0)
CORNERS = ((-1.0, -1.0, 0.0), (3.0, -1.0, 0.0), (-1.0, 3.0, 0.0))


def new_material(build: Build) -> Any:
    """Return a material whose Surface is an Emission of what ``build`` returns."""
    material = bpy.data.materials.new("Parity")
    if material.node_tree is None:
        material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    made = build(tree)
    if isinstance(made, (list, tuple)):
        made = _as_vector(tree, made)
    emission = tree.nodes.new("ShaderNodeEmission")
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(made, emission.inputs["Color"])
    tree.links.new(emission.outputs[0], output.inputs["Surface"])
    return material


def bake_emission(
    material: Any,
    extent: Extent,
    frame: float | None = None,
    facing: tuple[float, float, float] = UP,
) -> NDArray[Any]:
    """Return what a material emits. Shapes: (height, width, 3), float32, row 0 at v = 0.

    ``facing`` is the plane's normal; its UV stays as it is.
    """
    return _on_a_copy(material, extent, lambda copy: None, frame, facing)


def bake_channel(
    material: Any, name: str, extent: Extent, frame: float | None = None
) -> NDArray[Any]:
    """Return one map of a whole material: each shader replaced by an Emission of that channel."""
    return _on_a_copy(material, extent, lambda copy: isolate(copy.node_tree, name), frame)


def bake_emissions(materials: Sequence[Any], extent: Extent) -> list[NDArray[Any]]:
    """Return what each of some materials emits, all by one bake.

    Each has a triangle and a picture of its own, which are equal to the last bit: what two of them
    compute alike comes out alike.
    """
    with _stage(materials, extent, None, UP) as (scene, plane, images):
        return _baked(scene, plane, images, extent)


def _on_a_copy(
    material: Any,
    extent: Extent,
    change: Callable[[Any], None],
    frame: float | None,
    facing: tuple[float, float, float] = UP,
) -> NDArray[Any]:
    trees = {tree.session_uid for tree in bpy.data.node_groups}
    copy = material.copy()
    try:
        _own_groups(copy.node_tree)
        change(copy)
        with _stage([copy], extent, frame, facing) as (scene, plane, images):
            return _baked(scene, plane, images, extent)[0]
    finally:
        bpy.data.materials.remove(copy)
        for tree in list(bpy.data.node_groups):
            if tree.session_uid not in trees:
                bpy.data.node_groups.remove(tree)


def _baked(scene: Any, plane: Any, images: Sequence[Any], extent: Extent) -> list[NDArray[Any]]:
    override = {
        "scene": scene,
        "view_layer": scene.view_layers[0],
        "object": plane,
        "active_object": plane,
        "selected_objects": [plane],
        "selected_editable_objects": [plane],
    }
    with bpy.context.temp_override(**override), _quiet():
        bpy.ops.object.bake(type="EMIT")
    pictures = []
    for image in images:
        texels = np.empty(extent.texels * 4, np.float32)
        image.pixels.foreach_get(texels)
        pictures.append(texels.reshape(extent.height, extent.width, 4)[..., :3].copy())
    return pictures


def _own_groups(tree: Any) -> None:
    """Give a tree its own copy of every group in it, so that they can be changed."""
    for node in tree.nodes:
        if getattr(node, "node_tree", None) is not None:
            node.node_tree = node.node_tree.copy()
            _own_groups(node.node_tree)


@contextlib.contextmanager
def _stage(
    materials: Sequence[Any],
    extent: Extent,
    frame: float | None,
    facing: tuple[float, float, float],
) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Make a scene with a plane of each material and its image, and take them away again."""
    scene = bpy.data.scenes.new("Oracle")
    _exact(scene)
    plane = bpy.data.objects.new("Oracle", _planes(materials, extent, facing))
    mesh = plane.data
    scene.collection.objects.link(plane)
    images = []
    for material in materials:
        image = bpy.data.images.new(
            "Oracle", extent.width, extent.height, alpha=True, float_buffer=True, is_data=True
        )
        target = material.node_tree.nodes.new("ShaderNodeTexImage")
        target.image = image
        material.node_tree.nodes.active = target
        target.select = True
        images.append(image)
    try:
        scene.view_layers[0].objects.active = plane
        plane.select_set(True, view_layer=scene.view_layers[0])
        at = bpy.context.scene.frame_current if frame is None else frame
        scene.frame_set(int(at), subframe=at - int(at))
        yield scene, plane, images
    finally:
        bpy.data.objects.remove(plane)
        bpy.data.meshes.remove(mesh)
        for image in images:
            bpy.data.images.remove(image)
        bpy.data.scenes.remove(scene)


def _planes(materials: Sequence[Any], extent: Extent, facing: tuple[float, float, float]) -> Any:
    """Return a mesh of one triangle a material, all at one place."""
    mesh = bpy.data.meshes.new("Oracle")
    turn = mathutils.Vector(UP).rotation_difference(mathutils.Vector(facing))
    corners = [turn @ mathutils.Vector(corner) for corner in CORNERS]
    count = len(materials)
    mesh.from_pydata(corners * count, [], [(3 * n, 3 * n + 1, 3 * n + 2) for n in range(count)])
    mesh.use_auto_texspace = False
    mesh.texspace_location, mesh.texspace_size = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    for name in ("UVMap", "Bake"):
        mesh.uv_layers.new(name=name)
    for corner, (x, y, _) in enumerate(CORNERS * count):
        u, v = (x + 1.0) / 2.0, (y + 1.0) / 2.0
        mesh.uv_layers["UVMap"].data[corner].uv = (u, v)
        mesh.uv_layers["Bake"].data[corner].uv = (
            u + 0.001 / extent.width,
            v + 0.002 / extent.height,
        )
    mesh.uv_layers["UVMap"].active_render = True
    mesh.uv_layers.active = mesh.uv_layers["Bake"]
    for n, material in enumerate(materials):
        mesh.materials.append(material)
        mesh.polygons[n].material_index = n
    return mesh


def _exact(scene: Any) -> None:
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.max_bounces = "CPU", 1, 0
    cycles.use_adaptive_sampling = cycles.use_denoising = False
    cycles.sample_clamp_direct = cycles.sample_clamp_indirect = 0
    scene.render.bake.margin = 0
    scene.render.bake.use_clear = True
    scene.render.bake.target = "IMAGE_TEXTURES"


def _as_vector(tree: Any, numbers: Any) -> Any:
    node = tree.nodes.new("ShaderNodeCombineXYZ")
    for socket, number in zip(node.inputs, numbers, strict=False):
        if isinstance(number, (int, float)):
            socket.default_value = number
        else:
            tree.links.new(number, socket)
    return node.outputs[0]


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Hide what Cycles prints past Python."""
    sys.stdout.flush()
    kept, nothing = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nothing)
