"""``kiln list``: the materials and AOVs of the open .blend, and the maps and kernels there are."""

from __future__ import annotations

import argparse

from ..frontends.shader.maps import MAPS
from ..library.catalog import load_catalog
from .terminal import Terminal


def command(options: argparse.Namespace, terminal: Terminal) -> int:
    """Print the lists asked for; without a .blend there are no materials to list."""
    if options.what in (None, "materials"):
        _materials(terminal, required=options.what == "materials")
    if options.what in (None, "maps"):
        terminal.say("maps:")
        for spec in MAPS.values():
            newer = f" From Blender {spec.since[0]}.{spec.since[1]}." if any(spec.since) else ""
            terminal.say(f"  {spec.name:22}  {spec.summary}{newer}")
    if options.what == "aovs":
        _aovs(terminal)
    if options.what in (None, "kernels"):
        catalog = load_catalog()
        terminal.say("kernels:")
        for name, kernel in catalog.items():
            terminal.say(f"  {name:20}  {kernel.kind.value:6}  {kernel.summary}")
    return 0


def _aovs(terminal: Terminal) -> None:
    """Print the AOVs of each material that a bake would bake."""
    from ..bake.material import snapshot_materials
    from ..bake.selection import select_materials
    from ..frontends.shader.aov import aov_names
    from ..frontends.shader.snapshot import current_frame
    from .blend import require_blend

    require_blend()
    terminal.say("aovs:")
    for model in snapshot_materials(select_materials(()), current_frame()):
        for name in aov_names(model):
            terminal.say(f"  {name:20}  {model.name}")


def _materials(terminal: Terminal, *, required: bool) -> None:
    """Print the materials a bake would bake, then those it would not."""
    import bpy

    from ..bake.selection import is_bakeable
    from .blend import require_blend

    if required:
        require_blend()
    elif not bpy.data.filepath:
        return
    terminal.say("materials:")
    for material in sorted(bpy.data.materials, key=lambda m: (not is_bakeable(m), m.name)):
        notes = []
        if material.library is not None:
            missing = ", which is missing" if material.is_missing else ""
            notes.append(f"linked from {material.library.filepath}{missing}")
        if not is_bakeable(material):
            notes.append("grease pencil" if material.is_grease_pencil else "no node tree")
        elif material.users == 0:
            notes.append("unused")
        terminal.say(f"  {material.name}" + (f"  ({', '.join(notes)})" if notes else ""))
