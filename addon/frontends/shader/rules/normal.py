"""Normal: a direction that stands on the node, and how far another one agrees with it."""

from __future__ import annotations

from math import hypot

from ..call import NodeCall, Outputs, rule
from ..signal import Signal


@rule("ShaderNodeNormal")
def normal(call: NodeCall) -> Outputs:
    """The direction stands on the node's own output. Dot is the cosine between it and the input."""
    x, y, z = _direction(call)
    length = hypot(x, y, z)
    direction = Signal.vector(x / length, y / length, z / length)
    ops = call.emit("cosine", {"a": direction, "b": call.input("Normal")})
    return {"Normal": direction, "Dot": ops["result"]}


def _direction(call: NodeCall) -> tuple[float, float, float]:
    """Return what stands on the output; straight up where that has no length."""
    value = call.node.output("Normal").value
    if isinstance(value, tuple) and any(value):
        return value[0], value[1], value[2]
    return 0.0, 0.0, 1.0
