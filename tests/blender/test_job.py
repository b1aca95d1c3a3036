"""The job end to end: materials into files, read back by others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

oiio = pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")
Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

from addon.bake.engine import BakeEngine  # noqa: E402
from addon.bake.errors import BadArguments  # noqa: E402
from addon.bake.files.format import FileFormat  # noqa: E402
from addon.bake.files.metadata import read_metadata  # noqa: E402
from addon.bake.job import bake_job  # noqa: E402
from addon.bake.selection import MaterialHandle, select_materials  # noqa: E402
from addon.bake.settings import BakeSettings, Existing  # noqa: E402
from addon.device.errors import DeviceError  # noqa: E402
from addon.device.uploads import Uploads  # noqa: E402
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
    linear,
    picture,
    principled,
    ramp_u,
)

INTEGER = [(FileFormat.PNG, 8), (FileFormat.PNG, 16), (FileFormat.TIFF, 16)]
FLOAT = [(FileFormat.OPEN_EXR, 16), (FileFormat.OPEN_EXR, 32)]


@pytest.fixture
def engine(device: Any, catalog: Any, evaluator: Any) -> Iterator[BakeEngine]:
    """Return an engine over the shared device."""
    made = BakeEngine(device, catalog, evaluator, Uploads(device))
    yield made
    made.uploads.free()


@pytest.fixture(autouse=True)
def empty_file() -> None:
    """Start every test in a file with nothing in it."""
    bpy.ops.wm.read_factory_settings(use_empty=True)


# --- colour and depth -----------------------------------------------------------------------------


@pytest.mark.parametrize(("format", "depth"), INTEGER + FLOAT)
def test_a_colour_decodes_to_the_same_linear_value_in_every_format(
    engine: BakeEngine, tmp_path: Path, format: FileFormat, depth: int
) -> None:
    material = principled(Base_Color=(0.5, 0.25, 0.1, 1.0))
    report = bake(
        engine, tmp_path, [material], maps=("base_color",), format=format, depth=depth, dither=False
    )
    (file,) = report.files
    stored = decode(file.path)
    values = stored.astype(np.float64) if format.is_float else linear(stored)
    # Half a step of the file; 8 bits of sRGB are 0.0091 of linear light apart at 0.5.
    near = {8: 0.0046, 16: 3e-4 if format.is_float else 2e-5, 32: 1e-6}[depth]
    assert np.abs(values - (0.5, 0.25, 0.1)).max() <= near
    assert file.colorspace == ("Linear Rec.709" if format.is_float else "sRGB")


@pytest.mark.parametrize(("depth", "code"), [(8, 128), (16, 32768)])
def test_data_is_never_encoded(engine: BakeEngine, tmp_path: Path, depth: int, code: int) -> None:
    report = bake(engine, tmp_path, [principled(Roughness=0.5)], maps=("roughness",), depth=depth)
    assert set(decode(report.files[0].path).ravel()) == {code}


@pytest.mark.parametrize(("depth", "code"), [(8, (128, 128, 255)), (16, (32768, 32768, 65535))])
def test_a_neutral_normal_is_the_neutral_code(
    engine: BakeEngine, tmp_path: Path, depth: int, code: tuple[int, ...]
) -> None:
    report = bake(engine, tmp_path, [principled()], maps=("normal",), depth=depth)
    assert {tuple(texel) for texel in decode(report.files[0].path).reshape(-1, 3)} == {code}


@pytest.mark.parametrize("format", [FileFormat.PNG, FileFormat.TIFF])
def test_a_16_bit_ramp_keeps_more_than_4000_steps(
    engine: BakeEngine, tmp_path: Path, format: FileFormat
) -> None:
    material = principled()
    feed(material, "Roughness", ramp_u(material))
    report = bake(
        engine,
        tmp_path,
        [material],
        maps=("roughness",),
        base=Extent(4096, 1),
        format=format,
        depth=16,
    )
    assert len(np.unique(decode(report.files[0].path))) > 4000


def test_eleven_greys_come_out_within_a_step(engine: BakeEngine, tmp_path: Path) -> None:
    for level in range(11):
        grey = level / 10.0
        material = principled(f"Grey {level}", Base_Color=(grey, grey, grey, 1.0))
        (file,) = bake(engine, tmp_path, [material], maps=("base_color",), dither=False).files
        encoded = 12.92 * grey if grey <= 0.0031308 else 1.055 * grey ** (1 / 2.4) - 0.055
        assert np.abs(decode(file.path) - 255.0 * encoded).max() <= 0.51


def test_the_same_picture_in_8_and_16_bits_bakes_alike(engine: BakeEngine, tmp_path: Path) -> None:
    codes = np.random.default_rng(4).integers(0, 256, (4, 8, 3), dtype=np.uint8)
    Image.fromarray(codes).save(tmp_path / "byte.png")
    deep = oiio.ImageBuf(oiio.ImageSpec(8, 4, 3, oiio.UINT16))
    deep.set_pixels(oiio.ROI(), codes.astype(np.float32) / 255.0)
    assert deep.write(str(tmp_path / "deep.png"))
    baked = []
    for name in ("byte.png", "deep.png"):
        material = principled(name)
        image = bpy.data.images.load(str(tmp_path / name))
        image.colorspace_settings.name = "sRGB"
        feed(material, "Base Color", image_node(material, image).outputs["Color"])
        report = bake(engine, tmp_path / "out", [material], maps=("base_color",), dither=False)
        baked.append(decode(report.files[0].path).astype(int))
    assert np.abs(baked[0] - baked[1]).max() <= 1
    assert np.abs(baked[0][::-1] - codes.astype(int)).max() <= 1


def test_neither_the_scenes_view_nor_its_render_settings_reach_a_file(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    feed(material, "Base Color", ramp_u(material))
    written = set()
    scene = bpy.context.scene
    for view, exposure, kind in (
        ("Standard", 0.0, "PNG"),
        ("AgX", 2.0, "JPEG"),
        ("Filmic", -1.0, "OPEN_EXR"),
        ("Raw", 0.0, "TIFF"),
    ):
        scene.view_settings.view_transform = view
        scene.view_settings.exposure = exposure
        scene.render.image_settings.file_format = kind
        scene.render.resolution_percentage = 50
        folder = tmp_path / view
        (file,) = bake(engine, folder, [material], maps=("base_color",)).files
        data = Path(file.path).read_bytes()
        assert data.startswith(b"\x89PNG")
        written.add(data)
    assert len(written) == 1


# --- alpha ----------------------------------------------------------------------------------------


def test_colour_is_the_same_whatever_the_alpha(engine: BakeEngine, tmp_path: Path) -> None:
    files = set()
    for alpha in (0.0, 1 / 255, 0.5, 1.0):
        material = principled("Alpha", Base_Color=(0.8, 0.4, 0.2, 1.0), Alpha=alpha)
        report = bake(engine, tmp_path, [material], maps=("base_color", "alpha"))
        files.add(decode(by_map(report)["base_color"].path).tobytes())
        assert set(decode(by_map(report)["alpha"].path).ravel()) == {round(alpha * 255)}
        bpy.data.materials.remove(material)
    assert len(files) == 1


def test_a_pictures_alpha_comes_out_texel_for_texel_and_its_colour_under_it(
    engine: BakeEngine, tmp_path: Path
) -> None:
    rgba = np.random.default_rng(5).integers(0, 256, (4, 8, 4), dtype=np.uint8)
    rgba[0, :, 3] = 0
    image = picture(rgba)
    image.alpha_mode = "CHANNEL_PACKED"
    material = principled()
    node = image_node(material, image)
    feed(material, "Base Color", node.outputs["Color"])
    feed(material, "Alpha", node.outputs["Alpha"])
    files = by_map(bake(engine, tmp_path, [material], maps=("base_color", "alpha"), dither=False))
    assert np.array_equal(decode(files["alpha"].path)[..., 0], rgba[..., 3])
    color = decode(files["base_color"].path).astype(int)
    assert np.abs(color - rgba[..., :3]).max() <= 1


# --- auto, ranges ---------------------------------------------------------------------------------


def test_auto_bakes_what_varies_and_reports_the_rest(engine: BakeEngine, tmp_path: Path) -> None:
    material = principled(Base_Color=(0.2, 0.4, 0.6, 1.0), Metallic=0.25)
    feed(material, "Roughness", ramp_u(material))
    report = bake(engine, tmp_path, [material])
    assert [file.map for file in report.files] == ["roughness"]
    constants = {constant.map: constant.value for constant in report.constants}
    assert constants["metallic"] == 0.25
    assert constants["base_color"] == pytest.approx((0.2, 0.4, 0.6))
    assert "roughness" not in constants


def test_auto_sees_through_the_dither_of_a_picture_of_one_colour(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    image = picture(np.full((4, 8, 4), (90, 120, 33, 255), dtype=np.uint8))
    halved = material.node_tree.nodes.new("ShaderNodeVectorMath")
    halved.operation = "SCALE"
    halved.inputs["Scale"].default_value = 0.487
    material.node_tree.links.new(image_node(material, image).outputs["Color"], halved.inputs[0])
    feed(material, "Base Color", halved.outputs["Vector"])
    report = bake(engine, tmp_path, [material], base=Extent(64, 64))
    assert report.files == []
    value = {c.map: c.value for c in report.constants}["base_color"]
    assert value == pytest.approx(tuple(0.487 * linear(np.uint8([90, 120, 33]))), rel=1e-5)


def test_auto_bakes_a_gradient_smaller_than_a_step_of_the_file(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    feed(material, "Base Color", ramp_u(material, 0.5, 0.501))
    report = bake(engine, tmp_path, [material], base=Extent(64, 64))
    assert [file.map for file in report.files] == ["base_color"]


def test_a_constant_asked_for_by_name_is_a_file(engine: BakeEngine, tmp_path: Path) -> None:
    report = bake(engine, tmp_path, [principled(Metallic=1.0)], maps=("metallic",))
    assert report.constants == []
    assert set(decode(report.files[0].path).ravel()) == {255}


def test_a_height_in_an_integer_file_comes_back_from_its_range(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    displaced = material.node_tree.nodes.new("ShaderNodeDisplacement")
    displaced.inputs["Midlevel"].default_value = 0.25
    displaced.inputs["Scale"].default_value = 0.2
    material.node_tree.links.new(ramp_u(material), displaced.inputs["Height"])
    feed(material, "Displacement", displaced.outputs[0])
    (png,) = bake(engine, tmp_path, [material], maps=("height",)).files
    low, high = png.range
    u = (np.arange(8) + 0.5) / 8
    back = decode(png.path)[0, :, 0] / 65535.0 * (high - low) + low
    assert png.depth == 16
    assert np.abs(back - (u - 0.25) * 0.2).max() <= (high - low) / 65535 + 1e-7
    assert read_metadata(Path(png.path)).range == pytest.approx((low, high))
    (exr,) = bake(engine, tmp_path, [material], maps=("height",), format=FileFormat.OPEN_EXR).files
    assert exr.range is None
    assert np.abs(decode(exr.path)[0, :, 0] - (u - 0.25) * 0.2).max() <= 1e-4


def test_light_brighter_than_a_png_holds_is_warned_about(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled(Emission_Color=(1.0, 0.5, 0.25, 1.0), Emission_Strength=4.0)
    report = bake(engine, tmp_path, [material], maps=("emission",))
    assert [p.code for p in report.problems] == ["range-cut"]
    report = bake(engine, tmp_path, [material], maps=("emission",), format=FileFormat.OPEN_EXR)
    assert report.problems == []
    assert decode(report.files[0].path)[0, 0].tolist() == [4.0, 2.0, 1.0]


# --- files ----------------------------------------------------------------------------------------


def test_a_scalar_exr_has_one_channel_and_is_grey_to_blender(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    feed(material, "Roughness", ramp_u(material))
    (file,) = bake(
        engine, tmp_path, [material], maps=("roughness",), format=FileFormat.OPEN_EXR
    ).files
    assert decode(file.path).shape == (4, 8, 1)
    image = bpy.data.images.load(file.path)
    image.colorspace_settings.name = "Non-Color"
    texels = np.array(image.pixels[:]).reshape(4, 8, image.channels)
    assert np.array_equal(texels[..., 0], texels[..., 1])
    assert np.array_equal(texels[..., 0], texels[..., 2])


def test_two_bakes_give_the_same_bytes(engine: BakeEngine, tmp_path: Path) -> None:
    material = principled()
    feed(material, "Base Color", ramp_u(material))
    first = bake(engine, tmp_path / "a", [material], base=Extent(64, 16))
    second = bake(engine, tmp_path / "b", [material], base=Extent(64, 16))
    assert [f.sha256 for f in first.files] == [f.sha256 for f in second.files]


def test_another_seed_draws_another_dither_and_keeps_the_mean(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    feed(material, "Base Color", ramp_u(material, 0.2, 0.22))
    pictures = [
        decode(bake(engine, tmp_path, [material], base=Extent(64, 64), seed=seed).files[0].path)
        for seed in (1, 2)
    ]
    assert not np.array_equal(*pictures)
    assert abs(pictures[0].mean() - pictures[1].mean()) < 0.02


def test_the_report_tells_what_is_on_disk(engine: BakeEngine, tmp_path: Path) -> None:
    import hashlib

    report = bake(engine, tmp_path, [principled()], maps=("base_color", "roughness", "normal"))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        Path(file.path).name for file in report.files
    )
    for file in report.files:
        assert file.sha256 == hashlib.sha256(Path(file.path).read_bytes()).hexdigest()
        assert decode(file.path).shape == (file.height, file.width, file.channels)
        metadata = read_metadata(Path(file.path))
        assert (metadata.map, metadata.seed, metadata.level) == (file.map, 0, 0)


def test_materials_whose_names_are_one_on_disk_get_two_files(
    engine: BakeEngine, tmp_path: Path
) -> None:
    materials = [principled("a/b", Roughness=0.0), principled("a:b", Roughness=1.0)]
    report = bake(engine, tmp_path, materials, maps=("roughness",))
    assert [Path(f.path).name for f in report.files] == ["a_b_roughness.png", "a_b_roughness_2.png"]
    assert [int(decode(f.path)[0, 0, 0]) for f in report.files] == [0, 255]


def test_a_map_is_the_same_alone_and_beside_others(engine: BakeEngine, tmp_path: Path) -> None:
    material = principled(Metallic=0.3)
    feed(material, "Base Color", ramp_u(material))
    feed(material, "Roughness", ramp_u(material, 1.0, 0.0))
    together = bake(
        engine, tmp_path / "all", [material], maps=("base_color", "roughness", "metallic")
    )
    for name in ("base_color", "roughness", "metallic"):
        (alone,) = bake(engine, tmp_path / "one", [material], maps=(name,)).files
        assert alone.sha256 == by_map(together)[name].sha256


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


def test_a_file_that_cannot_be_written_does_not_stop_the_others(
    engine: BakeEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

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
