"""Combine and Separate, for vectors and for colours, with the nodes they replaced."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType


@rule("ShaderNodeCombineXYZ")
def combine_xyz(call: NodeCall) -> Outputs:
    """Three numbers to a vector."""
    inputs = {"x": call.input("X"), "y": call.input("Y"), "z": call.input("Z")}
    return {
        "Vector": call.emit("combine_xyz", inputs, types={"result": SignalType.VECTOR})["result"]
    }


@rule("ShaderNodeSeparateXYZ")
def separate_xyz(call: NodeCall) -> Outputs:
    """A vector to three numbers."""
    ops = call.emit("separate_xyz", {"vector": call.input("Vector")})
    return {"X": ops["x"], "Y": ops["y"], "Z": ops["z"]}


def _combine(call: NodeCall, mode: str, identifiers: tuple[str, str, str]) -> Signal:
    a, b, c = (call.input(identifier) for identifier in identifiers)
    return call.emit("combine_color", {"a": a, "b": b, "c": c}, variants={"mode": mode})["result"]


def _separate(
    call: NodeCall, mode: str, identifier: str, outputs: tuple[str, str, str]
) -> dict[str, Signal]:
    ops = call.emit("separate_color", {"color": call.input(identifier)}, variants={"mode": mode})
    return dict(zip(outputs, (ops["a"], ops["b"], ops["c"]), strict=True))


@rule("ShaderNodeCombineColor", modes=("mode",))
def combine_color(call: NodeCall) -> Outputs:
    """The sockets keep the names of RGB in every mode."""
    return {"Color": _combine(call, call.prop("mode").lower(), ("Red", "Green", "Blue"))}


@rule("ShaderNodeSeparateColor", modes=("mode",))
def separate_color(call: NodeCall) -> Outputs:
    """The sockets keep the names of RGB in every mode."""
    return _separate(call, call.prop("mode").lower(), "Color", ("Red", "Green", "Blue"))


@rule("ShaderNodeCombineRGB")
def combine_rgb(call: NodeCall) -> Outputs:
    """Gone in 5.0."""
    return {"Image": _combine(call, "rgb", ("R", "G", "B"))}


@rule("ShaderNodeSeparateRGB")
def separate_rgb(call: NodeCall) -> Outputs:
    """Gone in 5.0."""
    return _separate(call, "rgb", "Image", ("R", "G", "B"))


@rule("ShaderNodeCombineHSV")
def combine_hsv(call: NodeCall) -> Outputs:
    """Gone in 5.0."""
    return {"Color": _combine(call, "hsv", ("H", "S", "V"))}


@rule("ShaderNodeSeparateHSV")
def separate_hsv(call: NodeCall) -> Outputs:
    """Gone in 5.0."""
    return _separate(call, "hsv", "Color", ("H", "S", "V"))
