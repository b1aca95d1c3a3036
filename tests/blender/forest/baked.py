"""Every output of every node of a tree, as Cycles computes it, by one bake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from addon.plan.types import Extent

from ..grid.cases import NUMBERS
from ..oracle import bake_emissions, new_material
from ..trees import Tree
from .build import build
from .description import Grown, Wire

SIDE = 16
EXTENT = Extent(SIDE, SIDE)
ORDINARY = 1e30
"""Where the square of a vector's length is below, it is a number of use. An emission makes 0 of
infinity and of what is no number, so that is asked by a comparison."""
MARK = (0.34375, 0.71875, 0.15625)
"""What a reader has that nothing reaches; floats that no node is likely to give everywhere."""
VECTORS = ("VECTOR", "ROTATION", "RGBA")


@dataclass(frozen=True, slots=True)
class Shown:
    """What an output holds. Shapes: (side, side, 3); (side, side) of what is said of a texel."""

    type: str
    texels: NDArray[Any]
    ordinary: NDArray[Any]
    doubtful: NDArray[Any]
    """Where it is 0, and one of the numbers that it was baked with is not ordinary."""

    @property
    def absent(self) -> bool:
        """Return whether Cycles has no such output: who reads it reads a default of its own."""
        return bool((self.texels == np.array(MARK, np.float32)).all())


def bake_outputs(grown: Grown) -> dict[Wire, Shown]:
    """Return what Cycles has on every output in force.

    The tree is a group, which many small materials share: each shows one picture of it.
    """
    group = bpy.data.node_groups.new("Kiln forest", "ShaderNodeTree")
    materials: list[Any] = []
    try:
        nodes = build(group, grown)
        found = [
            (Wire(n, socket.identifier), socket)
            for n, node in enumerate(nodes)
            for socket in node.outputs
            if socket.enabled and socket.type in NUMBERS
        ]
        types = [socket.type for _, socket in found]
        pictures, places = _pictures(Tree(group, SIDE), [socket for _, socket in found])
        entries = _shown(group, pictures)
        materials = [_material(group, entry) for entry in entries]
        baked = bake_emissions(materials, EXTENT)
    finally:
        for material in materials:
            bpy.data.materials.remove(material)
        bpy.data.node_groups.remove(group)
    shown = {}
    verdicts = 1 + max(picture for picture, _ in places)
    for (wire, _), type, (picture, channel) in zip(found, types, places, strict=True):
        verdict, digit = divmod(picture, 3)
        ordinary = baked[verdicts + verdict][..., digit] == 1.0
        texels = _read(baked[picture], channel)
        doubtful = np.zeros_like(ordinary)
        if channel >= 0:
            doubtful = ~ordinary & (texels == 0.0).all(axis=-1)
            ordinary = ordinary | ((texels != 0.0).all(axis=-1) & is_ordinary(texels))
        shown[wire] = Shown(type, texels, ordinary, doubtful)
    return shown


def _pictures(tree: Tree, sockets: Sequence[Any]) -> tuple[list[Any], list[tuple[int, int]]]:
    """Return outputs of three channels that show some outputs, and where each is.

    A vector or colour is a picture itself (channel -1); numbers go by threes. After all of them
    come verdicts, by threes too: whether the picture is ordinary.
    """
    pictures = [socket for socket in sockets if socket.type in VECTORS]
    numbers = [socket for socket in sockets if socket.type not in VECTORS]
    first = len(pictures)
    pictures += _by_threes(tree, numbers)
    vectors, at = iter(range(first)), iter(range(len(numbers)))
    places = []
    for socket in sockets:
        if socket.type in VECTORS:
            places.append((next(vectors), -1))
        else:
            picture, channel = divmod(next(at), 3)
            places.append((first + picture, channel))
    return pictures + _by_threes(tree, [_ordinary(tree, shown) for shown in pictures]), places


def _by_threes(tree: Tree, numbers: Sequence[Any]) -> list[Any]:
    vectors = []
    for start in range(0, len(numbers), 3):
        vector = tree.node("CombineXYZ", dict(zip("XYZ", MARK, strict=True)))
        for socket, number in zip(vector.inputs, numbers[start : start + 3], strict=False):
            tree.links.new(number, socket)
        vectors.append(vector.outputs[0])
    return vectors


def _ordinary(tree: Tree, socket: Any) -> Any:
    """Return 1 for a number of use, 0 for one that is huge, infinite or none at all."""
    squared = tree.node(
        "VectorMath", {"Vector": socket, "Vector_001": socket}, operation="DOT_PRODUCT"
    )
    return tree.math("LESS_THAN", tree.out(squared, "Value"), ORDINARY)


def _shown(group: Any, pictures: Sequence[Any]) -> list[str]:
    """Make pictures the outputs of a group; return their identifiers."""
    entries = [
        group.interface.new_socket(f"{n}", in_out="OUTPUT", socket_type="NodeSocketColor")
        for n in range(len(pictures))
    ]
    exit_ = group.nodes.new("NodeGroupOutput")
    for n, picture in enumerate(pictures):
        exit_.inputs[n].default_value = (*MARK, 1.0)
        group.links.new(picture, exit_.inputs[n])
    return [entry.identifier for entry in entries]


def _material(group: Any, entry: str) -> Any:
    """Return a material that emits one output of a group."""

    def shows(node_tree: Any) -> Any:
        node = node_tree.nodes.new("ShaderNodeGroup")
        node.node_tree = group
        return next(socket for socket in node.outputs if socket.identifier == entry)

    return new_material(shows)


def _read(texels: NDArray[Any], channel: int) -> NDArray[Any]:
    if channel < 0:
        return texels
    number = texels[..., channel : channel + 1]
    if (number == np.float32(MARK[channel])).all():
        return np.broadcast_to(np.array(MARK, np.float32), texels.shape)
    return np.repeat(number, 3, axis=-1)


def is_ordinary(texels: NDArray[Any], margin: float = 1.0) -> NDArray[Any]:
    """Return where vectors are numbers of use, as the trees that are baked tell it."""
    with np.errstate(all="ignore"):
        squared = (texels.astype(np.float32) ** 2).sum(axis=-1, dtype=np.float32)
    return squared < ORDINARY * margin
