"""The other BSDFs, told in the Principled BSDF's terms: exactly where they have them, and with a
warning of what is lost where they do not."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..call import NodeCall, Outputs, rule
from ..signal import Closure, Signal
from .closures import MATTE, NO_REFLECTION, OPAQUE, idle, light, read

FILM = {"thin_film_thickness": "Thin Film Thickness", "thin_film_ior": "Thin Film IOR"}
STRETCHED = {"anisotropic": "Anisotropy", "anisotropic_rotation": "Rotation"}


@dataclass(frozen=True, slots=True)
class Terms:
    """What a BSDF is as a Principled BSDF."""

    sockets: dict[str, str]
    """Input identifier by map; not every Blender's node has every one."""
    fixed: dict[str, float] = field(default_factory=dict)
    """Maps that it has as one number."""
    lost: str = ""
    """What the maps do not say; '' where they say it all."""
    only: tuple[str, str] | None = None
    """The menu and its item that ``lost`` is about; None where it is lost always."""
    idle: frozenset[str] = frozenset()
    """Maps of ``fixed`` that do not count beside a shader that has them."""

    @property
    def limits(self) -> dict[str, str]:
        """Return what the documentation says of ``lost``."""
        if not self.lost:
            return {}
        where = f" ({self.only[1]})" if self.only else ""
        return {"bsdf-in-part": f"no map can say {self.lost}{where}"}


TERMS = {
    "ShaderNodeBsdfAnisotropic": Terms(
        {"base_color": "Color", "roughness": "Roughness", **STRETCHED},
        {**OPAQUE, "metallic": 1.0, "specular": 0.5},
    ),
    "ShaderNodeBsdfMetallic": Terms(
        {
            "base_color": "Base Color",
            "specular_tint": "Edge Tint",
            "roughness": "Roughness",
            **STRETCHED,
            **FILM,
        },
        {**OPAQUE, "metallic": 1.0, "specular": 0.5},
        "its colours by IOR and Extinction; Base Color and Edge Tint are used",
        ("fresnel_type", "PHYSICAL_CONDUCTOR"),
    ),
    "ShaderNodeBsdfGlass": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR", **STRETCHED, **FILM},
        {**OPAQUE, "transmission": 1.0, "specular": 0.5},
    ),
    "ShaderNodeBsdfRefraction": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"},
        {**OPAQUE, "transmission": 1.0},
        "that it does not reflect",
    ),
    "ShaderNodeSubsurfaceScattering": Terms(
        {
            "base_color": "Color",
            "roughness": "Roughness",
            "ior": "IOR",
            "subsurface_scale": "Scale",
            "subsurface_radius": "Radius",
            "subsurface_ior": "IOR",
            "subsurface_anisotropy": "Anisotropy",
        },
        {**OPAQUE, "subsurface": 1.0},
    ),
    "ShaderNodeBsdfTranslucent": Terms(
        {"base_color": "Color"},
        MATTE,
        "that light comes through it from behind",
        idle=NO_REFLECTION,
    ),
    "ShaderNodeBsdfToon": Terms(
        {"base_color": "Color"}, MATTE, "where its light ends", idle=NO_REFLECTION
    ),
    "ShaderNodeBsdfSheen": Terms(
        {"sheen_tint": "Color", "sheen_roughness": "Roughness"},
        {"sheen": 1.0},
        "that its fibres are of another kind",
        ("distribution", "ASHIKHMIN"),
    ),
}


def told(call: NodeCall) -> Outputs:
    """Directions too: the plane's where they are not linked."""
    terms = TERMS[call.node.type]
    if terms.lost and (terms.only is None or call.prop(terms.only[0]) == terms.only[1]):
        call.warn("bsdf-in-part", f"no map can say {terms.lost}; the rest of it is baked")
    channels = read(call, terms.sockets, terms.fixed)
    silent = terms.idle | idle(call, terms.sockets)
    return {call.node.outputs[0].identifier: Closure(channels, idle=silent)}


for _type, _terms in TERMS.items():
    rule(
        _type,
        modes=(_terms.only[0],) if _terms.only else (),
        covers="Maps: "
        + ", ".join(
            [f"{name} from {socket}" for name, socket in _terms.sockets.items()]
            + [f"{name} {number:g}" for name, number in _terms.fixed.items()]
        ),
        limits=_terms.limits,
    )(told)


@rule("ShaderNodeHoldout", covers="Maps: alpha")
def holdout(call: NodeCall) -> Outputs:
    """A hole: alpha 0 and nothing else."""
    return {"Holdout": Closure({"alpha": Signal.number(0.0)})}


@rule("ShaderNodeBackground", covers="Maps: emission, emission_color, emission_strength")
def background(call: NodeCall) -> Outputs:
    """Colour times strength: on a surface it emits, as Emission does."""
    return {"Background": light(call)}
