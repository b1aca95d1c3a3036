"""Mapping and Vector Rotate: vectors moved, turned and scaled."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType


@rule("ShaderNodeMapping", modes=("vector_type",))
def mapping(call: NodeCall) -> Outputs:
    """An unlinked Vector is the socket's own numbers, not a coordinate. A Scale of 0 drops the
    Location too where not all inputs are numbers.
    """
    inputs = {
        name.lower(): call.input(name) for name in ("Vector", "Location", "Rotation", "Scale")
    }
    # Cycles' host leaves the node out then, and counts on it that a vector times 0 is 0.
    if inputs["scale"].value == (0.0, 0.0, 0.0) and any(i.value is None for i in inputs.values()):
        return {"Vector": Signal.vector(0.0, 0.0, 0.0)}
    ops = call.emit(
        "mapping",
        inputs,
        variants={"mode": call.prop("vector_type").lower()},
        types={"result": SignalType.VECTOR},
    )
    return {"Vector": ops["result"]}


@rule("ShaderNodeVectorRotate", modes=("rotation_type",))
def vector_rotate(call: NodeCall) -> Outputs:
    """Only the inputs that the rotation type shows are read."""
    kind = call.prop("rotation_type").lower()
    inputs = {"vector": call.input("Vector"), "center": call.input("Center")}
    if kind == "euler_xyz":
        inputs["rotation"] = call.input("Rotation")
    else:
        inputs["angle"] = call.input("Angle")
    if kind == "axis_angle":
        inputs["axis"] = call.input("Axis")
    ops = call.emit(
        "vector_rotate",
        inputs,
        variants={"mode": kind, "inverted": "yes" if call.flag("invert") else "no"},
        types={"result": SignalType.VECTOR},
    )
    return {"Vector": ops["result"]}
