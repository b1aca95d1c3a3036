"""The extension in a real Blender: installed, run headless, and driven in the window."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from .blender import Blender

ROOT = Path(__file__).resolve().parents[2]
WORKSHOP = ROOT / "docs/examples/workshop.blend"
MATERIAL = "Stone Tiles"
SIZE = 256
VISIBLE_STEPS = 24
"""How far a texel of the display has to move, in steps of 255, to be another."""


def play(blender: Blender, scenario: str, size: int = SIZE, *options: str) -> dict[str, Any]:
    """Play a scenario of drive.py in a window; returns what it saw."""
    out = blender.home / scenario
    done = blender.run(
        *options,
        blender.inside(blender.home / "workshop.blend"),
        "--python",
        blender.inside(blender.home / "drive.py"),
        "--",
        scenario,
        MATERIAL,
        blender.inside(out),
        str(size),
        window=True,
    )
    result = out / "result.json"
    assert result.exists(), f"Blender said:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    seen: dict[str, Any] = json.loads(result.read_text())
    assert not seen["error"], seen["error"]
    seen["folder"] = out
    return seen


@pytest.fixture(scope="module")
def baked(blender: Blender) -> dict[str, Any]:
    """Return one bake by the operator, in the window."""
    return play(blender, "bake")


def test_blender_accepts_the_extension(blender: Blender) -> None:
    done = blender.run(
        "-b", "--command", "extension", "validate", blender.inside(blender.home / "kiln.zip")
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_operator_bakes_and_opens_the_result(baked: dict[str, Any]) -> None:
    assert baked["returned"] == ["RUNNING_MODAL"]
    assert not baked["running"]
    assert baked["files"], baked
    assert baked["editors"], "no Image Editor shows the result"
    assert set(Path(name).stem for name in baked["files"]) <= set(baked["images"])
    for name in baked["files"]:
        assert Image.open(baked["folder"] / name).size == (SIZE, SIZE)


def test_progress_grows_while_the_operator_runs(baked: dict[str, Any]) -> None:
    assert baked["progress"] == sorted(baked["progress"])
    assert len(baked["stages"]) >= 1


def test_the_window_shows_the_panel(baked: dict[str, Any]) -> None:
    """The sidebar looks otherwise than with another of its tabs, and was drawn without a fault."""
    assert baked["drawn"] > 0
    shots = [Image.open(baked["folder"] / f"{name}.png") for name in ("other_tab", "panel")]
    left, bottom, width, height = baked["sidebar"]
    top = shots[0].size[1] - bottom - height  # Blender counts from below
    box = (left, top, left + width, top + height)
    other, panel = (np.asarray(shot.convert("RGB").crop(box), int) for shot in shots)
    changed = np.abs(other - panel).max(axis=2) > VISIBLE_STEPS
    assert changed.mean() > 0.05, "the panel is not to be seen"


def test_the_command_line_writes_the_same_bytes_as_the_operator(
    blender: Blender, baked: dict[str, Any]
) -> None:
    out = blender.home / "headless"
    done = blender.run(
        "-b",
        blender.inside(blender.home / "workshop.blend"),
        "--command",
        "kiln",
        "bake",
        "--material",
        MATERIAL,
        "--size",
        str(SIZE),
        "--out",
        blender.inside(out),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    headless = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in out.glob("*.png")
    }
    window = {
        name: hashlib.sha256((baked["folder"] / name).read_bytes()).hexdigest()
        for name in baked["files"]
    }
    assert headless == window


def test_another_build_of_blender_agrees_within_one_step(
    baked: dict[str, Any], tmp_path: Path
) -> None:
    pytest.importorskip("bpy", reason="bpy as a module is missing: run scripts/test")
    options = ["--material", MATERIAL, "--size", str(SIZE), "--out", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "addon.cli", str(WORKSHOP), "bake", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in tmp_path.glob("*.png")} == set(baked["files"])
    for name in baked["files"]:
        here = np.asarray(Image.open(tmp_path / name), np.int16)
        there = np.asarray(Image.open(baked["folder"] / name), np.int16)
        assert here.shape == there.shape
        assert np.abs(here - there).max() <= 1, name


def test_escape_cancels_a_bake_and_leaves_no_half_file(blender: Blender) -> None:
    seen = play(blender, "cancel", 4096)
    assert seen["summary"] == "Cancelled"
    assert not seen["running"]
    for path in seen["folder"].iterdir():
        assert path.suffix in (".png", ".json"), f"{path.name} was left behind"
        if path.suffix == ".png":
            Image.open(path).load()


def test_baking_into_the_blend_packs_images_under_their_own_names(blender: Blender) -> None:
    seen = play(blender, "pack")
    assert not seen["files"]
    assert any(name.startswith(MATERIAL) for name in seen["images"])
    assert not any(name.endswith(".001") for name in seen["images"])


def test_the_command_says_what_is_wrong_and_exits_with_2(blender: Blender) -> None:
    done = blender.run(
        "-b",
        blender.inside(blender.home / "workshop.blend"),
        "--command",
        "kiln",
        "bake",
        "--material",
        "Stone Tile",
    )
    assert done.returncode == 2
    assert "Stone Tiles" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
