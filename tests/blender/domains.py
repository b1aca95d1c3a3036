"""Domains that tests evaluate materials on, besides the flat one."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from addon.frontends.shader.domain import EmitCoordinate, Field, FlatDomain, ObjectInfo, Shift
from addon.frontends.shader.matrices import for_normals
from addon.frontends.shader.signal import Signal
from addon.plan.types import Extent

LOOKING = (Field.NORMAL, Field.OBJECT_NORMAL, Field.TRUE_NORMAL, Field.INCOMING)
ISLAND = 0.58242583
"""Of a single triangle: the hash of 0, the number of its island."""


@dataclass(frozen=True, slots=True)
class TiltedDomain:
    """The oracle's triangle, facing anywhere: the flat plane but for its normal and its object."""

    facing: tuple[float, float, float]

    @property
    def info(self) -> ObjectInfo:
        """Return what the oracle's object has; the random number is of its name."""
        return ObjectInfo("Oracle", random=0.44882667)

    @property
    def is_mesh(self) -> bool:
        """Return that it stands for the plane."""
        return False

    def coordinate(self, emit: EmitCoordinate, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return the flat plane's field, or what this one has of its own."""
        if kind in LOOKING:
            return Signal.vector(*self.facing)
        if kind == Field.ISLAND:
            return Signal.number(ISLAND)
        return FlatDomain().coordinate(emit, kind, uv_map, shift)

    def has_uv_map(self, name: str) -> bool:
        """Return what the flat plane does."""
        return FlatDomain().has_uv_map(name)

    def attribute(self, emit: EmitCoordinate, name: str, shift: Shift) -> Signal | None:
        """Return the flat plane's attribute, or what this one has of its own."""
        if name == Field.ISLAND:
            return Signal.number(ISLAND)
        return FlatDomain().attribute(emit, name, shift)

    def along(self, axis: int, texels: float, extent: Extent) -> Shift:
        """Return the flat plane's shift."""
        return FlatDomain().along(axis, texels, extent)


@dataclass(frozen=True, slots=True)
class PlacedDomain:
    """Blender's plane as an object of the user's: placed, coloured and numbered; no stand-in."""

    info: ObjectInfo

    @property
    def is_mesh(self) -> bool:
        """Return that all it has is its own."""
        return True

    def coordinate(self, emit: EmitCoordinate, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return the flat plane's field, and normals as they lie in the world."""
        if kind in (Field.NORMAL, Field.TRUE_NORMAL, Field.INCOMING):
            x, y, z = (row[2] for row in for_normals(self.info.to_world))
            length = hypot(x, y, z)
            return Signal.vector(x / length, y / length, z / length)
        return FlatDomain().coordinate(emit, kind, uv_map, shift)

    def has_uv_map(self, name: str) -> bool:
        """Return whether it is the one that Blender makes."""
        return FlatDomain().has_uv_map(name)

    def attribute(self, emit: EmitCoordinate, name: str, shift: Shift) -> Signal | None:
        """Return the flat plane's attribute, or a mask of its own."""
        if name == "Wear":
            return Signal.number(0.25)
        return FlatDomain().attribute(emit, name, shift)

    def along(self, axis: int, texels: float, extent: Extent) -> Shift:
        """Return the flat plane's shift."""
        return FlatDomain().along(axis, texels, extent)
