"""Kiln in the bpy module: ``python -m addon.cli [FILE.blend] COMMAND …``; scripts/kiln calls it."""

from __future__ import annotations

import signal
import sys
from importlib import import_module
from pathlib import Path

from .parser import COMMANDS
from .terminal import Terminal


def split_file(arguments: list[str]) -> tuple[Path | None, list[str]]:
    """Return the .blend named first, if one is, and the rest for the parser.

    A word alone that is no file is a command misspelt, and the parser's to refuse.
    """
    if not arguments or arguments[0] in COMMANDS or arguments[0].startswith("-"):
        return None, arguments
    file = Path(arguments[0])
    if file.suffix or file.exists() or (len(arguments) > 1 and arguments[1] in COMMANDS):
        return file, arguments[1:]
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
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Ctrl-C while Blender starts just ends it: half of an import is nothing to go on from.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = run(sys.argv[1:])
    if "bpy" in sys.modules:
        from ..device.start import leave

        leave(code)
    sys.exit(code)
