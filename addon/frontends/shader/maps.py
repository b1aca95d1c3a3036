"""The maps Kiln bakes: what each is, and which sockets of a Principled BSDF it is read from.

A map is a *channel* of the closures that reach the Material Output's Surface, and height is the
output's Displacement. A closure that has no such channel stands for it with the map's ``neutral``
where it is alone. In a mix it takes the other side's (an Emission has no roughness that could be
mixed with one), except in ``SHARED`` maps, to which its share of the neutral belongs.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...plan.types import Transfer, Value
from .signal import Signal, SignalType


@dataclass(frozen=True, slots=True)
class MapSpec:
    """One map."""

    name: str
    type: SignalType
    transfer: Transfer
    neutral: Value
    summary: str

    @property
    def absent(self) -> Signal:
        """Return what a closure without the channel gives."""
        return Signal(self.type, self.neutral)

    @property
    def channels(self) -> int:
        """Return how many channels a file of it needs: 1 or 3."""
        return 1 if self.type is SignalType.FLOAT else 3


_F, _C, _V = SignalType.FLOAT, SignalType.COLOR, SignalType.VECTOR
_BLACK = (0.0, 0.0, 0.0)

MAPS: dict[str, MapSpec] = {
    spec.name: spec
    for spec in (
        MapSpec("base_color", _C, Transfer.COLOR, _BLACK, "Colour of what the surface reflects."),
        MapSpec("metallic", _F, Transfer.DATA, 0.0, "Metallic."),
        MapSpec("roughness", _F, Transfer.DATA, 0.5, "Roughness."),
        MapSpec("ior", _F, Transfer.DATA, 1.5, "Index of refraction."),
        MapSpec("alpha", _F, Transfer.DATA, 1.0, "Coverage: 0 where it is transparent."),
        MapSpec("normal", _V, Transfer.DATA, (0.0, 0.0, 1.0), "Tangent-space normal, n/2 + 1/2."),
        MapSpec("height", _F, Transfer.DATA, 0.0, "(Height - Midlevel) times Scale."),
        MapSpec("emission", _C, Transfer.COLOR, _BLACK, "Emission colour times strength."),
        MapSpec("transmission", _F, Transfer.DATA, 0.0, "Transmission weight."),
        MapSpec("specular", _F, Transfer.DATA, 0.0, "Specular IOR level."),
        MapSpec("coat", _F, Transfer.DATA, 0.0, "Coat weight."),
        MapSpec("coat_roughness", _F, Transfer.DATA, 0.0, "Coat roughness."),
        MapSpec("sheen", _F, Transfer.DATA, 0.0, "Sheen weight."),
        MapSpec("subsurface", _F, Transfer.DATA, 0.0, "Subsurface weight."),
        MapSpec("anisotropic", _F, Transfer.DATA, 0.0, "Anisotropy."),
    )
}
"""Every map by name, in the order they are offered."""

SHARED = frozenset({"base_color", "alpha", "emission"})
"""Maps to which every closure adds: one without the channel reflects nothing, covers, is dark."""

PRINCIPLED: dict[str, str] = {
    "base_color": "Base Color",
    "metallic": "Metallic",
    "roughness": "Roughness",
    "ior": "IOR",
    "alpha": "Alpha",
    "transmission": "Transmission Weight",
    "specular": "Specular IOR Level",
    "coat": "Coat Weight",
    "coat_roughness": "Coat Roughness",
    "sheen": "Sheen Weight",
    "subsurface": "Subsurface Weight",
    "anisotropic": "Anisotropic",
}
"""Socket identifiers of the Principled BSDF. They are the same from 4.0 to 5.3; older files are
brought to them when Blender opens them. Normal, and emission (colour times strength), are apart."""
