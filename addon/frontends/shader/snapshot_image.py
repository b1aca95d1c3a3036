"""Reads an image datablock, and which file of a sequence it stands for."""

from __future__ import annotations

import re
from dataclasses import replace
from math import floor
from pathlib import Path

import bpy

from .color_encoding import encoding_of
from .model import ImageRef
from .opened import opened

ANIMATED = ("SEQUENCE", "MOVIE")
_NUMBERED = re.compile(
    r"(?P<head>(?:.*[/\\])?[^/\\]*?)(?P<digits>[0-9]*)(?P<tail>[^0-9/\\]*?)(?P<extension>\.[^./\\]*)?",
    re.DOTALL,
)
"""A path with the last number of its name, which does not stand in the extension."""


def image_model(image: bpy.types.Image, user: bpy.types.ImageUser, frame: float) -> ImageRef:
    """Return an image as a node uses it at a frame. Asking for its size makes Blender load it."""
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
        is_packed=image.packed_file is not None,
        filepath=image.filepath,
        is_associated=image.file_format in ("OPEN_EXR", "OPEN_EXR_MULTILAYER"),
    )
    if image.source not in ANIMATED:
        return ref
    ref = replace(ref, frame=frame_used(user, floor(frame)))
    return _of_sequence(image, ref) if image.source == "SEQUENCE" else ref


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


def _of_sequence(image: bpy.types.Image, ref: ImageRef) -> ImageRef:
    """Return a reference to the one file of a sequence that is shown."""
    ref = replace(ref, filepath=sequence_file(ref.filepath, ref.frame))
    file = Path(bpy.path.abspath(ref.filepath, library=image.library))
    with opened(file, ref.colorspace, ref.alpha_mode) as one:
        return replace(
            ref,
            extent=(int(one.size[0]), int(one.size[1])),
            channels=int(one.channels),
            is_float=bool(one.is_float),
            is_associated=one.file_format in ("OPEN_EXR", "OPEN_EXR_MULTILAYER"),
        )
