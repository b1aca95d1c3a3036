"""Files of every format that Blender opens, read as Cycles reads them (CASES I04)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tolerances import HALF_OF_CYCLES

from .pictures import image_maker, shown, write  # noqa: F401
from .textures import Held, held_against_cycles  # noqa: F401

Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

CODES = np.random.default_rng(31).integers(0, 256, (16, 20, 4), dtype=np.uint8)
GREY = CODES[..., 0]
SMOOTH = np.linspace(0, 255, 16 * 20).reshape(16, 20).astype(np.uint8)
BY_PILLOW = {
    "bmp": ("color.bmp", "RGB", {}),
    "tga": ("color.tga", "RGBA", {}),
    "tga, run lengths": ("rle.tga", "RGB", {"compression": "tga_rle"}),
    "jpeg 2000": ("color.jp2", "RGB", {"irreversible": False}),
    "webp": ("color.webp", "RGBA", {"lossless": True, "exact": True}),
    "tiff, LZW": ("color.tif", "RGB", {"compression": "tiff_lzw"}),
    "tiff, alpha": ("alpha.tif", "RGBA", {}),
    "png, one bit": ("bit.png", "1", {}),
    "png, palette": ("palette.png", "P", {}),
    "png, grey": ("grey.png", "L", {}),
    "png, grey and alpha": ("greyalpha.png", "LA", {}),
    "jpeg": ("color.jpg", "RGB", {"quality": 90}),
    "jpeg, grey": ("grey.jpg", "L", {"quality": 90}),
    "jpeg, CMYK": ("press.jpg", "CMYK", {"quality": 90}),
    "dds": ("color.dds", "RGBA", {}),
}


def by_pillow(path, mode, options):
    image = Image.fromarray(CODES)
    if mode == "1":
        image = Image.fromarray(GREY).convert("1")
    elif mode == "P":
        image = Image.fromarray(CODES[..., :3]).quantize(13)
    elif mode == "LA":
        image = Image.merge("LA", [Image.fromarray(GREY), Image.fromarray(CODES[..., 3])])
    elif mode == "CMYK":
        image = Image.fromarray(SMOOTH).convert("RGB").convert("CMYK")
    else:
        image = image.convert(mode)
    image.save(path, **options)


@pytest.mark.parametrize("kind", list(BY_PILLOW))
@pytest.mark.parametrize("packed", [False, True], ids=["file", "packed"])
def test_a_file_of_bytes_is_read_as_cycles_reads_it(held: Held, images, tmp_path, kind, packed):
    name, mode, options = BY_PILLOW[kind]
    by_pillow(tmp_path / name, mode, options)
    image = images.load(tmp_path / name)
    if image.size[0] == 0:
        pytest.skip("does not apply: this Blender does not open it")
    if packed:
        image.pack()
    held(lambda tree: shown(tree, image, interpolation="Closest"), relative=True, hashed=True)
    held(
        lambda tree: shown(tree, image, alpha=True, interpolation="Closest"),
        relative=True,
        hashed=True,
    )


@pytest.mark.parametrize(
    ("name", "depth", "channels"),
    [
        ("light.hdr", "float", 3),
        ("grey.exr", "half", 1),
        ("grey.png", "uint16", 1),
        ("greyalpha.png", "uint16", 2),
        ("color.dpx", "uint16", 3),
        ("color.tif", "uint16", 3),
    ],
)
def test_a_deep_file_is_read_as_cycles_reads_it(
    held: Held, images, tmp_path, name, depth, channels
):
    pixels = np.random.default_rng(32).random((16, 20, channels)).astype(np.float32)
    if channels == 2:
        pixels[..., 1] = 0.5 + 0.5 * pixels[..., 1]
    write(tmp_path / name, pixels, depth, channels == 2)
    image = images.load(tmp_path / name)
    held(lambda tree: shown(tree, image, interpolation="Closest"), tolerance=1e-4, hashed=True)
    held(
        lambda tree: shown(tree, image, alpha=True, interpolation="Closest"),
        tolerance=1e-4,
        relative=True,
        hashed=True,
    )


@pytest.mark.parametrize("mode", ["STRAIGHT", "PREMUL", "CHANNEL_PACKED"])
@pytest.mark.parametrize("straight", [True, False], ids=["straight", "multiplied"])
@pytest.mark.parametrize("depth", ["uint8", "float"])
def test_a_tiff_says_whether_its_colours_are_multiplied(
    held: Held, images, tmp_path, depth, straight, mode
):
    pixels = np.random.default_rng(33).random((16, 20, 4)).astype(np.float32)
    pixels[..., 3] = 0.5 + 0.5 * pixels[..., 3]
    pixels[..., :3] *= pixels[..., 3:]
    write(tmp_path / "leaf.tif", pixels, depth, straight)
    image = images.load(tmp_path / "leaf.tif")
    image.colorspace_settings.name = "sRGB"
    image.alpha_mode = mode
    held(
        lambda tree: shown(tree, image, alpha=True, interpolation="Closest"),
        tolerance=0.02 if depth == "uint8" else 1e-4,
        relative=True,
    )


LAYERS = {
    "combined": ("View.Combined.RGBA", "View.Depth.Z", "View.Normal.XYZ"),
    "two": ("A.Diffuse.RGB", "B.Combined.RGBA"),
    "beside": ("RGBA", "Z", "extra.R"),
    "one channel": ("View.Depth.Z",),
    "two channels": ("A.Vector.XY",),
}


@pytest.mark.parametrize("mode", ["STRAIGHT", "PREMUL", "CHANNEL_PACKED"])
@pytest.mark.parametrize("space", ["Linear Rec.709", "sRGB", "ACEScg", "Non-Color"])
@pytest.mark.parametrize("depth", ["half", "float"])
@pytest.mark.parametrize("layers", list(LAYERS))
def test_of_many_layers_the_first_channels_are_read(
    held: Held, images, tmp_path, layers, depth, space, mode
):
    oiio = pytest.importorskip("OpenImageIO", reason="needs OpenImageIO, to write layers")
    names = [
        f"{layer.rpartition('.')[0]}.{channel}".lstrip(".")
        for layer in LAYERS[layers]
        for channel in layer.rpartition(".")[2]
    ]
    pixels = 0.5 + 0.5 * np.random.default_rng(34).random((5, 4, len(names)))
    spec = oiio.ImageSpec(4, 5, len(names), depth)
    spec.channelnames = tuple(names)
    file = oiio.ImageOutput.create(str(tmp_path / "layers.exr"))
    assert file.open(str(tmp_path / "layers.exr"), spec), file.geterror()
    file.write_image(np.ascontiguousarray(pixels, np.float32))
    file.close()
    image = images.load(tmp_path / "layers.exr")
    image.colorspace_settings.name = space
    image.alpha_mode = mode
    for alpha in (False, True):
        held(
            lambda tree, alpha=alpha: shown(tree, image, alpha=alpha),
            tolerance=HALF_OF_CYCLES,
            relative=True,
        )
