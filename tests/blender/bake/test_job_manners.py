"""What a job leaves alone: other people's files, the user's trees, what was half done."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

oiio = pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")
Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

from addon.bake import outputs  # noqa: E402
from addon.bake.engine import BakeEngine  # noqa: E402
from addon.bake.errors import BadArguments, KilnError  # noqa: E402
from addon.bake.job import bake_job  # noqa: E402
from addon.bake.selection import MaterialHandle, select_materials  # noqa: E402
from addon.bake.settings import BakeSettings, Existing  # noqa: E402
from addon.device.errors import DeviceError  # noqa: E402
from addon.plan.types import Extent  # noqa: E402

from .bakes import (  # noqa: E402
    TINY,
    bake,
    by_map,
    checksum,
    decode,
    feed,
    finish_job,
    image_node,
    picture,
    principled,
    ramp_u,
)

# --- what is there already ------------------------------------------------------------------------


def test_a_file_of_somebody_elses_is_not_overwritten_unless_told(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled("Rock")
    theirs = tmp_path / "Rock_roughness.png"
    Image.new("RGB", (2, 2)).save(theirs)
    before = theirs.read_bytes()
    with pytest.raises(BadArguments, match="--overwrite"):
        bake(engine, tmp_path, [material], maps=("roughness",))
    assert theirs.read_bytes() == before
    bake(engine, tmp_path, [material], maps=("roughness",), existing=Existing.OVERWRITE)
    assert theirs.read_bytes() != before


def test_a_bake_of_ones_own_is_replaced(engine: BakeEngine, tmp_path: Path) -> None:
    material = principled("Rock", Roughness=0.0)
    bake(engine, tmp_path, [material], maps=("roughness",))
    material.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 1.0
    (file,) = bake(engine, tmp_path, [material], maps=("roughness",)).files
    assert set(decode(file.path).ravel()) == {255}
    assert len(list(tmp_path.iterdir())) == 1


def test_a_bake_of_another_material_is_not_replaced(engine: BakeEngine, tmp_path: Path) -> None:
    bake(engine, tmp_path, [principled("Rock")], maps=("roughness",), template="{map}")
    with pytest.raises(BadArguments, match="'Rock'"):
        bake(engine, tmp_path, [principled("Wood")], maps=("roughness",), template="{map}")


def test_a_folder_in_the_files_place_is_refused(engine: BakeEngine, tmp_path: Path) -> None:
    (tmp_path / "Rock_roughness.png").mkdir()
    with pytest.raises(BadArguments, match="is a folder"):
        bake(engine, tmp_path, [principled("Rock")], maps=("roughness",))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_the_files_place_is_refused_and_not_waited_for(
    engine: BakeEngine, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "Rock_roughness.png")
    with pytest.raises(BadArguments, match="is no file"):
        bake(engine, tmp_path, [principled("Rock")], maps=("roughness",))


def test_skip_unchanged_leaves_files_alone_until_something_they_follow_from_changes(
    engine: BakeEngine, tmp_path: Path
) -> None:
    rgba = np.full((4, 8, 4), 200, dtype=np.uint8)
    image = picture(rgba)
    material = principled("Rock", Roughness=0.4)
    feed(material, "Base Color", image_node(material, image).outputs["Color"])
    maps = ("base_color", "roughness")

    def again(**flags: Any) -> tuple[int, list[int]]:
        report = bake(
            engine, tmp_path, [material], maps=maps, existing=Existing.SKIP_UNCHANGED, **flags
        )
        assert [file.map for file in report.files] and len(report.files) == 2
        return report.skipped, [Path(by_map(report)[m].path).stat().st_ino for m in maps]

    skipped, first = again()
    assert skipped == 0
    assert again() == (2, first)
    assert again(seed=1)[0] == 0
    assert again(seed=1)[0] == 2
    rgba[0, 0] = 10
    image.pixels.foreach_set((rgba / np.float32(255.0)).astype(np.float32).ravel())
    assert again(seed=1)[0] == 1  # the roughness does not read the picture
    material.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 0.5
    assert again(seed=1)[0] == 1


def test_an_output_that_is_also_an_input_is_refused(engine: BakeEngine, tmp_path: Path) -> None:
    Image.new("RGBA", (8, 4)).save(tmp_path / "Rock_base_color.png")
    material = principled("Rock")
    image = bpy.data.images.load(str(tmp_path / "Rock_base_color.png"))
    feed(material, "Base Color", image_node(material, image).outputs["Color"])
    with pytest.raises(BadArguments, match="also an input"):
        bake(engine, tmp_path, [material], maps=("base_color",), existing=Existing.OVERWRITE)


def test_a_folder_that_cannot_be_made_is_refused_before_any_work(
    engine: BakeEngine, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    before = engine.device.dispatches
    with pytest.raises(BadArguments, match="cannot be written"):
        bake(engine, tmp_path / "file" / "out", [principled()])
    assert engine.device.dispatches == before


# --- the user's work is left as it was ------------------------------------------------------------


def test_a_bake_leaves_every_tree_and_datablock_as_it_was(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    driver = (
        material.node_tree.nodes["Principled BSDF"].inputs["Metallic"].driver_add("default_value")
    )
    driver.driver.expression = "frame * 0.01"
    feed(material, "Base Color", ramp_u(material))
    bpy.context.scene.frame_set(3)
    before = checksum()
    report = bake(engine, tmp_path, [material], frame=40)
    assert checksum() == before
    assert bpy.context.scene.frame_current == 3
    assert {c.map: c.value for c in report.constants}["metallic"] == pytest.approx(0.4)


def test_a_scene_that_stands_between_two_frames_is_baked_there(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    socket = material.node_tree.nodes["Principled BSDF"].inputs["Metallic"]
    socket.driver_add("default_value").driver.expression = "frame * 0.01"
    bpy.context.scene.frame_set(10, subframe=0.5)
    try:
        report = bake(
            engine, tmp_path, [material], maps=("metallic",), template="{map}_{frame:03d}"
        )
        (constant,) = bake(engine, tmp_path, [material]).constants[1:2]
    finally:
        bpy.context.scene.frame_set(1)
    assert [Path(file.path).name for file in report.files] == ["metallic_010.png"]
    assert (constant.map, constant.value) == ("metallic", pytest.approx(0.105))


def test_a_failure_half_way_leaves_the_trees_too_and_the_other_materials_are_baked(
    engine: BakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    materials = [principled("Bad"), principled("Good")]
    for material in materials:
        feed(material, "Roughness", ramp_u(material))
    before = checksum()
    real = engine.evaluator.evaluate
    calls = []

    def failing(*arguments: Any, **options: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise DeviceError("the device was lost")
        return real(*arguments, **options)

    monkeypatch.setattr(engine.evaluator, "evaluate", failing)
    report = bake(engine, tmp_path, materials, maps=("roughness",))
    assert checksum() == before
    assert [file.material for file in report.files] == ["Good"]
    assert report.failed
    assert [(p.origin, p.message) for p in report.problems] == [("Bad", "the device was lost")]


def test_what_a_failed_material_left_unjudged_is_not_written_as_the_nexts(
    engine: BakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In auto a map that may be flat is kept until it is measured; the measuring fails here."""
    bad, good = principled("Bad"), principled("Good")
    feed(bad, "Roughness", ramp_u(bad, 0.2, 0.2 + 1e-4))
    feed(good, "Roughness", ramp_u(good))

    def lost(*_arguments: Any, **_options: Any) -> Any:
        raise DeviceError("the device was lost")

    monkeypatch.setattr("addon.bake.job.exact", lost)
    report = bake(engine, tmp_path, [bad, good])
    assert [problem.origin for problem in report.problems] == ["Bad"]
    (file,) = [file for file in report.files if file.map == "roughness"]
    assert file.material == "Good" and decode(file.path).max() > 200


