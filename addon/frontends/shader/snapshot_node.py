"""Reads one node: its sockets, properties and tables."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import Any

import bpy

from .flatten import UNDEFINED
from .model import Node, Property, Socket, SocketType, SocketValue, Tree
from .snapshot_image import image_model
from .snapshot_scene import of_scene

SAMPLES = 257
"""Entries of a ramp's or curve's table, as Cycles samples them."""

_BY_IDNAME = {
    "Float": SocketType.VALUE,
    "Int": SocketType.INT,
    "Bool": SocketType.BOOLEAN,
    "Vector": SocketType.VECTOR,
    "Rotation": SocketType.ROTATION,
    "Matrix": SocketType.MATRIX,
    "Color": SocketType.RGBA,
    "String": SocketType.STRING,
    "Menu": SocketType.MENU,
    "Shader": SocketType.SHADER,
    "Bundle": SocketType.BUNDLE,
    "Closure": SocketType.CLOSURE,
}
_NODE_PROPERTIES = frozenset(bpy.types.Node.bl_rna.properties.keys())
_CHANNELS = {"ShaderNodeRGBCurve": 4, "ShaderNodeVectorCurve": 3, "ShaderNodeFloatCurve": 1}
"""Curves of a node; the domain of its table spans all of them."""


def node_model(node: bpy.types.Node, group: Tree | None, frame: float) -> Node:
    """Return a node at a frame; ``group`` is the tree of a group node, already read."""
    table, domain = _table(node)
    foreign = _foreign(node)
    image = getattr(node, "image", None)
    return Node(
        name=node.name,
        type=node.bl_idname,
        inputs=tuple(socket_model(socket, socket.bl_idname) for socket in node.inputs),
        outputs=tuple(socket_model(socket, socket.bl_idname) for socket in node.outputs),
        properties=_properties(node) | of_scene(node, frame),
        label=node.label,
        type_name="A node" if node.bl_idname == UNDEFINED else node.bl_rna.name,
        muted=bool(node.mute),
        foreign=foreign,
        bypass=tuple(
            (link.from_socket.identifier, link.to_socket.identifier) for link in node.internal_links
        ),
        tree=group,
        image=image_model(image, node.image_user, frame)
        if isinstance(image, bpy.types.Image)
        else None,
        table=table,
        table_domain=domain,
    )


def _foreign(node: bpy.types.Node) -> str:
    """Return why Cycles does not know a node, '' where it does or may."""
    if node.bl_idname == UNDEFINED:
        return "is of an add-on that is off (enable it) or of a newer Blender (bake it there)"
    # Blender's own types have no Python class but the one that is made for their RNA.
    made_here = type(node).__module__ not in ("bpy.types", "bpy_types")
    return "is an add-on's (bake it into an image)" if made_here else ""


def finite(node: Node) -> tuple[Node, tuple[str, ...]]:
    """Return a node whose numbers are all some, and the sockets and properties that had others.

    Blender keeps a NaN that a script or a driver gave; a socket's infinities it stops at the
    largest float, those of most properties it keeps too.
    """
    lost: list[str] = []

    def number(value: float) -> float:
        return value if isfinite(value) else 0.0

    def cleaned(name: str, value: Any) -> Any:
        numbers = value if isinstance(value, tuple) else (value,)
        if isinstance(value, str) or value is None or all(map(isfinite, numbers)):
            return value
        lost.append(name)
        return tuple(map(number, value)) if isinstance(value, tuple) else number(value)

    def socket(one: Socket) -> Socket:
        value = cleaned(one.name, one.value)
        return one if value is one.value else replace(one, value=value)

    inputs, outputs = tuple(map(socket, node.inputs)), tuple(map(socket, node.outputs))
    properties = {name: cleaned(name, value) for name, value in node.properties.items()}
    table, domain = node.table, node.table_domain
    if not all(isfinite(x) for row in (*table, domain) for x in row):
        lost.append("curve" if domain != (0.0, 1.0) else "ramp")
        table = tuple((number(r), number(g), number(b), number(a)) for r, g, b, a in table)
        domain = domain if all(map(isfinite, domain)) else (0.0, 1.0)
    if not lost:
        return node, ()
    found = replace(node, inputs=inputs, outputs=outputs, properties=properties)
    return replace(found, table=table, table_domain=domain), tuple(lost)


def socket_model(socket: Any, idname: str) -> Socket:
    """Return a node's or an interface's socket; ``idname`` such as NodeSocketFloatFactor."""
    return Socket(
        identifier=socket.identifier,
        name=socket.name,
        type=_socket_type(idname),
        value=_value(getattr(socket, "default_value", None)),
        enabled=bool(getattr(socket, "enabled", True)),
        hide_value=bool(socket.hide_value),
    )


def _socket_type(idname: str) -> SocketType:
    stem = idname.removeprefix("NodeSocket")
    for start, type in _BY_IDNAME.items():
        if stem.startswith(start):
            return type
    return SocketType.CUSTOM


def _value(value: Any) -> SocketValue:
    if isinstance(value, (bool, int, float, str)):
        return value
    try:
        return tuple(float(number) for number in value)
    except (TypeError, ValueError):
        return None  # a datablock, or a socket without a number


def _properties(node: bpy.types.Node) -> dict[str, Property]:
    """Return the node type's own enums, numbers, strings and booleans, and its hidden mapping."""
    found: dict[str, Property] = {}
    for prop in node.bl_rna.properties:
        if prop.identifier in _NODE_PROPERTIES or (prop.type == "ENUM" and prop.is_enum_flag):
            continue
        if prop.type in ("ENUM", "INT", "FLOAT", "STRING", "BOOLEAN"):
            value = _value(getattr(node, prop.identifier))
            if value is not None:
                found[prop.identifier] = value
    if node.bl_idname == "ShaderNodeValToRGB":
        for name in ("interpolation", "color_mode", "hue_interpolation"):
            found[f"color_ramp.{name}"] = getattr(node.color_ramp, name)
    pair = getattr(node, "paired_output", None)
    if pair is not None:
        found["paired_output"] = pair.name
    if node.bl_idname in _CHANNELS:
        found["mapping.extend"] = node.mapping.extend
    mapping = getattr(node, "texture_mapping", None)
    if mapping is not None:
        found |= _texture_mapping(mapping)
    return found


