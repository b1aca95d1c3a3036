"""Pixels of Blender's images on their way to the GPU: exactly what Blender holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

oiio = pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")
Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

from addon.bake.errors import KilnError  # noqa: E402
from addon.bake.externals import (  # noqa: E402
    input_files,
    picture_pixels,
    table_pixels,
)
from addon.bake.pictures import MISSING, find_image  # noqa: E402
from addon.device.pixels import with_channels  # noqa: E402
from addon.frontends.shader.color_encoding import encoding_of  # noqa: E402
from addon.frontends.shader.model import ImageRef  # noqa: E402
from addon.plan.types import Format  # noqa: E402

from .bakes import picture  # noqa: E402

EVERY_BYTE = np.stack([np.roll(np.arange(256, dtype=np.uint8), 64 * c) for c in range(4)], axis=-1)
"""Every value in every channel, shape (256, 4)."""


def ref(image: Any) -> ImageRef:
    """Return what a snapshot says of an image, as far as its pixels need it."""
    return ImageRef(
        image.name,
        image.library.filepath if image.library else "",
        tuple(image.size),
        image.channels,
        image.is_float,
        image.colorspace_settings.name,
        encoding_of(image.colorspace_settings),
        image.alpha_mode,
        image.source,
        image.packed_file is not None,
        image.filepath,
    )


@pytest.mark.parametrize("space", ["sRGB", "Non-Color"])
@pytest.mark.parametrize("alpha_mode", ["STRAIGHT", "CHANNEL_PACKED"])
def test_every_byte_of_a_packed_image_is_uploaded_as_it_is(space: str, alpha_mode: str) -> None:
    codes = EVERY_BYTE.reshape(16, 16, 4)
    image = picture(codes, space=space)
    image.alpha_mode = alpha_mode
    found = picture_pixels(ref(image))
    assert found.format is Format.RGBA8
    assert np.array_equal(found.pixels, codes)


def test_an_image_whose_alpha_is_turned_off_is_opaque_and_keeps_its_colour() -> None:
    codes = EVERY_BYTE.reshape(16, 16, 4)
    image = picture(codes)
    image.alpha_mode = "NONE"
    pixels = picture_pixels(ref(image)).pixels
    assert np.array_equal(pixels[..., :3], codes[..., :3])
    assert set(pixels[..., 3].ravel()) == {255}


def test_every_byte_of_a_file_is_uploaded_as_it_is_bottom_row_first(tmp_path: Path) -> None:
    codes = EVERY_BYTE.reshape(32, 8, 4)
    Image.fromarray(codes).save(tmp_path / "codes.png")
    image = bpy.data.images.load(str(tmp_path / "codes.png"))
    image.alpha_mode = "CHANNEL_PACKED"
    assert np.array_equal(picture_pixels(ref(image)).pixels, codes[::-1])


def test_a_grey_file_fills_the_colour_and_is_opaque(tmp_path: Path) -> None:
    grey = np.arange(12, dtype=np.uint8).reshape(3, 4) * 20
    Image.fromarray(grey).save(tmp_path / "grey.png")
    pixels = picture_pixels(ref(bpy.data.images.load(str(tmp_path / "grey.png")))).pixels
    assert np.array_equal(pixels[..., :3], np.repeat(grey[::-1, :, None], 3, axis=2))
    assert set(pixels[..., 3].ravel()) == {255}


@pytest.mark.parametrize("channels", [1, 2, 3])
def test_a_float_file_of_fewer_channels_is_filled_up(tmp_path: Path, channels: int) -> None:
    values = (np.arange(2 * 3 * channels, dtype=np.float32) / 7.0).reshape(2, 3, channels)
    spec = oiio.ImageSpec(3, 2, channels, oiio.FLOAT)
    spec.channelnames = {1: ("Y",), 2: ("Y", "A"), 3: ("R", "G", "B")}[channels]
    out = oiio.ImageOutput.create("openexr")
    assert out.open(str(tmp_path / "few.exr"), spec) and out.write_image(values[::-1])
    assert out.close()
    image = bpy.data.images.load(str(tmp_path / "few.exr"))
    image.colorspace_settings.name = "Non-Color"
    image.alpha_mode = "CHANNEL_PACKED"
    pixels = picture_pixels(ref(image)).pixels
    color = values if channels == 3 else np.repeat(values[..., :1], 3, axis=2)
    assert np.array_equal(pixels[..., :3], color)
    assert np.array_equal(pixels[..., 3], values[..., 1] if channels == 2 else np.ones((2, 3)))


def test_floats_are_uploaded_whole() -> None:
    values = np.array([0.1, -2.5, 70000.0, 1e-7] * 6, dtype=np.float32).reshape(2, 3, 4)
    image = bpy.data.images.new("floats", 3, 2, alpha=True, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    image.pixels.foreach_set(values.ravel())
    found = picture_pixels(ref(image))
    assert found.format is Format.RGBA32F
    assert np.array_equal(found.pixels, values)


def test_a_generated_image_needs_no_file() -> None:
    image = bpy.data.images.new("grid", 8, 8)
    image.generated_type = "COLOR_GRID"
    pixels = picture_pixels(ref(image)).pixels
    assert pixels.shape == (8, 8, 4)


def test_a_missing_file_is_one_texel_of_the_colour_that_cycles_shows(tmp_path: Path) -> None:
    Image.new("RGBA", (4, 4)).save(tmp_path / "gone.png")
    image = bpy.data.images.load(str(tmp_path / "gone.png"))
    (tmp_path / "gone.png").unlink()
    image.reload()
    assert picture_pixels(ref(image)).pixels.ravel().tolist() == list(MISSING)


def test_an_image_that_is_gone_since_is_named() -> None:
    image = picture(np.zeros((2, 2, 4), dtype=np.uint8), name="fleeting")
    seen = ref(image)
    bpy.data.images.remove(image)
    with pytest.raises(KilnError, match="'fleeting'"):
        picture_pixels(seen)


def test_a_linked_image_is_told_from_one_of_the_same_name(tmp_path: Path) -> None:
    linked = picture(np.full((2, 2, 4), 7, dtype=np.uint8), name="shared")
    linked.use_fake_user = True
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "library.blend"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    picture(np.full((2, 2, 4), 9, dtype=np.uint8), name="shared")
    with bpy.data.libraries.load(str(tmp_path / "library.blend"), link=True) as (_, wanted):
        wanted.images = ["shared"]
    values = {
        bool(image.library): int(picture_pixels(ref(image)).pixels[0, 0, 0])
        for image in bpy.data.images
        if image.name == "shared"
    }
    assert values == {False: 9, True: 7}
    assert find_image(ref(bpy.data.images["shared", None])).library is None


def test_the_digest_changes_with_one_byte_and_with_nothing_else() -> None:
    codes = EVERY_BYTE.reshape(16, 16, 4).copy()
    first = picture_pixels(ref(picture(codes))).digest
    assert picture_pixels(ref(picture(codes, name="again"))).digest == first
    codes[3, 5, 1] ^= 1
    assert picture_pixels(ref(picture(codes, name="changed"))).digest != first


def test_ramps_are_rows_of_a_table_in_full_floats() -> None:
    rows = [[(i / 256, 0.1, 0.2, 1.0) for i in range(257)], [(0.3,) * 4] * 257]
    table = table_pixels(rows)
    assert (table.format, table.pixels.shape) == (Format.RGBA32F, (2, 257, 4))
    assert table.pixels[0, 128, 0] == np.float32(0.5)


def test_files_that_are_read_are_inputs_and_packed_ones_are_not(tmp_path: Path) -> None:
    Image.new("RGBA", (4, 4)).save(tmp_path / "here.png")
    image = bpy.data.images.load(str(tmp_path / "here.png"))
    assert input_files([ref(image)]) == [tmp_path / "here.png"]
    image.pack()
    assert input_files([ref(image)]) == []


def test_a_linked_images_file_is_looked_for_beside_its_library(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    Image.new("RGB", (4, 4)).save(tmp_path / "sub" / "brick.png")
    image = bpy.data.images.load(str(tmp_path / "sub" / "brick.png"))
    image.use_fake_user, image.filepath = True, "//brick.png"
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "sub" / "library.blend"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "user.blend"))
    library = str(tmp_path / "sub" / "library.blend")
    with bpy.data.libraries.load(library, link=True) as (_, wanted):
        wanted.images = ["brick.png"]
    linked = ref(wanted.images[0])
    assert [path.resolve() for path in input_files([linked])] == [tmp_path / "sub" / "brick.png"]


@pytest.mark.parametrize(
    ("given", "channels", "expected"),
    [
        ([5], 4, [5, 5, 5, 255]),
        ([5, 9], 4, [5, 5, 5, 9]),
        ([1, 2, 3], 4, [1, 2, 3, 255]),
        ([1, 2, 3, 4], 1, [1]),
        ([1, 2, 3], 1, [1]),
        ([1, 2, 3, 4], 2, [1, 2]),
        ([5], 2, [5, 5]),
        ([1, 2, 3, 4], 4, [1, 2, 3, 4]),
    ],
)
def test_a_users_picture_has_the_channels_a_plan_reads(
    given: list[int], channels: int, expected: list[int]
) -> None:
    pixels = np.array(given, dtype=np.uint8).reshape(1, 1, -1)
    assert with_channels(pixels, channels).ravel().tolist() == expected
