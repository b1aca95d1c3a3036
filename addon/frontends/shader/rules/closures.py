"""The shaders Kiln reads channels from: Principled, Emission, Diffuse, Transparent.

A shader is not evaluated, it is read: its channels are what feeds its own inputs. What a BSDF is by
its nature it has as a number: a Diffuse is no metal and lets nothing through.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ..call import NodeCall, Outputs, rule
from ..maps import DIRECTIONS, LOBES, MAPS, PRINCIPLED
from ..signal import Closure, Nature, Signal, SignalType

NO_NUMBERS: Mapping[str, float] = MappingProxyType({})
PARTS = {"emission_color": "emission_strength", "emission_strength": "emission_color"}
"""Maps that are mixed with an eye on each other: who asks for one reads both."""

OPAQUE = {"metallic": 0.0, "transmission": 0.0, "subsurface": 0.0}
"""What a BSDF is that only reflects, and is no metal."""
MATTE = {**OPAQUE, "roughness": 1.0}
"""... and has no reflection but a diffuse one: rough, to who knows no other way to say it."""
NO_REFLECTION = frozenset({"roughness"})
SOLID, GLASS = frozenset({Nature.SOLID}), frozenset({Nature.GLASS})


@rule(
    "ShaderNodeBsdfPrincipled",
    covers="Maps: "
    + ", ".join(f"{name} from {socket}" for name, socket in {**PRINCIPLED, **DIRECTIONS}.items())
    + ", emission from Emission Color times Emission Strength",
)
def principled(call: NodeCall) -> Outputs:
    """Every map but height. Where a normal is not linked it is the plane's."""
    channels = read(call, PRINCIPLED)
    if "emission" in call.maps:
        channels["emission"] = emitted(call, "Emission Color", "Emission Strength")
    return {"BSDF": Closure(channels, idle=idle(call, PRINCIPLED), nature=nature(call))}


LIGHT = {"emission_color": "Color", "emission_strength": "Strength"}
"""Sockets of a shader that only emits."""


@rule("ShaderNodeEmission", covers="Maps: emission, emission_color, emission_strength")
def emission(call: NodeCall) -> Outputs:
    """Colour times strength."""
    return {"Emission": light(call)}


@rule(
    "ShaderNodeBsdfDiffuse",
    covers="Maps: base_color from Color, diffuse_roughness from Roughness, "
    + ", ".join(f"{name} {number:g}" for name, number in MATTE.items()),
)
def diffuse(call: NodeCall) -> Outputs:
    """Base colour, and the roughness of the Oren-Nayar model. Of a reflection it has none, so
    beside a shader that has one its roughness of 1 does not count."""
    sockets = {"base_color": "Color", "diffuse_roughness": "Roughness"}
    channels = read(call, sockets, MATTE)
    return {"BSDF": Closure(channels, idle=NO_REFLECTION, nature=SOLID)}


@rule(
    "ShaderNodeBsdfTransparent",
    covers="Maps: alpha",
    limits={"tinted-transparency": "no map can say the colour of what is seen through it"},
)
def transparent(call: NodeCall) -> Outputs:
    """Alpha is one minus the mean of its colour, as a render has it."""
    if "alpha" not in call.maps:
        return {"BSDF": Closure({"alpha": Signal.number(0.0)})}
    if not call.is_grey("Color"):
        call.warn(
            "tinted-transparency",
            "no map can say the colour of what is seen through it; alpha has its mean",
        )
    through = call.convert(replace(call.input("Color"), type=SignalType.VECTOR), SignalType.FLOAT)
    return {"BSDF": Closure({"alpha": less_than_whole(call, through)})}


def read(
    call: NodeCall, identifiers: Mapping[str, str], fixed: Mapping[str, float] = NO_NUMBERS
) -> dict[str, Signal]:
    """Return the channels among the maps being baked: from sockets, fixed ones, directions."""
    maps = call.maps
    if maps & PARTS.keys():
        maps |= PARTS.keys()
    channels = {
        name: call.convert(call.input(identifier), MAPS[name].type)
        for name, identifier in identifiers.items()
        if name in maps and call.has_input(identifier)
    }
    channels |= {name: Signal.number(fixed[name]) for name in fixed if name in maps}
    for name, identifier in DIRECTIONS.items():
        if name in maps and call.has_input(identifier):
            linked = call.linked(identifier)
            channels[name] = call.input(identifier) if linked else MAPS[name].absent
    return channels


def less_than_whole(call: NodeCall, through: Signal) -> Signal:
    """Return 1 minus what is seen through a surface."""
    if isinstance(through.value, (int, float)):
        return replace(through, value=1.0 - through.value)
    inputs = {"a": Signal.number(1.0), "b": through}
    return call.emit("math", inputs, variants={"operation": "subtract"})["result"]


def nature(call: NodeCall) -> frozenset[Nature]:
    """Return what a Principled BSDF is; both, where a texture or a number between 0 and 1 says."""
    if is_zero(call, "Transmission Weight"):
        return SOLID
    alone = not call.linked("Transmission Weight")
    return GLASS if alone and call.input("Transmission Weight").value == 1.0 else SOLID | GLASS


def idle(call: NodeCall, identifiers: Mapping[str, str]) -> frozenset[str]:
    """Return the channels of layers whose weight is the number 0: they are not there."""
    return frozenset(
        name
        for weight, names in LOBES.items()
        if weight in identifiers
        and not call.maps.isdisjoint((weight, *names))
        and is_zero(call, identifiers[weight])
        for name in names
    )


def is_zero(call: NodeCall, identifier: str) -> bool:
    """Return whether an input that the node has is the number 0, with nothing linked to it."""
    if not call.has_input(identifier) or call.linked(identifier):
        return False
    return call.input(identifier).value == 0.0


def light(call: NodeCall) -> Closure:
    """Return the closure of a shader that emits and does nothing else."""
    channels = read(call, LIGHT)
    if "emission" in call.maps:
        channels["emission"] = emitted(call, LIGHT["emission_color"], LIGHT["emission_strength"])
    return Closure(channels, idle=idle(call, LIGHT))


def emitted(call: NodeCall, color: str, strength: str) -> Signal:
    """Return a colour times a strength; a strength of 0 leaves the colour unread."""
    by = call.input(strength)
    if by.value == 0.0:
        return replace(MAPS["emission"].absent, approximations=by.approximations)
    light = call.input(color)
    if isinstance(by.value, (int, float)):
        light = replace(light, approximations=light.approximations | by.approximations)
        if by.value == 1.0:
            return light
        if isinstance(light.value, tuple):
            return replace(light, value=tuple(by.value * channel for channel in light.value))
    ops = call.emit(
        "vector_math",
        {"a": light, "scale": by},
        variants={"operation": "scale"},
        suffix="emission",
    )
    return ops["result"]