def _texture_mapping(mapping: bpy.types.TexMapping) -> dict[str, Property]:
    """Return what of a texture's hidden mapping is not as every new node has it."""
    found: dict[str, Property] = {}
    for name, plain in (
        ("translation", (0.0, 0.0, 0.0)),
        ("rotation", (0.0, 0.0, 0.0)),
        ("scale", (1.0, 1.0, 1.0)),
        ("mapping_x", "X"),
        ("mapping_y", "Y"),
        ("mapping_z", "Z"),
        ("use_min", False),
        ("use_max", False),
    ):
        value = _value(getattr(mapping, name))
        if value is not None and value != plain:
            found[f"texture_mapping.{name}"] = value
    if found:
        found["texture_mapping.vector_type"] = mapping.vector_type
    return found


Table = tuple[tuple[float, float, float, float], ...]


def _table(node: bpy.types.Node) -> tuple[Table, tuple[float, float]]:
    """Return the samples that Cycles would look a ramp or curves up in, and their domain."""
    if node.bl_idname == "ShaderNodeValToRGB":
        ramp = node.color_ramp
        samples = (ramp.evaluate(i / (SAMPLES - 1)) for i in range(SAMPLES))
        return tuple((float(r), float(g), float(b), float(a)) for r, g, b, a in samples), (0.0, 1.0)
    if node.bl_idname not in _CHANNELS:
        return (), (0.0, 1.0)
    mapping = node.mapping
    mapping.initialize()
    curves = list(mapping.curves)[: _CHANNELS[node.bl_idname]]
    places = [point.location[0] for curve in curves for point in curve.points]
    low, high = float(min(places)), float(max(places))
    rows = []
    for i in range(SAMPLES):
        at = low + (high - low) * i / (SAMPLES - 1)
        if node.bl_idname == "ShaderNodeRGBCurve":
            at = mapping.evaluate(curves[3], at)
        values = [float(mapping.evaluate(curve, at)) for curve in curves[:3]]
        while len(values) < 3:
            values.append(values[0])
        rows.append((values[0], values[1], values[2], 1.0))
    return tuple(rows), (low, high)
