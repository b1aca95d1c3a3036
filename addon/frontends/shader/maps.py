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

Version = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class MapSpec:
    """One map."""

    name: str
    type: SignalType
    transfer: Transfer
    neutral: Value
    summary: str
    defaults: tuple[Value, ...] = ()
    """What it is of a new Principled BSDF, as a picture has it; of each Blender where they
    differ."""
    ranged: bool = False
    """Whether its values leave 0 to 1 by nature."""
    direction: bool = False
    """Whether it is a direction: a picture holds n / 2 + 1 / 2."""
    further: bool = False
    """Whether it stands among the parameters that few materials use."""
    auto: bool = True
    """Whether it is baked unasked where it varies; not what another map says already."""
    since: Version = (0, 0, 0)
    """First Blender whose Principled BSDF has it."""

    @property
    def absent(self) -> Signal:
        """Return what a closure without the channel gives."""
        return Signal(self.type, self.neutral)

    @property
    def channels(self) -> int:
        """Return how many channels a file of it needs: 1 or 3."""
        return 1 if self.type is SignalType.FLOAT else 3


_F, _C, _V = SignalType.FLOAT, SignalType.COLOR, SignalType.VECTOR
_COLOR, _DATA = Transfer.COLOR, Transfer.DATA
_BLACK, _WHITE, _GREY = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.8, 0.8, 0.8)
_UP, _RADIUS = (0.5, 0.5, 1.0), (1.0, 0.2, 0.1)
_THIN_WALL, _DISPERSION = (5, 1, 0), (5, 3, 0)
"""5.0 has no Thin Wall and 5.2 has, so it is booked to 5.1; 5.2 has no dispersion and 5.3 has."""

_COMMON = (
    MapSpec("base_color", _C, _COLOR, _BLACK, "Colour of what the surface reflects.", (_GREY,)),
    MapSpec("metallic", _F, _DATA, 0.0, "Metallic.", (0.0,)),
    MapSpec("roughness", _F, _DATA, 0.5, "Roughness.", (0.5,)),
    MapSpec("ior", _F, _DATA, 1.5, "Index of refraction.", (1.5,), ranged=True),
    MapSpec("alpha", _F, _DATA, 1.0, "Coverage: 0 where it is transparent.", (1.0,)),
    MapSpec(
        "normal",
        _V,
        _DATA,
        (0.0, 0.0, 1.0),
        "Tangent-space normal, n/2 + 1/2.",
        (_UP,),
        direction=True,
    ),
    MapSpec("height", _F, _DATA, 0.0, "(Height - Midlevel) times Scale.", (0.0,), ranged=True),
    MapSpec("emission", _C, _COLOR, _BLACK, "Emission colour times strength.", (_BLACK,)),
    MapSpec("transmission", _F, _DATA, 0.0, "Transmission weight.", (0.0,)),
    MapSpec("specular", _F, _DATA, 0.0, "Specular IOR level.", (0.5,)),
    MapSpec("coat", _F, _DATA, 0.0, "Coat weight.", (0.0,)),
    MapSpec("coat_roughness", _F, _DATA, 0.0, "Coat roughness.", (0.03,)),
    MapSpec("sheen", _F, _DATA, 0.0, "Sheen weight.", (0.0,)),
    MapSpec("subsurface", _F, _DATA, 0.0, "Subsurface weight.", (0.0,)),
    MapSpec("anisotropic", _F, _DATA, 0.0, "Anisotropy.", (0.0,)),
)


def _further(
    name: str,
    type: SignalType,
    neutral: Value,
    summary: str,
    *defaults: Value,
    ranged: bool = False,
    direction: bool = False,
    auto: bool = True,
    since: Version = (0, 0, 0),
) -> MapSpec:
    """Return one of the parameters that few materials use; its default is its neutral if not
    given."""
    transfer = _COLOR if type is _C else _DATA
    told = defaults or (neutral,)
    return MapSpec(
        name, type, transfer, neutral, summary, told, ranged, direction, True, auto, since
    )


