"""The jump flood against SciPy's exact transform, adversarial sets included."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from addon.library.chains import emit_distance
from addon.plan.problem import RefusedPlan
from addon.plan.types import Format, Role
from tests.tolerances import FLOODED_TEXELS

from .filters import Filters


@pytest.fixture
def run(catalog, bake_plan):
    return Filters(catalog, bake_plan)


def distance(run, mask, level=0, base=None, **options):
    """Return the distances to the texels set in ``mask`` (h, w)."""
    height, width = mask.shape
    builder = run.builder(*(base or (width, height)), level=level)
    texels = mask.astype(np.float32)[:, :, np.newaxis]
    image = emit_distance(builder, run.picture(builder, "mask", texels), key="d", **options)
    builder.output("out", image)
    return run.bake_plan(builder.finish(), {"mask": texels})["out"][:, :, 0]


def exact(mask):
    return ndimage.distance_transform_edt(~mask)


def exact_round_the_edges(mask):
    height, width = mask.shape
    return exact(np.tile(mask, (3, 3)))[height : 2 * height, width : 2 * width]


def random_seeds(height, width, count, seed=1):
    mask = np.zeros(height * width, bool)
    mask[np.random.default_rng(seed).choice(height * width, count, replace=False)] = True
    return mask.reshape(height, width)


def circle(side):
    """Seeds on a circle: its centre is nearly as far from all of them."""
    mask = np.zeros((side, side), bool)
    turn = np.linspace(0, 2 * np.pi, 400)
    middle = side / 2 - 0.5
    mask[np.rint(middle + 0.45 * side * np.sin(turn)).astype(int),
         np.rint(middle + 0.45 * side * np.cos(turn)).astype(int)] = True  # fmt: skip
    return mask


def circles(side):
    mask = np.zeros((side, side), bool)
    draw = np.random.default_rng(4)
    for _ in range(5):
        radius, x, y = draw.uniform(0.05, 0.4) * side, *draw.uniform(0, side, 2)
        turn = np.linspace(0, 2 * np.pi, 400)
        columns = np.rint(x + radius * np.cos(turn)).astype(int) % side
        mask[np.rint(y + radius * np.sin(turn)).astype(int) % side, columns] = True
    return mask


def line_with_a_lone_seed(side):
    """A slanting line and one seed: bisectors that are parabolas cross all strides."""
    mask = np.zeros((side, side), bool)
    i = np.arange(side)
    mask[np.clip(i // 3, 0, side - 1), i] = True
    mask[side - 3, side // 3] = True
    return mask


def near_pairs(side):
    """Seeds in tight pairs, whose cells are slivers: those that a plain flood loses."""
    mask = np.zeros((side, side), bool)
    places = np.random.default_rng(9).integers(0, side - 2, (60, 2))
    mask[places[:, 0], places[:, 1]] = True
    mask[places[:, 0] + 1, places[:, 1] + 2] = True
    return mask


def corners(side):
    mask = np.zeros((side, side), bool)
    mask[0, 0] = mask[-1, -1] = mask[0, -1] = mask[-1, 1] = True
    return mask


SETS = {
    "one seed": lambda: random_seeds(70, 101, 1),
    "few": lambda: random_seeds(128, 96, 7),
    "many": lambda: random_seeds(128, 128, 700),
    "half of all": lambda: random_seeds(64, 90, 2880),
    "circle": lambda: circle(128),
    "circles": lambda: circles(128),
    "line and seed": lambda: line_with_a_lone_seed(150),
    "near pairs": lambda: near_pairs(200),
    "corners": lambda: corners(127),
    "one row": lambda: random_seeds(1, 77, 5),
    "one column": lambda: random_seeds(65, 1, 3),
    "all": lambda: np.ones((5, 9), bool),
    "one texel": lambda: np.ones((1, 1), bool),
    "two texels": lambda: np.array([[True, False]]),
}

NEARLY = {"circle", "circles", "line and seed"}
"""Sets of which a flood misses a few texels: where many seeds are nearly as far, the nearest may be
known to none of the nine texels asked. What is taken instead is never half a texel farther."""


@pytest.mark.parametrize("name", SETS)
def test_a_flood_finds_the_exact_distance_or_one_within_half_a_texel(run, name):
    mask = SETS[name]()
    found = distance(run, mask, tile_x=False, tile_y=False)
    assert np.abs(found - exact(mask)).max() < 0.5
    if name not in NEARLY:
        np.testing.assert_allclose(found, exact(mask), atol=FLOODED_TEXELS)


@pytest.mark.parametrize("name", SETS)
def test_where_the_picture_tiles_the_way_leads_across_its_edges(run, name):
    mask = SETS[name]()
    found = distance(run, mask)
    expected = exact_round_the_edges(mask)
    assert np.abs(found - expected).max() < 0.5
    if name not in NEARLY:
        np.testing.assert_allclose(found, expected, atol=FLOODED_TEXELS)


def test_each_axis_tiles_by_itself(run):
    mask = random_seeds(40, 60, 4)
    found = distance(run, mask, tile_x=True, tile_y=False)
    expected = exact(np.tile(mask, (1, 3)))[:, 60:120]
    np.testing.assert_allclose(found, expected, atol=FLOODED_TEXELS)


def test_the_flood_of_a_tiled_mask_is_the_tiled_flood(run):
    mask = random_seeds(32, 48, 5)
    np.testing.assert_allclose(
        distance(run, np.tile(mask, (2, 2))),
        np.tile(distance(run, mask), (2, 2)),
        atol=FLOODED_TEXELS,
    )


def test_inside_measures_to_what_is_not_set(run):
    mask = ndimage.binary_dilation(random_seeds(64, 64, 3), iterations=9)
    found = distance(run, mask, inside=True, tile_x=False, tile_y=False)
    np.testing.assert_allclose(found, exact(~mask), atol=FLOODED_TEXELS)


def test_without_a_seed_everything_is_as_far_as_the_picture_is_wide_across(run):
    found = distance(run, np.zeros((30, 40), bool))
    np.testing.assert_allclose(found, 50.0, atol=FLOODED_TEXELS)


def test_a_distance_counts_its_unit_and_may_be_held_at_one(run):
    mask = random_seeds(64, 64, 2)
    found = distance(run, mask, unit=16.0, clamped=True, tile_x=False, tile_y=False)
    np.testing.assert_allclose(found, np.minimum(exact(mask) / 16, 1.0), atol=FLOODED_TEXELS)


def test_a_distance_is_told_in_texels_at_base_at_every_level(run):
    mask = np.zeros((32, 32), bool)
    mask[16:, :] = True
    at_base = distance(run, mask, tile_x=False, tile_y=False)
    larger = distance(
        run, mask.repeat(4, 0).repeat(4, 1), level=-2, base=(32, 32), tile_x=False, tile_y=False
    )
    # From the centres of one row to those of another; the rows are a quarter as far apart.
    assert at_base[0, 0] == pytest.approx(16.0)
    assert larger[0, 0] == pytest.approx(64 / 4)
    down = larger.reshape(32, 4, 32, 4).mean(axis=(1, 3))
    assert np.abs(down - at_base).max() <= 0.5


def test_an_external_mask_of_another_size_is_brought_to_the_plans(run):
    mask = random_seeds(16, 16, 3).repeat(2, 0).repeat(2, 1)
    found = distance(run, mask, base=(16, 16), tile_x=False, tile_y=False)
    np.testing.assert_allclose(found, exact(mask[::2, ::2]), atol=FLOODED_TEXELS)


def test_too_few_steps_would_be_seen(run, monkeypatch):
    from addon.library import chains

    full = chains.flood_strides
    monkeypatch.setattr(chains, "flood_strides", lambda extent: full(extent)[2:])
    mask = random_seeds(70, 101, 1)
    found = distance(run, mask, tile_x=False, tile_y=False)
    assert np.abs(found - exact(mask)).max() > 1.0


def test_a_flood_emitted_for_another_size_is_refused(run):
    from dataclasses import replace

    mask = random_seeds(32, 32, 3)
    builder = run.builder(32, 32)
    texels = mask.astype(np.float32)[:, :, np.newaxis]
    image = builder.op(
        "resize", {"color": run.picture(builder, "mask", texels)}, key="mask at any size"
    )["result"]
    builder.output("out", emit_distance(builder, image, key="d", origin="Distance"))
    plan = builder.finish()
    with pytest.raises(ValueError, match=r"Distance.*32x32"):
        plan.at_level(-1)
    with pytest.raises(RefusedPlan, match="Distance"):
        run.bake_plan(replace(plan, bake_level_offset=-1), {"mask": texels})


def test_positions_are_stored_in_full_floats(run):
    builder = run.builder(16, 16)
    mask = builder.external("mask", builder.base, Format.R8)
    emit_distance(builder, mask, key="d")
    plan = builder.finish()
    kinds = {(image.role, image.format) for image in plan.images if image.external is None}
    assert kinds == {(Role.POSITION, Format.RGBA32F), (Role.HEIGHT, Format.R32F)}
