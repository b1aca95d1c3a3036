"""Images of every kind of colour space, in every working space, against a Cycles bake."""

from __future__ import annotations

import bpy
import numpy as np
import pytest

from tests.tolerances import HALF_OF_CYCLES

from .pictures import image_maker, shown, write  # noqa: F401
from .textures import Held, held_against_cycles  # noqa: F401

MODES = ("STRAIGHT", "PREMUL", "CHANNEL_PACKED", "NONE")
SPACES = ["Linear Rec.2020", "ACEScg", "Filmic sRGB", "AgX Base sRGB", "Rec.1886", "Display P3"]
WORKING = ("Linear Rec.709", "Linear Rec.2020", "ACEScg")
PIXELS = np.random.default_rng(21).random((5, 7, 4)).astype(np.float32)
PIXELS[..., 3] = 0.5 + 0.5 * PIXELS[..., 3]
PIXELS[0, :2, 3] = 0.0, 1.0
MULTIPLIED = PIXELS.copy()
MULTIPLIED[..., :3] *= PIXELS[..., 3:]
OPAQUE = PIXELS.copy()
OPAQUE[..., 3] = 1.0
FILES = {
    "byte.png": ("uint8", True),
    "short.png": ("uint16", True),
    "half.exr": ("half", False),
    "float.exr": ("float", False),
}


@pytest.fixture(params=WORKING)
def working_space(request):
    """Make the file's scene-linear space another one."""
    if request.param != WORKING[0]:
        if bpy.app.version < (5, 0, 0):
            pytest.skip("does not apply: files have no working space before 5.0")
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.wm.set_working_color_space(working_space=request.param, convert_colors=False)
    yield request.param
    if request.param != WORKING[0]:
        bpy.ops.wm.read_factory_settings(use_empty=True)


def in_space(image, space):
    """Declare an image's space; skips where this Blender does not have it."""
    try:
        image.colorspace_settings.name = space
    except TypeError:
        pytest.skip(f"does not apply: this Blender has no space '{space}'")
    return image


@pytest.mark.parametrize("name", list(FILES))
@pytest.mark.parametrize("space", SPACES)
def test_files_of_any_space_agree(held: Held, images, tmp_path, space, name):
    write(tmp_path / name, OPAQUE, *FILES[name])
    image = in_space(images.load(tmp_path / name), space)
    held(lambda tree: shown(tree, image), tolerance=HALF_OF_CYCLES, relative=True)


@pytest.mark.parametrize("linked", [False, True], ids=["color alone", "alpha in use"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", [*FILES, "packed", "packed float"])
@pytest.mark.parametrize("space", ["ACEScg", "Filmic sRGB"])
def test_alpha_agrees_in_any_space(held: Held, images, tmp_path, space, kind, mode, linked):
    pixels = MULTIPLIED if mode == "PREMUL" else PIXELS
    if kind.startswith("packed"):
        image = images(pixels, is_float=kind.endswith("float"), space=space)
    else:
        write(tmp_path / kind, pixels, *FILES[kind])
        image = in_space(images.load(tmp_path / kind), space)
    image.alpha_mode = mode
    held(lambda tree: shown(tree, image, alpha=linked), tolerance=HALF_OF_CYCLES, relative=True)


@pytest.mark.parametrize("name", list(FILES))
@pytest.mark.parametrize("space", ["sRGB", "Linear Rec.709", "ACEScg", "Non-Color", "Filmic sRGB"])
def test_any_space_agrees_in_any_working_space(
    working_space, held: Held, images, tmp_path, space, name
):
    write(tmp_path / name, OPAQUE, *FILES[name])
    image = in_space(images.load(tmp_path / name), space)
    held(lambda tree: shown(tree, image), tolerance=HALF_OF_CYCLES, relative=True)


@pytest.mark.parametrize("is_float", [True, False])
def test_images_in_the_blend_agree_in_any_working_space(
    working_space, held: Held, images, is_float
):
    image = images(OPAQUE, is_float=is_float, space="sRGB")
    held(lambda tree: shown(tree, image), tolerance=HALF_OF_CYCLES, relative=True)
