"""Whose materials are measured: the shipped example's, and the corpus' where it is there."""

from __future__ import annotations

import contextlib
import os
import pathlib
import sys
from collections.abc import Iterator

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("KILN_SHARED", ROOT.parent / "shared"))
WORKSHOP = ROOT / "docs" / "examples" / "workshop.blend"
SHIPPED = ("Stone Tiles", "Painted Metal", "Sticker On Wall", "Embers")
CORPUS = (("cobblestone", "Cobblestone"), ("oak", "Oak"), ("cardboard", "Cardboard"))
MAPS = ("base_color", "roughness", "normal", "height", "metallic")


def materials(shipped: tuple[str, ...] = SHIPPED) -> Iterator[tuple[pathlib.Path, str]]:
    """Yield (file, material); says which file is missing."""
    for name in shipped:
        yield WORKSHOP, name
    for stem, name in CORPUS:
        path = SHARED / "corpus" / f"{stem}.blend"
        if path.exists():
            yield path, name
        else:
            print(f"NOT MEASURED: there is no {path} (set KILN_SHARED)", file=sys.stderr)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Hide what Blender and Cycles print past Python."""
    sys.stdout.flush()
    kept, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(null)
