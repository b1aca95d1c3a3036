#!/usr/bin/env python3
"""Puts the files of a bake side by side in one PNG, each under its material and map.

    python scripts/docs_pages/contact_sheet.py REPORT.json SHEET.png

The report is what ``bake --json`` wrote. Needs Pillow.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

SIDE = 180
"""A picture's side in pixels; the files are made smaller by a box filter."""
GAP = 12
CAPTION = 34
COLUMNS = 4


def picture(path: str) -> Image.Image:
    """Return a baked file as 8-bit RGB, scaled down; 16 bits are cut to their upper 8."""
    image = Image.open(path)
    if image.mode.startswith("I"):
        image = image.point(lambda code: code / 257).convert("L")
    return image.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)


def rows(files: list[dict[str, str]]) -> list[list[dict[str, str]]]:
    """Return the files in rows: materials with the most maps first, none broken over two rows."""
    materials: dict[str, list[dict[str, str]]] = {}
    for file in files:
        materials.setdefault(file["material"], []).append(file)
    found: list[list[dict[str, str]]] = []
    for group in sorted(materials.values(), key=len, reverse=True):
        place = next((row for row in found if len(row) + len(group) <= COLUMNS), None)
        if place is None:
            found.append(place := [])
        place += group
    return found


def sheet(files: list[dict[str, str]]) -> Image.Image:
    """Return the sheet."""
    made = rows(files)
    step = SIDE + GAP
    size = (GAP + COLUMNS * step, GAP + len(made) * (step + CAPTION))
    image = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(14)
    for y, row in enumerate(made):
        for x, file in enumerate(row):
            left, top = GAP + x * step, GAP + y * (step + CAPTION)
            draw.text((left, top - 3), file["material"], "black", font)
            draw.text((left, top + 13), file["map"], "dimgray", font)
            image.paste(picture(file["path"]), (left, top + CAPTION))
    return image


def main(report: str, target: str) -> None:
    """Write the sheet of a report."""
    files = json.loads(Path(report).read_text("utf-8"))["files"]
    sheet(files).save(target, optimize=True)
    print(f"{target}: {Path(target).stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
