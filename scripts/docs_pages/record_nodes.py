#!/usr/bin/env python3
"""Writes down which nodes a Blender offers in a material: the facts that docs/shader-nodes.md is
laid over. Run it with every supported bpy, or in Blender itself; each adds its column.

    PYTHON_WITH_BPY scripts/docs_pages/record_nodes.py
    blender -b --factory-startup --python scripts/docs_pages/record_nodes.py

tests/blender/test_recorded_nodes.py compares the file with the Blender that it runs in.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import bpy

FILE = Path(__file__).with_name("nodes.json")
PYTHON_MADE = frozenset({"ShaderNodeCustomGroup", "NodeCustomGroup"})
"""Base classes for add-ons: no node of these types is in the menu."""


def offered() -> dict[str, Any]:
    """Return what this Blender says of every node type that a material's tree takes, by type.

    ``modes`` are the node's own enums with their items, by identifier and by name; ``outputs`` are
    the sockets of a new node with the numbers on them; ``grows`` is whether it can get more.
    """
    material = bpy.data.materials.new("Kiln record")
    if material.node_tree is None:
        material.use_nodes = True
    nodes = material.node_tree.nodes
    shared = set(bpy.types.Node.bl_rna.properties.keys())
    found: dict[str, Any] = {}
    for kind in sorted(name for name in dir(bpy.types) if _is_node(name)):
        try:
            node = nodes.new(kind)
        except RuntimeError:
            continue
        if node.bl_idname != kind:
            continue
        found[kind] = {
            "label": node.bl_rna.name,
            "modes": {
                prop.identifier: {
                    "name": prop.name,
                    "items": {
                        item.identifier: item.name
                        for item in prop.enum_items
                        if _takes(node, prop.identifier, item.identifier)
                    },
                }
                for prop in node.bl_rna.properties
                if prop.identifier not in shared and prop.type == "ENUM"
            },
            "outputs": [
                {"name": socket.name, "type": socket.type, "value": _value(socket)}
                for socket in node.outputs
                if socket.type != "CUSTOM"
            ],
            # Sockets come with a script, or by a link to the last one, which is empty.
            "grows": kind == "ShaderNodeScript" or any(s.type == "CUSTOM" for s in node.outputs),
        }
    bpy.data.materials.remove(material)
    return found


def _is_node(name: str) -> bool:
    kind = getattr(bpy.types, name)
    return isinstance(kind, type) and issubclass(kind, bpy.types.Node) and name not in PYTHON_MADE


def _takes(node: Any, name: str, item: str) -> bool:
    """Return whether a node in a material has an item, which one elsewhere may have besides."""
    before = getattr(node, name)
    try:
        setattr(node, name, item)
    except TypeError:
        return False
    setattr(node, name, before)
    return True


def _value(socket: Any) -> float | list[float] | None:
    value = getattr(socket, "default_value", None)
    if value is None or isinstance(value, str):
        return None
    if isinstance(value, (bool, int, float)):
        return round(float(value), 4)
    return [round(float(number), 4) for number in value]


def release() -> str:
    """Return this Blender's version without the patch: "5.3"."""
    return f"{bpy.app.version[0]}.{bpy.app.version[1]}"


def by_release(records: dict[str, list[Any]]) -> dict[str, dict[str, Any]]:
    """Return what the file says of each release, as ``offered`` returns it."""
    known: dict[str, dict[str, Any]] = {}
    for kind, variants in records.items():
        for variant in variants:
            told = {key: value for key, value in variant.items() if key != "blenders"}
            for name in variant["blenders"]:
                known.setdefault(name, {})[kind] = told
    return known


def merged(known: dict[str, dict[str, Any]]) -> dict[str, list[Any]]:
    """Return the file: for each type its records, oldest first; releases that agree share one."""
    records: dict[str, list[Any]] = {}
    for name in sorted(known, key=_number):
        for kind, told in known[name].items():
            variants = records.setdefault(kind, [])
            if variants and variants[-1] == {"blenders": variants[-1]["blenders"], **told}:
                variants[-1]["blenders"].append(name)
            else:
                variants.append({"blenders": [name], **told})
    return dict(sorted(records.items()))


def main() -> None:
    """Put this Blender's nodes into the file, beside those of the others."""
    known = by_release(json.loads(FILE.read_text("utf-8"))) if FILE.exists() else {}
    known[release()] = offered()
    lines = [f"{json.dumps(kind)}: {json.dumps(told)}" for kind, told in merged(known).items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(f"{FILE}: {release()} has {len(known[release()])} node types", file=sys.stderr)


def _number(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split("."))


if __name__ == "__main__":
    main()
