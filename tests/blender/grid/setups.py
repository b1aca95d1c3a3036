"""What of a node is no property of its own: stops of a ramp, points of curves, a picture, depth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from typing import Any

import bpy

Prepare = Callable[[Any], None]

SIDE = 4
"""Texels of the picture that an Image Texture gets."""


def setups_of(kind: str) -> Mapping[str, Prepare]:
    """Return the ways a type of node is prepared, by name; {"": nothing} for most."""
    return SETUPS.get(kind, {"": _nothing})


def _nothing(node: Any) -> None:
    """Leave a node as it is."""


def _ramp(interpolation: str, mode: str, hue: str, stops: int, node: Any) -> None:
    """Give a ramp stops of many colours and alphas; two of every 8 are at one place."""
    ramp = node.color_ramp
    ramp.color_mode = mode
    if mode == "RGB":
        ramp.interpolation = interpolation
    else:
        ramp.hue_interpolation = hue
    while len(ramp.elements) > 1:
        ramp.elements.remove(ramp.elements[-1])
    for n in range(1, stops):
        ramp.elements.new(n / stops)
    for n, element in enumerate(ramp.elements):
        place = (n - n % 8 % 2 + 0.3) / stops if stops > 2 else 0.2 + 0.6 * n
        element.position = place
        element.color = (n * 7 % 5 / 4, n * 3 % 7 / 6, n * 5 % 11 / 10, 1.0 - n % 4 / 4)


def _curves(extend: str, shape: str, node: Any) -> None:
    """Give every curve of a node a shape of its own."""
    mapping = node.mapping
    mapping.extend = extend
    mapping.use_clip = shape != "beyond"
    for n, curve in enumerate(mapping.curves):
        first, last = curve.points[0], curve.points[-1]
        if shape == "beyond":
            first.location = (first.location[0] - 0.25, first.location[1] - 0.5)
            last.location = (last.location[0] + 0.25, last.location[1] + 0.5 * (n + 1))
        if shape in ("bent", "beyond"):
            middle = curve.points.new(0.3 + 0.1 * n, 0.8 - 0.15 * n)
            middle.handle_type = ("AUTO", "VECTOR", "AUTO_CLAMPED")[n % 3]
        if shape == "step":
            curve.points.new(0.5, 0.1)
            curve.points.new(0.5001, 0.9)
    mapping.update()


def _picture(node: Any) -> None:
    """Give a node a small picture of floats, above 1 and below 0 too."""
    image = bpy.data.images.get("Kiln grid")
    if image is None:
        image = bpy.data.images.new("Kiln grid", SIDE, SIDE, float_buffer=True, is_data=True)
        texels = [(n * 37 % 64) / 32 - 0.5 if n % 4 < 3 else 1.0 for n in range(4 * SIDE * SIDE)]
        image.pixels.foreach_set(texels)
        image.pack()
    node.image = image


def _set(name: str, value: Any, node: Any) -> None:
    setattr(node, name, value)


_RAMPS = {
    f"{interpolation.replace('_', ' ').lower()}, {stops} stops": partial(
        _ramp, interpolation, "RGB", "", stops
    )
    for interpolation, stops in product(
        ("LINEAR", "EASE", "CONSTANT", "CARDINAL", "B_SPLINE"), (1, 2, 3, 32)
    )
} | {
    f"{mode.lower()} {hue.lower()}, {stops} stops": partial(_ramp, "", mode, hue, stops)
    for mode, hue, stops in product(("HSV", "HSL"), ("NEAR", "FAR", "CW", "CCW"), (2, 3, 32))
}
_CURVES = {
    f"{extend.lower()}, {shape}": partial(_curves, extend, shape)
    for extend, shape in product(
        ("EXTRAPOLATED", "HORIZONTAL"), ("as new", "bent", "beyond", "step")
    )
}

SETUPS: Mapping[str, Mapping[str, Prepare]] = {
    "ShaderNodeValToRGB": _RAMPS,
    "ShaderNodeRGBCurve": _CURVES,
    "ShaderNodeVectorCurve": _CURVES,
    "ShaderNodeFloatCurve": _CURVES,
    "ShaderNodeTexImage": {"": _picture},
    "ShaderNodeTexEnvironment": {"": _picture},
    "ShaderNodeTexMagic": {
        f"depth {depth}": partial(_set, "turbulence_depth", depth) for depth in (0, 1, 2, 5, 10)
    },
}
"""By ``bl_idname``."""
