"""The reduction to smallest and largest, and the levels that use it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from addon.library.chains import emit_auto_levels, emit_min_max
from addon.plan.problem import RefusedPlan
from addon.plan.types import Format, Role

from .filters import Filters, four, noise

SIZES = [(1, 1), (1, 2), (3, 1), (5, 7), (64, 64), (65, 63), (101, 38), (127, 129), (1, 300)]


@pytest.fixture
def run(catalog, bake_plan):
    return Filters(catalog, bake_plan)


def extremes(run, picture, level=0, base=None):
    """Return (lowest, highest) of a picture, each (4,)."""
    height, width = picture.shape[:2]
    builder = run.builder(*(base or (width, height)), level=level)
    low, high = emit_min_max(builder, run.picture(builder, "picture", picture), key="range")
    builder.output("low", low)
    builder.output("high", high)
    baked = run.bake_plan(builder.finish(), {"picture": picture})
    assert baked["low"].shape == baked["high"].shape == (1, 1, 4)
    return baked["low"][0, 0], baked["high"][0, 0]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_reduction_is_numpys_smallest_and_largest_at_any_size(run, width, height):
    picture = noise(height, width, width) * 3 - 1
    low, high = extremes(run, picture)
    np.testing.assert_array_equal(low, picture.min(axis=(0, 1)))
    np.testing.assert_array_equal(high, picture.max(axis=(0, 1)))


@pytest.mark.parametrize(("width", "height"), [(5, 7), (65, 63), (2, 3)])
def test_no_texel_is_left_out_not_even_the_last_odd_row_and_column(run, width, height):
    for x, y in {
        (width - 1, height - 1),
        (width - 1, 0),
        (0, height - 1),
        (width // 2, height // 2),
    }:
        picture = np.full((height, width, 4), 0.5, np.float32)
        picture[y, x] = [0.75, 0.25, 0.5, 1.0]
        low, high = extremes(run, picture)
        assert list(low) == [0.5, 0.25, 0.5, 0.5]
        assert list(high) == [0.75, 0.5, 0.5, 1.0]


@pytest.mark.parametrize("base", [(8, 8), (200, 3), (1, 1)])
def test_an_external_picture_of_another_size_is_reduced_whole(run, base):
    picture = noise(37, 53)
    low, high = extremes(run, picture, base=base)
    np.testing.assert_array_equal(low, picture.min(axis=(0, 1)))
    np.testing.assert_array_equal(high, picture.max(axis=(0, 1)))


@pytest.mark.parametrize(("width", "height"), [(32, 32), (37, 53), (1, 9)])
@pytest.mark.parametrize("each", [False, True])
def test_auto_levels_stretch_a_picture_over_the_whole_range(run, width, height, each):
    picture = noise(height, width) * np.float32([0.5, 0.25, 0.1, 1.0]) + np.float32(0.3)
    builder = run.builder(width, height)
    image = emit_auto_levels(
        builder, run.picture(builder, "picture", picture), key="auto", each_channel=each,
        role=Role.PRECISE,
    )  # fmt: skip
    builder.output("out", image)
    levelled = run.bake_plan(builder.finish(), {"picture": picture})["out"]
    rgb = picture[:, :, :3]
    low = rgb.min(axis=(0, 1)) if each else rgb.min()
    high = rgb.max(axis=(0, 1)) if each else rgb.max()
    np.testing.assert_allclose(levelled[:, :, :3], (rgb - low) / (high - low), atol=1e-5)
    np.testing.assert_array_equal(levelled[:, :, 3], picture[:, :, 3])


def test_auto_levels_leave_a_flat_picture_alone(run):
    picture = four(np.full((6, 6), 0.3))
    builder = run.builder(6, 6)
    builder.output("out", emit_auto_levels(
        builder, run.picture(builder, "picture", picture), key="auto", role=Role.PRECISE
    ))  # fmt: skip
    levelled = run.bake_plan(builder.finish(), {"picture": picture})["out"]
    np.testing.assert_array_equal(levelled, picture)


def test_of_halves_the_range_is_kept_in_halves_and_is_exact(run):
    picture = noise(33, 21).astype(np.float16).astype(np.float32)
    builder = run.builder(21, 33)
    image = builder.external("picture", builder.base, Format.RGBA16F)
    low, high = emit_min_max(builder, image, key="range")
    builder.output("low", low)
    builder.output("high", high)
    assert {entry.format for entry in builder.finish().images} == {Format.RGBA16F}
    baked = run.bake_plan(builder.finish(), {"picture": picture})
    np.testing.assert_array_equal(baked["low"][0, 0], picture.min(axis=(0, 1)))
    np.testing.assert_array_equal(baked["high"][0, 0], picture.max(axis=(0, 1)))


@pytest.mark.parametrize("level", [-1, 1])
def test_a_reduction_emitted_for_another_size_is_refused(run, level):
    builder = run.builder(32, 32)
    source = builder.op("ramp", key="ramp")["result"]
    image = emit_auto_levels(builder, source, key="auto", origin="Auto levels")
    builder.output("out", image)
    plan = builder.finish()
    assert run.bake_plan(plan)["out"].shape == (32, 32, 4)
    with pytest.raises(RefusedPlan, match="Auto levels"):
        run.bake_plan(replace(plan, bake_level_offset=level))
