"""The shaders Kiln reads channels from: Principled, Emission, Diffuse, Transparent, and mixes.

A shader is not evaluated, it is read: its channels are what feeds its own inputs. Mix Shader mixes
each channel by its factor. That is what Cycles would bake were every shader replaced by an Emission
fed by that one input: a mix of emissions is linear, and so are normals, not made unit again.
A side that has no such channel leaves the other's alone: no light comes out of it that a roughness
or a coat could be told of. It counts with the map's neutral in base colour, emission and alpha
only, and in alpha alone where it is transparent and nothing else: then it has no surface at all.
What a BSDF is by its nature it has as a number: a Diffuse is no metal and lets nothing through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from ..call import NodeCall, Outputs, rule
from ..maps import DIRECTIONS, LOBES, MAPS, PRINCIPLED, SHARED
from ..signal import Closure, Signal, SignalType

NO_NUMBERS: Mapping[str, float] = MappingProxyType({})
SUMS = frozenset({"base_color", "emission", "emission_strength"})
"""Channels that two shaders which are added have the sum of."""
PARTS = {"emission_color": "emission_strength", "emission_strength": "emission_color"}
"""Maps that are mixed with an eye on each other: who asks for one reads both."""

OPAQUE = {"metallic": 0.0, "transmission": 0.0, "subsurface": 0.0}
"""What a BSDF is that only reflects, and is no metal."""
MATTE = {**OPAQUE, "roughness": 1.0}
"""... and has no reflection but a diffuse one: rough, to who knows no other way to say it."""
NO_REFLECTION = frozenset({"roughness"})


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
    return {"BSDF": Closure(channels, idle=idle(call, PRINCIPLED))}


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
    return {"BSDF": Closure(read(call, sockets, MATTE), idle=NO_REFLECTION)}


@rule("ShaderNodeBsdfTransparent", covers="Maps: alpha")
def transparent(call: NodeCall) -> Outputs:
    """Alpha is one minus the mean of its colour, as a render has it."""
    if "alpha" not in call.maps:
        return {"BSDF": Closure({"alpha": Signal.number(0.0)})}
    through = call.convert(replace(call.input("Color"), type=SignalType.VECTOR), SignalType.FLOAT)
    if isinstance(through.value, (int, float)):
        return {"BSDF": Closure({"alpha": replace(through, value=1.0 - through.value)})}
    ops = call.emit(
        "math", {"a": Signal.number(1.0), "b": through}, variants={"operation": "subtract"}
    )
    return {"BSDF": Closure({"alpha": ops["result"]})}


@rule("ShaderNodeMixShader", covers="Maps: all")
def mix_shader(call: NodeCall) -> Outputs:
    """Mixes channel by channel; a factor that is a number past 0 or 1 leaves one side unread."""
    factor = call.input("Fac")
    if isinstance(factor.value, (int, float)) and not 0.0 < factor.value < 1.0:
        side = call.shader("Shader" if factor.value <= 0.0 else "Shader_001")
        lost = side.approximations | factor.approximations
        return {"Shader": replace(side, approximations=lost)}
    a, b = call.shader("Shader"), call.shader("Shader_001")
    shared = {"alpha"} if is_clear(a) or is_clear(b) else SHARED
    channels: dict[str, Signal] = {}
    for name, left, right in pairs(a, b):
        if name in shared:
            absent = MAPS[name].absent
            channels[name] = mixed(call, name, factor, left or absent, right or absent)
        elif left is not None and right is not None:
            channels[name] = mixed(call, name, factor, left, right)
        else:
            channels[name] = one_of(left, right)
    return {"Shader": joined(a, b, channels)}


@rule(
    "ShaderNodeAddShader",
    covers="Maps: all",
    limits={"added-shaders": "a parameter that differs is the mean of both sides"},
)
def add_shader(call: NodeCall) -> Outputs:
    """Adds light: emission, base colour, and what shines through.

    A parameter that both sides have is their mean, and said to be one."""
    a, b = call.shader("Shader"), call.shader("Shader_001")
    channels: dict[str, Signal] = {}
    for name, left, right in pairs(a, b):
        if left is None or right is None:
            channels[name] = one_of(left, right)
        elif name in SUMS:
            channels[name] = summed(call, name, left, right)
        elif name == "alpha":
            channels[name] = summed(call, name, left, right, Signal.number(-1.0))
        elif name == "normal" and MAPS[name].absent in (left, right):
            channels[name] = right if left == MAPS[name].absent else left
        elif left == right:
            channels[name] = left
        else:
            call.warn("added-shaders", f"{name} is the mean of the two shaders that it adds")
            channels[name] = mixed(call, name, Signal.number(0.5), left, right)
    return {"Shader": joined(a, b, channels)}


def is_clear(closure: Closure) -> bool:
    """Return whether a closure is transparent and nothing else."""
    return set(closure.channels) == {"alpha"}


def pairs(a: Closure, b: Closure) -> Iterator[tuple[str, Signal | None, Signal | None]]:
    """Yield each channel of two closures, None for the side that has nothing to say of it."""
    for name in MAPS:
        left, right = a.channels.get(name), b.channels.get(name)
        if left is not None and right is not None and (name in a.idle) != (name in b.idle):
            left, right = (None, right) if name in a.idle else (left, None)
        if left is not None or right is not None:
            yield name, left, right


def one_of(left: Signal | None, right: Signal | None) -> Signal:
    """Return the channel of the one side that has it."""
    side = left if left is not None else right
    assert side is not None
    return side


def joined(a: Closure, b: Closure, channels: Mapping[str, Signal]) -> Closure:
    """Return the closure of two with their joint channels."""
    working = (a.channels.keys() - a.idle) | (b.channels.keys() - b.idle)
    return Closure(channels, a.approximations | b.approximations, (a.idle | b.idle) - working)


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


def mixed(call: NodeCall, name: str, factor: Signal, a: Signal, b: Signal) -> Signal:
    """Return (1 - factor) a + factor b of one channel, the factor held to 0 and 1."""
    if (a.image, a.value) == (b.image, b.value):
        return replace(a, approximations=a.approximations | b.approximations)
    variants = {"clamp_factor": "yes"}
    inputs = {"factor": factor, "a": a, "b": b}
    if a.type is SignalType.FLOAT:
        return call.emit("mix_float", inputs, variants=variants, suffix=name)["result"]
    variants["mode"] = "mix"
    types = {"result": a.type}
    return call.emit("mix_color", inputs, variants=variants, types=types, suffix=name)["result"]


def summed(call: NodeCall, name: str, *terms: Signal) -> Signal:
    """Return the sum of one channel's terms."""
    total = terms[0]
    kernel = "math" if total.type is SignalType.FLOAT else "vector_math"
    for index, term in enumerate(terms[1:]):
        total = call.emit(
            kernel,
            {"a": total, "b": term},
            variants={"operation": "add"},
            types={"result": total.type},
            suffix=name if index == 0 else f"{name} {index}",
        )["result"]
    return total
