"""Whole numbers, truths, a vector's component and the scene's time."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType

UNARY = frozenset({"absolute", "negate", "sign", "not"})


@rule("FunctionNodeIntegerMath", modes=("operation",))
def integer_math(call: NodeCall) -> Outputs:
    """In 32 bits, as Blender; between nodes they are floats, which are whole to 16,777,216."""
    operation = call.prop("operation").lower()
    inputs = {"a": call.input("Value")}
    if operation not in UNARY:
        inputs["b"] = call.input("Value_001")
    if operation == "multiply_add":
        inputs["c"] = call.input("Value_002")
    return {"Value": call.emit("integer_math", inputs, variants={"operation": operation})["result"]}


@rule("FunctionNodeBooleanMath", modes=("operation",))
def boolean_math(call: NodeCall) -> Outputs:
    """A number above 0 is true."""
    operation = call.prop("operation").lower()
    inputs = {"a": call.input("Boolean")}
    if operation not in UNARY:
        inputs["b"] = call.input("Boolean_001")
    ops = call.emit("boolean_math", inputs, variants={"operation": operation})
    return {"Boolean": ops["result"]}


@rule("FunctionNodeGetVectorComponent")
def get_vector_component(call: NodeCall) -> Outputs:
    """By an index from 0 to 2; by another it is 0."""
    parts = call.emit("separate_xyz", {"vector": call.input("Vector")})
    index, total = call.input("Index"), Signal.folded(SignalType.FLOAT, 0.0)
    if isinstance(index.known, (int, float)):
        return {
            "Value": parts.get("xyz"[int(index.known)], total) if 0 <= index.known < 3 else total
        }
    for place, axis in enumerate("xyz"):
        total = call.emit(
            "choose_float",
            {"choice": index, "chosen": parts[axis], "other": total},
            {"index": float(place)},
            {"by": "index"},
            suffix=axis,
        )["result"]
    return {"Value": total}


@rule("GeometryNodeInputSceneTime")
def scene_time(call: NodeCall) -> Outputs:
    """Of the frame that is baked."""
    frame, rate = call.frame, call.frames_per_second
    return {
        "Frame": Signal.folded(SignalType.FLOAT, frame),
        "Seconds": Signal.folded(SignalType.FLOAT, frame / rate),
    }
