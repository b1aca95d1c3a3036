"""Kiln's own version, from the extension's manifest."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

MANIFEST = Path(__file__).resolve().parents[2] / "blender_manifest.toml"


@lru_cache(maxsize=1)
def kiln_version() -> str:
    """Return the version in blender_manifest.toml."""
    with MANIFEST.open("rb") as file:
        return str(tomllib.load(file)["version"])
