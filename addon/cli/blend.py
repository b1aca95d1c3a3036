"""The .blend that a command works on: opened with scripts off, saved only when asked to."""

from __future__ import annotations

from pathlib import Path

import bpy

from ..bake.errors import BadArguments, KilnError, one_line
from ..bake.existing import check_not_input, try_folder
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


def blend_files() -> list[Path]:
    """Return the open .blend and every file that it uses: libraries, pictures, and the rest."""
    if not bpy.data.filepath:
        return []
    used = bpy.utils.blend_paths(absolute=True, packed=False, local=False)
    return [Path(bpy.data.filepath), *(Path(path) for path in used)]


def save_target(save_as: Path | None, in_place: bool, upgrade: bool, overwrite: bool) -> Path:
    """Return where the .blend with the packed images goes, decided before anything is baked.

    Errors: BadArguments where nothing was said, where the file is of an older Blender, whose format
    a save would change without a word, or where another file would be lost.
    """
    current = Path(bpy.data.filepath)
    if in_place:
        made, now = tuple(bpy.data.version[:2]), tuple(bpy.app.version[:2])
        if made > now:
            raise BadArguments(
                f"'{current.name}' was saved by Blender {made[0]}.{made[1]}, and {now[0]}.{now[1]} "
                "would lose what it does not know; pass --save-as FILE to keep it"
            )
        if made < now and not upgrade:
            raise BadArguments(
                f"'{current.name}' was saved by Blender {made[0]}.{made[1]}; pass --upgrade-file "
                f"to rewrite it as a file of {now[0]}.{now[1]}, or --save-as FILE to keep it"
            )
        return _writable(current)
    if save_as is None:
        raise BadArguments(
            "--pack needs --save-as FILE or --in-place, or the images are lost at the end"
        )
    target = save_as.absolute()
    if target.exists() and target.samefile(current):
        raise BadArguments(f"'{save_as}' is the open .blend itself; pass --in-place to rewrite it")
    check_not_input([target], blend_files(), "--save-as")
    if target.suffix != ".blend":
        raise BadArguments(f"'{target}' does not end in .blend")
    if target.is_dir():
        raise BadArguments(f"'{target}' is a folder; choose another --save-as")
    if target.exists() and not overwrite:
        raise BadArguments(f"'{target}' exists; choose another --save-as or pass --overwrite")
    return _writable(target)


def _writable(target: Path) -> Path:
    """Return a path in a folder that can be written. Errors: BadArguments."""
    try:
        try_folder(target.parent)
    except OSError as failed:
        raise BadArguments(
            f"'{target.parent}' cannot be written ({failed.strerror}); choose another --save-as"
        ) from failed
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
        raise KilnError(f"'{target}' cannot be saved: {_reason(failed)}") from failed


def _reason(failed: RuntimeError) -> str:
    """Return what an operator reported, without the word that begins every report."""
    return one_line(str(failed)).removeprefix("Error: ")


def _is_compressed() -> bool:
    """Return whether the open file was compressed, to be saved as it was."""
    with open(bpy.data.filepath, "rb") as file:
        return file.read(7) != b"BLENDER"
