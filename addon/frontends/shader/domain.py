"""Where a material is evaluated: what a coordinate is at a texel, and a little way beside it.

A domain is the seam between a graph and a surface. Everything that a node asks of the surface it
asks here, by what it is for: coordinates and other fields that differ from texel to texel, named
attributes, and what there is once per object. It gives each field together with its two
derivatives, by giving it *shifted*: Bump asks for the height tree at a texel and at two points
beside it, along the differentials that Cycles would use there, and the compiler asks the domain for
the fields at those points. ``FlatDomain`` is Blender's default plane; a mesh will be another, and
no rule changes for it: what a domain does not know of itself it ``lacks``, and rules warn of that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import sqrt
from typing import Final, Protocol

from ...plan.types import Extent, ImageId, Value
from .matrices import IDENTITY, Rows
from .signal import Signal, SignalType

Shift = tuple[float, float]
"""Texels of the image being baked, along U and V."""

UNSHIFTED: Shift = (0.0, 0.0)


class Field(StrEnum):
    """What differs over a surface, by what it is for. Directions and positions are the world's,
    unless they say otherwise."""

    UV = "uv"
    GENERATED = "generated"
    OBJECT = "object"
    """The position in the object's own space."""
    POSITION = "position"
    NORMAL = "normal"
    """With the smoothing of the surface."""
    OBJECT_NORMAL = "object_normal"
    """As NORMAL, in the object's own space."""
    TRUE_NORMAL = "true_normal"
    """Of the face."""
    INCOMING = "incoming"
    """Towards who looks: a bake looks along the normal."""
    TANGENT = "tangent"
    """The direction of U, of a UV map, in the object's own space."""
    HANDEDNESS = "handedness"
    """A number: -1 where that UV map is mirrored, else 1."""
    PARAMETRIC = "parametric"
    """The place within a triangle."""
    EDGE_DISTANCE = "edge_distance"
    """A number: how far the next edge of the triangle is."""
    FIRST = "first"
    """Cycles' first differential of the position: a texel along it."""
    SECOND = "second"
    """The second, at a right angle to it."""
    TEXEL_SIZE = "size"
    """A number: how long both are."""
    POINTINESS = "pointiness"
    """A number: 1/2 where the surface is flat."""
    ISLAND = "random_per_island"
    """A number."""


@dataclass(frozen=True, slots=True)
class ObjectInfo:
    """What there is once per object."""

    name: str
    to_world: Rows = IDENTITY
    color: tuple[float, float, float] = (1.0, 1.0, 1.0)
    alpha: float = 1.0
    index: float = 0.0
    random: float = 0.0
    """Cycles makes it from the name."""
    properties: Mapping[str, tuple[float, float, float, float]] = field(default_factory=dict)
    """What the user added to it, by name: a number as grey, up to four as a colour with alpha."""


class EmitCoordinate(Protocol):
    """Appends an op that reads nothing; returns its outputs."""

    def __call__(
        self, kernel: str, key: str, params: Mapping[str, Value], variants: Mapping[str, str]
    ) -> dict[str, ImageId]: ...


class Domain(Protocol):
    """What the compiler needs to know of a surface."""

    @property
    def info(self) -> ObjectInfo:
        """Return what there is once per object."""
        ...

    @property
    def is_mesh(self) -> bool:
        """Return whether it is a surface of the user's. If not, what only that can tell is what
        the domain has instead."""
        ...

    def coordinate(self, emit: EmitCoordinate, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return a ``Field``. ``uv_map`` '' is the active one, of fields that ask for one."""
        ...

    def has_uv_map(self, name: str) -> bool:
        """Return whether there is a UV map of a name. Where not, another is given in its place."""
        ...

    def attribute(self, emit: EmitCoordinate, name: str, shift: Shift) -> Signal | None:
        """Return an attribute of the geometry; None where it has none of that name."""
        ...

    def along(self, axis: int, texels: float, extent: Extent) -> Shift:
        """Return the shift of ``texels`` along Cycles' first (1) or second (2) differential."""
        ...


PLANE: Final = ObjectInfo("Plane", random=0.1357643)
"""Blender's default plane. Source of the random number: measured, 4.5 to 5.3; it is the name's."""

CONSTANT_FIELDS: Final[Mapping[str, Signal]] = {
    Field.NORMAL: Signal.vector(0.0, 0.0, 1.0),
    Field.OBJECT_NORMAL: Signal.vector(0.0, 0.0, 1.0),
    Field.TRUE_NORMAL: Signal.vector(0.0, 0.0, 1.0),
    Field.INCOMING: Signal.vector(0.0, 0.0, 1.0),
    Field.TANGENT: Signal.vector(1.0, 0.0, 0.0),
    Field.HANDEDNESS: Signal.number(1.0),
    Field.POINTINESS: Signal.number(0.5),
    # Measured on Blender's plane, 4.5 to 5.3: the hash of its island's number.
    Field.ISLAND: Signal.number(0.8745858),
}
"""What is the same everywhere on the plane."""

UV_MAP = "UVMap"
"""What Blender calls a new plane's one UV map."""

PLANE_ATTRIBUTES: Final[Mapping[str, Field]] = {
    UV_MAP: Field.UV,
    "uv": Field.UV,
    "position": Field.OBJECT,
    "generated": Field.GENERATED,
    "tangent": Field.TANGENT,
    "pointiness": Field.POINTINESS,
    "random_per_island": Field.ISLAND,
}
"""Attributes that Cycles finds on the plane. Source: measured, 4.5 to 5.3."""


@dataclass(frozen=True, slots=True)
class FlatDomain:
    """Blender's default plane: 2 x 2 about the origin, facing +Z, UV 0 to 1, one UV map.

    Generated is then UV with z = 1/2, and Object is 2 UV - 1 with z = 0, as Cycles has them.
    """

    @property
    def info(self) -> ObjectInfo:
        """Return what Blender gives a new plane."""
        return PLANE

    @property
    def is_mesh(self) -> bool:
        """Return that it is no surface of the user's."""
        return False

    def coordinate(self, emit: EmitCoordinate, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return a field at texel centres, moved by ``shift``; the normal is +Z everywhere."""
        asked = Field(kind)
        if asked in CONSTANT_FIELDS:
            return CONSTANT_FIELDS[asked]
        if asked is Field.POSITION:
            asked = Field.OBJECT
        key = f"plane/{asked}" + ("" if shift == UNSHIFTED else f"@{shift[0]:+.6g}{shift[1]:+.6g}")
        if asked is Field.EDGE_DISTANCE:
            image = emit("plane_edges", key, {"shift": shift}, {})["edge_distance"]
            return Signal(SignalType.FLOAT, image=image, varies=True)
        if asked in (Field.FIRST, Field.SECOND, Field.TEXEL_SIZE):
            type = SignalType.FLOAT if asked is Field.TEXEL_SIZE else SignalType.VECTOR
            return Signal(type, image=emit("plane_differentials", "plane/texel", {}, {})[asked])
        image = emit("plane_coordinate", key, {"shift": shift}, {"kind": asked})["vector"]
        return Signal(SignalType.VECTOR, image=image, varies=True)

    def has_uv_map(self, name: str) -> bool:
        """Return whether it is the active one's name."""
        return name in ("", UV_MAP)

    def attribute(self, emit: EmitCoordinate, name: str, shift: Shift) -> Signal | None:
        """Return what Cycles finds on every plane by a name; None of anything else."""
        asked = PLANE_ATTRIBUTES.get(name)
        return None if asked is None else self.coordinate(emit, asked, "", shift)

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
