"""Whether a file's colours are multiplied by its alpha, as Cycles up to 5.0 takes them to be.

Those versions go by the file and not by the alpha mode, and Blender does not tell what a file says.
Source: measured; OpenEXR and WebP count as multiplied, grey PNGs with alpha are never multiplied
by Cycles, and a TIFF says it in its tag ExtraSamples (TIFF 6.0).
"""

from __future__ import annotations

import struct
from pathlib import Path

_EXTRA_SAMPLES = 338
_STRAIGHT = 2
_PNG_KIND = 25
"""Where a PNG's colour type stands, in bytes from its start. Source: PNG, IHDR."""
_PNG_GREY_AND_ALPHA = 4


def is_associated(file: Path | bytes, format: str) -> bool:
    """Return whether a file's colours are taken for multiplied; ``format`` is Blender's name."""
    if format in ("OPEN_EXR", "OPEN_EXR_MULTILAYER", "WEBP"):
        return True
    if format not in ("PNG", "TIFF"):
        return False
    try:
        data = file if isinstance(file, bytes) else _start(file, format)
    except OSError:
        return False
    if format == "PNG":
        return data[_PNG_KIND : _PNG_KIND + 1] == bytes([_PNG_GREY_AND_ALPHA])
    return _extra_samples(data) not in (None, _STRAIGHT)


def _start(file: Path, format: str) -> bytes:
    """Return as much of a file as tells it: a TIFF's directory may stand at its end."""
    with file.open("rb") as stream:
        return stream.read(_PNG_KIND + 1 if format == "PNG" else -1)


def _extra_samples(data: bytes) -> int | None:
    """Return a TIFF's ExtraSamples, its first; None where it has none or is none."""
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    try:
        if order is None or struct.unpack_from(f"{order}H", data, 2) != (42,):
            return None
        (directory,) = struct.unpack_from(f"{order}I", data, 4)
        (count,) = struct.unpack_from(f"{order}H", data, directory)
        for place in range(directory + 2, directory + 2 + 12 * count, 12):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", data, place)
            if tag == _EXTRA_SAMPLES:
                return int(value)
    except struct.error:
        pass
    return None
