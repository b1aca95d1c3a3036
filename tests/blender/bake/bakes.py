"""Small materials, and bakes of them into a folder, read back by Pillow and OpenImageIO."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import OpenImageIO

from addon.bake.job import bake_job
from addon.bake.report import BakeReport
from addon.bake.selection import MaterialHandle
from addon.bake.settings import BakeSettings
from addon.plan.types import Extent

TINY = Extent(8, 4)
"""Not square, so that a swapped axis shows."""


def principled(name: str = "Kiln test", **inputs: Any) -> bpy.types.Material:
    """Return a material with one Principled BSDF; ``inputs`` by name with _ for spaces."""
    material = bpy.data.materials.new(name)
    if bpy.app.version < (5, 0, 0):
        material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    surface = tree.nodes.new("ShaderNodeBsdfPrincipled")
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(surface.outputs[0], output.inputs["Surface"])
    for key, value in inputs.items():
        socket = surface.inputs[key.replace("_", " ")]
        if isinstance(value, bpy.types.NodeSocket):
            tree.links.new(value, socket)
        else:
            socket.default_value = value
    return material


def feed(material: bpy.types.Material, input: str, socket: bpy.types.NodeSocket) -> None:
    """Link a socket to an input of the material's Principled BSDF, or of its output."""
    tree = material.node_tree
    for kind in ("BSDF_PRINCIPLED", "OUTPUT_MATERIAL"):
        node = next(n for n in tree.nodes if n.type == kind)
        if input in node.inputs:
            tree.links.new(socket, node.inputs[input])
            return
    raise KeyError(input)


def ramp_u(material: bpy.types.Material, low: float = 0.0, high: float = 1.0) -> Any:
    """Return a float that goes from low to high along U, centre to centre of the outer texels."""
    tree = material.node_tree
    split = tree.nodes.new("ShaderNodeSeparateXYZ")
    place = tree.nodes.new("ShaderNodeTexCoord")
    tree.links.new(place.outputs["UV"], split.inputs[0])
    scaled = tree.nodes.new("ShaderNodeMath")
    scaled.operation = "MULTIPLY_ADD"
    tree.links.new(split.outputs[0], scaled.inputs[0])
    scaled.inputs[1].default_value = high - low
    scaled.inputs[2].default_value = low
    return scaled.outputs[0]


def picture(pixels: np.ndarray, name: str = "Kiln test picture", space: str = "sRGB") -> Any:
    """Return a packed byte image of these RGBA bytes, rows from v = 0 up."""
    height, width, _ = pixels.shape
    image = bpy.data.images.new(name, width, height, alpha=True)
    image.colorspace_settings.name = space
    image.pixels.foreach_set((pixels / np.float32(255.0)).astype(np.float32).ravel())
    image.pack()
    return image


def image_node(material: bpy.types.Material, image: Any) -> Any:
    """Return an Image Texture node that shows each texel as it is."""
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image, node.interpolation = image, "Closest"
    return node


def finish_job(job: Any) -> BakeReport:
    """Run a job to its end."""
    while True:
        try:
            next(job)
        except StopIteration as done:
            report: BakeReport = done.value
            return report


def bake(
    engine: Any,
    folder: Path | None,
    materials: Sequence[bpy.types.Material],
    **flags: Any,
) -> BakeReport:
    """Bake materials and return the report; ``flags`` are fields of BakeSettings."""
    settings = BakeSettings(base=TINY, folder=folder).with_flags(flags)
    handles = [MaterialHandle(m.session_uid, m.name) for m in materials]
    return finish_job(bake_job(handles, settings, engine))


def decode(path: str | Path) -> np.ndarray:
    """Return a file's codes or values by OpenImageIO, rows from v = 0 up."""
    config = OpenImageIO.ImageSpec()
    config.attribute("oiio:UnassociatedAlpha", 1)
    source = OpenImageIO.ImageInput.open(str(path), config)
    try:
        return np.asarray(source.read_image(source.spec().format))[::-1]
    finally:
        source.close()


def by_map(report: BakeReport) -> dict[str, Any]:
    """Return a report's files by map."""
    return {file.map: file for file in report.files}


def linear(codes: np.ndarray) -> np.ndarray:
    """Return sRGB-encoded integer codes as linear values; source: IEC 61966-2-1."""
    encoded = codes / float(np.iinfo(codes.dtype).max)
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


def checksum() -> str:
    """Return a hash of everything a person made in every node tree and material of the file."""
    parts: list[str] = []
    trees = [(m.name, m.node_tree) for m in bpy.data.materials if m.node_tree is not None]
    trees += [(g.name, g) for g in bpy.data.node_groups]
    for name, tree in sorted(trees, key=lambda pair: pair[0]):
        parts.append(name)
        for node in tree.nodes:
            parts += [node.name, node.bl_idname, repr(tuple(node.location)), str(node.mute)]
            parts += [_value(socket) for socket in [*node.inputs, *node.outputs]]
            parts.append(str(getattr(getattr(node, "image", None), "name", None)))
        parts += [
            f"{link.from_node.name}.{link.from_socket.identifier}>"
            f"{link.to_node.name}.{link.to_socket.identifier}"
            for link in tree.links
        ]
    blocks: Sequence[Callable[[], Any]] = [
        lambda: bpy.data.objects,
        lambda: bpy.data.scenes,
        lambda: bpy.data.meshes,
        lambda: bpy.data.images,
    ]
    parts += [repr([block.name for block in blocks_of()]) for blocks_of in blocks]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _value(socket: Any) -> str:
    value = getattr(socket, "default_value", None)
    return repr(tuple(value) if hasattr(value, "__len__") and not isinstance(value, str) else value)
