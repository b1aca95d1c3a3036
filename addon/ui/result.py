"""Baked images, shown: as datablocks, and in an Image Editor."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..bake.datablocks import datablock_name, find_datablock, put_file
from ..bake.report import BakeReport, told_constants
from ..plan.types import Transfer
from .words import in_panel


def shown_images(report: BakeReport) -> list[bpy.types.Image]:
    """Return the datablock of every baked map; files on disk are loaded, or loaded again."""
    images = []
    for file in report.files:
        packed = find_datablock(file.path)
        path = Path(file.path)
        if packed is not None and not path.is_absolute():
            images.append(packed)
            continue
        images.append(
            put_file(
                datablock_name(path.stem),
                path,
                Transfer.DATA if file.colorspace == "Non-Color" else Transfer.COLOR,
                material=file.material,
                map=file.map,
                is_float=file.colorspace == "Linear Rec.709",
            )
        )
    return images


def told_results(report: BakeReport, folder: Path | None) -> list[tuple[str, str]]:
    """Return what a bake made and found as (kind, text): its folder, files and constants."""
    rows = []
    if folder is not None and report.files:
        rows.append(("FOLDER", str(folder)))
    for file in report.files:
        text = _short(file.path, folder)
        if file.range not in (None, (0.0, 1.0)):
            text += f": black = {file.range[0]:.4g}, white = {file.range[1]:.4g}"
        text += ", constant" if file.constant else ""
        text += ", approximate" if file.approximate else ""
        rows.append(("FILE", text))
    told, rest = told_constants(report.constants)
    parts = [in_panel(constant) for constant in told]
    if rest:
        parts.append(f"{'and ' if parts else ''}{rest} at Principled's defaults")
    if parts:
        rows.append(("CONSTANT", f"Constant: {', '.join(parts)}"))
    return rows


def _short(path: str, folder: Path | None) -> str:
    """Return a file's path without the output folder; a datablock's name as it is."""
    inside = folder is not None and Path(path).is_relative_to(folder)
    return str(Path(path).relative_to(folder)) if folder is not None and inside else path


def show_image(context: bpy.types.Context, image: bpy.types.Image) -> None:
    """Show an image in an Image Editor that is open, else in a window of its own."""
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "IMAGE_EDITOR":
                area.spaces.active.image = image
                return
    before = set(context.window_manager.windows)
    bpy.ops.wm.window_new()
    for window in context.window_manager.windows:
        if window not in before:
            area = window.screen.areas[0]
            area.type = "IMAGE_EDITOR"
            area.spaces.active.image = image
