"""Domains that tests evaluate materials on, besides the flat one."""

from __future__ import annotations

from dataclasses import dataclass

from addon.frontends.shader.domain import EmitCoordinate, FlatDomain, Shift
from addon.frontends.shader.signal import Signal
from addon.plan.types import Extent


@dataclass(frozen=True, slots=True)
class TiltedDomain:
    """The flat plane facing anywhere: only its normal is another."""

    facing: tuple[float, float, float]

    def coordinate(self, emit: EmitCoordinate, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return the flat plane's coordinate, or this one's normal."""
        if kind == "normal":
            return Signal.vector(*self.facing)
        return FlatDomain().coordinate(emit, kind, uv_map, shift)

    def along(self, axis: int, texels: float, extent: Extent) -> Shift:
        """Return the flat plane's shift."""
        return FlatDomain().along(axis, texels, extent)
