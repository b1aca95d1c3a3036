"""The laws of sizes, levels and units, and that a plan is a value."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, ImageId, PlanImage, TexturePlan

from .kernels import CATALOG
from .strategies import arbitrary_plans, plans

SIDES = st.integers(1, 20000)
LEVELS = st.integers(-8, 8)
LENGTHS = st.floats(-1e6, 1e6).map(lambda length: round(length, 6))
"""Texels, to a millionth: halving is exact down to the subnormal floats."""


@given(SIDES, SIDES, LEVELS)
def test_an_extent_at_a_level_is_the_floor_and_at_least_one(w: int, h: int, level: int) -> None:
    expected = [max(1, math.floor(side / 2.0**level)) for side in (w, h)]
    assert Extent(w, h).at_level(level) == Extent(*expected)


@given(SIDES, SIDES, st.integers(0, 8), st.integers(0, 8))
def test_going_down_in_two_steps_is_going_down_in_one(w: int, h: int, a: int, b: int) -> None:
    assert Extent(w, h).at_level(a).at_level(b) == Extent(w, h).at_level(a + b)


@given(LENGTHS, LENGTHS, LEVELS, LEVELS)
def test_resolve_is_linear_in_the_length(a: float, b: float, bake: int, offset: int) -> None:
    plan = TexturePlan(Extent(48, 7), bake_level_offset=bake)
    image = PlanImage(ImageId("i"), Format.R16F, level_offset=offset)
    both = plan.resolve(a + b, image)
    assert both == pytest.approx(
        plan.resolve(a, image) + plan.resolve(b, image), rel=1e-12, abs=1e-9
    )
    assert plan.resolve(2 * a, image) == 2 * plan.resolve(a, image)


@given(LENGTHS, LEVELS, LEVELS)
def test_a_level_halves_every_length_exactly(length: float, bake: int, offset: int) -> None:
    image = PlanImage(ImageId("i"), Format.R16F, level_offset=offset)
    here, below = (TexturePlan(Extent(3, 5), bake_level_offset=at) for at in (bake, bake + 1))
    assert here.resolve(length, image) == 2 * below.resolve(length, image)


def test_lengths_scale_by_the_level_and_not_by_the_ratio_of_extents() -> None:
    plan = TexturePlan(Extent(5, 3), bake_level_offset=1)
    image = PlanImage(ImageId("i"), Format.R16F)
    assert plan.extent_of(image) == Extent(2, 1)
    assert plan.resolve(8.0, image) == 4.0


@given(SIDES, SIDES, LEVELS)
def test_the_level_for_a_width_gives_that_width(w: int, h: int, level: int) -> None:
    plan = TexturePlan(Extent(w, h))
    width = plan.base.at_level(level).width
    assert plan.base.at_level(plan.bake_level_for(width)).width == width


@given(st.integers(-3, 6))
def test_the_level_for_a_width_undoes_at_level(level: int) -> None:
    plan = TexturePlan(Extent(1024, 64))
    assert plan.bake_level_for(plan.base.at_level(level).width) == level


@pytest.mark.parametrize("width", [0, -4, 3, 1000, 1500, 2047])
def test_a_width_that_is_no_power_of_two_away_is_refused_with_one_that_is(width: int) -> None:
    with pytest.raises(
        ValueError, match=rf"^{width} is not a power of two away .* bake at \d+ and"
    ):
        TexturePlan(Extent(1024, 1024)).bake_level_for(width)


@given(plans(), LEVELS)
def test_at_level_changes_the_level_and_nothing_else(plan: TexturePlan, level: int) -> None:
    moved = plan.at_level(level)
    assert moved.bake_level_offset == level
    assert moved.at_level(plan.bake_level_offset) == plan
    for image in plan.images:
        if image.external is not None:
            assert moved.extent_of(image) == plan.extent_of(image)


def test_a_plan_with_a_chain_is_not_taken_to_another_level() -> None:
    b = PlanBuilder(CATALOG, Extent(64, 64))
    image = b.op("ramp", key="a")["result"]
    image = b.op("flood", {"position": image}, key="f", origin="Distance", emitted_for=b.base)
    b.output("map", image["result"])
    plan = b.finish()
    assert plan.at_level(0) is plan
    with pytest.raises(ValueError, match="'Distance' was emitted for 64x64; emit its chain again"):
        plan.at_level(1)


@given(arbitrary_plans())
def test_a_plan_pickles(plan: TexturePlan) -> None:
    assert pickle.loads(pickle.dumps(plan)) == plan


@pytest.mark.parametrize(
    ("format", "channels", "size", "writable", "full"),
    [
        (Format.R8, 1, 1, False, False),
        (Format.RG8, 2, 2, False, False),
        (Format.RGBA8, 4, 4, True, False),
        (Format.R16F, 1, 2, True, False),
        (Format.RGBA16F, 4, 8, True, False),
        (Format.R32F, 1, 4, True, True),
        (Format.RGBA32F, 4, 16, True, True),
    ],
)
def test_a_format_knows_what_it_holds(
    format: Format, channels: int, size: int, writable: bool, full: bool
) -> None:
    found = (format.channels, format.bytes_per_texel, format.writable, format.full_float)
    assert found == (channels, size, writable, full)


def test_an_image_that_is_not_there_is_named() -> None:
    with pytest.raises(KeyError, match="no image 'fog'"):
        TexturePlan(Extent(1, 1)).image(ImageId("fog"))
