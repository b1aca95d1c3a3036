"""Where reports go: checked before the work, written whole after it."""

from __future__ import annotations

import os
from pathlib import Path

from ..bake.errors import BadArguments, KilnError


def check_text_target(path: Path | None) -> None:
    """Refuse a report file that cannot be written. Errors: BadArguments."""
    if path is None:
        return
    folder = path.resolve().parent
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise BadArguments(
            f"the report '{path}' cannot be written; name a file in a folder that can be"
        )


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all. Errors: KilnError."""
    part = path.with_name(f".kiln-{os.getpid()}-{path.name}")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as failed:
        part.unlink(missing_ok=True)
        raise KilnError(f"'{path}' cannot be written: {failed.strerror}") from failed
