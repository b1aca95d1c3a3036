"""What the window keeps on the GPU between two bakes, and when it lets go."""

from __future__ import annotations

import bpy

from ..bake.engine import BakeEngine, open_engine
from ..device.start import close_device

_engine: BakeEngine | None = None


def engine() -> BakeEngine:
    """Return the window's engine, made at the first bake. Errors: NoDevice in one sentence."""
    global _engine
    if _engine is None:
        _engine = open_engine()
    return _engine


def close() -> None:
    """Let go of every texture: another file is loaded, or Kiln is switched off."""
    global _engine
    if _engine is not None:
        _engine.close()
        _engine = None


@bpy.app.handlers.persistent
def on_load(*_: object) -> None:
    """Uploads belong to the file they came from."""
    close()


def register() -> None:
    """Listen for files being loaded."""
    bpy.app.handlers.load_pre.append(on_load)


def unregister() -> None:
    """Stop listening, and leave nothing on the GPU."""
    if on_load in bpy.app.handlers.load_pre:
        bpy.app.handlers.load_pre.remove(on_load)
    close()
    close_device()
