"""Blender's image datablocks as texels for upload.

Byte images are uploaded as the bytes Blender holds: ``Image.pixels`` gives v/255 of each, raw and
straight, whatever the colour space says; the plan's own kernels decode sRGB. Float images are
uploaded as the 32-bit floats Blender holds, which its loader has already made scene-linear. What is
in any other space is converted here, because Cycles converts it before it filters.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ..device.pixels import with_channels
from ..frontends.shader.color_encoding import scene_linear
from ..frontends.shader.model import ImageRef
from ..frontends.shader.opened import opened, opened_movie
from ..frontends.shader.snapshot_image import packed_tile
from ..frontends.shader.texels import Conversion, conversion, stored_as
from ..frontends.shader.versions import choice
from ..plan.types import Format
from .errors import KilnError
from .files.read import read_picture

MISSING = (1.0, 0.0, 1.0, 1.0)
"""What Cycles shows for an image without pixels: TEX_IMAGE_MISSING_R, _G, _B, _A in Cycles."""
LEAST_READ = np.float32(2.0**-15)
"""What Cycles up to 5.0 reads of a half that is 0: it takes the exponent for one more. Measured: a
texel without alpha is divided by it, which shows where the space has a curve."""
CHUNK_TEXELS = 1 << 20
"""How many texels are converted at once: 28 MiB of floats at three places."""


def find_image(ref: ImageRef) -> bpy.types.Image:
    """Return the datablock a snapshot named. Errors: KilnError where it is gone since."""
    for image in bpy.data.images:
        if (
            image.name == ref.name
            and (image.library.filepath if image.library else "") == ref.library
        ):
            return image
    raise KilnError(f"the image '{ref.name}' is gone from the .blend; bake again")


def picture_file(ref: ImageRef) -> Path:
    """Return where an image's file is; // is the folder of the .blend that the image stands in."""
    library = next((lib for lib in bpy.data.libraries if lib.filepath == ref.library), None)
    return Path(bpy.path.abspath(ref.filepath, library=library))


def picture_texels(ref: ImageRef) -> NDArray[Any]:
    """Return an image's texels for upload; a single missing-colour texel where it has none.

    Shapes: (height, width, 4), row 0 at v = 0; uint8 for RGBA8, float32 for float formats.
    """
    if ref.tiles:
        return _page_texels(ref)
    texels: NDArray[np.float32] | None
    if ref.is_raw:
        texels = with_channels(read_picture(picture_file(ref)).pixels, 4)
    else:
        with _source(ref) as image:
            texels = _texels(image)
    if texels is None:
        return np.array(MISSING, dtype=np.float32).reshape(1, 1, 4)
    if ref.is_float:
        _without_nonfinite(texels, ref)
    if ref.converted:
        how = conversion(ref, tuple(bpy.app.version))
        return _converted(
            texels, how, ref.colorspace, halves=not ref.is_float or ref.is_half or _whole(texels)
        )
    if ref.is_float:
        return texels
    # Exact: the floats are v/255 rounded once, so the nearest integer is v. In place, because a
    # picture of 8192 x 8192 is a gibibyte of floats.
    np.multiply(texels, np.float32(255.0), out=texels)
    np.rint(texels, out=texels)
    return texels.astype(np.uint8)


@contextmanager
def _source(ref: ImageRef) -> Iterator[bpy.types.Image]:
    """Lend the datablock to read: the user's own, or one of its file's numbers to be converted."""
    file = picture_file(ref)
    if ref.source == "MOVIE":
        with opened_movie(file, ref.frame, ref.colorspace) as movie:
            yield movie
        return
    raw = ref.converted and ref.from_file
    if not (raw or ref.is_apart):
        yield find_image(ref)
        return
    packed = packed_tile(find_image(ref), ref.tile) if ref.is_packed and ref.tile else None
    space = "" if raw else ref.colorspace
    mode = "CHANNEL_PACKED" if raw else ref.alpha_mode
    with opened(file if packed is None else packed, space, mode) as one:
        yield one


