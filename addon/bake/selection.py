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
    if material.is_missing:
        return True  # a placeholder of who knows what: to be told of, not passed over
    if material.is_grease_pencil or material.node_tree is None:
        return False
    # From 5.0 every material uses its nodes, and asking prints a deprecation.
    return bpy.app.version >= (5, 0, 0) or bool(material.use_nodes)


def bakeable_materials() -> list[bpy.types.Material]:
    """Return every material that a bake without --material bakes, linked ones included."""
    return [material for material in bpy.data.materials if is_bakeable(material)]


def missing_library(material: bpy.types.Material) -> str:
    """Return the sentence about a material that Blender could not load from its library."""
    library = material.library.filepath if material.library is not None else "that it is linked to"
    return (
        f"it is not in the library '{library}', or that is missing; "
        "relocate the library in Blender, or put the file back"
    )


def handle_of(material: bpy.types.Material) -> MaterialHandle:
    """Return the handle of one material. Errors: BadArguments where it cannot be baked."""
    return _handles(material.name, [material])[0]


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
        chosen += _handles(name, found)
    return tuple(chosen)


def _handles(name: str, found: Sequence[bpy.types.Material]) -> list[MaterialHandle]:
    """Return handles of those of one name that can be baked. Errors: BadArguments for none."""
    usable = [m for m in found if is_bakeable(m)]
    if not usable:
        what = "is for grease pencil" if found[0].is_grease_pencil else "has no node tree"
        raise BadArguments(f"the material '{name}' {what}; there is nothing to bake in it")
    if all(material.is_missing for material in usable):
        raise BadArguments(f"the material '{name}': {missing_library(usable[0])}")
    return [MaterialHandle(m.session_uid, m.name) for m in usable]
