"""Which materials are baked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bpy

from .errors import BadArguments, KilnError, unknown_name


@dataclass(frozen=True, slots=True)
class MaterialHandle:
    """A material between two steps of a job, while Blender may move its data.

    The user may undo, rename or delete in between; a reference held over that crashes Blender.
    """

    session_uid: int
    name: str

    def find(self) -> bpy.types.Material:
        """Return the material. Errors: KilnError where it is gone."""
        for material in bpy.data.materials:
            if material.session_uid == self.session_uid:
                return material
        raise KilnError(f"the material '{self.name}' was removed while it was being baked")


def is_bakeable(material: bpy.types.Material) -> bool:
    """Return whether a material is of mesh type with a node tree."""
    if material.is_grease_pencil or material.node_tree is None:
        return False
    # From 5.0 every material uses its nodes, and asking prints a deprecation.
    return bpy.app.version >= (5, 0, 0) or bool(material.use_nodes)


def bakeable_materials() -> list[bpy.types.Material]:
    """Return every material that a bake without --material bakes, linked ones included."""
    return [material for material in bpy.data.materials if is_bakeable(material)]


def select_materials(names: Sequence[str]) -> tuple[MaterialHandle, ...]:
    """Return handles of the named materials, or of all that can be baked.

    Errors: BadArguments for a name that is not there (with those that come close), for a material
    that has no nodes, and where there is nothing to bake.
    """
    bakeable = bakeable_materials()
    if not names:
        if not bakeable:
            raise BadArguments(
                "the .blend has no material with a node tree; there is nothing to bake"
            )
        return tuple(MaterialHandle(m.session_uid, m.name) for m in bakeable)
    chosen = []
    for name in dict.fromkeys(names):
        found = [m for m in bpy.data.materials if m.name == name]
        if not found:
            raise unknown_name("material", name, (m.name for m in bakeable))
        usable = [m for m in found if is_bakeable(m)]
        if not usable:
            what = "is for grease pencil" if found[0].is_grease_pencil else "has no node tree"
            raise BadArguments(f"the material '{name}' {what}; there is nothing to bake in it")
        chosen += [MaterialHandle(m.session_uid, m.name) for m in usable]
    return tuple(chosen)
