"""What may be written where: decided for every output before anything is baked."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from .errors import BadArguments
from .files.metadata import Metadata, read_metadata
from .settings import Existing


def check_folder(folder: Path | None) -> None:
    """Make the output folder, if there is one, and refuse what cannot be written to.

    Trying is the only test that holds: a read-only mount lets root ask and says yes.
    Errors: BadArguments.
    """
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".kiln-{os.getpid()}-probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as failed:
        raise BadArguments(
            f"the output folder '{folder}' cannot be written ({failed.strerror}); "
            "choose another with --out"
        ) from failed


def check_not_input(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Refuse to write over something that the bake reads. Errors: BadArguments naming it."""
    read = {_identity(path) for path in inputs}
    for output in outputs:
        if _identity(output) in read:
            raise BadArguments(
                f"'{output}' is also an input of this bake; choose another --out or --name"
            )


def check_free(path: Path, material: str, map: str, existing: Existing) -> None:
    """Refuse to replace a file that is not this map's own earlier bake. Errors: BadArguments."""
    if path.is_dir():
        raise BadArguments(f"'{path}' is a folder; choose another --name")
    if existing is Existing.OVERWRITE or not path.exists():
        return
    found = read_metadata(path)
    if found is None:
        raise BadArguments(
            f"'{path}' exists and Kiln did not make it; "
            "choose another --out or --name, or pass --overwrite"
        )
    if (found.material, found.map) != (material, map):
        raise BadArguments(
            f"'{path}' holds {found.map} of '{found.material}'; "
            "choose another --out or --name, or pass --overwrite"
        )


def is_unchanged(path: Path, metadata: Metadata) -> Metadata | None:
    """Return what a file says of itself where this Kiln made it from exactly this, else None."""
    if not path.is_file():
        return None
    found = read_metadata(path)
    # The range is measured while baking: it follows from the rest.
    if found is None or replace(found, range=None) != replace(metadata, range=None):
        return None
    return found


def _identity(path: Path) -> str:
    """Return what two paths to one file have in common, links and case-blind systems included."""
    return os.path.normcase(os.path.realpath(path))
