"""Between numpy arrays and the buffers of Blender's module."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..plan.types import Extent, Format

_BYTES = (Format.R8, Format.RG8, Format.RGBA8)
_HALVES = (Format.R16F, Format.RGBA16F)


def prepared(pixels: NDArray[Any], format: Format) -> tuple[Extent, NDArray[np.float32]]:
    """Return an upload's extent and its texels as C-contiguous float32 rows.

    8-bit and half formats are quantised here, to the nearest step: left to the driver, one floors
    8-bit values where another rounds, and Blender 4.5 truncates halves. Not-a-number becomes 0 in 8
    bits. uint8 arrays are taken as they are.

    Shapes: (height, width, channels), or (height, width) for one channel.
    Errors: ValueError for a shape or type that the format cannot hold.
    """
    if pixels.ndim == 2:
        pixels = pixels[:, :, np.newaxis]
    if pixels.ndim != 3 or pixels.shape[2] != format.channels or 0 in pixels.shape:
        raise ValueError(
            f"{format} takes (height, width, {format.channels}) texels, not {pixels.shape}"
        )
    extent = Extent(pixels.shape[1], pixels.shape[0])
    if pixels.dtype == np.uint8:
        if format not in _BYTES:
            raise ValueError(f"8-bit texels go into 8-bit formats, not {format}")
        return extent, np.ascontiguousarray(pixels, np.float32) / np.float32(255)
    if pixels.dtype not in (np.float16, np.float32, np.float64):
        raise ValueError(f"texels are floats or uint8, not {pixels.dtype}")
    rows = np.ascontiguousarray(pixels, np.float32)
    if format in _BYTES:
        clipped = np.clip(np.nan_to_num(rows, nan=0.0), 0, 1)
        rows = np.asarray(np.floor(clipped * np.float32(255) + np.float32(0.5)), np.float32)
        rows /= np.float32(255)
    elif format in _HALVES:
        with np.errstate(over="ignore"):
            rows = rows.astype(np.float16).astype(np.float32)
    return extent, rows


def with_channels(pixels: NDArray[Any], channels: int) -> NDArray[Any]:
    """Return a picture with 1 to 4 channels: grey fills a colour, and no alpha is opaque.

    A colour read as one channel gives its first. So a kernel reads an image, too
    (library/storage.py). Shapes: (height, width, channels) in and out; the same array where it has
    as many.
    """
    height, width, count = pixels.shape
    if count == channels:
        return pixels
    if channels < count:
        return np.ascontiguousarray(pixels[..., :channels])
    opaque = 255 if pixels.dtype == np.uint8 else 1.0
    wide = np.full((height, width, channels), opaque, dtype=pixels.dtype)
    colors = min(channels, 3)
    wide[..., :colors] = pixels[..., :1] if count < 3 else pixels[..., :colors]
    if channels == 4 and count in (2, 4):
        wide[..., 3] = pixels[..., count - 1]
    return wide


def from_buffer(buffer: Any, extent: Extent, format: Format) -> NDArray[Any]:
    """Return what ``GPUTexture.read`` gave as (height, width, channels).

    The Buffer exports column-major strides for row-major data, which silently scrambles any array
    that is not flat; a flat one has only one stride and it is right.
    """
    count = extent.texels * format.channels
    buffer.dimensions = count
    flat = np.asarray(buffer)
    wanted = np.uint8 if format in _BYTES else np.float32
    if flat.size != count or flat.dtype.itemsize != np.dtype(wanted).itemsize:
        raise ValueError(f"read {flat.size} {flat.dtype} of a {extent} {format} texture")
    return flat.view(wanted).reshape(extent.height, extent.width, format.channels)
