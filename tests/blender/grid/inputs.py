"""What the inputs of a node are fed with: smooth fields, and a strip of edge values.

Both come out of float pictures, read at texel centres, so that Cycles and Kiln get the same
numbers. The strip has one edge value a column; the rows of the same picture carry a field, so that
each edge meets many values. Cycles takes infinity and NaN out of pictures: they are computed.

Each picture can be had *nudged*, every number in it a few steps of floats up or down, by chance.
What a node gives then, against what it gave, is how far roundings may carry it: a sine of a million
radians, a cell's border. The judge allows a few times as much for each step. There is more than one
draw, because in one the nudges of two inputs may cancel.
"""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ..trees import Tree

SIDE = 16
"""Texels of a picture: one a column for each of the edge values."""

DRAWS = 2
"""How often the inputs are nudged."""
STEPS = 4
"""By how many steps of floats."""

EDGES = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -0.25,
    15.0,
    20.0,
    1e-6,
    1000.0,
    -1000.0,
    1e6,
    float("inf"),
    float("-inf"),
    float("nan"),
)
"""A column each."""

RANGES = {
    "Detail": (0.0, 6.0),
    "Detail Scale": (0.5, 4.0),
    "Detail Roughness": (0.0, 1.0),
    "Roughness": (0.0, 1.5),
    "Lacunarity": (0.5, 3.0),
    "Scale": (0.5, 6.0),
    "Distortion": (0.0, 2.0),
    "Exponent": (0.5, 4.0),
    "Randomness": (-0.25, 1.25),
    "Smoothness": (-0.25, 1.25),
    "Mortar Size": (0.0, 0.25),
    "Mortar Smooth": (0.0, 1.0),
    "Brick Width": (0.25, 1.0),
    "Row Height": (0.25, 1.0),
    "Frequency": (0.5, 4.0),
    "Anisotropy": (-0.25, 1.25),
    "Temperature": (500.0, 13000.0),
    "Wavelength": (360.0, 800.0),
    "Fac": (-0.25, 1.25),
    "Factor": (-0.25, 1.25),
    "Factor_Float": (-0.25, 1.25),
    "Sides": (1.5, 8.5),
    "Steps": (-1.0, 8.0),
}
"""Lowest and highest of a field by the input's identifier; others get (-2, 2)."""
PARAMETERS = frozenset(RANGES) - {"Temperature", "Wavelength", "Fac", "Factor", "Factor_Float"}
"""Inputs that stay at their own value unless they are what is tried."""

_WEIGHTS = ((1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (0.5, -0.5), (0.25, 0.75), (0.75, 0.25))
"""Shares of u and v in a field, by the input's place, so that no two grow alike."""


def field(tree: Tree, socket: Any, place: int, draw: int) -> Any:
    """Return a smooth field of a socket's type, from a picture."""
    low, high = RANGES.get(socket.identifier, (-2.0, 2.0))
    if socket.type == "RGBA":
        low, high = 0.0, 1.25
    elif socket.type in ("VECTOR", "ROTATION"):
        low, high = -2.0, 2.0
    name = f"Kiln field {place} {low} {high}"
    columns = np.stack([_grown(place + axis, low, high) for axis in range(3)], axis=-1)
    color = tree.out(_read(tree, name, columns, draw), "Color")
    if socket.type in ("VECTOR", "ROTATION", "RGBA"):
        return color
    return tree.split(color)[0]


def slope(tree: Tree, place: int) -> Any:
    """Return a field that grows between texels too, from UV: what Bump takes its differences of."""
    u, v, _ = tree.split(tree.uv)
    across, up = _WEIGHTS[place % len(_WEIGHTS)]
    return tree.math("MULTIPLY_ADD", u, across, tree.math("MULTIPLY", v, up))


def edge(tree: Tree, socket: Any, place: int, draw: int) -> Any:
    """Return the strip as a socket's type; a vector has it in one component, fields in the rest.

    It is value * exp(1000 endless) * (exp(1000 unknown) * known): infinity, and 0 times that.
    """
    values = np.array(EDGES)
    texels = np.zeros((SIDE, SIDE, 3))
    texels[..., 0] = np.where(np.isfinite(values), values, np.where(values < 0.0, -1.0, 1.0))
    texels[..., 1] = np.isinf(values)
    texels[..., 2] = np.isnan(values)
    read = _read(tree, "Kiln edges", texels, draw)
    value, endless, unknown = tree.split(tree.out(read, "Color"))
    grown = tree.math("MULTIPLY", value, tree.math("EXPONENT", tree.math("MULTIPLY", endless, 1e3)))
    much = tree.math("EXPONENT", tree.math("MULTIPLY", unknown, 1000.0))
    one_or_unknown = tree.math("MULTIPLY", much, tree.math("SUBTRACT", 1.0, unknown))
    strip = tree.math("MULTIPLY", grown, one_or_unknown)
    if socket.type not in ("VECTOR", "ROTATION", "RGBA"):
        return strip
    parts = list(tree.split(field(tree, socket, place, draw)))
    parts[place % 3] = strip
    return tree.xyz(*parts)


def _grown(place: int, low: float, high: float) -> NDArray[Any]:
    """Return numbers from ``low`` to ``high``, in a direction by ``place``."""
    across, up = _WEIGHTS[place % len(_WEIGHTS)]
    centres = (np.arange(SIDE) + 0.5) / SIDE
    grown = across * centres[None, :] + up * centres[:, None]
    return low + (high - low) * (grown - min(up, 0.0))


def _read(tree: Tree, name: str, texels: NDArray[Any], draw: int) -> Any:
    """Return an Image Texture of a float picture, made once; draw 0 is not nudged."""
    name += f" nudged {draw}" if draw else ""
    image = bpy.data.images.get(name)
    if image is None:
        image = bpy.data.images.new(name, SIDE, SIDE, float_buffer=True, is_data=True)
        made = np.ones((SIDE, SIDE, 4), np.float32)
        made[..., :3] = texels
        # Ones and zeros are flags in a strip, and exact in a field.
        moves = np.isin(made, (0.0, 1.0), invert=True) & (draw > 0)
        up = np.random.default_rng([draw, len(name)]).random(made.shape) < 0.5
        away = np.where(up, np.float32(np.inf), np.float32(-np.inf))
        for _ in range(STEPS):
            made = np.where(moves, np.nextafter(made, away), made)
        image.pixels.foreach_set(made.ravel())
    return tree.node("TexImage", interpolation="Closest", image=image)
