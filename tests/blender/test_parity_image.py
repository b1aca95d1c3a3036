"""Image Texture against a Cycles bake of the same tree: filters, wraps, alpha, depths, spaces."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tolerances import TEXTURE_SCALAR

from .pictures import image_maker, shown, write  # noqa: F401
from .textures import Held, held_against_cycles  # noqa: F401
from .trees import Tree

WIDTH, HEIGHT = 7, 5
OPAQUE = np.random.default_rng(7).random((HEIGHT, WIDTH, 4)).astype(np.float32)
OPAQUE[..., 3] = 1.0
VEILED = np.random.default_rng(8).random((HEIGHT, WIDTH, 4)).astype(np.float32)
VEILED[0, :3, 3] = 0.0, 1.0, 1.0 / 255.0
MODES = ("STRAIGHT", "PREMUL", "CHANNEL_PACKED", "NONE")
BYTE_STEP = 1.0 / 255.0


def premultiplied(pixels: np.ndarray) -> np.ndarray:
    """Return pixels whose colour is no more than their alpha, in whole bytes."""
    codes = np.round(pixels * 255)
    codes[..., :3] = np.floor(codes[..., :3] * codes[..., 3:] / 255)
    return (codes / 255).astype(np.float32)


@pytest.mark.parametrize("interpolation", ["Closest", "Linear", "Cubic", "Smart"])
@pytest.mark.parametrize("extension", ["REPEAT", "EXTEND", "CLIP", "MIRROR"])
@pytest.mark.parametrize(
    ("is_float", "space"),
    [(True, "Linear Rec.709"), (False, "sRGB"), (False, "Non-Color")],
    ids=["float", "sRGB bytes", "data bytes"],
)
def test_filters_and_wraps_agree(held: Held, images, interpolation, extension, is_float, space):
    image = images(OPAQUE, is_float=is_float, space=space)
    settings = {"interpolation": interpolation, "extension": extension}
    held(lambda tree: shown(tree, image, **settings), hashed=interpolation == "Closest")
    held(lambda tree: shown(tree, image, alpha=True, **settings), hashed=True)


@pytest.mark.parametrize("linked", [False, True], ids=["color alone", "alpha in use"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("packed", [True, False], ids=["packed", "generated"])
@pytest.mark.parametrize(
    ("is_float", "space"),
    [
        (True, "Linear Rec.709"),
        (True, "Non-Color"),
        (False, "sRGB"),
        (False, "Linear Rec.709"),
        (False, "Non-Color"),
    ],
)
def test_alpha_of_images_in_the_blend_agrees(
    held: Held, images, is_float, space, packed, mode, linked
):
    pixels = premultiplied(VEILED) if mode == "PREMUL" else VEILED
    image = images(pixels, is_float=is_float, space=space, packed=packed)
    image.alpha_mode = mode
    held(lambda tree: shown(tree, image, alpha=linked), relative=True)


FILES = {
    "byte.png": ("uint8", True),
    "short.png": ("uint16", True),
    "short.tif": ("uint16", True),
    "float.tif": ("float", True),
    "half.exr": ("half", False),
    "float.exr": ("float", False),
}
"""By name: OpenImageIO's type of a channel, and whether its alpha is straight in the file."""


DEPTH = {"uint8": TEXTURE_SCALAR, "uint16": 1e-4, "half": 6e-4, "float": 3e-5}
"""What Cycles loses by keeping a colour times its alpha at the file's own depth: a step of 1/65535
on a slope of 2.3 over an alpha of a half; half of 2^-10 over the same. Floats in sRGB Blender
linearises, before 5.1 with an error of 1.5e-5."""