_FURTHER = (
    _further("diffuse_roughness", _F, 0.0, "Roughness of the diffuse reflection."),
    _further("specular_tint", _C, _WHITE, "Tint of the reflection; of a metal, of its edges."),
    _further("anisotropic_rotation", _F, 0.0, "Rotation of the anisotropy; 1 is a full turn."),
    _further(
        "tangent",
        _V,
        (1.0, 0.0, 0.0),
        "Direction of the anisotropy, n/2 + 1/2; of U, if not linked.",
        (1.0, 0.5, 0.5),
        direction=True,
    ),
    # 0.05 in new nodes until 5.0, 0.005 in 5.2.
    _further(
        "subsurface_scale", _F, 0.0, "Length that the radius is times.", 0.005, 0.05, ranged=True
    ),
    _further(
        "subsurface_radius", _V, _BLACK, "Radius of red, green and blue.", _RADIUS, ranged=True
    ),
    _further("subsurface_ior", _F, 1.4, "Index of refraction under a skin.", ranged=True),
    _further("subsurface_anisotropy", _F, 0.0, "Which way light goes on below the surface."),
    _further("dispersion", _F, 0.0, "Dispersion scale.", since=_DISPERSION),
    _further("dispersion_abbe_number", _F, 20.0, "Abbe number.", ranged=True, since=_DISPERSION),
    _further("coat_ior", _F, 1.5, "Index of refraction of the coat.", ranged=True),
    _further("coat_tint", _C, _WHITE, "Tint of the coat."),
    _further(
        "coat_normal",
        _V,
        (0.0, 0.0, 1.0),
        "Normal of the coat, n/2 + 1/2.",
        _UP,
        direction=True,
    ),
    _further("sheen_roughness", _F, 0.5, "Sheen roughness."),
    _further("sheen_tint", _C, _WHITE, "Tint of the sheen."),
    _further("thin_film_thickness", _F, 0.0, "Thickness of the film in nm.", ranged=True),
    _further("thin_film_ior", _F, 1.33, "Index of refraction of the film.", ranged=True),
    _further("thin_wall", _F, 0.0, "1 where it is a wall without an inside.", since=_THIN_WALL),
    _further("emission_color", _C, _WHITE, "Emission colour, without its strength.", auto=False),
    _further("emission_strength", _F, 0.0, "Emission strength.", ranged=True, auto=False),
)

MAPS: dict[str, MapSpec] = {spec.name: spec for spec in (*_COMMON, *_FURTHER)}
"""Every map by name, in the order they are offered."""

SHARED = frozenset({"base_color", "alpha", "emission", "emission_strength"})
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
    "diffuse_roughness": "Diffuse Roughness",
    "specular_tint": "Specular Tint",
    "anisotropic_rotation": "Anisotropic Rotation",
    "subsurface_scale": "Subsurface Scale",
    "subsurface_radius": "Subsurface Radius",
    "subsurface_ior": "Subsurface IOR",
    "subsurface_anisotropy": "Subsurface Anisotropy",
    "dispersion": "Transmission Dispersion Scale",
    "dispersion_abbe_number": "Transmission Dispersion Abbe Number",
    "coat_ior": "Coat IOR",
    "coat_tint": "Coat Tint",
    "sheen_roughness": "Sheen Roughness",
    "sheen_tint": "Sheen Tint",
    "thin_film_thickness": "Thin Film Thickness",
    "thin_film_ior": "Thin Film IOR",
    "thin_wall": "Thin Wall",
    "emission_color": "Emission Color",
    "emission_strength": "Emission Strength",
}
"""Socket identifiers of the Principled BSDF; older files are brought to them when Blender opens
them. Directions (DIRECTIONS), and emission (colour times strength), are apart."""

DIRECTIONS: dict[str, str] = {
    "normal": "Normal",
    "coat_normal": "Coat Normal",
    "tangent": "Tangent",
}
"""Socket identifiers whose number counts for nothing: not linked, they are the surface's own."""

LOBES: dict[str, tuple[str, ...]] = {
    "coat": ("coat_roughness", "coat_ior", "coat_tint", "coat_normal"),
    "sheen": ("sheen_roughness", "sheen_tint"),
    "subsurface": (
        "subsurface_scale",
        "subsurface_radius",
        "subsurface_ior",
        "subsurface_anisotropy",
    ),
    "anisotropic": ("anisotropic_rotation", "tangent"),
    "dispersion": ("dispersion_abbe_number",),
    "thin_film_thickness": ("thin_film_ior",),
    "emission_strength": ("emission_color",),
}
"""Maps that say nothing where another one is 0: a coat that is not there has no roughness."""


def maps_of(version: Version) -> dict[str, MapSpec]:
    """Return the maps that a Blender's Principled BSDF has."""
    return {name: spec for name, spec in MAPS.items() if version >= spec.since}
