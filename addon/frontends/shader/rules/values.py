"""RGB and Value: numbers that stand on the node's own output."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..model import SocketValue
from ..signal import Signal


def _output(call: NodeCall, identifier: str) -> SocketValue:
    for socket in call.node.outputs:
        if socket.identifier == identifier:
            return socket.value
    raise KeyError(f"node '{call.node.name}' has no output '{identifier}'")


@rule("ShaderNodeRGB")
def rgb(call: NodeCall) -> Outputs:
    """Scene-linear already."""
    value = _output(call, "Color")
    assert isinstance(value, tuple)
    return {"Color": Signal.color(value[0], value[1], value[2])}


@rule("ShaderNodeValue")
def value(call: NodeCall) -> Outputs:
    """A driver or keyframe is evaluated by the snapshot."""
    number = _output(call, "Value")
    assert isinstance(number, (int, float))
    return {"Value": Signal.number(number)}
