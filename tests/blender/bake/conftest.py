"""Fixtures of the tests that bake: an engine over the shared device, commands, a small file."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import numpy as np
import pytest

pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")
Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

from .bakes import feed, principled, ramp_u  # noqa: E402


@pytest.fixture(autouse=True)
def empty_file() -> None:
    """Start every test in a file with nothing in it."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


@pytest.fixture
def engine(device: Any, catalog: Any, evaluator: Any) -> Iterator[Any]:
    """Return a BakeEngine over the shared device."""
    from addon.bake.engine import BakeEngine
    from addon.device.uploads import Uploads

    made = BakeEngine(device, catalog, evaluator, Uploads(device))
    yield made
    made.uploads.free()


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """Return the only complaint, after the progress."""
        lines = [line for line in self.err.splitlines() if line.startswith("kiln: ")]
        assert len(lines) == 1, self.err
        return lines[0]


@pytest.fixture
def kiln(device: Any) -> Any:
    """Return ``kiln(*arguments) -> Ran``: a command in this process, on the open file."""
    from addon.cli.main import main
    from addon.cli.terminal import Terminal

    def run(*arguments: Any) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        code = main([str(argument) for argument in arguments], terminal=Terminal(out, err))
        return Ran(code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def rock(empty_file: None, tmp_path: Path) -> Path:
    """Return the open, saved .blend of one material: roughness varies, the rest does not."""
    material = principled("Rock", Base_Color=(0.2, 0.4, 0.6, 1.0))
    material.use_fake_user = True
    feed(material, "Roughness", ramp_u(material))
    path = tmp_path / "rock.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.open_mainfile(filepath=str(path))
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Return a picture file with alpha."""
    rgba = np.random.default_rng(6).integers(0, 256, (8, 16, 4), dtype=np.uint8)
    rgba[0, :, 3] = 0
    Image.fromarray(rgba).save(tmp_path / "photo.png")
    return tmp_path / "photo.png"
