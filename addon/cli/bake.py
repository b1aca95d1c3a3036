"""``kiln bake``: the materials of the open .blend into files, or into the .blend."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import bpy

from ..bake.engine import open_engine
from ..bake.errors import BadArguments, KilnError
from ..bake.job import bake_job
from ..bake.selection import select_materials
from ..bake.settings import MAX_LEVEL, MAX_SIDE, BakeSettings, Existing, scene_settings
from ..plan.types import TexturePlan
from .blend import blend_folder, require_blend, save_blend, save_target
from .output import check_text_target, write_text
from .terminal import Terminal


def command(options: argparse.Namespace, terminal: Terminal) -> int:
    """Bake, save if asked to, and report."""
    require_blend()
    settings = bake_settings(options)
    materials = select_materials(options.material)
    check_text_target(options.json)
    target = None
    if settings.pack:
        overwrite = settings.existing is Existing.OVERWRITE
        target = save_target(options.save_as, options.in_place, options.upgrade_file, overwrite)
    elif options.save_as is not None or options.in_place:
        raise BadArguments("--save-as and --in-place save images packed with --pack; add --pack")
    engine = open_engine()
    try:
        report = terminal.follow(bake_job(materials, settings, engine))
    finally:
        engine.close()
    if target is not None:
        with report.timed("save"):
            try:
                save_blend(target)
            except KilnError as failed:
                report.refuse("not-saved", "", target.name, str(failed))
    terminal.problems(report.problems)
    terminal.summary(report, settings.folder)
    if options.json is not None:
        write_text(options.json, report.json_text())
    return 1 if report.failed or (settings.strict and report.approximate) else 0


def bake_settings(options: argparse.Namespace, *, writes: bool = True) -> BakeSettings:
    """Return the settings: the flags, then the scene's, then the defaults; never preferences.

    ``writes`` is whether files or images will be. Errors: BadArguments.
    """
    asked = bool(options.sockets or options.aovs)
    chosen = options.maps is not None or asked
    scene = scene_settings(scene_group(), blend_folder(), chosen=chosen)
    if chosen:  # sockets or AOVs alone leave the maps out
        scene = replace(scene, only_asked=options.maps is None)
    settings = scene.with_flags(vars(options))
    if getattr(options, "depth", None) is None and settings.depth not in settings.format.depths:
        settings = replace(settings, depth=None)  # the scene's was for the scene's own format
    out: Path | None = getattr(options, "out", None)
    pack = getattr(options, "pack", False)
    if out is not None:
        settings = settings.with_flags({"folder": out.resolve()})
    elif pack:
        # Into the .blend only: files are written beside it where --out names a folder.
        settings = settings.without_folder()
    if getattr(options, "bake_width", None) is not None:
        settings = settings.with_flags({"level": level_for(settings, options.bake_width)})
    settings.check(writes=writes)
    return settings


def scene_group() -> Any:
    """Return the scene's own settings, None where Kiln's properties are not registered."""
    return getattr(bpy.context.scene, "kiln", None)


def level_for(settings: BakeSettings, width: int) -> int:
    """Return the level at which the base is ``width`` wide. Errors: BadArguments."""
    if not 1 <= width <= MAX_SIDE:
        raise BadArguments(f"--bake-width {width} is not between 1 and {MAX_SIDE}")
    base = settings.base
    try:
        return TexturePlan(base).bake_level_for(width)
    except ValueError as refused:
        widths = {base.at_level(level).width for level in range(-MAX_LEVEL, MAX_LEVEL + 1)}
        below = max((w for w in widths if w < width), default=None)
        above = min((w for w in widths if width < w <= MAX_SIDE), default=None)
        nearest = " or ".join(str(w) for w in (below, above) if w is not None)
        raise BadArguments(
            f"--bake-width {width} is not {base.width}, the base's width, times or through a power "
            f"of two; the nearest are {nearest}"
        ) from refused
