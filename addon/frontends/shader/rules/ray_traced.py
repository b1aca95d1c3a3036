"""Ambient Occlusion, Bevel and Raycast: what rays from the surface meet."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..model import SocketType
from ..signal import Closure, Signal, SignalType

NOTHING_NEAR = "no rays are traced: it is as on an open plane, where they meet nothing"


@rule("ShaderNodeAmbientOcclusion", limits={"ray-traced": NOTHING_NEAR})
def ambient_occlusion(call: NodeCall) -> Outputs:
    """Nothing is hidden: AO is 1, and Color its own."""
    call.warn("ray-traced", f"{NOTHING_NEAR}; AO = 1 is used")
    return {"Color": call.input("Color"), "AO": Signal.number(1.0)}


@rule("ShaderNodeBevel", limits={"ray-traced": NOTHING_NEAR})
def bevel(call: NodeCall) -> Outputs:
    """No edge is near: the direction of the normal that it is given, or the plane's normal."""
    call.warn("ray-traced", f"{NOTHING_NEAR}; no edge is rounded")
    if not call.linked("Normal"):
        return {"Normal": call.coordinate("normal")}
    given = {"a": call.input("Normal")}
    ops = call.emit(
        "vector_math",
        given,
        variants={"operation": "normalize"},
        types={"result": SignalType.VECTOR},
    )
    return {"Normal": ops["result"]}


@rule("ShaderNodeRaycast", limits={"ray-traced": NOTHING_NEAR})
def raycast(call: NodeCall) -> Outputs:
    """Nothing is hit: Hit Distance is Length, the rest is 0."""
    call.warn("ray-traced", f"{NOTHING_NEAR}; nothing is hit")
    outputs: dict[str, Signal | Closure] = {}
    for socket in call.node.outputs:
        if socket.type in (SocketType.VECTOR, SocketType.RGBA):
            kind = SignalType.COLOR if socket.type is SocketType.RGBA else SignalType.VECTOR
            outputs[socket.identifier] = Signal(kind, (0.0, 0.0, 0.0))
        else:
            outputs[socket.identifier] = Signal.number(0.0)
    return {**outputs, "Hit Distance": call.input("Length")}
