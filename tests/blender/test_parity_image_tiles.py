"""UDIM tiles against a Cycles bake: which tile a coordinate falls into, and how it is read."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np
import pytest

from tests.tolerances import HALF_OF_CYCLES, TEXTURE_SCALAR

from .pictures import image_maker, shown, write  # noqa: F401
from .textures import Held, held_against_cycles, spread  # noqa: F401
from .trees import Tree

SIZES = {1001: (7, 5), 1002: (3, 9), 1004: (4, 4), 1011: (8, 2), 1032: (1, 1)}
"""Width and height by tile; others are missing."""


def pixels_of(number: int, channels: int = 3) -> np.ndarray:
    width, height = SIZES.get(number, (2, 2))
    return np.random.default_rng(number).random((height, width, channels)).astype(np.float32)


@pytest.fixture
def tiled(images, tmp_path):
    """Return a maker of tiled images: ``tiled(numbers, name, depth, space, channels)``."""

    def make(numbers=tuple(SIZES), name="rock.{}.png", depth="uint8", space="sRGB", channels=3):
        for number in numbers:
            write(tmp_path / name.format(number), pixels_of(number, channels), depth, channels == 4)
        image = images.load(tmp_path / name.format(numbers[0]))
        image.source = "TILED"
        image.filepath = str(tmp_path / name.format("<UDIM>"))
        image.colorspace_settings.name = space
        assert sorted(tile.number for tile in image.tiles) == sorted(numbers)
        return image

    return make


def wide(tree: Tree):
    """Return a coordinate over five tiles and a half by four, and below 0."""
    return spread(tree, 6.5, -1.25)


@pytest.mark.parametrize("interpolation", ["Closest", "Linear", "Cubic"])
@pytest.mark.parametrize("extension", ["REPEAT", "EXTEND", "CLIP", "MIRROR"])
def test_every_tile_is_found_filtered_and_wrapped_in_itself(
    held: Held, tiled, extension, interpolation
):
    image = tiled()
    settings = {"extension": extension, "interpolation": interpolation}
    held(lambda tree: shown(tree, image, at=wide(tree), **settings), hashed=True, size=64)


@pytest.mark.parametrize("linked", [False, True], ids=["color alone", "alpha in use"])
@pytest.mark.parametrize(
    ("depth", "name", "space"),
    [
        ("uint8", "rock.{}.png", "sRGB"),
        ("uint8", "rock.{}.png", "Non-Color"),
        ("uint8", "rock.{}.png", "ACEScg"),
        ("uint16", "rock.{}.png", "sRGB"),
        ("float", "rock.{}.tif", "Linear Rec.709"),
    ],
    ids=str,
)
@pytest.mark.parametrize("packed", [False, True], ids=["files", "packed"])
def test_tiles_have_every_depth_and_space(held: Held, tiled, depth, name, space, packed, linked):
    image = tiled(name=name, depth=depth, space=space, channels=4)
    if packed:
        image.pack()
        for file in Path(image.filepath).parent.glob("rock.*"):
            file.unlink()
    held(
        lambda tree: shown(tree, image, at=wide(tree), alpha=linked),
        tolerance=HALF_OF_CYCLES,
        relative=True,
    )


PLACES = [
    (0.5, 0.5), (1.0, 0.5), (2.0, 0.5), (0.5, 1.0), (0.999, 0.999), (-0.25, 0.5), (-1.0, 0.5),
    (-0.25, -0.75), (0.5, -1.5), (3.5, 0.5), (9.5, 0.5), (10.0, 0.5), (1.5, 3.5), (0.5, 500.0),
    (3e9, 0.5), (0.5, -3e9), (1e30, 1e30),
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_borders_and_what_lies_beyond_agree(parity, tiled, place):
    image = tiled()

    def build(nodes):
        tree = Tree(nodes, 2)
        u, v = (tree.math("ADD", tree.zero(), x) for x in place)
        return shown(tree, image, alpha=True, at=tree.xyz(u, v, 0.0), interpolation="Closest")

    parity(build, 2).require(TEXTURE_SCALAR)


@pytest.mark.parametrize("what", ["infinity", "not a number"])
def test_what_is_not_a_place_is_in_no_tile(parity, tiled, what):
    image = tiled()

    def build(nodes):
        tree = Tree(nodes, 2)
        u = tree.infinity()
        if what == "not a number":
            u = tree.math("SUBTRACT", u, tree.infinity())
        return shown(tree, image, at=tree.xyz(u, 0.5, 0.0))

    parity(build, 2).require(0.0)


@pytest.mark.parametrize("projection", ["SPHERE", "TUBE", "BOX"])
def test_projections_have_tiles_as_cycles_has_them(held: Held, tiled, projection):
    image = tiled()
    held(
        lambda tree: shown(tree, image, at=wide(tree), projection=projection),
        tolerance=1e-4,
        size=64,
    )


def test_a_tile_without_its_file_is_magenta_and_named(parity, tiled, tmp_path):
    image = tiled()
    (tmp_path / "rock.1002.png").unlink()

    def build(nodes):
        tree = Tree(nodes, 8)
        return shown(tree, image, at=wide(tree), interpolation="Closest")

    found = parity(build, 8, problems=("image-missing",))
    found.require(TEXTURE_SCALAR)
    (problem,) = found.compiled.problems
    assert "tiles 1002 of" in problem.message


def test_an_image_without_any_tiles_file_is_magenta(parity, tiled, tmp_path):
    image = tiled()
    for file in tmp_path.glob("rock.*"):
        file.unlink()

    def build(nodes):
        tree = Tree(nodes, 4)
        return shown(tree, image, at=wide(tree))

    parity(build, 4, problems=("image-missing",)).require(0.0)


def test_tiles_may_be_named_by_column_and_row(held: Held, images, tmp_path):
    for number, name in ((1001, "w_u1_v1.png"), (1002, "w_u2_v1.png"), (1011, "w_u1_v2.png")):
        write(tmp_path / name, pixels_of(number), "uint8", False)
    image = images.load(tmp_path / "w_u1_v1.png")
    image.source = "TILED"
    image.filepath = str(tmp_path / "w_<UVTILE>.png")
    held(lambda tree: shown(tree, image, at=wide(tree)))


def test_tiles_of_different_depths_go_together(held: Held, images, tmp_path):
    for number, depth in ((1001, "uint8"), (1002, "uint16"), (1011, "uint8")):
        write(tmp_path / f"mixed.{number}.png", pixels_of(number), depth, False)
    image = images.load(tmp_path / "mixed.1001.png")
    image.source = "TILED"
    image.filepath = str(tmp_path / "mixed.<UDIM>.png")
    held(lambda tree: shown(tree, image, at=wide(tree)), tolerance=1e-4)


def test_forty_tiles_are_one_texture(parity, images, tmp_path):
    """CASES U06: a kernel reads 16 textures."""
    numbers = [1001 + 10 * row + column for row in range(4) for column in range(10)]
    for number in numbers:
        write(tmp_path / f"many.{number}.png", pixels_of(number), "uint8", False)
    image = images.load(tmp_path / "many.1001.png")
    image.source = "TILED"
    image.filepath = str(tmp_path / "many.<UDIM>.png")

    def build(nodes):
        tree = Tree(nodes, 64)
        at = spread(tree, 11.0, -0.5)
        return shown(tree, image, at=at)

    found = parity(build, 64)
    found.require(TEXTURE_SCALAR)
    assert len(found.compiled.pictures) == 1


def test_a_tile_that_was_never_saved_is_what_blender_holds(parity, images):
    image = bpy.data.images.new("Unsaved", 4, 4, tiled=True)
    try:
        image.pixels.foreach_set(np.random.default_rng(3).random(64).astype(np.float32))
        image.update()
        image.alpha_mode = "CHANNEL_PACKED"

        def build(nodes):
            tree = Tree(nodes, 8)
            return shown(tree, image, at=spread(tree, 2.0, 0.0))

        parity(build, 8).require(TEXTURE_SCALAR)
    finally:
        bpy.data.images.remove(image)


def test_an_environment_has_no_tiles(parity, tiled):
    image = tiled()

    def build(nodes):
        tree = Tree(nodes, 2)
        node = tree.node("TexEnvironment", {"Vector": (1.0, 0.2, 0.3)}, image=image)
        return tree.out(node, "Color")

    parity(build, 2, problems=("image-tiled",)).require(0.0)
