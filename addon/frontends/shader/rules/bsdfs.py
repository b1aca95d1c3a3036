"""The other BSDFs, told in the Principled BSDF's terms: exactly where they have them, and with a
warning of what is lost where they do not."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..call import NodeCall, Outputs, rule
from ..signal import Closure, Signal
from .closures import emitted, read


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
        {"metallic": 1.0, "specular": 0.5},
    ),
    "ShaderNodeBsdfMetallic": Terms(
        {"base_color": "Base Color", "roughness": "Roughness", "anisotropic": "Anisotropy"},
        {"metallic": 1.0, "specular": 0.5},
        "the tint of its edges",
    ),
    "ShaderNodeBsdfGlass": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"},
        {"transmission": 1.0, "specular": 0.5},
    ),
    "ShaderNodeBsdfRefraction": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"},
        {"transmission": 1.0},
        "that it does not reflect",
    ),
    "ShaderNodeSubsurfaceScattering": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"}, {"subsurface": 1.0}
    ),
    "ShaderNodeBsdfTranslucent": Terms(
        {"base_color": "Color"}, lost="that light comes through it from behind"
    ),
    "ShaderNodeBsdfToon": Terms({"base_color": "Color"}, lost="where its light ends"),
    "ShaderNodeBsdfSheen": Terms({}, {"sheen": 1.0}, "its colour and roughness"),
}


@rule(*TERMS)
def told(call: NodeCall) -> Outputs:
    """Channels by the table above."""
    terms = TERMS[call.node.type]
    if terms.lost:
        call.warn("bsdf-in-part", f"no map can say {terms.lost}; the rest of it is baked")
    channels = read(call, terms.sockets)
    for name, number in terms.fixed.items():
        if name in call.maps:
            channels[name] = Signal.number(number)
    return {call.node.outputs[0].identifier: Closure(channels)}


@rule("ShaderNodeHoldout")
def holdout(call: NodeCall) -> Outputs:
    """A hole: alpha 0 and nothing else."""
    return {"Holdout": Closure({"alpha": Signal.number(0.0)})}


@rule("ShaderNodeBackground")
def background(call: NodeCall) -> Outputs:
    """On a surface it emits, as Emission does."""
    if "emission" not in call.maps:
        return {"Background": Closure()}
    return {"Background": Closure({"emission": emitted(call, "Color", "Strength")})}