def test_a_map_that_cannot_be_packed_does_not_stop_the_others(
    engine: BakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = outputs.put_packed

    def no_metallic(*arguments: Any, **names: Any) -> Any:
        if names["map"] == "metallic":
            raise KilnError("the colour configuration has no space for it")
        return real(*arguments, **names)

    monkeypatch.setattr(outputs, "put_packed", no_metallic)
    material = principled("Rock")
    report = bake(engine, None, [material], maps=("metallic", "roughness"), pack=True)
    assert [problem.code for problem in report.problems] == ["not-packed"]
    assert [file.map for file in report.files] == ["roughness"]
    assert report.failed and "Rock_roughness" in bpy.data.images


@pytest.mark.parametrize(
    "where", ["addon.bake.outputs.quantised", "addon.bake.writer.encode_image"]
)
def test_memory_that_does_not_suffice_is_one_sentence_and_the_other_maps_are_baked(
    engine: BakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def short(*_arguments: Any, **_options: Any) -> Any:
        monkeypatch.undo()
        raise MemoryError

    monkeypatch.setattr(where, short)
    report = bake(engine, tmp_path, [principled("Big"), principled("Small")], maps=("roughness",))
    assert [path.name for path in tmp_path.iterdir()] == ["Small_roughness.png"]
    assert [problem.origin for problem in report.problems] == ["Big"]
    assert "memory is too small" in report.problems[0].message


def test_a_file_that_cannot_be_written_does_not_stop_the_others(
    engine: BakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.replace

    def refuse_roughness(source: Any, target: Any) -> None:
        if "roughness" in str(target):
            raise PermissionError(13, "Permission denied")
        real(source, target)

    monkeypatch.setattr("addon.bake.files.write.os.replace", refuse_roughness)
    report = bake(engine, tmp_path, [principled("Rock")], maps=("roughness", "metallic"))
    assert [path.name for path in tmp_path.iterdir()] == ["Rock_metallic.png"]
    assert report.failed


def test_a_job_closed_half_way_leaves_whole_files_only_and_gives_its_textures_back(
    engine: BakeEngine, tmp_path: Path
) -> None:
    materials = [principled(f"Rock {i}") for i in range(3)]
    for material in materials:
        feed(material, "Base Color", ramp_u(material))
    handles = [MaterialHandle(m.session_uid, m.name) for m in materials]
    settings = BakeSettings(base=Extent(64, 64), folder=tmp_path, maps=("base_color", "normal"))
    for stop in range(3, 14):
        job = bake_job(handles, settings, engine)
        for _ in range(stop):
            next(job)
        job.close()
        assert engine.evaluator.pool.lent == 0
        for path in tmp_path.iterdir():
            assert path.suffix == ".png"
            assert decode(path).shape == (64, 64, 3)
    assert len(finish_job(bake_job(handles, settings, engine)).files) == 6


def test_a_material_removed_meanwhile_is_told_and_nothing_crashes(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled("Rock")
    (handle,) = select_materials(["Rock"])
    bpy.data.materials.remove(material)
    job = bake_job([handle], BakeSettings(base=TINY, folder=tmp_path), engine)
    with pytest.raises(Exception, match="'Rock' was removed"):
        finish_job(job)


# --- images that are not there --------------------------------------------------------------------


def test_a_missing_picture_is_a_warning_that_names_it_and_marks_the_file(
    engine: BakeEngine, tmp_path: Path
) -> None:
    gone = tmp_path / "gone.png"
    Image.new("RGBA", (8, 4)).save(gone)
    material = principled()
    image = bpy.data.images.load(str(gone))
    gone.unlink()
    image.reload()
    feed(material, "Base Color", image_node(material, image).outputs["Color"])
    report = bake(engine, tmp_path / "out", [material], maps=("base_color", "roughness"))
    assert any("gone.png" in problem.message for problem in report.problems)
    assert {file.map: file.approximate for file in report.files} == {
        "base_color": True,
        "roughness": False,
    }


def test_unused_images_of_no_use_are_ignored(engine: BakeEngine, tmp_path: Path) -> None:
    material = principled(Roughness=0.2)
    image_node(material, None)
    image_node(material, picture(np.zeros((4, 8, 4), dtype=np.uint8)))
    report = bake(engine, tmp_path, [material], maps=("roughness",))
    assert report.problems == []


@pytest.mark.parametrize("stop", ["at once", "later", "not at all"])
def test_a_bake_leaves_no_empty_folder_that_it_made_itself(
    engine: BakeEngine, tmp_path: Path, stop: str
) -> None:
    material = principled("Rock")
    (tmp_path / "theirs").mkdir()
    for folder in (tmp_path / "theirs", tmp_path / "a" / "b"):
        handles = [MaterialHandle(material.session_uid, "Rock")]
        job = bake_job(handles, BakeSettings(base=TINY, folder=folder), engine)
        next(job)
        assert folder.is_dir()
        if stop == "later":
            next(job)
        if stop != "not at all":
            job.close()
        else:
            assert finish_job(job).files == []  # every map is one number
    assert [path.name for path in tmp_path.iterdir()] == ["theirs"]
