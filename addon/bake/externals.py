"""Blender's image datablocks as pixels for a plan's externals.

Byte images are uploaded as the bytes Blender holds: ``Image.pixels`` gives v/255 of each, raw and
straight, whatever the colour space says; the plan's own kernels decode it. Float images are
uploaded as the 32-bit floats Blender holds, which its loader has already made scene-linear.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ..device.pixels import with_channels
from ..frontends.shader.model import ImageRef
from ..plan.types import Format
from .errors import KilnError

MISSING = (1.0, 0.0, 1.0, 1.0)
"""What Cycles shows for an image without pixels: TEX_IMAGE_MISSING_R, _G, _B, _A in Cycles."""


@dataclass(frozen=True, slots=True)
class ExternalPixels:
    """Pixels behind one external, and a digest that changes when they do.

    Shapes: (height, width, 4), row 0 at v = 0; uint8 for RGBA8, float32 for RGBA32F.
    """

    pixels: NDArray[Any]
    format: Format
    digest: str


def find_image(ref: ImageRef) -> bpy.types.Image:
    """Return the datablock a snapshot named. Errors: KilnError where it is gone since."""
    for image in bpy.data.images:
        if (
            image.name == ref.name
            and (image.library.filepath if image.library else "") == ref.library
        ):
            return image
    raise KilnError(f"the image '{ref.name}' is gone from the .blend; bake again")


def picture_pixels(ref: ImageRef) -> ExternalPixels:
    """Return an image datablock's pixels; a single missing-colour texel where it has none."""
    image = find_image(ref)
    width, height = image.size
    if width == 0 or height == 0 or not image.channels:
        return external_pixels(np.array(MISSING, dtype=np.float32).reshape(1, 1, 4), Format.RGBA32F)
    channels = image.channels
    flat = np.empty(width * height * channels, dtype=np.float32)
    image.pixels.foreach_get(flat)
    pixels = with_channels(flat.reshape(height, width, channels), 4)
    if image.is_float:
        return external_pixels(pixels, Format.RGBA32F)
    # Exact: the floats are v/255 rounded once, so the nearest integer is v. In place, because a
    # picture of 8192 x 8192 is a gibibyte of floats.
    np.multiply(pixels, np.float32(255.0), out=pixels)
    np.rint(pixels, out=pixels)
    return external_pixels(pixels.astype(np.uint8), Format.RGBA8)


def table_pixels(rows: Sequence[Sequence[Sequence[float]]]) -> ExternalPixels:
    """Return ramps and curves as one picture: a row each, 257 RGBA samples wide."""
    return external_pixels(np.asarray(rows, dtype=np.float32), Format.RGBA32F)


def input_files(refs: Iterable[ImageRef]) -> list[Path]:
    """Return the files on disk that these images are read from."""
    found = [_file_of(ref) for ref in refs if ref.filepath and not ref.is_packed]
    return [path for path in found if path.is_file()]


def _file_of(ref: ImageRef) -> Path:
    """Return where an image's file is; // is the folder of the .blend that the image stands in."""
    library = next((lib for lib in bpy.data.libraries if lib.filepath == ref.library), None)
    path = str(bpy.path.abspath(ref.filepath, library=library))
    return Path(path.replace("<UDIM>", "1001"))  # of tiles only the first is read


def gather_externals(
    pictures: Mapping[str, ImageRef], tables: Mapping[str, Sequence[Sequence[Sequence[float]]]]
) -> dict[str, ExternalPixels]:
    """Return the pixels of everything a compiled material reads, by external name."""
    found = {name: picture_pixels(ref) for name, ref in pictures.items()}
    found.update((name, table_pixels(rows)) for name, rows in tables.items())
    return found


def external_pixels(pixels: NDArray[Any], format: Format) -> ExternalPixels:
    """Return pixels ready for upload, with their digest."""
    pixels = np.ascontiguousarray(pixels)
    digest = hashlib.sha256(f"{format}{pixels.shape}".encode())
    digest.update(pixels.data)
    return ExternalPixels(pixels, format, digest.hexdigest())
