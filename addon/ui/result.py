"""Baked images, shown: as datablocks, and in an Image Editor."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..bake.datablocks import datablock_name, find_datablock, put_file
from ..bake.report import BakeReport
from ..plan.types import Transfer


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
