"""What stands in for the outputs of nodes that have no rule: what Cycles gives on the flat plane.

A node without a rule is warned about, but the material around it is baked. Most of these nodes ask
what a bake of a plane has one answer to: Cycles looks along the normal, nothing is near, and no
attribute is there. Values are those of EMIT bakes of a new plane; Blender 5.0 and 5.3 agree on all.
What is not listed gives what stands on its socket, and a normal, if that is 0, is the plane's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from .call import NodeCall
from .convert import literal
from .model import Node, Socket, SocketType
from .signal import Signal, SignalType

PLANE_NORMAL = (0.0, 0.0, 1.0)
NO_NORMAL = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class StandIn:
    """One output's: ``says`` is how it is told where it is no number known beforehand."""

    says: str
    gives: Callable[[NodeCall], Signal]


def stand_in(call: NodeCall, socket: Socket) -> Signal:
    """Return what an output that is no shader gives in a node that has no rule."""
    listed = STAND_INS.get(call.node.type, {}).get(socket.identifier)
    if listed is not None:
        return listed.gives(call)
    stored = literal(socket.type, socket.value)
    named = socket.type is SocketType.VECTOR and socket.name == "Normal"
    return as_normal(stored) if named else stored


def as_normal(signal: Signal) -> Signal:
    """Return what a normal input takes of a stand-in: a direction, so the plane's for 0."""
    return Signal.vector(*PLANE_NORMAL) if signal.value == NO_NORMAL else signal


def used_instead(node: Node, socket: Socket, signal: Signal) -> str:
    """Return "Pointiness = 0.5", as a warning has it."""
    if isinstance(signal.value, tuple):
        shown = f"({', '.join(f'{number:g}' for number in signal.value)})"
    elif signal.value is not None:
        shown = f"{signal.value:g}"
    else:
        shown = STAND_INS[node.type][socket.identifier].says
    return f"{socket.name} = {shown}"


def _is(*value: float) -> StandIn:
    """Return one number, or three."""
    if len(value) == 1:
        return StandIn(f"{value[0]:g}", lambda call: Signal.number(value[0]))
    says = f"({', '.join(f'{number:g}' for number in value)})"
    return StandIn(says, lambda call: Signal(SignalType.VECTOR, value))


def _color(r: float, g: float, b: float) -> StandIn:
    return StandIn(f"({r:g}, {g:g}, {b:g})", lambda call: Signal.color(r, g, b))


def _own(identifier: str) -> StandIn:
    """Return the node's own input, linked or not."""
    return StandIn(f"its own {identifier}", lambda call: call.input(identifier))


def _own_normal(call: NodeCall) -> Signal:
    return call.input("Normal") if call.linked("Normal") else call.coordinate("normal")


def _number(call: NodeCall, identifier: str) -> float:
    """Return an input where it is one number; else what stands on its socket."""
    given = call.input(identifier).value
    value = given if given is not None else call.node.input(identifier).value
    assert isinstance(value, (int, float))
    return float(value)


def _fresnel(call: NodeCall) -> Signal:
    return _reflected(max(_number(call, "IOR"), 1e-5))


def _layer_fresnel(call: NodeCall) -> Signal:
    return _reflected(1.0 / max(1.0 - _number(call, "Blend"), 1e-5))


def _reflected(ior: float) -> Signal:
    """Return what a dielectric reflects of light along its normal. Source: Fresnel's equations."""
    return Signal.number(((ior - 1.0) / (ior + 1.0)) ** 2)


STAND_INS: Final[Mapping[str, Mapping[str, StandIn]]] = {
    "ShaderNodeNewGeometry": {
        "Position": StandIn("the Object coordinate", lambda call: call.coordinate("object")),
        "Normal": _is(*PLANE_NORMAL),
        # Cycles turns it about Z, texel by texel; this is the direction of U.
        "Tangent": _is(1.0, 0.0, 0.0),
        "True Normal": _is(*PLANE_NORMAL),
        "Incoming": _is(*PLANE_NORMAL),
        "Backfacing": _is(0.0),
        "Pointiness": _is(0.5),
        # The hash of 0, the first island's number.
        "Random Per Island": _is(0.58242583),
    },
    "ShaderNodeTangent": {"Tangent": _is(1.0, 0.0, 0.0)},
    "ShaderNodeBevel": {"Normal": StandIn("its own Normal", _own_normal)},
    "ShaderNodeAmbientOcclusion": {"Color": _own("Color"), "AO": _is(1.0)},
    "ShaderNodeFresnel": {"Fac": StandIn("((IOR - 1) / (IOR + 1))²", _fresnel)},
    "ShaderNodeLayerWeight": {
        "Fresnel": StandIn("Fresnel's of IOR 1 / (1 - Blend)", _layer_fresnel),
        "Facing": _is(0.0),
    },
    "ShaderNodeLightPath": {"Is Camera Ray": _is(1.0), "Ray Length": _is(1.0)},
    "ShaderNodeLightFalloff": {
        "Quadratic": _own("Strength"),
        "Linear": _own("Strength"),
        "Constant": _own("Strength"),
    },
    "ShaderNodeAttribute": {"Color": _color(0.0, 0.0, 0.0), "Alpha": _is(1.0)},
    "ShaderNodeVertexColor": {"Color": _color(0.0, 0.0, 0.0), "Alpha": _is(0.0)},
    "ShaderNodeObjectInfo": {"Color": _color(1.0, 1.0, 1.0), "Alpha": _is(1.0)},
    # The hash of 0 and 0: of no particle.
    "ShaderNodeParticleInfo": {"Random": _is(0.86031276)},
    "ShaderNodeVolumeInfo": {"Color": _color(0.0, 0.0, 0.0)},
    "ShaderNodeVectorTransform": {"Vector": _own("Vector")},
}
"""By ``bl_idname`` and the output's identifier."""
