"""Picture files opened beside the user's images: what a datablock of theirs does not show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy


@contextmanager
def opened_movie(file: Path, frame: int, space: str) -> Iterator[bpy.types.Image]:
    """Lend a datablock of a movie that holds a frame's pixels. Needs a GPU context.

    Only a datablock that is loaded as a GPU texture can be told which frame to read.
    """
    with opened(file, space) as image:
        image.source = "MOVIE"
        if image.size[0]:
            image.gl_load(frame=frame)
            image.gl_free()
        yield image


@contextmanager
def opened(
    file: Path | bytes, space: str = "", alpha_mode: str = "CHANNEL_PACKED"
) -> Iterator[bpy.types.Image]:
    """Lend a datablock of a file, or of a file's bytes, and take it away again.

    Without a ``space`` its numbers are as the file holds them. A file that cannot be read has the
    size (0, 0). Errors: TypeError for a space that the colour configuration does not have.
    """
    image = bpy.data.images.new("Kiln", 1, 1, is_data=True)
    try:
        image.source = "FILE"
        if isinstance(file, Path):
            image.filepath = str(file)
        else:
            image.pack(data=file, data_len=len(file))
        if space:
            image.colorspace_settings.name = space
        image.alpha_mode = alpha_mode
        yield image
    finally:
        bpy.data.images.remove(image)
