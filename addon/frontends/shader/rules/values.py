"""Numbers and words that stand on the node itself."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType, Text


@rule("ShaderNodeRGB")
def rgb(call: NodeCall) -> Outputs:
    """Scene-linear already; Blender does not know it while it builds the shader."""
    value = call.node.output("Color").value
    assert isinstance(value, tuple)
    return {"Color": Signal.color(value[0], value[1], value[2])}


@rule("ShaderNodeValue")
def value(call: NodeCall) -> Outputs:
    """A driver or keyframe is evaluated by the snapshot."""
    number = call.node.output("Value").value
    assert isinstance(number, (int, float))
    return {"Value": Signal.folded(SignalType.FLOAT, float(number))}


@rule("FunctionNodeInputInt")
def integer(call: NodeCall) -> Outputs:
    """A float holds it exactly up to 16,777,216."""
    return {"Integer": _stored(call, "integer")}


@rule("FunctionNodeInputBool")
def boolean(call: NodeCall) -> Outputs:
    """1 or 0."""
    return {"Boolean": _stored(call, "boolean")}


@rule("FunctionNodeInputVector")
def vector(call: NodeCall) -> Outputs:
    """As it stands."""
    value = call.node.properties["vector"]
    assert isinstance(value, tuple)
    x, y, z = (*value, 0.0, 0.0)[:3]  # it may have two numbers, or four
    return {"Vector": Signal.folded(SignalType.VECTOR, (x, y, z))}


@rule("FunctionNodeInputString")
def string(call: NodeCall) -> Outputs:
    """As it stands."""
    return {"String": Text(str(call.node.properties["string"]))}


@rule("FunctionNodeInputMenu")
def menu(call: NodeCall) -> Outputs:
    """The name of the item that is shown."""
    return {"Menu": Text(str(call.node.properties["value"]))}


def _stored(call: NodeCall, name: str) -> Signal:
    value = call.node.properties[name]
    assert isinstance(value, (int, float))
    return Signal.folded(SignalType.FLOAT, float(value))