@pytest.mark.parametrize("linked", [False, True], ids=["color alone", "alpha in use"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("space", ["sRGB", "Linear Rec.709"])
@pytest.mark.parametrize("name", list(FILES))
def test_alpha_of_files_agrees_at_every_depth(
    held: Held, images, tmp_path, name, space, mode, linked
):
    """Cycles reads the file itself, at the file's depth, and Kiln asks Blender for the pixels."""
    depth, straight = FILES[name]
    pixels = VEILED.copy()
    pixels[..., 3] = 0.5 + 0.5 * pixels[..., 3]
    if mode == "PREMUL":
        pixels = premultiplied(pixels)
    write(tmp_path / name, pixels, depth, straight)
    image = images.load(tmp_path / name)
    image.colorspace_settings.name = space
    image.alpha_mode = mode
    tolerance = DEPTH[depth]
    if (depth, mode) == ("uint8", "PREMUL"):
        # Blender has divided by alpha, at least a half, and rounded: a step of a byte, over that
        # alpha, on a slope of 2.3.
        tolerance = 5 * BYTE_STEP
    held(lambda tree: shown(tree, image, alpha=linked), tolerance=tolerance, relative=True)


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("name", list(FILES))
def test_files_without_alpha_agree_and_grey_fills_the_colour(
    held: Held, images, tmp_path, name, channels
):
    write(tmp_path / name, OPAQUE[..., :channels], *FILES[name])
    image = images.load(tmp_path / name)
    held(lambda tree: shown(tree, image), tolerance=DEPTH[FILES[name][0]])


@pytest.mark.parametrize("name", ["short.png", "half.exr"])
def test_files_taken_as_data_are_not_decoded(held: Held, images, tmp_path, name):
    write(tmp_path / name, VEILED, *FILES[name])
    image = images.load(tmp_path / name)
    image.colorspace_settings.name = "Non-Color"
    held(lambda tree: shown(tree, image, alpha=True), tolerance=DEPTH[FILES[name][0]])


def test_an_unlinked_vector_is_the_uv_map(held: Held, images):
    image = images(OPAQUE, is_float=True, space="Linear Rec.709")
    held(lambda tree: tree.out(tree.node("TexImage", image=image), "Color"))


def test_no_image_is_magenta_and_says_so(held: Held):
    baked = held(
        lambda tree: tree.out(tree.node("TexImage"), "Color"),
        tolerance=0.0,
        problems=("image-none",),
    )
    assert (baked == [1.0, 0.0, 1.0]).all()


def test_a_missing_file_is_magenta_and_the_warning_names_node_and_file(parity, images):
    image = images(OPAQUE, is_float=False, space="sRGB", packed=False)
    image.source = "FILE"
    image.filepath = "//not/there.png"

    def build(node_tree):
        tree = Tree(node_tree, 16)
        node = tree.node("TexImage", image=image)
        node.name = "Bark"
        return [*tree.split(tree.out(node, "Color"))[:2], tree.out(node, "Alpha")]

    found = parity(build, 16, problems=("image-missing",))
    found.require(0.0)
    (problem,) = found.compiled.problems
    assert problem.origin == "Bark"
    assert "not/there.png" in problem.message


def test_a_file_that_is_gone_is_magenta_though_blender_holds_it(parity, images, tmp_path):
    write(tmp_path / "gone.png", OPAQUE, "uint8", True)
    image = images.load(tmp_path / "gone.png")
    assert tuple(image.size) == (WIDTH, HEIGHT)
    (tmp_path / "gone.png").unlink()
    found = parity(lambda nodes: shown(Tree(nodes, 4), image), 4, problems=("image-missing",))
    found.require(0.0)


@pytest.mark.parametrize("grown", [False, True], ids=["painted", "scaled too"])
def test_changes_that_are_not_saved_are_seen_where_cycles_sees_them(
    held: Held, images, tmp_path, grown
):
    write(tmp_path / "old.png", OPAQUE, "uint8", True)
    image = images.load(tmp_path / "old.png")
    if grown:
        image.scale(11, 3)
    image.pixels.foreach_set(
        np.tile(np.float32([0.9, 0.3, 0.1, 1.0]), image.size[0] * image.size[1])
    )
    assert image.is_dirty
    held(lambda tree: shown(tree, image))


@pytest.mark.parametrize("interpolation", ["Closest", "Linear"])
@pytest.mark.parametrize("packed", [False, True], ids=["file", "packed"])
@pytest.mark.parametrize("name", ["half.exr", "float.exr"])
def test_texels_that_are_no_finite_numbers_agree(
    parity, images, tmp_path, name, packed, interpolation
):
    pixels = np.full((1, 8, 4), 0.5, np.float32)
    pixels[..., 3] = 1.0
    pixels[0, 1:4, 0] = np.nan, np.inf, -np.inf
    pixels[0, 4, :3] = -2.0
    pixels[0, 6, 3] = np.nan
    write(tmp_path / name, pixels, FILES[name][0], False)
    image = images.load(tmp_path / name)
    if packed:
        image.pack()

    def build(nodes):
        tree = Tree(nodes, 16)
        node = tree.node("TexImage", image=image, interpolation=interpolation)
        red, green, _ = tree.split(tree.out(node, "Color"))
        return [tree.verdict(red), green, tree.math("MINIMUM", tree.out(node, "Alpha"), 2.0)]

    parity(build, 16).require(TEXTURE_SCALAR)


def test_srgb_bytes_are_decoded_to_the_last_bits_of_every_code(held: Held, images):
    codes = np.repeat((np.arange(256, dtype=np.float32) / 255).reshape(16, 16, 1), 4, 2)
    codes[..., 3] = 1.0
    image = images(codes, is_float=False, space="sRGB")

    def build(tree):
        return shown(tree, image, at=tree.uv, interpolation="Closest")

    held(build, tolerance=TEXTURE_SCALAR / 10, size=16)
