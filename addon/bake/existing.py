"""What may be written where: decided for every output before anything is baked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from .errors import BadArguments
from .files.metadata import Metadata, read_metadata
from .files.oiio import oiio_path
from .files.read import read_picture
from .settings import Existing


@contextmanager
def made_folder(folder: Path | None) -> Iterator[None]:
    """Make the output folder, if there is one, and refuse what cannot be written to.

    Trying is the only test that holds: a read-only mount lets root ask and says yes. Of the folders
    that were made, those that are empty in the end, because the bake was stopped or had nothing to
    write, are taken away again. Errors: BadArguments.
    """
    made = [] if folder is None else [f for f in (folder, *folder.parents) if not f.exists()]
    try:
        _make_folder(folder)
        yield
    finally:
        for each in made:  # the deepest first
            with suppress(OSError):  # it holds something, or was never made
                each.rmdir()


def _make_folder(folder: Path | None) -> None:
    """Make a folder that can be written to. Errors: BadArguments."""
    if folder is None:
        return
    oiio_path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try_folder(folder)
    except OSError as failed:
        raise BadArguments(
            f"the output folder '{folder}' cannot be written ({failed.strerror}); "
            "choose another with --out"
        ) from failed


def try_folder(folder: Path) -> None:
    """Make a file in a folder and remove it again. Errors: OSError where that cannot be done."""
    probe = folder / f".kiln-{os.getpid()}-probe"
    try:
        probe.write_bytes(b"")
    finally:
        probe.unlink(missing_ok=True)


def check_not_input(
    outputs: Iterable[Path], inputs: Iterable[Path], choose: str = "--out or --name"
) -> None:
    """Refuse to write over something that the bake reads. Errors: BadArguments naming it."""
    read = {mark for path in inputs for mark in _identities(path)}
    for output in outputs:
        if not read.isdisjoint(_identities(output)):
            raise BadArguments(f"'{output}' is also an input of this bake; choose another {choose}")


def check_free(path: Path, material: str, map: str, existing: Existing) -> None:
    """Refuse to replace a file that is not this map's own earlier bake. Errors: BadArguments."""
    if path.exists() and not path.is_file():
        what = "a folder" if path.is_dir() else "no file"
        raise BadArguments(f"'{path}' is {what}; choose another --name")
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
    """Return what a file says of itself where this Kiln made it from exactly this, else None.

    It is decoded too: a file that was cut short since still says what it was made from.
    """
    if not path.is_file():
        return None
    found = read_metadata(path)
    # The range is measured while baking: it follows from the rest.
    if found is None or replace(found, range=None) != replace(metadata, range=None):
        return None
    try:
        read_picture(path)
    except BadArguments:
        return None
    return found


def _identities(path: Path) -> set[object]:
    """Return what two paths to one file have in common, links and case-blind systems included.

    Hard links are one file under two names, and only the file system knows.
    """
    found: set[object] = {os.path.normcase(os.path.realpath(path))}
    try:
        there = path.stat()
    except OSError:
        return found
    return found | {(there.st_dev, there.st_ino)} if there.st_ino else found
