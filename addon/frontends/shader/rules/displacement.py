"""Displacement and Vector Displacement: vectors by which a surface is moved."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..domain import Field
from ..matrices import for_normals, inverse
from ..signal import SignalType
from ..spaces import transformed

ALONG = "the height map has what it moves along the normal, not what it moves sideways"
LOST = {"displacement-sideways": ALONG}


@rule("ShaderNodeDisplacement", modes=("space",), limits=LOST)
def displacement(call: NodeCall) -> Outputs:
    """Along the normal it is given, or the plane's. Object space brings that to length 1."""
    normal = call.coordinate("normal")
    if call.linked("Normal"):
        normal = call.input("Normal")
        _say_sideways(call)
    to_world = call.domain.info.to_world
    in_object = call.prop("space") == "OBJECT"
    if in_object:
        to_object = for_normals(inverse(to_world))
        normal = transformed(call, normal, to_object, "direction", "normal")
    ops = call.emit(
        "displacement",
        {
            "height": call.input("Height"),
            "midlevel": call.input("Midlevel"),
            "scale": call.input("Scale"),
            "normal": normal,
        },
        variants={"space": call.prop("space").lower()},
        types={"result": SignalType.VECTOR},
    )
    moved = ops["result"]
    return {"Displacement": transformed(call, moved, to_world, "direction") if in_object else moved}


@rule("ShaderNodeVectorDisplacement", modes=("space",), limits=LOST)
def vector_displacement(call: NodeCall) -> Outputs:
    """In tangent space its Y is along the normal. On the plane U is the tangent."""
    _say_sideways(call)
    ops = call.emit(
        "vector_displacement",
        {
            "vector": call.convert(call.input("Vector"), SignalType.VECTOR),
            "midlevel": call.input("Midlevel"),
            "scale": call.input("Scale"),
            "tangent": call.coordinate(Field.TANGENT),
            "normal": call.coordinate(Field.OBJECT_NORMAL),
            "handedness": call.coordinate(Field.HANDEDNESS),
        },
        variants={"space": "tangent" if call.prop("space") == "TANGENT" else "object"},
        types={"result": SignalType.VECTOR},
    )
    moved = ops["result"]
    if call.prop("space") == "WORLD":
        return {"Displacement": moved}
    to_world = call.domain.info.to_world
    return {"Displacement": transformed(call, moved, to_world, "direction")}


def _say_sideways(call: NodeCall) -> None:
    if "height" in call.maps:
        call.warn("displacement-sideways", f"{ALONG}; an emission of it bakes all")
