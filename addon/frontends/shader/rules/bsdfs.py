"""The other BSDFs, told in the Principled BSDF's terms: exactly where they have them, and with a
warning of what is lost where they do not."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..call import NodeCall, Outputs, rule
from ..signal import Closure, Nature, Signal
from .closures import GLASS, MATTE, NO_REFLECTION, OPAQUE, SOLID, idle, less_than_whole, light, read

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
    nature: frozenset[Nature] = SOLID

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
        nature=GLASS,
    ),
    "ShaderNodeBsdfRefraction": Terms(
        {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"},
        {**OPAQUE, "transmission": 1.0},
        "that it does not reflect",
        nature=GLASS,
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
    "ShaderNodeBsdfHair": Terms(
        {"base_color": "Color", "roughness": "RoughnessU"},
        {**OPAQUE, "specular": 0.5},
        "how hair shines along its strands",
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
    return {call.node.outputs[0].identifier: Closure(channels, idle=silent, nature=terms.nature)}


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


@rule(
    "ShaderNodeBsdfHairPrincipled",
    modes=("parametrization",),
    covers="Maps: base_color from Color, roughness from Roughness, ior from IOR",
    limits={
        "bsdf-in-part": "no map can say how hair shines along its strands; its colour by "
        "melanin or absorption is not evaluated"
    },
)
def hair(call: NodeCall) -> Outputs:
    """A surface of its colour and roughness."""
    sockets = {"base_color": "Color", "roughness": "Roughness", "ior": "IOR"}
    lost = "how hair shines along its strands"
    if call.prop("parametrization") != "COLOR":
        del sockets["base_color"]
        lost += ", nor its colour, which is by melanin or absorption: set it to Direct Coloring"
    call.warn("bsdf-in-part", f"no map can say {lost}; the rest of it is baked")
    return {"BSDF": Closure(read(call, sockets, OPAQUE), nature=SOLID)}


@rule(
    "ShaderNodeEeveeSpecular",
    covers="Maps: base_color from Base Color, roughness from Roughness, emission from Emissive "
    "Color, coat from Clear Coat, coat_roughness from Clear Coat Roughness, coat_normal from Clear "
    "Coat Normal, alpha is 1 - Transparency",
    limits={"only-eevee": "Cycles shows black; no map can say the colour of its Specular"},
)
def specular(call: NodeCall) -> Outputs:
    """What EEVEE shows of it."""
    call.warn(
        "only-eevee",
        "Cycles shows nothing of it but black; what EEVEE shows is baked, but for the colour of "
        "its Specular, which no map can say: use a Principled BSDF",
    )
    sockets = {
        "base_color": "Base Color",
        "roughness": "Roughness",
        "emission": "Emissive Color",
        "coat": "Clear Coat",
        "coat_roughness": "Clear Coat Roughness",
    }
    channels = read(call, sockets, {"metallic": 0.0, "transmission": 0.0, "subsurface": 0.0})
    if "coat_normal" in call.maps and call.linked("Clear Coat Normal"):
        channels["coat_normal"] = call.input("Clear Coat Normal")
    if "alpha" in call.maps:
        channels["alpha"] = less_than_whole(call, call.input("Transparency"))
    return {"BSDF": Closure(channels, idle=idle(call, sockets), nature=SOLID)}


@rule(
    "ShaderNodeBsdfRayPortal",
    covers="Maps: alpha",
    limits={"bsdf-in-part": "no map can say what is seen through it"},
)
def portal(call: NodeCall) -> Outputs:
    """A hole, as a render has it: alpha 0 and nothing else."""
    call.warn("bsdf-in-part", "no map can say what is seen through the portal; a hole is baked")
    return {"BSDF": Closure({"alpha": Signal.number(0.0)})}


@rule(
    "ShaderNodeVolumeAbsorption",
    "ShaderNodeVolumeCoefficients",
    "ShaderNodeVolumePrincipled",
    "ShaderNodeVolumeScatter",
    covers="Maps: none",
    limits={"volume-as-surface": "linked to a surface, it shows nothing but black"},
)
def volume(call: NodeCall) -> Outputs:
    """A volume is no surface: where it is linked to one Cycles shows black, and so does Kiln."""
    call.warn(
        "volume-as-surface",
        "it is a volume and linked as a surface, where Cycles shows black; link it to Volume",
        marks=False,
    )
    return {call.node.outputs[0].identifier: Closure()}


@rule("ShaderNodeHoldout", covers="Maps: alpha")
def holdout(call: NodeCall) -> Outputs:
    """A hole: alpha 0 and nothing else."""
    return {"Holdout": Closure({"alpha": Signal.number(0.0)})}


@rule("ShaderNodeBackground", covers="Maps: emission, emission_color, emission_strength")
def background(call: NodeCall) -> Outputs:
    """Colour times strength: on a surface it emits, as Emission does."""
    return {"Background": light(call)}
