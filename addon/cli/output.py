"""Where reports go: checked before the work, written whole after it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from ..bake.errors import BadArguments, KilnError
from ..bake.existing import check_not_input, try_folder
from .blend import blend_files

PICTURES_AND_WORK = frozenset({".blend", ".kiln", ".png", ".exr", ".tif", ".tiff"})
"""Endings of what a report is never called: what is read here, and what is written beside it."""


def check_text_target(path: Path | None, *inputs: Path) -> None:
    """Refuse a report file that cannot be written, or that would be the end of another file.

    ``inputs`` are read by the command, beside what the open .blend uses. Errors: BadArguments.
    """
    if path is None:
        return
    if path.suffix.lower() in PICTURES_AND_WORK:
        raise BadArguments(f"the report '{path}' is JSON, not a {path.suffix}; name it .json")
    check_not_input([path], [*inputs, *blend_files()], "--json")
    if path.exists() and not (path.is_file() or path.is_dir()):
        return  # a pipe or a device: written to as it is
    folder = path.resolve().parent
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        try_folder(folder)
    except OSError as failed:
        raise BadArguments(
            f"the report '{path}' cannot be written ({failed.strerror}); "
            "name a file in a folder that can be"
        ) from failed


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all; a pipe or a device just gets the text.

    What no UTF-8 says, an argument's stray byte, becomes an escape that JSON knows.
    Errors: KilnError.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        part = path.with_name(f".kiln-{os.getpid()}.json")
        try:
            part.write_bytes(data)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as failed:
        raise KilnError(f"'{path}' cannot be written: {failed.strerror}") from failed
