"""Where OpenImageIO comes from: an installed wheel, or the copy that Blender bundles."""

from __future__ import annotations

import importlib
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from ..errors import BadArguments, KilnError


@lru_cache(maxsize=1)
def load_oiio() -> ModuleType:
    """Return the OpenImageIO module.

    Blender's own Python has it on its path, and so has a virtual environment with the wheel. In the
    bpy wheel the bundled copy stands in a folder that is not on ``sys.path``; it is put there only
    for as long as the import takes, so that nothing else is picked up from it.

    Errors: KilnError saying what to install where there is none.
    """
    try:
        return importlib.import_module("OpenImageIO")
    except ImportError as missing:
        reason: ImportError = missing
    for folder in bundled_folders():
        sys.path.append(str(folder))
        try:
            return importlib.import_module("OpenImageIO")
        except ImportError as broken:
            reason = broken
        finally:
            sys.path.remove(str(folder))
    raise KilnError(
        "image files are written by OpenImageIO, which this Python lacks; install it with "
        f"'{sys.executable} -m pip install OpenImageIO', or on Debian the package "
        f"python3-openimageio ({reason})"
    ) from reason


def oiio_path(path: Path) -> str:
    """Return a path as OpenImageIO takes it. Errors: BadArguments where it is no text in UTF-8."""
    text = str(path)
    try:
        text.encode()
    except UnicodeEncodeError as stray:
        shown = text.encode("utf-8", "backslashreplace").decode()
        raise BadArguments(f"the path '{shown}' is not UTF-8; rename it") from stray
    return text


def bundled_folders() -> list[Path]:
    """Return the site-packages folders of the running Blender that hold an OpenImageIO."""
    try:
        import bpy
    except ImportError:
        return []
    root = Path(bpy.utils.resource_path("LOCAL")) / "python" / "lib"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    # Linux and macOS name the folder by the Python version, Windows does not.
    candidates = [root / version / "site-packages", root / "site-packages"]
    return [folder for folder in candidates if (folder / "OpenImageIO").is_dir()]
