"""The other BSDFs, told in the Principled BSDF's terms: exactly where they have them, and with a
warning of what is lost where they do not."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..call import NodeCall, Outputs, rule
from ..signal import Closure, Signal
from .closures import OPAQUE, emitted, read


@dataclass(frozen=True, slots=True)
class Terms:
    """What a BSDF is as a Principled BSDF."""

    sockets: dict[str, str]
    """Input identifier by map."""
    fixed: dict[str, float] = field(default_factory=dict)
    """Maps that it has as one number."""
    lost: str = ""
    """What the maps do not say; '' where they say it all."""


TERMS = {
    "ShaderNodeBsdfAnisotropic": Terms(
        {"base_color": "Color", "roughness": "Roughness", "anisotropic": "Anisotropy"},
        {**OPAQUE, "metallic": 1.0, "specular": 0.5},
    ),
    "ShaderNodeBsdfMetallic": Terms(
        {"base_color": "Base Color", "roughness": "Roughness", "anisotropic": "Anisotropy"},
        {**OPAQUE, "metallic": 1.0, "specular": 0.5},
        "the tint of its edges",
    ),
    "ShaderNodeBsdfGlass": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"},
        {**OPAQUE, "transmission": 1.0, "specular": 0.5},
    ),
    "ShaderNodeBsdfRefraction": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"},
        {**OPAQUE, "transmission": 1.0},
        "that it does not reflect",
    ),
    "ShaderNodeSubsurfaceScattering": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"},
        {**OPAQUE, "subsurface": 1.0},
    ),
    "ShaderNodeBsdfTranslucent": Terms(
        {"base_color": "Color"}, OPAQUE, "that light comes through it from behind"
    ),
    "ShaderNodeBsdfToon": Terms({"base_color": "Color"}, OPAQUE, "where its light ends"),
    "ShaderNodeBsdfSheen": Terms({}, {"sheen": 1.0}, "its colour and roughness"),
}


def told(call: NodeCall) -> Outputs:
    """Normal too: the plane's where it is not linked."""
    terms = TERMS[call.node.type]
    if terms.lost:
        call.warn("bsdf-in-part", f"no map can say {terms.lost}; the rest of it is baked")
    channels = read(call, terms.sockets, terms.fixed)
    return {call.node.outputs[0].identifier: Closure(channels)}


for _type, _terms in TERMS.items():
    rule(
        _type,
        covers="Maps: "
        + ", ".join(
            [f"{name} from {socket}" for name, socket in _terms.sockets.items()]
            + [f"{name} {number:g}" for name, number in _terms.fixed.items()]
        ),
        limits={"bsdf-in-part": f"no map can say {_terms.lost}"} if _terms.lost else {},
    )(told)


@rule("ShaderNodeHoldout", covers="Maps: alpha")
def holdout(call: NodeCall) -> Outputs:
    """A hole: alpha 0 and nothing else."""
    return {"Holdout": Closure({"alpha": Signal.number(0.0)})}


@rule("ShaderNodeBackground", covers="Maps: emission")
def background(call: NodeCall) -> Outputs:
    """Colour times strength: on a surface it emits, as Emission does."""
    if "emission" not in call.maps:
        return {"Background": Closure()}
    return {"Background": Closure({"emission": emitted(call, "Color", "Strength")})}
