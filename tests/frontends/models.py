"""Materials written by hand, in few words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from addon.frontends.shader.model import (
    Link,
    MaterialModel,
    Node,
    Socket,
    SocketType,
    SocketValue,
    Tree,
)
from addon.plan.types import TexturePlan

VERSION = (5, 3, 0)
F, V, C, S = SocketType.VALUE, SocketType.VECTOR, SocketType.RGBA, SocketType.SHADER
ZERO: dict[SocketType, SocketValue] = {F: 0.0, V: (0.0, 0.0, 0.0), C: (0.0, 0.0, 0.0, 1.0)}


def socket(identifier: str, type: SocketType = F, value: SocketValue = None, **more: Any) -> Socket:
    """Return a socket; its number is 0 unless given."""
    return Socket(identifier, identifier, type, ZERO.get(type) if value is None else value, **more)


def node(
    name: str,
    type: str,
    inputs: Iterable[Socket] = (),
    outputs: Iterable[Socket] = (),
    **more: Any,
) -> Node:
    """Return a node."""
    return Node(name, type, tuple(inputs), tuple(outputs), **more)


def links(*pairs: str) -> tuple[Link, ...]:
    """Return links told as "From.Socket > To.Socket"."""
    made = []
    for pair in pairs:
        source, to = pair.split(" > ")
        made.append(Link(*source.rsplit(".", 1), *to.rsplit(".", 1)))
    return tuple(made)


def tree(nodes: Iterable[Node], *pairs: str, active: str = "Out", **more: Any) -> Tree:
    """Return a tree."""
    return Tree(
        more.pop("name", "Tree"),
        {n.name: n for n in nodes},
        links(*pairs),
        active_output=active,
        **more,
    )


def material(
    nodes: Iterable[Node], *pairs: str, version: tuple[int, int, int] = VERSION, **more: Any
):
    """Return a material with a Material Output "Out"."""
    return MaterialModel("Material", tree([*nodes, output()], *pairs), version, **more)


def output() -> Node:
    """Return a Material Output."""
    sockets = (socket("Surface", S), socket("Displacement", V))
    return node("Out", "ShaderNodeOutputMaterial", sockets)


def emission(name: str = "Emission", color: SocketValue = (1.0, 1.0, 1.0, 1.0)) -> Node:
    """Return an Emission of strength 1."""
    sockets = (socket("Color", C, color), socket("Strength", F, 1.0))
    return node(name, "ShaderNodeEmission", sockets, [socket("Emission", S)])


def principled(name: str = "BSDF", **values: SocketValue) -> Node:
    """Return a Principled BSDF; ``values`` by identifier, underscores for spaces."""
    types = {"Base Color": C, "Emission Color": C, "Normal": V}
    identifiers = (
        "Base Color,Metallic,Roughness,IOR,Alpha,Normal,Subsurface Weight,Specular IOR Level,"
        "Anisotropic,Transmission Weight,Coat Weight,Coat Roughness,Sheen Weight,Emission Color,"
        "Emission Strength"
    ).split(",")
    given = {name.replace("_", " "): value for name, value in values.items()}
    sockets = [socket(i, types.get(i, F), given.get(i)) for i in identifiers]
    return node(name, "ShaderNodeBsdfPrincipled", sockets, [socket("BSDF", S)])


def mix_shader(name: str = "Mix", factor: float = 0.5) -> Node:
    """Return a Mix Shader."""
    sockets = (socket("Fac", F, factor), socket("Shader", S), socket("Shader_001", S))
    return node(name, "ShaderNodeMixShader", sockets, [socket("Shader", S)])


def uv(name: str = "UV") -> Node:
    """Return a UV Map node."""
    properties = {"from_instancer": False, "uv_map": ""}
    return node(name, "ShaderNodeUVMap", (), [socket("UV", V)], properties=properties)


def math(name: str = "Math", a: float = 0.5, b: float = 0.5, operation: str = "ADD", **more: Any):
    """Return a Math node."""
    return node(
        name,
        "ShaderNodeMath",
        (socket("Value", F, a), socket("Value_001", F, b), socket("Value_002", F, 0.5)),
        [socket("Value", F)],
        properties={"operation": operation, "use_clamp": False},
        **more,
    )


def value(name: str = "Value", number: float = 0.75) -> Node:
    """Return a Value node."""
    return node(name, "ShaderNodeValue", (), [socket("Value", F, number)])


def checker(name: str = "Checker") -> Node:
    """Return a Checker Texture: black and white, a procedural texture with a Vector."""
    inputs = (
        socket("Vector", V, hide_value=True),
        socket("Color1", C, (0.0, 0.0, 0.0, 1.0)),
        socket("Color2", C, (1.0, 1.0, 1.0, 1.0)),
        socket("Scale", F, 5.0),
    )
    return node(name, "ShaderNodeTexChecker", inputs, (socket("Color", C), socket("Fac", F)))


def bump(name: str = "Bump", width: float = 1.0) -> Node:
    """Return a Bump node."""
    inputs = (
        socket("Strength", F, 1.0),
        socket("Distance", F, 0.5),
        socket("Filter Width", F, width),
        socket("Height", F, 1.0),
        socket("Normal", V, hide_value=True),
    )
    return node(name, "ShaderNodeBump", inputs, [socket("Normal", V)], properties={"invert": False})


def strange(name: str = "Strange", type: str = "ShaderNodeStrange", number: float = 0.25) -> Node:
    """Return a node of a type that nobody knows."""
    outputs = (socket("Color", C, (number, number, number, 1.0)), socket("Fac", F, number))
    return node(name, type, [socket("In", F)], outputs)


def reroute(name: str = "Reroute", type: SocketType = C) -> Node:
    """Return a reroute."""
    return node(name, "NodeReroute", [socket("Input", type)], [socket("Output", type)])


def group(
    name: str, inside: Tree | None, inputs: Iterable[Socket] = (), outputs: Iterable[Socket] = ()
) -> Node:
    """Return a group node."""
    return node(name, "ShaderNodeGroup", inputs, outputs, tree=inside)


def entry(*outputs: Socket) -> Node:
    """Return a Group Input "In"."""
    return node("In", "NodeGroupInput", (), outputs)


def exit_(*inputs: Socket) -> Node:
    """Return a Group Output "Out"."""
    return node("Out", "NodeGroupOutput", inputs)


def shape(plan: TexturePlan) -> list[tuple[Any, ...]]:
    """Return a plan without its names: equal for two plans that differ in keys only."""
    numbers: dict[str, int] = {}

    def numbered(images: Mapping[str, str]) -> list[tuple[str, int]]:
        return [(n, numbers.setdefault(i, len(numbers))) for n, i in sorted(images.items())]

    rows: list[tuple[Any, ...]] = [
        (
            op.kernel,
            numbered(op.inputs),
            numbered(op.outputs),
            sorted(op.params.items()),
            sorted(op.variants.items()),
        )
        for op in plan.ops
    ]
    rows += [(out.name, numbers[out.image], out.encoding) for out in plan.outputs]
    return rows + sorted((i.format, i.role, numbers[i.id]) for i in plan.images)
