"""Kiln in the bpy module: ``python -m addon.cli [FILE.blend] COMMAND …``; scripts/kiln calls it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from .parser import COMMANDS
from .terminal import Terminal


def split_file(arguments: list[str]) -> tuple[Path | None, list[str]]:
    """Return the .blend named first, if one is, and the rest for the parser."""
    if arguments and arguments[0] not in COMMANDS and not arguments[0].startswith("-"):
        return Path(arguments[0]), arguments[1:]
    return None, arguments


def register_scene_settings() -> None:
    """Let Blender read ``scene.kiln`` from files, as it does where the extension is enabled.

    Imported by name because people's two ways in know nothing of each other.
    """
    import bpy

    properties = import_module("..ui.properties", __package__)
    for group in properties.CLASSES:
        bpy.utils.register_class(group)
    properties.attach()


def run(arguments: list[str]) -> int:
    """Open the file, if one is named, and run the command."""
    from .main import main, refusals
    from .parser import parse

    file, rest = split_file(arguments)
    terminal = Terminal()
    with refusals(terminal) as outcome:
        parse(rest)  # a wrong option is told before Blender is started
        register_scene_settings()
        if file is not None:
            from .blend import open_blend

            open_blend(file)
    return outcome.code if outcome.code is not None else main(rest, terminal=terminal)


if __name__ == "__main__":
    code = run(sys.argv[1:])
    if "bpy" in sys.modules:
        from ..device.start import leave

        leave(code)
    sys.exit(code)
