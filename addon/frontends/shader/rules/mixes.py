"""Mix Shader and Add Shader: two closures as one, and what one set of maps cannot say of both.

Mix Shader mixes each channel by its factor. That is what Cycles would bake were every shader
replaced by an Emission fed by that one input: a mix of emissions is linear, and so are normals, not
made unit again. A side that has no such channel leaves the other's alone: no light comes out of it
that a roughness or a coat could be told of. It counts with the map's neutral in base colour,
emission and alpha only, and in alpha alone where it is transparent and nothing else: then it has no
surface at all.

Where the factor is 0 or 1 that is the surface itself. Between, Cycles lights both and mixes the
light: of parameters that are mixed alike in Principled terms (a metal worn through paint) the eye
sees no difference, and nothing is said. It is said where it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..call import NodeCall, Outputs, rule
from ..maps import MAPS, SHARED
from ..signal import Closure, Signal, SignalType

SUMS = frozenset({"base_color", "emission", "emission_strength"})
"""Channels that two shaders which are added have the sum of."""
NORMALS = ("normal", "coat_normal")
APART = ("base_color", "roughness", "ior")
"""What glass and a solid beside it have each for itself."""
FEW = 3
"""Names of shaders that a sentence holds."""


@rule(
    "ShaderNodeMixShader",
    covers="Maps: all",
    limits={
        "mixed-normals": "two normals that are mixed by a number become one, the mixture of both; "
        "by a mask that is taken for granted",
        "mixed-natures": "what is seen through and what is not have one colour and one roughness",
        "mixed-emission": "emission_color and emission_strength are mixed apart from each other",
    },
)
def mix_shader(call: NodeCall) -> Outputs:
    """Mixes channel by channel; a factor that is a number past 0 or 1 leaves one side unread."""
    factor = call.input("Fac")
    if isinstance(factor.value, (int, float)) and not 0.0 < factor.value < 1.0:
        side = call.shader("Shader" if factor.value <= 0.0 else "Shader_001")
        lost = side.approximations | factor.approximations
        return {"Shader": replace(side, approximations=lost)}
    return {"Shader": mixture(call, factor, call.shader("Shader"), call.shader("Shader_001"))}


def mixture(call: NodeCall, factor: Signal, a: Closure, b: Closure) -> Closure:
    """Return two closures mixed by a factor from 0 to 1, and warn of what is lost."""
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
    marked(call, channels, lost_in_mix(call, a, b, masked=factor.varies))
    return joined(a, b, channels)


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
    means: list[str] = []
    for name, left, right in pairs(a, b):
        if left is None or right is None:
            channels[name] = one_of(left, right)
        elif name in SUMS:
            channels[name] = summed(call, name, left, right)
        elif name == "alpha":
            channels[name] = summed(call, name, left, right, Signal.number(-1.0))
        elif name == "normal" and MAPS[name].absent in (left, right):
            channels[name] = right if left == MAPS[name].absent else left
        else:
            channels[name] = mixed(call, name, Signal.number(0.5), left, right)
            if differ(left, right):
                means.append(name)
    if means:
        call.warn(
            "added-shaders",
            f"{listed(means)} {'is' if len(means) == 1 else 'are'} the mean of the shaders that it "
            f"adds, {called(a)} and {called(b)}",
            marks=False,
        )
        marked(call, channels, means)
    return {"Shader": joined(a, b, channels)}


def is_clear(closure: Closure) -> bool:
    """Return whether a closure is transparent and nothing else."""
    return set(closure.channels) == {"alpha"}


def lost_in_mix(call: NodeCall, a: Closure, b: Closure, *, masked: bool) -> list[str]:
    """Warn of what the maps of a mix cannot say; returns the maps that it is true of.

    ``masked`` is whether the factor varies: then the normals are each its own where it is 0 or 1,
    and between them diffuse light, which is linear in the normal, is that of their mixture.
    """
    both = {
        name: (left, right)
        for name, left, right in pairs(a, b)
        if left is not None and right is not None
    }
    unlike = [name for name, sides in both.items() if differ(*sides)]
    # A side without a normal of its own just flattens the other's by its share.
    own = [n for n in NORMALS if n in unlike and all(differ(s, MAPS[n].absent) for s in both[n])]
    normals = own if not masked else []
    lost = list(normals)
    sides = f"{called(a)} and {called(b)}"
    if normals:
        call.warn(
            "mixed-normals",
            f"it mixes the normals of {sides} by a number; Cycles lights each by its own, and "
            f"{listed(normals)} is the mixture of both",
            marks=False,
        )
    apart = [name for name in APART if name in unlike]
    if apart and a.nature and b.nature and a.nature.isdisjoint(b.nature):
        call.warn(
            "mixed-natures",
            f"it mixes {sides}, one of which is seen through; where the factor is neither 0 nor 1 "
            f"they have one {listed(apart)} for both",
            marks=False,
        )
        lost += apart
    if "emission_color" in unlike and call.maps & {"emission_color", "emission_strength"}:
        call.warn(
            "mixed-emission",
            f"it mixes the emission of {sides}; colour and strength apart are not the light that "
            "is mixed, so bake emission instead",
            marks=False,
        )
        lost += ["emission_color", "emission_strength"]
    return lost


def differ(left: Signal, right: Signal) -> bool:
    """Return whether two sides of a channel are not known to be the same."""
    return (left.image, left.value) != (right.image, right.value)


def marked(call: NodeCall, channels: dict[str, Signal], names: Iterable[str]) -> None:
    """Mark channels as not what Cycles shows, with the node as the one to blame."""
    for name in names:
        signal = channels[name]
        channels[name] = replace(signal, approximations=signal.approximations | {call.origin})


def called(closure: Closure) -> str:
    """Return the shaders behind a side of a mix, as a sentence has them."""
    names = [f"'{path}'" for path in closure.shaders[:FEW]]
    if len(closure.shaders) > FEW:
        names.append(f"{len(closure.shaders) - FEW} more")
    return " + ".join(names) or "nothing"


def listed(names: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


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
    return Closure(
        channels,
        a.approximations | b.approximations,
        (a.idle | b.idle) - working,
        a.nature | b.nature,
        tuple(dict.fromkeys((*a.shaders, *b.shaders))),
    )


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
