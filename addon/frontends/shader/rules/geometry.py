"""Geometry, Tangent, Wireframe and Vector Transform: the shape of the surface and its spaces."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..domain import Field
from ..matrices import IDENTITY, Rows, for_normals, inverse, product
from ..signal import Given, Signal, SignalType
from ..spaces import WITHOUT_CAMERA, normals_to_world, transformed
from ..versions import number
from .coordinates import NO_UV_MAP, NO_VIEW

_FIELDS = {
    "Position": Field.POSITION,
    "Normal": Field.NORMAL,
    "True Normal": Field.TRUE_NORMAL,
    "Incoming": Field.INCOMING,
    "Parametric": Field.PARAMETRIC,
    "Pointiness": Field.POINTINESS,
    "Random Per Island": Field.ISLAND,
}
OF_A_MESH = ("Parametric", "Pointiness", "Random Per Island")
"""What says something of a mesh only."""


@rule(
    "ShaderNodeNewGeometry",
    limits={
        "needs-mesh": f"{', '.join(OF_A_MESH[:-1])} and {OF_A_MESH[-1]} are those of Blender's "
        "default plane",
        "view-dependent": "Incoming is the normal, in Kiln as in Cycles: a bake looks along it",
    },
)
def geometry(call: NodeCall) -> Outputs:
    """Backfacing is 0: a bake sees the front. Tangent goes around Z."""
    outputs: dict[str, Given] = {"Backfacing": Signal.number(0.0)}
    for identifier, field in _FIELDS.items():
        if call.wants(identifier):
            outputs[identifier] = call.coordinate(field)
            if identifier in OF_A_MESH and not call.domain.is_mesh:
                call.warn(
                    "needs-mesh", f"{identifier} is that of Blender's default plane, not of a mesh"
                )
    if call.wants("Incoming"):
        call.warn(
            "view-dependent",
            "a bake looks along the normal: Incoming is the normal, as in Cycles' bake",
            marks=False,
        )
    if call.wants("Tangent"):
        still = call.still()
        outputs["Tangent"] = still["Tangent"] if still is not None else _around(call, "z")
    return outputs


@rule(
    "ShaderNodeTangent",
    modes=("direction_type", "axis"),
    limits={"needs-mesh": NO_UV_MAP},
)
def tangent(call: NodeCall) -> Outputs:
    """Radial goes around an axis through the middle of Generated; of a UV map it is U's direction.

    Cycles has 0 for a UV map that is not there, which no texture wants. A bump does not move it.
    """
    still = call.still()
    if still is not None:
        return still
    if call.prop("direction_type") == "RADIAL":
        return {"Tangent": _around(call, call.prop("axis").lower())}
    name = str(call.node.properties.get("uv_map", ""))
    if not call.domain.has_uv_map(name):
        call.warn("needs-mesh", f"there is no UV map '{name}' here; the active one is used")
    return {"Tangent": _laid(call, call.coordinate(Field.TANGENT, name), "none")}


def _around(call: NodeCall, axis: str) -> Signal:
    """Return the direction around an axis, along the surface."""
    return _laid(call, call.coordinate(Field.GENERATED), axis)


def _laid(call: NodeCall, vector: Signal, axis: str) -> Signal:
    return call.emit(
        "surface_tangent",
        {"vector": vector, "normal": call.coordinate(Field.NORMAL)},
        normals_to_world(call),
        {"axis": axis},
        types={"result": SignalType.VECTOR},
    )["result"]


@rule(
    "ShaderNodeWireframe",
    limits={"needs-mesh": "the edges are those of Blender's default plane, cut into triangles"},
    switches=("bump_differential_texels",),
)
def wireframe(call: NodeCall) -> Outputs:
    """Edges of triangles, Size wide in all, in units of the scene or in texels."""
    if not call.domain.is_mesh:
        call.warn("needs-mesh", "the edges are those of Blender's default plane, not of a mesh")
    in_texels = call.flag("use_pixel_size")
    ops = call.emit(
        "wireframe",
        {
            "edge_distance": call.coordinate(Field.EDGE_DISTANCE),
            "size": call.input("Size"),
            "unit": call.coordinate(Field.TEXEL_SIZE) if in_texels else Signal.number(1.0),
        },
        {"units": number("bump_differential_texels", call.version) if in_texels else 1.0},
    )
    return {"Fac": ops["result"]}


@rule(
    "ShaderNodeVectorTransform",
    modes=("vector_type", "convert_from", "convert_to"),
    limits={
        "view-dependent": f"camera space: {NO_VIEW}",
        "not-a-texture": "a light's space is none: nothing is changed, as in Cycles",
    },
)
def vector_transform(call: NodeCall) -> Outputs:
    """On the plane object space is the world's. A normal is brought to length 1 on the way."""
    kind, start, end = (call.prop(name) for name in ("vector_type", "convert_from", "convert_to"))
    vector = call.input("Vector")
    if "LIGHT" in (start, end):
        call.warn("not-a-texture", "there is no light whose space it could be; nothing is changed")
        return {"Vector": vector}
    if start == end:
        return {"Vector": vector}
    if "CAMERA" in (start, end):
        call.warn("view-dependent", f"camera space depends on the view: {NO_VIEW}")
    to_world = call.domain.info.to_world
    # Spaces by what brings them to the world, and back.
    into: dict[str, Rows] = {"OBJECT": to_world, "CAMERA": inverse(WITHOUT_CAMERA)}
    out: dict[str, Rows] = {"OBJECT": inverse(to_world), "CAMERA": WITHOUT_CAMERA}
    rows = product(out.get(end, IDENTITY), into.get(start, IDENTITY))
    if kind == "NORMAL":
        guarded = (start, end) == ("WORLD", "OBJECT")
        turn = "normal_or_0" if guarded else "normal"
        return {"Vector": transformed(call, vector, for_normals(rows), turn)}
    return {"Vector": transformed(call, vector, rows, "point" if kind == "POINT" else "direction")}
