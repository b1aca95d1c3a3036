"""Writing one image file: whole or not at all, the same bytes for the same picture."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...plan.types import Transfer
from ..errors import KilnError, one_line
from .format import FileFormat
from .metadata import Metadata
from .oiio import load_oiio
from .png import with_declared_chunks

PNG_COMPRESSION = 4
"""zlib level. Measured on a noisy 8-bit colour at 1024 x 1024: against level 6 a third of the time
for a file 2 % larger; docs/performance.md."""

_parts = itertools.count()


@dataclass(frozen=True, slots=True)
class EncodedImage:
    """The bytes of an image file."""

    data: bytes
    extension: str
    sha256: str


def write_image(
    path: Path, pixels: NDArray[Any], format: FileFormat, transfer: Transfer, metadata: Metadata
) -> EncodedImage:
    """Write a picture and return the bytes that were written. Safe to call from threads.

    Shapes: as ``encode_image``. Errors: KilnError naming the file and the reason.
    """
    encoded = encode_image(pixels, format, transfer, metadata)
    write_encoded(encoded, path)
    return encoded


def write_encoded(encoded: EncodedImage, path: Path) -> None:
    """Write a file whole or not at all.

    It is made under another name in the same folder and renamed when it is complete: what has the
    right name is whole, and a file that was there stays until then.
    Errors: KilnError naming the file and the reason.
    """
    part = path.parent / f".kiln-{os.getpid()}-{next(_parts)}{path.suffix}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(encoded.data)
        os.replace(part, path)
    except OSError as failed:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise KilnError(f"'{path}' cannot be written: {failed.strerror}") from failed


def encode_image(
    pixels: NDArray[Any], format: FileFormat, transfer: Transfer, metadata: Metadata
) -> EncodedImage:
    """Return the bytes of an image file.

    Shapes: (height, width, channels) with 1 to 4 channels, row 0 at v = 0 (files start at the top).
    uint8 and uint16 are integer codes as stored, float16 and float32 are values.
    Errors: KilnError where OpenImageIO cannot encode it.
    """
    try:
        # OpenImageIO's Python module writes to files only, so there is one for a moment.
        with tempfile.TemporaryDirectory(prefix="kiln-", ignore_cleanup_errors=True) as scratch:
            part = Path(scratch) / f"image{format.extension}"
            _write_pixels(part, pixels, format, transfer, metadata)
            data = part.read_bytes()
        if format is FileFormat.PNG:
            texts = [("Software", metadata.software), ("Description", metadata.text())]
            data = with_declared_chunks(data, srgb=transfer is Transfer.COLOR, texts=texts)
    except (OSError, ValueError) as failed:
        why = failed.strerror if isinstance(failed, OSError) else failed
        raise KilnError(
            f"a {format.value} cannot be made in the temporary folder ({why}); "
            "is its disk full? TMPDIR names another"
        ) from failed
    return EncodedImage(data, format.extension, hashlib.sha256(data).hexdigest())


def _write_pixels(
    path: Path, pixels: NDArray[Any], format: FileFormat, transfer: Transfer, metadata: Metadata
) -> None:
    """Write the file OpenImageIO makes of these pixels."""
    oiio = load_oiio()
    height, width, channels = pixels.shape
    types = {
        "uint8": oiio.UINT8,
        "uint16": oiio.UINT16,
        "float16": oiio.HALF,
        "float32": oiio.FLOAT,
    }
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
        why = one_line(error or out.geterror()) or "no reason was given"
        raise KilnError(
            f"the {format.value} of {width}x{height} texels failed in the temporary folder: {why}"
        )
