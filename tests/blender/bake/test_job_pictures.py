"""Materials into files, read back by others: colour, depth, alpha, ranges, names."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np
import pytest

oiio = pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")
Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

from addon.bake.engine import BakeEngine  # noqa: E402
from addon.bake.files.format import FileFormat  # noqa: E402
from addon.bake.files.metadata import read_metadata  # noqa: E402
from addon.plan.types import Extent  # noqa: E402
from tests.tolerances import (  # noqa: E402
    DITHER_MEAN_STEPS,
    FLOAT_ROUNDING,
    HALF_LINEAR,
    INTEGER_LINEAR,
    RANGED_16_BITS,
    STEPS_OF_8_BITS,
)

from .bakes import (  # noqa: E402
    bake,
    by_map,
    decode,
    feed,
    image_node,
    linear,
    picture,
    principled,
    ramp_u,
)

INTEGER = [(FileFormat.PNG, 8), (FileFormat.PNG, 16), (FileFormat.TIFF, 16)]
FLOAT = [(FileFormat.OPEN_EXR, 16), (FileFormat.OPEN_EXR, 32)]


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
    floats = {16: HALF_LINEAR, 32: FLOAT_ROUNDING}
    near = floats[depth] if format.is_float else INTEGER_LINEAR[depth]
    assert np.abs(values - (0.5, 0.25, 0.1)).max() <= near
    assert file.colorspace == ("Linear Rec.709" if format.is_float else "sRGB")


@pytest.mark.parametrize(("format", "depth"), [*INTEGER, (FileFormat.TIFF, 8), *FLOAT])
def test_data_is_never_encoded(
    engine: BakeEngine, tmp_path: Path, format: FileFormat, depth: int
) -> None:
    material = principled(Roughness=0.5)
    report = bake(engine, tmp_path, [material], maps=("roughness",), format=format, depth=depth)
    half = 0.5 if format.is_float else {8: 128, 16: 32768}[depth]
    assert set(decode(report.files[0].path).ravel()) == {half}
    assert report.files[0].colorspace == "Non-Color"


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
        assert np.abs(decode(file.path) - 255.0 * encoded).max() <= STEPS_OF_8_BITS


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


def test_a_float_picture_with_alpha_comes_out_as_it_went_in(
    engine: BakeEngine, tmp_path: Path
) -> None:
    """Blender's own saving divides this colour by its alpha (CASES A14)."""
    texel = (0.1, 0.05, 0.2, 0.5)
    image = bpy.data.images.new("Packed", 8, 4, alpha=True, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    image.alpha_mode = "CHANNEL_PACKED"
    image.pixels.foreach_set(np.tile(np.float32(texel), 8 * 4))
    image.pack()
    material = principled()
    node = image_node(material, image)
    feed(material, "Base Color", node.outputs["Color"])
    feed(material, "Alpha", node.outputs["Alpha"])
    maps = ("base_color", "alpha")
    files = by_map(
        bake(engine, tmp_path, [material], maps=maps, format=FileFormat.OPEN_EXR, depth=32)
    )
    assert np.abs(decode(files["base_color"].path) - texel[:3]).max() <= FLOAT_ROUNDING
    assert set(decode(files["alpha"].path).ravel()) == {0.5}
    files = by_map(bake(engine, tmp_path, [material], maps=maps, depth=16))
    stored = linear(decode(files["base_color"].path))
    assert np.abs(stored - texel[:3]).max() <= INTEGER_LINEAR[16]
    assert set(decode(files["alpha"].path).ravel()) == {32768}


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
    assert np.abs(back - (u - 0.25) * 0.2).max() <= (high - low) * RANGED_16_BITS + FLOAT_ROUNDING
    assert read_metadata(Path(png.path)).range == pytest.approx((low, high))
    (exr,) = bake(engine, tmp_path, [material], maps=("height",), format=FileFormat.OPEN_EXR).files
    assert exr.range is None
    assert np.abs(decode(exr.path)[0, :, 0] - (u - 0.25) * 0.2).max() <= HALF_LINEAR


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
    assert abs(pictures[0].mean() - pictures[1].mean()) < DITHER_MEAN_STEPS


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


def test_a_file_tells_the_seed_and_level_that_made_it(engine: BakeEngine, tmp_path: Path) -> None:
    plans = set()
    for seed, level in ((0, 0), (7, 0), (7, 1)):
        flags = {"seed": seed, "level": level, "maps": ("roughness",)}
        (file,) = bake(engine, tmp_path, [principled("Rock")], **flags).files
        told = read_metadata(Path(file.path))
        assert (told.seed, told.level, told.material) == (seed, level, "Rock")
        assert len(told.plan) == 64
        plans.add(told.plan)
        bpy.data.materials.remove(bpy.data.materials["Rock"])
    assert len(plans) == 3


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