def _page_texels(page: ImageRef) -> NDArray[Any]:
    """Return a page with its tiles at their places, and 0 between them."""
    width, height = page.extent
    deep = stored_as(page) is not Format.RGBA8
    texels = np.zeros((height, width, 4), np.float32 if deep else np.uint8)
    for tile in page.tiles:
        x, y = tile.corner
        one = picture_texels(tile.image)
        texels[y : y + one.shape[0], x : x + one.shape[1]] = one
    return texels


def _texels(image: bpy.types.Image) -> NDArray[np.float32] | None:
    """Return a datablock's pixels, four channels; None where it has none."""
    width, height = image.size
    channels = image.channels
    if width == 0 or height == 0 or not channels:
        return None
    flat = np.empty(width * height * channels, dtype=np.float32)
    image.pixels.foreach_get(flat)
    return with_channels(flat.reshape(height, width, channels), 4)


def _without_nonfinite(texels: NDArray[np.float32], ref: ImageRef) -> None:
    """Make of infinities and what is no number what Cycles makes of them, in place."""
    odd = ~np.isfinite(texels).all(axis=-1)
    if not odd.any():
        return
    if choice("image_nonfinite", tuple(bpy.app.version)) == "cleared":
        texels[odd] = 0.0
    elif ref.from_file and ref.is_half:
        texels[odd] = np.nan_to_num(texels[odd], nan=98304.0, posinf=65536.0, neginf=-65536.0)


def _whole(texels: NDArray[np.float32]) -> bool:
    """Return whether texels, floats in Blender's hands, were 16-bit codes in the file."""
    codes = texels * np.float32(65535.0)
    return bool((np.abs(codes - np.rint(codes)) < 1.0 / 64.0).all())


def _converted(
    texels: NDArray[np.float32], how: Conversion, space: str, *, halves: bool
) -> NDArray[np.float32]:
    """Return raw texels as Cycles has made them scene-linear, in place.

    ``halves`` is whether Cycles keeps them so, from the file on: it narrows before it converts.
    Where it cuts them off it also reads every number below the least of full precision as another.
    """

    def narrowed(numbers: NDArray[np.float32], cut: bool) -> NDArray[np.float32]:
        if not halves:
            return numbers
        kept = _as_halves(numbers, cut=cut)
        return np.where(np.abs(kept) < 2.0**-14, LEAST_READ, kept) if how.cuts else kept

    for part in np.array_split(texels, max(1, texels.size // 4 // CHUNK_TEXELS)):
        if how.multiplied and how.by_bytes:
            part[..., :3] *= part[..., 3:]
        read = narrowed(part, how.by_bytes)
        colors, alpha = read[..., :3], read[..., 3:]
        if how.multiplied and not how.by_bytes:
            colors = narrowed(colors * alpha, how.cuts)
        between = (alpha > 0.0) & (alpha != 1.0) if how.divided else np.zeros_like(alpha, bool)
        weight = np.where(between, alpha, np.float32(1.0))
        height, width = part.shape[:2]
        given = np.ascontiguousarray(colors / weight, np.float32)
        linear = np.frombuffer(
            scene_linear(given.data.cast("B"), (width, height), space), np.float32
        )
        linear = linear.reshape(height, width, 4)[..., :3] * weight
        part[..., :3] = narrowed(linear, how.cuts)
        part[..., 3:] = alpha
    return texels


def _as_halves(numbers: NDArray[np.float32], *, cut: bool) -> NDArray[np.float32]:
    """Return numbers as a half float holds them: the nearest, or the next towards 0."""
    largest = np.float32(65504.0)
    if cut:
        bits = np.ascontiguousarray(numbers).view(np.uint32) & np.uint32(0xFFFFE000)
        return np.clip(bits.view(np.float32), -largest, largest)
    return np.clip(numbers, -largest, largest).astype(np.float16).astype(np.float32)
