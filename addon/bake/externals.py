"""What a plan's externals are made of: pictures, and tables of ramps, curves and skies."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..frontends.shader.model import ImageRef
from ..frontends.shader.sky.table import SkyTable
from ..frontends.shader.texels import stored_as
from ..plan.types import Format
from .pictures import picture_file, picture_texels
from .sky.table import sky_texels


@dataclass(frozen=True, slots=True)
class ExternalPixels:
    """Pixels behind one external, and a digest that changes when they do.

    Shapes: (height, width, 4), row 0 at v = 0; uint8 for RGBA8, float32 for RGBA32F.
    """

    pixels: NDArray[Any]
    format: Format
    digest: str


def picture_pixels(ref: ImageRef) -> ExternalPixels:
    """Return an image's pixels as they are uploaded, with their digest."""
    return external_pixels(picture_texels(ref), stored_as(ref))


def table_pixels(rows: Sequence[Sequence[Sequence[float]]]) -> ExternalPixels:
    """Return ramps and curves as one picture: a row each, 257 RGBA samples wide."""
    return external_pixels(np.asarray(rows, dtype=np.float32), Format.RGBA32F)


def input_files(refs: Iterable[ImageRef]) -> list[Path]:
    """Return the files on disk that these images are read from."""
    single = [one for ref in refs for one in ([t.image for t in ref.tiles] or [ref])]
    found = [picture_file(ref) for ref in single if ref.filepath and not ref.is_packed]
    return [path for path in found if path.is_file()]


def gather_externals(
    pictures: Mapping[str, ImageRef],
    tables: Mapping[str, Sequence[Sequence[Sequence[float]]]],
    skies: Mapping[str, SkyTable],
) -> dict[str, ExternalPixels]:
    """Return the pixels of everything a compiled material reads, by external name."""
    found = {name: picture_pixels(ref) for name, ref in pictures.items()}
    found.update((name, table_pixels(rows)) for name, rows in tables.items())
    found.update(
        (name, external_pixels(sky_texels(sky), Format.RGBA32F)) for name, sky in skies.items()
    )
    return found


def external_pixels(pixels: NDArray[Any], format: Format) -> ExternalPixels:
    """Return pixels ready for upload, with their digest."""
    pixels = np.ascontiguousarray(pixels)
    digest = hashlib.sha256(f"{format}{pixels.shape}".encode())
    digest.update(pixels.data)
    return ExternalPixels(pixels, format, digest.hexdigest())
