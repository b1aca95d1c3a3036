"""Reads an image datablock, and which file or files it stands for."""

from __future__ import annotations

import re
from dataclasses import replace
from math import floor
from pathlib import Path

import bpy

from .color_encoding import encoding_of
from .exr_header import exr_header
from .model import ImageRef, Tile
from .opened import opened
from .stored_alpha import is_associated
from .versions import choice

ANIMATED = ("SEQUENCE", "MOVIE")
EXR = ("OPEN_EXR", "OPEN_EXR_MULTILAYER")
_NUMBERED = re.compile(
    r"(?P<head>(?:.*[/\\])?[^/\\]*?)(?P<digits>[0-9]*)(?P<tail>[^0-9/\\]*?)(?P<extension>\.[^./\\]*)?",
    re.DOTALL,
)
"""A path with the last number of its name, which does not stand in the extension."""


def image_model(image: bpy.types.Image, user: bpy.types.ImageUser, frame: float) -> ImageRef:
    """Return an image as a node uses it at a frame. Asking for its size makes Blender load it."""
    changed = image.is_dirty and image.source in ("FILE", "TILED")
    shown = choice("image_unsaved", tuple(bpy.app.version)) == "pixels"
    ref = ImageRef(
        name=image.name,
        library=image.library.filepath if image.library else "",
        extent=(int(image.size[0]), int(image.size[1])),
        channels=int(image.channels),
        is_float=bool(image.is_float),
        colorspace=image.colorspace_settings.name,
        encoding=encoding_of(image.colorspace_settings),
        alpha_mode=image.alpha_mode,
        source=image.source,
        is_packed=bool(image.packed_files),
        filepath=image.filepath,
        is_unsaved=changed and shown,
    )
    if image.source in ANIMATED:
        ref = replace(ref, frame=frame_used(user, floor(frame)))
    if image.source == "TILED":
        return replace(ref, tiles=tuple(_tile(image, ref, tile.number) for tile in image.tiles))
    if image.source == "SEQUENCE":
        ref = replace(ref, filepath=sequence_file(ref.filepath, ref.frame))
        return _of_file(ref, _path(image, ref))
    if image.source == "FILE" and ref.from_file:
        file = _path(image, ref)
        if not file.is_file():
            return replace(ref, extent=(0, 0), channels=0)
        if changed or image.type == "MULTILAYER":
            return _of_file(ref, file)
        return _told(ref, file, image.file_format)
    return ref


def frame_used(user: bpy.types.ImageUser, frame: int) -> int:
    """Return which frame of a sequence or movie is shown at a frame of the scene.

    Source: measured; before its start a sequence that does not repeat is at the frame before its
    first, and after its end at its last.
    """
    length = int(user.frame_duration)
    if length == 0:
        return 0
    place = frame - int(user.frame_start) + 1
    # A cycle counts from 1 to its length.
    place = (place - 1) % length + 1 if user.use_cyclic else min(max(place, 0), length)
    return place + int(user.frame_offset)


def sequence_file(path: str, frame: int) -> str:
    """Return the file of a frame: the last number in the name of a sequence's file is replaced.

    There are no files before 0.
    """
    found = _NUMBERED.fullmatch(path)
    assert found is not None  # it matches any text
    head, digits, tail = found["head"], found["digits"], found["tail"]
    if not digits:
        head, tail = head + tail, ""
    return f"{head}{max(frame, 0):0{len(digits)}d}{tail}{found['extension'] or ''}"


def tile_file(path: str, number: int) -> str:
    """Return the file of a UDIM tile."""
    column, row = Tile.cell_of(number)
    return path.replace("<UDIM>", str(number)).replace("<UVTILE>", f"u{column + 1}_v{row + 1}")


def _tile(image: bpy.types.Image, ref: ImageRef, number: int) -> Tile:
    """Return one tile of an image."""
    one = replace(ref, tile=number, filepath=tile_file(ref.filepath, number))
    packed = packed_tile(image, number)
    if packed is not None:
        return Tile(number, _of_file(one, packed))
    # Blender shows Python the pixels of the first tile only.
    if number == image.tiles[0].number and (ref.is_unsaved or not ref.filepath):
        return Tile(number, replace(one, is_unsaved=True))
    return Tile(number, _of_file(one, _path(image, one)))


def packed_tile(image: bpy.types.Image, number: int) -> bytes | None:
    """Return the file of a tile that is packed; None where it is not."""
    for packed in image.packed_files:
        if packed.tile_number == number:
            return bytes(packed.packed_file.data)
    return None


def _path(image: bpy.types.Image, ref: ImageRef) -> Path:
    return Path(bpy.path.abspath(ref.filepath, library=image.library))


def _of_file(ref: ImageRef, file: Path | bytes) -> ImageRef:
    """Return a reference to a file that is not what the datablock shows."""
    with opened(file, ref.colorspace, ref.alpha_mode) as one:
        ref = replace(
            ref,
            extent=(int(one.size[0]), int(one.size[1])),
            channels=int(one.channels),
            is_float=bool(one.is_float),
            is_apart=True,
        )
        if one.type == "MULTILAYER":
            return _of_layers(ref, file)
        return _told(ref, file, one.file_format)


def _told(ref: ImageRef, file: Path | bytes, format: str) -> ImageRef:
    """Return a reference with what its file says of its depth and, where Cycles asks, its alpha."""
    header = exr_header(file) if ref.is_float and format in EXR else None
    half = header is not None and header.is_half
    by_file = choice("image_association", tuple(bpy.app.version)) == "by_file"
    return replace(ref, is_half=half, is_associated=by_file and is_associated(file, format))


def _of_layers(ref: ImageRef, file: Path | bytes) -> ImageRef:
    """Return a reference to a file of many layers, of which Cycles takes the first channels."""
    header = exr_header(file) if ref.from_file else None
    if header is None:
        return ref
    return replace(
        ref,
        extent=header.extent,
        channels=min(header.channels, 4),
        is_float=True,
        is_associated=True,
        is_half=header.is_half,
        is_raw=True,
    )
