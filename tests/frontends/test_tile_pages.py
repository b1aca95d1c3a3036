"""Where UDIM tiles go on their pages."""

from __future__ import annotations

import random

import pytest

from addon.frontends.shader.model import ColorEncoding, ImageRef, Tile
from addon.frontends.shader.tile_pages import pages, places

from .models import emission, material
from .test_texture_rules import LIT, image_node, picture

VERSION = (5, 3, 0)


def tiled(sizes, **changes) -> ImageRef:
    """Return an image of tiles of these sizes by number; ``changes`` are those of single tiles."""
    whole = picture(source="TILED", filepath="//t.<UDIM>.png")
    tiles = tuple(
        Tile(n, picture(source="TILED", extent=size, tile=n, **changes.get(f"t{n}", {})))
        for n, size in sizes.items()
    )
    return picture(source="TILED", filepath=whole.filepath, tiles=tiles)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("longest", [64, 100, 16384])
def test_every_tile_is_on_one_page_whole_and_on_no_other_tile(seed, longest):
    draw = random.Random(seed)
    numbers = draw.sample(range(1001, 1100), draw.randint(1, 40))
    sizes = {n: (draw.randint(1, 64), draw.randint(1, 64)) for n in numbers}
    found = pages(tiled(sizes), VERSION, longest)
    assert sorted(tile.number for page in found for tile in page.tiles) == sorted(sizes)
    for page in found:
        assert max(page.extent) <= longest
        taken = set()
        for tile in page.tiles:
            (x, y), (width, height) = tile.corner, sizes[tile.number]
            assert x + width <= page.extent[0]
            assert y + height <= page.extent[1]
            texels = {(x + i, y + j) for i in range(width) for j in range(height)}
            assert not taken & texels
            taken |= texels


def test_equal_tiles_fill_a_page_that_is_about_square():
    (page,) = pages(tiled({1001 + n: (32, 32) for n in range(40)}), VERSION)
    assert page.extent == (32 * 6, 32 * 7)


def test_the_pages_of_one_image_have_names_of_their_own():
    found = pages(tiled({1001 + n: (8, 8) for n in range(9)}), VERSION, 16)
    assert len({page.key for page in found} | {tile.image.key for tile in found[0].tiles}) == 7


def test_tiles_of_another_depth_or_space_or_alpha_are_on_another_page():
    sizes = dict.fromkeys(range(1001, 1006), (4, 4))
    changes = {"t1002": {"is_float": True}, "t1003": {"encoding": ColorEncoding.DATA}}
    changes["t1004"] = {"alpha_mode": "NONE"}
    found = pages(tiled(sizes, **changes), VERSION)
    assert sorted(len(page.tiles) for page in found) == [1, 1, 1, 2]


def test_a_tile_that_cannot_be_read_is_on_no_page():
    (page,) = pages(tiled({1001: (4, 4), 1002: (0, 0)}), VERSION)
    assert [tile.number for tile in page.tiles] == [1001]


def test_places_are_told_by_row_and_column():
    (page,) = pages(tiled({1001: (4, 4), 1010: (2, 3), 1022: (1, 1)}), VERSION)
    rows = places(page)
    assert (len(rows), len(rows[0])) == (3, 10)
    there = {(r, c) for r, row in enumerate(rows) for c, place in enumerate(row) if place[2]}
    assert there == {(0, 0), (0, 9), (2, 1)}
    assert rows[0][9][2:] == (2.0, 3.0)


def test_pages_are_asked_one_after_another_and_then_it_is_magenta(compiled):
    image = tiled({1001: (4, 4), 1002: (4, 4)}, t1002={"is_float": True})
    made = compiled(material([image_node(image), emission()], "Bark.Color > Emission.Color", LIT))
    assert made.problems == ()
    first, second = (op for op in made.plan.ops if op.kernel == "image_missing")
    assert first.params["other_color"] == (1.0, 0.0, 1.0)
    assert second.inputs["other_color"] == first.outputs["result"]


def test_lost_tiles_are_named_and_the_rest_is_evaluated(compiled):
    image = tiled({1001: (4, 4), **dict.fromkeys(range(1002, 1009), (0, 0))})
    made = compiled(material([image_node(image), emission()], "Bark.Color > Emission.Color", LIT))
    (problem,) = made.problems
    assert problem.code == "image-missing"
    assert "1002, 1003, 1004, 1005, 1006, ..." in problem.message
    assert "emission" not in made.constants


def test_tiles_after_the_first_that_are_not_saved_are_told(compiled):
    sizes = {1001: (4, 4), 1002: (4, 4)}
    image = picture(source="TILED", is_unsaved=True, tiles=tiled(sizes).tiles)
    made = compiled(material([image_node(image), emission()], "Bark.Color > Emission.Color", LIT))
    assert [problem.code for problem in made.problems] == ["image-unsaved"]
