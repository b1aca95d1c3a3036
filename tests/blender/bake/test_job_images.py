"""Jobs on images that are more than one picture: tiles, sequences and movies, to the file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import bpy
import numpy as np
import pytest

from addon.bake.engine import BakeEngine
from addon.bake.externals import input_files
from addon.frontends.shader.snapshot_image import image_model
from tests import processes
from tests.blender.pictures import write_movie

from .bakes import bake, decode, feed, image_node, principled

Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")


def plain(path: Path, code: int) -> Path:
    """Write a small picture of one grey."""
    Image.new("RGB", (3, 2), (code, code, code)).save(path)
    return path


def baked(engine: BakeEngine, folder: Path, image: bpy.types.Image, **user: object) -> np.ndarray:
    """Return the base colour's codes of a material that shows an image."""
    material = principled()
    node = image_node(material, image)
    for name, value in user.items():
        setattr(node.image_user, name, value)
    tree = material.node_tree
    surface = next(n for n in tree.nodes if n.type == "BSDF_PRINCIPLED")
    tree.links.new(node.outputs["Color"], surface.inputs["Base Color"])
    report = bake(engine, folder, [material], maps=("base_color",))
    assert report.problems == []
    return decode(report.files[0].path)


def test_tiles_that_are_packed_are_baked(engine: BakeEngine, tmp_path: Path) -> None:
    for number, code in ((1001, 40), (1002, 200)):
        plain(tmp_path / f"tile.{number}.png", code)
    image = bpy.data.images.load(str(tmp_path / "tile.1001.png"))
    image.source = "TILED"
    image.pack()
    for file in tmp_path.glob("tile.*"):
        file.unlink()
    assert (baked(engine, tmp_path / "out", image)[..., :3] == 40).all()


def test_the_frame_of_a_sequence_is_the_scenes(engine: BakeEngine, tmp_path: Path) -> None:
    for number in (1, 2, 3):
        plain(tmp_path / f"s{number}.png", 50 * number)
    image = bpy.data.images.load(str(tmp_path / "s1.png"))
    image.source = "SEQUENCE"
    bpy.context.scene.frame_set(3)
    try:
        codes = baked(engine, tmp_path / "out", image, frame_duration=9)
    finally:
        bpy.context.scene.frame_set(1)
    assert (codes[..., :3] == 150).all()


def test_every_file_of_tiles_and_the_one_of_a_sequence_is_guarded(tmp_path: Path) -> None:
    files = [plain(tmp_path / f"t.{number}.png", 9) for number in (1001, 1002, 1011)]
    image = bpy.data.images.load(str(files[0]))
    image.source = "TILED"
    node = image_node(principled(), image)
    assert sorted(input_files([image_model(image, node.image_user, 1.0)])) == files
    frames = [plain(tmp_path / f"s{number}.png", 9) for number in (1, 2)]
    image = bpy.data.images.load(str(frames[0]))
    image.source = "SEQUENCE"
    node = image_node(principled(), image)
    node.image_user.frame_duration = 5
    assert input_files([image_model(image, node.image_user, 2.0)]) == [frames[1]]


def test_no_image_is_left_behind(engine: BakeEngine, tmp_path: Path) -> None:
    for number in (1001, 1002):
        plain(tmp_path / f"tile.{number}.png", 77)
    image = bpy.data.images.load(str(tmp_path / "tile.1001.png"))
    image.source = "TILED"
    image.colorspace_settings.name = "ACEScg"
    before = {one.name for one in bpy.data.images}
    baked(engine, tmp_path / "out", image)
    assert {one.name for one in bpy.data.images} == before
    assert not image.is_dirty


def test_the_frame_of_a_movie_is_the_scenes_from_the_command_line_too(tmp_path: Path) -> None:
    image = bpy.data.images.load(str(write_movie(tmp_path, [0.25, 0.5, 0.75])))
    material = principled()
    node = image_node(material, image)
    node.image_user.frame_duration = 3
    feed(material, "Base Color", node.outputs["Color"])
    material.use_fake_user = True
    bpy.context.scene.frame_set(2)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "movie.blend"), copy=True)
    bpy.context.scene.frame_set(1)
    flags = ("--size", "4", "--maps", "base_color", "--dither", "off", "--out", tmp_path / "out")
    done = subprocess.run(
        [sys.executable, "-m", "addon.cli", tmp_path / "movie.blend", "bake", *flags],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=processes.environment({}),
        cwd=Path(__file__).resolve().parents[3],
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = (tmp_path / "out").glob("*_base_color.png")
    assert np.abs(decode(file)[..., :3].astype(int) - 128).max() <= 1
