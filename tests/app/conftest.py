"""The app tier: drives a real Blender with the built extension installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .blender import Blender, find_blender

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def extension_zip() -> Path:
    """Return the extension as scripts/build makes it."""
    made = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "build")],
        capture_output=True,
        text=True,
        check=True,
    )
    return Path(made.stdout.strip())


@pytest.fixture(scope="session")
def blender(tmp_path_factory: pytest.TempPathFactory, extension_zip: Path) -> Iterator[Blender]:
    """Return a Blender in which Kiln is installed and enabled."""
    found = find_blender(tmp_path_factory.mktemp("app"))
    if isinstance(found, str):
        pytest.skip(found)
    shutil.copy(extension_zip, found.home / "kiln.zip")
    shutil.copy(ROOT / "docs" / "examples" / "workshop.blend", found.home / "workshop.blend")
    shutil.copy(Path(__file__).parent / "drive.py", found.home / "drive.py")
    installed = found.run(
        "-b",
        "--command",
        "extension",
        "install-file",
        "--repo",
        "user_default",
        "--enable",
        found.inside(found.home / "kiln.zip"),
    )
    assert installed.returncode == 0, installed.stdout + installed.stderr
    yield found
    if found.root is not None:
        shutil.rmtree(found.home, ignore_errors=True)
