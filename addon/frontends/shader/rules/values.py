"""RGB and Value: numbers that stand on the node's own output."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal


@rule("ShaderNodeRGB")
def rgb(call: NodeCall) -> Outputs:
    """Scene-linear already."""
    value = call.node.output("Color").value
    assert isinstance(value, tuple)
    return {"Color": Signal.color(value[0], value[1], value[2])}


@rule("ShaderNodeValue")
def value(call: NodeCall) -> Outputs:
    """A driver or keyframe is evaluated by the snapshot."""
    number = call.node.output("Value").value
    assert isinstance(number, (int, float))
    return {"Value": Signal.number(number)}
