"""The .blend that a command works on: opened with scripts off, saved only when asked to."""

from __future__ import annotations

import os
from pathlib import Path

import bpy

from ..bake.errors import BadArguments, KilnError
from ..device.capture import captured_output


def open_blend(path: Path) -> None:
    """Open a .blend with its scripts off. Errors: BadArguments where that cannot be done."""
    if not path.is_file():
        raise BadArguments(f"there is no file '{path}'")
    try:
        with captured_output():
            bpy.ops.wm.open_mainfile(filepath=str(path.resolve()), load_ui=False, use_scripts=False)
    except RuntimeError as failed:
        raise BadArguments(
            f"'{path}' is not a .blend that Blender {bpy.app.version_string} opens"
        ) from failed


def blend_folder() -> Path | None:
    """Return the folder of the open .blend, None where it was never saved."""
    return Path(bpy.data.filepath).parent if bpy.data.filepath else None


def require_blend() -> None:
    """Refuse to go on with Blender's start-up file. Errors: BadArguments."""
    if not bpy.data.filepath:
        raise BadArguments(
            "no .blend is open; name one first: "
            "kiln FILE.blend COMMAND, or blender -b FILE.blend --command kiln COMMAND"
        )


def save_target(save_as: Path | None, in_place: bool, upgrade: bool, overwrite: bool) -> Path:
    """Return where the .blend with the packed images goes, decided before anything is baked.

    Errors: BadArguments where nothing was said, where the file is of an older Blender, whose format
    a save would change without a word, or where another file would be lost.
    """
    current = Path(bpy.data.filepath)
    if save_as is None and not in_place:
        raise BadArguments(
            "--pack needs --save-as FILE or --in-place, or the images are lost at the end"
        )
    target = current if save_as is None else save_as.resolve()
    same = target.exists() and target.samefile(current)
    if same:
        made, now = bpy.data.version[:2], bpy.app.version[:2]
        if made < now and not upgrade:
            raise BadArguments(
                f"'{current.name}' was saved by Blender {made[0]}.{made[1]}; pass --upgrade-file "
                f"to rewrite it as a file of {now[0]}.{now[1]}, or --save-as FILE to keep it"
            )
    elif target.exists() and not overwrite:
        raise BadArguments(f"'{target}' exists; choose another --save-as or pass --overwrite")
    if target.suffix != ".blend":
        raise BadArguments(f"'{target}' does not end in .blend")
    if not os.access(target.parent, os.W_OK):
        raise BadArguments(f"'{target.parent}' cannot be written; choose another --save-as")
    return target


def save_blend(target: Path) -> None:
    """Save the open .blend. Blender writes beside the target and renames, so it stays whole."""
    try:
        with captured_output():
            # Another file keeps its paths to pictures: they are made relative to the new folder.
            copy = Path(bpy.data.filepath) != target
            bpy.ops.wm.save_as_mainfile(
                filepath=str(target), copy=copy, compress=_is_compressed(), relative_remap=True
            )
    except RuntimeError as failed:
        raise KilnError(f"'{target}' cannot be saved: {str(failed).strip()}") from failed


def _is_compressed() -> bool:
    """Return whether the open file was compressed, to be saved as it was."""
    with open(bpy.data.filepath, "rb") as file:
        return file.read(7) != b"BLENDER"
