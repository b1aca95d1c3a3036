"""Kiln in an installed Blender: ``blender -b FILE.blend --command kiln COMMAND …``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import bpy

NAME = "kiln"

_handle: Any = None


def register() -> None:
    """Register the command. Costs no import of what it needs until it is run."""
    global _handle
    _handle = bpy.utils.register_cli_command(NAME, run)


def unregister() -> None:
    """Take the command away."""
    global _handle
    if _handle is not None:
        bpy.utils.unregister_cli_command(_handle)
        _handle = None


def run(arguments: list[str]) -> int:
    """Run a command on the file Blender opened; returns the process's exit code."""
    from .main import main
    from .terminal import Terminal

    missing = unopened_file(sys.argv)
    if missing is not None:
        # Blender goes on with its start-up file, which nobody asked to bake.
        Terminal().complain(f"Blender could not open '{missing}'")
        return 2
    return main(arguments, f"blender -b FILE.blend --command {NAME}")


def unopened_file(argv: list[str]) -> str | None:
    """Return the .blend that Blender was told to open and did not."""
    if bpy.data.filepath:
        return None
    before = argv[: argv.index("--command")] if "--command" in argv else argv
    return next((argument for argument in before[1:] if Path(argument).suffix == ".blend"), None)
