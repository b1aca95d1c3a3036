"""What a table of the sky is made from: a sun in an atmosphere, seen from some height."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from ....plan.types import Extent

WIDTH = 512
"""Texels all around. Source: measured against Cycles, as are the heights."""
HEIGHT = 256
"""Texels from straight down to straight up."""
UPPER_HEIGHT = 128
"""Texels from the horizon up, where there is nothing below."""


class SkyModel(StrEnum):
    """How light is followed through the air."""

    NISHITA = "nishita"
    """Scattered once; the table ends at the horizon. Up to Blender 4.5."""
    SINGLE = "single"
    """Scattered once; below the horizon the horizon fades away."""
    MULTIPLE = "multiple"
    """Scattered many times, above a ground that reflects."""


@dataclass(frozen=True, slots=True)
class SkyTable:
    """A table of CIE XYZ by direction, the sun's own light in one more row on top.

    The last row holds, from the left: the sun's lowest point, its highest, and in the third texel
    how far below the horizon the ground begins, in radians.
    """

    model: SkyModel
    sun_elevation: float
    """Radians, from -pi/2 to pi/2."""
    sun_size: float
    """Radians across, more than 0."""
    altitude: float
    """Metres above the sea."""
    air: float
    aerosols: float
    ozone: float
    """How much there is of each, 1 for the Earth's own."""

    @property
    def rows(self) -> int:
        """Return how many rows of directions there are."""
        return UPPER_HEIGHT if self.model is SkyModel.NISHITA else HEIGHT

    @property
    def extent(self) -> Extent:
        """Return the table's size with its last row."""
        return Extent(WIDTH, self.rows + 1)

    @property
    def key(self) -> str:
        """Return the name it goes by in a plan's externals: all that it is made from."""
        return "sky " + " ".join(_told(getattr(self, field.name)) for field in fields(self))


def _told(value: object) -> str:
    return f"{value:.9g}" if isinstance(value, float) else str(value)
