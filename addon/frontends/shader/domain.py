"""Where a material is evaluated: what a coordinate is at a texel, and a little way beside it.

A domain is the seam between a graph and a surface. It gives each coordinate together with its two
derivatives, by giving it *shifted*: Bump asks for the height tree at a texel and at two points
beside it, along the differentials that Cycles would use there, and the compiler asks the domain for
the coordinates at those points. ``FlatDomain`` is Blender's default plane; a mesh will be another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Protocol

from ...plan.types import Extent, ImageId, Value
from .signal import Signal, SignalType

Shift = tuple[float, float]
"""Texels of the image being baked, along U and V."""

UNSHIFTED: Shift = (0.0, 0.0)


class EmitCoordinate(Protocol):
    """Appends an op that reads nothing; returns its outputs."""

    def __call__(
        self, kernel: str, key: str, params: Mapping[str, Value], variants: Mapping[str, str]
    ) -> dict[str, ImageId]: ...


class Domain(Protocol):
    """What the compiler needs to know of a surface."""

    def coordinate(self, emit: EmitCoordinate, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return a coordinate: "uv", "generated", "object" or "normal". ``uv_map`` '' is the
        active one."""
        ...

    def along(self, axis: int, texels: float, extent: Extent) -> Shift:
        """Return the shift of ``texels`` along Cycles' first (1) or second (2) differential."""
        ...


@dataclass(frozen=True, slots=True)
class FlatDomain:
    """Blender's default plane: 2 x 2 about the origin, facing +Z, UV 0 to 1, one UV map.

    Generated is then UV with z = 1/2, and Object is 2 UV - 1 with z = 0, as Cycles has them.
    """

    def coordinate(self, emit: EmitCoordinate, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return a coordinate at texel centres, moved by ``shift``; the normal is +Z everywhere."""
        if kind == "normal":
            return Signal.vector(0.0, 0.0, 1.0)
        key = f"plane/{kind}" + ("" if shift == UNSHIFTED else f"@{shift[0]:+.6g}{shift[1]:+.6g}")
        image = emit("plane_coordinate", key, {"shift": shift}, {"kind": kind})["vector"]
        return Signal(SignalType.VECTOR, image=image, varies=True)

    def along(self, axis: int, texels: float, extent: Extent) -> Shift:
        """Return a shift of equal length on the surface, whatever the picture's proportions.

        For a normal of +Z Cycles' differentials are (1, -1) and (1, 1) over sqrt(2), of the mean
        length of a texel's two sides. Source: Cycles kernel/geom and util/math (make_orthonormals),
        measured.
        """
        if axis not in (1, 2):
            raise ValueError(f"a surface has differentials 1 and 2, not {axis}")
        u = texels * (1.0 + extent.width / extent.height) / 2.0 / sqrt(2.0)
        v = texels * (1.0 + extent.height / extent.width) / 2.0 / sqrt(2.0)
        return (u, -v) if axis == 1 else (u, v)
