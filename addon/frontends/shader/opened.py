"""Picture files opened beside the user's images: what a datablock of theirs does not show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy


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
