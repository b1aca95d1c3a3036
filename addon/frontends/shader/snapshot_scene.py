"""Reads what a node asks of the scene around the material: an object's place, and any number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import bpy

from .model import Property

RGBA = tuple[float, float, float, float]

_ELEMENT = re.compile(r"\[\d+\]$")
"""A path to one number of several, which Cycles does not follow."""


def of_scene(node: bpy.types.Node, frame: float) -> dict[str, Property]:
    """Return what a node asks of the scene, as it stands there, as properties of its own.

    ``of_scene.elsewhen`` is whether the scene shows another frame, at which that may be different.
    """
    found: dict[str, Property] = {}
    moves = True
    target = getattr(node, "object", None)
    if isinstance(target, bpy.types.Object):
        found["object"] = target.name
        found["object.to_world"] = tuple(float(x) for row in target.matrix_world[:3] for x in row)
        moves = _moves(target)
    if getattr(node, "attribute_type", "") == "VIEW_LAYER":
        value = scene_attribute(node.attribute_name)
        if value is not None:
            found["attribute.value"] = value
    if found and moves and frame != bpy.context.scene.frame_current_final:
        found["of_scene.elsewhen"] = True
    return found


def _moves(target: bpy.types.Object) -> bool:
    """Return whether anything may move an object, or what it hangs on."""
    held: bpy.types.Object | None = target
    while held is not None:
        if held.animation_data or held.constraints:
            return True
        held = held.parent
    return False


def scene_attribute(name: str) -> RGBA | None:
    """Return what the view layer, the scene or its world, the first that has it, calls ``name``.

    None where none of them has it as a number, or as one to four of them. A property that somebody
    added comes before one of Blender's. Source: measured, 4.5 to 5.3.
    """
    context = bpy.context
    for owner in (context.view_layer, context.scene, context.scene.world):
        if owner is None or not name:
            continue
        for value in _called(owner, name):
            found = _as_rgba(value)
            if found is not None:
                return found
    return None


def _called(owner: Any, name: str) -> Iterable[Any]:
    yield owner.get(name)
    if not _ELEMENT.search(name):
        try:
            yield owner.path_resolve(name)
        except (ValueError, TypeError, IndexError, KeyError):
            return  # no such path


def _as_rgba(value: Any) -> RGBA | None:
    """Return a number as grey, or up to four as a colour, of alpha 1 where it has none."""
    if isinstance(value, (bool, int, float)):
        number = float(value)
        return number, number, number, 1.0
    if isinstance(value, (str, bytes)) or not hasattr(value, "__len__"):
        return None
    items = list(value)
    if not 1 <= len(items) <= 4 or not all(isinstance(x, (bool, int, float)) for x in items):
        return None
    r, g, b = (float(x) for x in (*items, 0.0, 0.0)[:3])
    return r, g, b, float(items[3]) if len(items) == 4 else 1.0
