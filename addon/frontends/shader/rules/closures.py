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

from collections.abc import Mapping
from dataclasses import replace

from ..call import NodeCall, Outputs, rule
from ..maps import MAPS, PRINCIPLED, SHARED
from ..signal import Closure, Signal, SignalType

OPAQUE = {"metallic": 0.0, "transmission": 0.0, "subsurface": 0.0}
"""What a BSDF is that only reflects, and is no metal."""


@rule(
    "ShaderNodeBsdfPrincipled",
    covers="Maps: "
    + ", ".join(f"{name} from {socket}" for name, socket in PRINCIPLED.items())
    + ", emission from Emission Color times Emission Strength",
)
def principled(call: NodeCall) -> Outputs:
    """Every map but height. Where Normal is not linked it is the plane's."""
    channels = {
        name: call.input(identifier)
        for name, identifier in PRINCIPLED.items()
        if name in call.maps and call.has_input(identifier)
    }
    add_normal(call, channels)
    if "emission" in call.maps:
        channels["emission"] = emitted(call, "Emission Color", "Emission Strength")
    return {"BSDF": Closure(channels)}


@rule("ShaderNodeEmission", covers="Maps: emission")
def emission(call: NodeCall) -> Outputs:
    """Colour times strength."""
    if "emission" not in call.maps:
        return {"Emission": Closure()}
    return {"Emission": Closure({"emission": emitted(call, "Color", "Strength")})}


@rule(
    "ShaderNodeBsdfDiffuse",
    covers="Maps: base_color from Color, roughness from Roughness, "
    + ", ".join(f"{name} {number:g}" for name, number in OPAQUE.items()),
)
def diffuse(call: NodeCall) -> Outputs:
    """Base colour, and the roughness of the Oren-Nayar model as it stands."""
    return {"BSDF": Closure(read(call, {"base_color": "Color", "roughness": "Roughness"}, OPAQUE))}


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
    for name in (name for name in MAPS if name in a.channels or name in b.channels):
        if name not in a.channels and name not in shared:
            channels[name] = b.channels[name]
        elif name not in b.channels and name not in shared:
            channels[name] = a.channels[name]
        else:
            absent = MAPS[name].absent
            sides = a.channels.get(name, absent), b.channels.get(name, absent)
            channels[name] = mixed(call, name, factor, *sides)
    return {"Shader": Closure(channels, a.approximations | b.approximations)}


@rule(
    "ShaderNodeAddShader",
    covers="Maps: all",
    limits={"added-shaders": "a parameter that differs is the mean of both sides"},
)
def add_shader(call: NodeCall) -> Outputs:
    """Adds light: emission, base colour, and what shines through.

    A parameter that both sides have is their mean, and said to be one."""
    a, b = call.shader("Shader"), call.shader("Shader_001")
    channels = {**a.channels, **b.channels}
    for name in (name for name in MAPS if name in a.channels and name in b.channels):
        left, right = a.channels[name], b.channels[name]
        if name in ("emission", "base_color"):
            channels[name] = summed(call, name, left, right)
        elif name == "alpha":
            channels[name] = summed(call, name, left, right, Signal.number(-1.0))
        elif name == "normal" and MAPS[name].absent in (left, right):
            channels[name] = right if left == MAPS[name].absent else left
        elif left != right:
            call.warn("added-shaders", f"{name} is the mean of the two shaders that it adds")
            channels[name] = mixed(call, name, Signal.number(0.5), left, right)
    return {"Shader": Closure(channels, a.approximations | b.approximations)}


def is_clear(closure: Closure) -> bool:
    """Return whether a closure is transparent and nothing else."""
    return set(closure.channels) == {"alpha"}


def read(
    call: NodeCall, identifiers: Mapping[str, str], fixed: Mapping[str, float]
) -> dict[str, Signal]:
    """Return the channels among the maps being baked: from sockets, fixed ones, the normal."""
    channels = {
        name: call.convert(call.input(identifier), MAPS[name].type)
        for name, identifier in identifiers.items()
        if name in call.maps and call.has_input(identifier)
    }
    channels |= {name: Signal.number(fixed[name]) for name in fixed if name in call.maps}
    add_normal(call, channels)
    return channels


def add_normal(call: NodeCall, channels: dict[str, Signal]) -> None:
    """Add the normal: the shader's own where that is linked, else the surface's."""
    if "normal" in call.maps and call.has_input("Normal"):
        linked = call.linked("Normal")
        channels["normal"] = call.input("Normal") if linked else MAPS["normal"].absent


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
