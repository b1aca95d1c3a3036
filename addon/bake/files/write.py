"""Writing one image file: whole or not at all, the same bytes for the same picture."""

from __future__ import annotations

import hashlib
import itertools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...plan.types import Transfer
from ..errors import KilnError
from .format import FileFormat
from .metadata import Metadata
from .oiio import load_oiio
from .png import with_declared_chunks

PNG_COMPRESSION = 4
"""zlib level. Measured on a noisy 8-bit colour at 1024 x 1024: against level 6 a third of the time
for a file 2 % larger; docs/performance.md."""

_parts = itertools.count()


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that stands complete on disk."""

    path: Path
    sha256: str
    size_bytes: int


def write_image(
    path: Path, pixels: NDArray[Any], format: FileFormat, transfer: Transfer, metadata: Metadata
) -> WrittenFile:
    """Write a picture and return what was written.

    The file is made under another name in the same folder and renamed when it is complete: what has
    the right name is whole, and a file that was there stays until then. Safe to call from threads.

    Shapes: (height, width, channels) with 1 to 4 channels, row 0 at v = 0 (files start at the top).
    uint8 and uint16 are integer codes as stored, float16 and float32 are values.
    Errors: KilnError naming the file and the reason.
    """
    data = encode_image(pixels, format, transfer, metadata, path.parent)
    part = _part_path(path.parent, path.suffix)
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as failed:
        part.unlink(missing_ok=True)
        raise KilnError(f"'{path}' cannot be written: {failed.strerror}") from failed
    return WrittenFile(path, hashlib.sha256(data).hexdigest(), len(data))


def encode_image(
    pixels: NDArray[Any],
    format: FileFormat,
    transfer: Transfer,
    metadata: Metadata,
    scratch: Path,
) -> bytes:
    """Return the bytes of an image file; ``scratch`` is a folder that can be written.

    OpenImageIO's Python module writes to files only, so there is one for a moment.
    """
    part = _part_path(scratch, format.extension)
    try:
        _write_pixels(part, pixels, format, transfer, metadata)
        data = part.read_bytes()
    except OSError as failed:
        raise KilnError(f"'{scratch}' cannot be written: {failed.strerror}") from failed
    finally:
        part.unlink(missing_ok=True)
    if format is FileFormat.PNG:
        texts = [("Software", metadata.software), ("Description", metadata.text())]
        data = with_declared_chunks(data, srgb=transfer is Transfer.COLOR, texts=texts)
    return data


def _write_pixels(
    path: Path, pixels: NDArray[Any], format: FileFormat, transfer: Transfer, metadata: Metadata
) -> None:
    """Write the file OpenImageIO makes of these pixels."""
    oiio = load_oiio()
    height, width, channels = pixels.shape
    types = {"uint8": oiio.UINT8, "uint16": oiio.UINT16, "float16": oiio.HALF, "float32": oiio.FLOAT}
    spec = oiio.ImageSpec(width, height, channels, types[pixels.dtype.name])
    spec.channelnames = {1: ("Y",), 2: ("Y", "A"), 3: tuple("RGB"), 4: tuple("RGBA")}[channels]
    if channels in (2, 4):
        spec.alpha_channel = channels - 1
        # Straight alpha: without this OpenImageIO divides the colour by it (CASES A14).
        spec.attribute("oiio:UnassociatedAlpha", 1)
    if format is FileFormat.PNG:
        spec.attribute("png:compressionLevel", PNG_COMPRESSION)
    else:
        spec.attribute("compression", "zip")
        spec.attribute("Software", metadata.software)
        spec.attribute("ImageDescription", metadata.text())
        if format is FileFormat.TIFF and transfer is Transfer.COLOR:
            spec.attribute("oiio:ColorSpace", "sRGB")
    out = oiio.ImageOutput.create(format.writer)
    if out is None:
        raise KilnError(f"this OpenImageIO cannot write {format.value}: {oiio.geterror()}")
    done = out.open(str(path), spec) and out.write_image(np.ascontiguousarray(pixels[::-1]))
    error = "" if done else out.geterror()
    closed = out.close()
    if not (done and closed):
        raise KilnError(f"'{path.parent}' cannot be written: {error or out.geterror()}")


def _part_path(folder: Path, extension: str) -> Path:
    """Return a name no other write of any process uses."""
    return folder / f".kiln-{os.getpid()}-{next(_parts)}{extension}"
