"""What the header of an OpenEXR file says that Blender does not tell of it.

Source: "OpenEXR File Layout" (openexr.com): a magic number, a version, then attributes, each a
name, a type, a size and that many bytes; an empty name ends them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

_MAGIC = b"\x76\x2f\x31\x01"
_LONGEST = 1 << 20
"""Bytes in which a header ends, many times over."""
_HALF = 1
_AFTER_TYPE = 12
"""Bytes of a channel after its pixel type: a flag with padding, and two samplings."""


@dataclass(frozen=True, slots=True)
class ExrHeader:
    """The first part's data window, in texels, and whether all of its channels are halves."""

    extent: tuple[int, int]
    channels: int
    is_half: bool


def exr_header(file: Path | bytes) -> ExrHeader | None:
    """Return the header of an OpenEXR file; None where it is not one that can be read."""
    try:
        if isinstance(file, bytes):
            return _parsed(file)
        with file.open("rb") as stream:
            return _parsed(stream.read(_LONGEST))
    except (OSError, struct.error, ValueError, IndexError):
        return None


def _parsed(data: bytes) -> ExrHeader | None:
    if data[:4] != _MAGIC:
        return None
    place = 8
    found: dict[str, bytes] = {}
    while data[place] != 0:
        name, place = _text(data, place)
        _, place = _text(data, place)
        (size,) = struct.unpack_from("<i", data, place)
        found[name] = data[place + 4 : place + 4 + size]
        place += 4 + size
    if "dataWindow" not in found or "channels" not in found:
        return None
    left, low, right, high = struct.unpack("<4i", found["dataWindow"])
    kinds = _pixel_types(found["channels"])
    return ExrHeader(
        (right - left + 1, high - low + 1), len(kinds), all(kind == _HALF for kind in kinds)
    )


def _pixel_types(data: bytes) -> list[int]:
    """Return the pixel type of each channel of a channel list."""
    place, kinds = 0, []
    while data[place] != 0:
        _, place = _text(data, place)
        (kind,) = struct.unpack_from("<i", data, place)
        kinds.append(kind)
        place += 4 + _AFTER_TYPE
    return kinds


def _text(data: bytes, place: int) -> tuple[str, int]:
    """Return a text that a 0 ends, and where it is over."""
    end = data.index(0, place)
    return data[place:end].decode("latin-1"), end + 1
