"""Which settings of a node are held against Cycles: all combinations of its enums, flags both ways.

What there is to choose is asked of the Blender that runs, so a mode that a new release brings is
held, or fails, without a word here. Only what a combination cannot matter in is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import bpy

Settings = tuple[tuple[str, Any], ...]
"""Properties of a node by RNA name, in a fixed order."""

IDLE = {
    "ShaderNodeMix": {
        "blend_type": ("data_type", ("RGBA",)),
        "factor_mode": ("data_type", ("VECTOR",)),
    },
    "ShaderNodeTexWave": {
        "bands_direction": ("wave_type", ("BANDS",)),
        "rings_direction": ("wave_type", ("RINGS",)),
    },
    "ShaderNodeTexVoronoi": {
        "distance": ("feature", ("F1", "F2", "SMOOTH_F1")),
    },
}
"""Enums that only matter where another one has one of these items."""
NOT_OFFERED = {"ShaderNodeMix": {"data_type": ("ROTATION",)}}
"""Items that no menu of a material offers."""
NOT_A_MODE = frozenset({"from_instancer", "show_texture"})


def settings_of(kind: str) -> list[Settings]:
    """Return every combination of a node type's enums, each with its flags as new and all turned.

    Combinations that differ only in an enum that is idle in them are one.
    """
    enums, flags = _choices(kind)
    idle = IDLE.get(kind, {})
    found: dict[Settings, None] = {}
    for items in product(*enums.values()):
        chosen = dict(zip(enums, items, strict=True))
        for name, (other, needed) in idle.items():
            if chosen.get(other) not in needed:
                chosen[name] = enums[name][0]
        for turned in (False, True) if flags else (False,):
            both = chosen | {name: value is not turned for name, value in flags.items()}
            found[tuple(sorted(both.items()))] = None
    return list(found)


def covering(settings: Sequence[Settings]) -> list[Settings]:
    """Return few of them that still have every pair of two choices that any of them has."""
    wanted = {pair for chosen in settings for pair in _pairs(chosen)}
    kept = []
    for chosen in settings:
        fresh = wanted.intersection(_pairs(chosen))
        if fresh:
            wanted -= fresh
            kept.append(chosen)
    return kept


def label(settings: Settings) -> str:
    """Return "2D F1 Euclidean, normalize", as a row of the table has it."""
    words = [str(v).replace("_", " ").lower() for _, v in settings if not isinstance(v, bool)]
    flags = [name for name, value in settings if value is True]
    return ", ".join(filter(None, (" · ".join(words), *flags)))


def _pairs(chosen: Settings) -> Iterator[tuple[Any, ...]]:
    return combinations(chosen, min(2, len(chosen))) if chosen else iter([()])


def _choices(kind: str) -> tuple[dict[str, list[str]], dict[str, bool]]:
    """Return a new node's enums with their items, the one it has first, and its flags."""
    material = bpy.data.materials.new("Kiln grid")
    if material.node_tree is None:
        material.use_nodes = True
    try:
        node = material.node_tree.nodes.new(kind)
        shared = set(bpy.types.Node.bl_rna.properties.keys()) | NOT_A_MODE
        enums: dict[str, list[str]] = {}
        flags: dict[str, bool] = {}
        for prop in node.bl_rna.properties:
            if prop.identifier in shared or prop.is_readonly:
                continue
            if prop.type == "ENUM" and not prop.is_enum_flag:
                left_out = NOT_OFFERED.get(kind, {}).get(prop.identifier, ())
                now = getattr(node, prop.identifier)
                items = [
                    item.identifier
                    for item in prop.enum_items
                    if item.identifier not in left_out
                    and _takes(node, prop.identifier, item.identifier)
                ]
                if now:
                    setattr(node, prop.identifier, now)
                if len(items) > 1:
                    enums[prop.identifier] = sorted(items, key=lambda item, now=now: item != now)
            elif prop.type == "BOOLEAN" and not prop.is_array:
                flags[prop.identifier] = bool(getattr(node, prop.identifier))
        return enums, flags
    finally:
        bpy.data.materials.remove(material)


def _takes(node: Any, name: str, item: str) -> bool:
    """Return whether an enum can be set to one of its items here."""
    try:
        setattr(node, name, item)
    except TypeError:
        return False
    return True
