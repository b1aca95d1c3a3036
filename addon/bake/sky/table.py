"""Makes the table that a Sky Texture is looked up in, once for each atmosphere and sun."""

from __future__ import annotations

from functools import lru_cache
from math import asin, pi

import numpy as np
from numpy.typing import NDArray

from ...frontends.shader.sky.table import WIDTH, SkyModel, SkyTable
from . import multiple, single

KEPT = 8
"""Tables kept, 2 MiB each: a material seldom has more than one sky."""
EARTH_RADIUS_KM = 6371.0
"""Source: as in multiple.py; Cycles takes this one for where the ground begins in both models."""


@lru_cache(maxsize=KEPT)
def sky_texels(table: SkyTable) -> NDArray[np.float32]:
    """Return a table as its external holds it.

    Shapes: (rows + 1, WIDTH, 4), row 0 at the bottom, CIE XYZ and 1; the last row is the sun's.
    """
    texels = np.zeros((table.rows + 1, WIDTH, 4), np.float32)
    texels[..., 3] = 1.0
    model = multiple if table.model is SkyModel.MULTIPLE else single
    # Deep in the Earth's shadow densities are past all floats, and are not used.
    with np.errstate(over="ignore", invalid="ignore"):
        half = model.sky_half(table)
        texels[-1, 0, :3], texels[-1, 1, :3] = model.sun_ends(table)
    texels[: table.rows, : WIDTH // 2, :3] = half
    texels[: table.rows, WIDTH // 2 :, :3] = half[:, ::-1]
    away = EARTH_RADIUS_KM / (EARTH_RADIUS_KM + table.altitude / 1000.0)
    texels[-1, 2, 0] = pi / 2.0 - asin(away)
    texels.setflags(write=False)
    return texels
