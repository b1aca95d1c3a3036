"""Which space of the file's colour configuration a baked image is declared to be in.

Blender's own configuration calls them sRGB, Linear Rec.709 and Non-Color. A studio's may use other
names, or tell them by role only: so the known names are tried, then the role that means the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy

from ..frontends.shader.snapshot import working_space
from ..plan.types import IDENTITY, Transfer
from .errors import KilnError

SRGB = ("sRGB", "sRGB - Texture", "Utility - sRGB - Texture", "sRGB Encoded Rec.709 (sRGB)")
LINEAR = (
    "Linear Rec.709",
    "Linear Rec.709 (sRGB)",
    "Utility - Linear - sRGB",
    "Utility - Linear - Rec.709",
    "lin_rec709",
)
DATA = ("Non-Color",)
"""Source of the names: Blender's configuration and the ASWF's ACES ones, 1.0 to 2.0."""


def declare_space(image: bpy.types.Image, transfer: Transfer, is_float: bool) -> None:
    """Say what an image's numbers mean. Errors: KilnError where the configuration has no word."""
    for name in _names(transfer, is_float):
        try:
            image.colorspace_settings.name = name
        except TypeError:  # not in this configuration
            continue
        return
    wanted = "Linear Rec.709" if is_float else "sRGB"
    if transfer is Transfer.DATA:
        wanted = "Non-Color"
    raise KilnError(
        f"the colour configuration (OCIO) has no space like {wanted} for '{image.name}'; "
        "bake into files instead, or without that configuration"
    )


def _names(transfer: Transfer, is_float: bool) -> Iterator[str]:
    """Yield names to try: those that are known, then what a new image of the kind is given."""
    if transfer is Transfer.DATA:
        yield from DATA
        yield _role(is_data=True)
    elif not is_float:
        yield from SRGB
        yield _role()
    else:
        yield from LINEAR
        if working_space().to_rec709 == IDENTITY:
            yield "scene_linear"
            yield _role(float_buffer=True)


def _role(**kind: bool) -> str:
    """Return the space of a new image: of the role data, default_byte or default_float."""
    image = bpy.data.images.new("Kiln", 1, 1, **kind)
    try:
        return str(image.colorspace_settings.name)
    finally:
        bpy.data.images.remove(image)
