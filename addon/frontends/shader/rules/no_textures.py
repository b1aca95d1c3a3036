"""IES Texture, Point Density and Light Accumulation: what lights and volumes are made of."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Closure, Signal, SignalType

WITHOUT_PROFILE = 100.0
"""What Cycles has of an IES Texture without a profile. Source: measured, 4.5 to 5.3."""


@rule(
    "ShaderNodeTexIES",
    limits={"not-a-texture": "the light's profile is not read: 100 times Strength, as without one"},
)
def ies_texture(call: NodeCall) -> Outputs:
    """A light's distribution by direction, which a surface has no use for."""
    call.warn(
        "not-a-texture",
        "it says how a light shines; 100 times its Strength is used, as Cycles has without a file",
    )
    inputs = {"a": call.input("Strength"), "b": Signal.number(WITHOUT_PROFILE)}
    ops = call.emit("math", inputs, variants={"operation": "multiply"})
    return {"Fac": ops["result"]}


@rule(
    "ShaderNodeTexPointDensity",
    limits={"not-a-texture": "points are not read: black and 0, as without any"},
)
def point_density(call: NodeCall) -> Outputs:
    """What Cycles has where there is no point."""
    call.warn("not-a-texture", "the density of points is not read; 0 is used")
    return {"Color": Signal(SignalType.COLOR, (0.0, 0.0, 0.0)), "Density": Signal.number(0.0)}


@rule(
    "ShaderNodeLightAccumulation",
    limits={"not-a-texture": "light is not baked: a shader without any map"},
)
def light_accumulation(call: NodeCall) -> Outputs:
    """What lights add up to, which depends on the scene."""
    call.warn(
        "not-a-texture", "it adds up the light of a scene, which no map holds; it is left out"
    )
    return {"Shader": Closure()}
