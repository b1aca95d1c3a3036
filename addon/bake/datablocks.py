"""Baked images as datablocks of the .blend: one per map, found again by name, never ``.001``.

A datablock gets the bytes of the image file, packed. Blender decodes them as it would the file on
disk, so what is in the .blend is exactly what was written: none of the conversions that
``Image.pixels`` and ``Image.save`` make for floats, colour spaces and alpha come near it.
"""

from __future__ import annotations

from pathlib import Path

import bpy

from ..plan.types import Transfer
from .colorspaces import declare_space
from .errors import BadArguments
from .files.naming import safe_name

OWNED = "kiln"
"""Custom property on a datablock that Kiln made: which map of which material it is."""


def datablock_name(stem: str) -> str:
    """Return the name of a map's datablock: that of its file, within Blender's own limit."""
    # Longest ID name in bytes: 63 until 4.5, 255 from 5.0 (MAX_ID_NAME - 3 in DNA_ID.h).
    return safe_name(stem, 255 if bpy.app.version >= (5, 0, 0) else 63)


def find_datablock(name: str) -> bpy.types.Image | None:
    """Return the file's own image of that name, never a linked one."""
    return bpy.data.images.get((name, None))


def check_datablock(name: str, material: str, map: str, *, overwrite: bool) -> None:
    """Refuse to replace an image of the user's. Errors: BadArguments naming it."""
    image = find_datablock(name)
    if image is None or overwrite or image.get(OWNED) == f"{material}:{map}":
        return
    raise BadArguments(
        f"the .blend already has an image '{name}' that is not a bake of {map} of '{material}'; "
        "choose another --name or pass --overwrite"
    )


def put_packed(
    name: str,
    data: bytes,
    extension: str,
    transfer: Transfer,
    *,
    material: str,
    map: str,
    is_float: bool,
) -> bpy.types.Image:
    """Put an encoded image file into the .blend and return its datablock.

    Users keep pointing at the same datablock. It has a fake user, because an image that nothing
    uses is not saved (CASES I07).
    """
    image = find_datablock(name)
    if image is None:
        image = bpy.data.images.new(name, 1, 1)
    if image.packed_file is not None:
        image.unpack(method="REMOVE")
    image.source = "FILE"
    image.filepath_raw = f"//{name}{extension}"
    image.pack(data=data, data_len=len(data))
    _declare(image, transfer, is_float)
    image[OWNED] = f"{material}:{map}"
    image.use_fake_user = True
    # Not reload(): that looks for the file on disk first, and complains.
    image.buffers_free()
    return image


def put_file(
    name: str, path: Path, transfer: Transfer, *, material: str, map: str, is_float: bool
) -> bpy.types.Image:
    """Return the datablock that shows a file on disk, the same one every time.

    An image of the user's that has the name already is left alone: Blender then numbers ours.
    """
    image = _shower(name, path, f"{material}:{map}")
    if image is None:
        image = bpy.data.images.load(str(path))
        image.name = name
    elif image.packed_file is not None:
        image.unpack(method="REMOVE")
    image.source = "FILE"
    image.filepath_raw = relative(path)
    _declare(image, transfer, is_float)
    image[OWNED] = f"{material}:{map}"
    image.reload()
    return image


def _shower(name: str, path: Path, owned: str) -> bpy.types.Image | None:
    """Return the image that shows a map's file, or may: ours by name, or whichever reads it."""
    image = find_datablock(name)
    if image is not None and image.get(OWNED) == owned:
        return image
    for image in bpy.data.images:
        own = image.library is None and image.source == "FILE" and image.packed_file is None
        if own and image.filepath and Path(bpy.path.abspath(image.filepath)) == path:
            return image
    return None


def relative(path: Path) -> str:
    """Return a path as Blender stores it: relative to the .blend where that is saved."""
    if not bpy.data.filepath:
        return str(path)
    try:
        return str(bpy.path.relpath(str(path)))
    except ValueError:  # another drive on Windows
        return str(path)


def _declare(image: bpy.types.Image, transfer: Transfer, is_float: bool) -> None:
    """Say what the numbers mean, so that an Image Texture reads what the material had."""
    declare_space(image, transfer, is_float)
    image.alpha_mode = "STRAIGHT"
