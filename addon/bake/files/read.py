"""Reading a user's own picture for ``kiln run --external``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...device.capture import captured_output
from ..errors import BadArguments, one_line
from .oiio import load_oiio, oiio_path


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded file. Shapes: (height, width, channels), row 0 at v = 0, straight alpha.

    uint8 where the file has 8 bits, otherwise float32 (integers divided by their largest code).
    """

    pixels: NDArray[Any]
    is_float: bool
    """Whether the file holds floats, which are linear light by custom, and no codes."""


def read_picture(path: Path) -> Picture:
    """Return a file's pixels as they stand in it: no colour conversion, alpha left straight.

    Errors: BadArguments where the file is missing or no image.
    """
    oiio = load_oiio()
    if not path.is_file():
        raise BadArguments(f"there is no file '{path}'")
    config = oiio.ImageSpec()
    # Keep what the file holds: otherwise OpenImageIO multiplies colour by alpha while reading.
    config.attribute("oiio:UnassociatedAlpha", 1)
    source = oiio.ImageInput.open(oiio_path(path), config)
    if source is None:
        raise BadArguments(f"'{path}' is not an image that OpenImageIO reads: {_why(oiio)}")
    try:
        spec = source.spec()
        is_byte = str(spec.format) == "uint8"
        read_type = oiio.UINT8 if is_byte else oiio.FLOAT
        with captured_output():  # libpng complains on its own, beside what it reports
            pixels = source.read_image(0, 0, 0, min(spec.nchannels, 4), read_type)
        if pixels is None:
            raise BadArguments(f"'{path}' cannot be decoded: {_why(source)}")
    finally:
        source.close()
    pixels = np.asarray(pixels).reshape(spec.height, spec.width, -1)
    is_float = str(spec.format) in ("half", "float", "double")
    return Picture(np.ascontiguousarray(pixels[::-1]), is_float)


def _why(source: Any) -> str:
    """Return the first of OpenImageIO's complaints; the others say the same in other words."""
    return one_line(str(source.geterror()).partition("\n")[0])
