"""What Blender's colour configuration makes of numbers in one of its spaces.

Blender's Python has no converter, and not every build ships the configuration's own library. But it
makes deep pictures scene-linear as it loads them: so numbers are handed to it as one, in memory.
"""

from __future__ import annotations

import struct
from array import array
from functools import lru_cache

import bpy

from .model import ColorEncoding
from .opened import opened

_PROBES = ((0.0, 0.25, 0.5), (0.75, 1.0, 0.1), (0.02, 0.9, 0.4), (0.6, 0.3, 0.05))
"""Colours that a curve or a matrix would move, each its own way."""
_SAME = 2e-4
"""Blender 4.5's matrices there and back are off by 1.7e-4, and its powers by 3e-5: measured."""


def encoding_of(settings: bpy.types.ColorManagedInputColorspaceSettings) -> ColorEncoding:
    """Return what an image's space is to the file's scene-linear space, told by what it does."""
    if settings.is_data:
        return ColorEncoding.DATA
    spaces = getattr(bpy.data, "colorspace", None)
    return _encoding(settings.name, spaces.working_space if spaces is not None else "")


@lru_cache(maxsize=256)
def _encoding(space: str, working_space: str) -> ColorEncoding:
    """Return what a space is to a working space, which has to be the file's."""
    del working_space  # only tells answers apart
    flat = [number for color in _PROBES for number in color]
    found = scene_linear(array("f", flat).tobytes(), (len(_PROBES), 1), space)
    linear = [found[4 * i + c] for i in range(len(_PROBES)) for c in range(3)]
    if _alike(linear, flat):
        return ColorEncoding.LINEAR
    if _alike(linear, [_srgb_to_linear(number) for number in flat]):
        return ColorEncoding.SRGB
    return ColorEncoding.OTHER


def scene_linear(colors: bytes | memoryview, extent: tuple[int, int], space: str) -> array[float]:
    """Return colours in the file's scene-linear space, as opaque RGBA.

    Shapes: width * height RGB in 32-bit floats. Errors: TypeError for an unknown space.
    """
    width, height = extent
    picture = _tiff(colors, width, height)
    # An image whose space Blender lost has no name for it, and is used as it is.
    with opened(picture, space) as image:
        linear = array("f", bytes(16 * width * height))
        image.pixels.foreach_get(linear)
        return linear


def _tiff(colors: bytes | memoryview, width: int, height: int) -> bytes:
    """Return a TIFF of 32-bit float RGB: its first row is the uppermost, Blender's the lowest."""
    long, short = 4, 3
    tags = (
        (256, long, width),
        (257, long, height),
        (258, short, 32),  # bits, one number for all three
        (259, short, 1),  # not compressed
        (262, short, 2),  # RGB
        (273, long, 0),  # where the strip starts: filled in below
        (277, short, 3),  # samples a pixel
        (278, long, height),  # rows in the strip
        (279, long, 12 * width * height),
        (339, short, 3),  # floats
    )
    start = 8 + 2 + 12 * len(tags) + 4
    directory = b"".join(
        struct.pack("<HHII", tag, type, 1, start if tag == 273 else value)
        for tag, type, value in tags
    )
    head = struct.pack("<2sHIH", b"II", 42, 8, len(tags))
    stride = 12 * width
    rows = (colors[row * stride : (row + 1) * stride] for row in reversed(range(height)))
    return b"".join((head, directory, bytes(4), *rows))


def _alike(a: list[float], b: list[float]) -> bool:
    return all(abs(x - y) < _SAME for x, y in zip(a, b, strict=True))


def _srgb_to_linear(code: float) -> float:
    """Return the light of an sRGB code. Source: IEC 61966-2-1."""
    return code / 12.92 if code <= 0.04045 else float(((code + 0.055) / 1.055) ** 2.4)
