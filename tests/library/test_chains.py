"""Chains: how many ops, for which extent, and what becomes of them at another."""

from __future__ import annotations

import pytest

from addon.library.catalog import load_catalog
from addon.library.chains import emit_auto_levels, emit_distance, emit_min_max, flood_strides
from addon.plan.build import PlanBuilder
from addon.plan.check import check
from addon.plan.types import Extent, Format

CATALOG = load_catalog()


def flood(extent, level=0):
    builder = PlanBuilder(CATALOG, extent, level=level)
    mask = builder.op("ramp", key="ramp")["result"]
    builder.output("out", emit_distance(builder, mask, key="distance"))
    return builder.finish()


def levels(extent, level=0):
    builder = PlanBuilder(CATALOG, extent, level=level)
    image = builder.op("ramp", key="ramp")["result"]
    builder.output("out", emit_auto_levels(builder, image, key="auto"))
    return builder.finish()


@pytest.mark.parametrize(
    ("width", "height", "strides"),
    [
        (1, 1, (1, 1, 1)),
        (2, 2, (1, 1, 1)),
        (3, 1, (1, 2, 1, 1)),
        (64, 64, (1, 32, 16, 8, 4, 2, 1, 1)),
        (65, 10, (1, 64, 32, 16, 8, 4, 2, 1, 1)),
        (10, 1000, (1, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 1)),
    ],
)
def test_a_flood_halves_its_stride_and_has_a_step_of_one_at_both_ends(width, height, strides):
    assert flood_strides(Extent(width, height)) == strides


@pytest.mark.parametrize("extent", [Extent(1, 1), Extent(33, 70), Extent(512, 512)])
def test_the_strides_reach_across_the_whole_extent(extent):
    assert sum(flood_strides(extent)) >= max(extent.width, extent.height) - 1


@pytest.mark.parametrize("emit", [flood, levels])
def test_every_op_of_a_chain_says_which_extent_it_writes(emit):
    plan = emit(Extent(96, 40))
    chained = [op for op in plan.ops if op.kernel != "ramp"]
    assert chained
    for op in chained:
        written = plan.image(next(iter(op.outputs.values())))
        assert op.emitted_for == plan.extent_of(written)


@pytest.mark.parametrize("emit", [flood, levels])
@pytest.mark.parametrize("level", [-1, 0, 2])
def test_a_chain_emitted_for_its_level_has_nothing_wrong_with_it(emit, level):
    assert check(emit(Extent(64, 48), level), CATALOG) == ()


@pytest.mark.parametrize("emit", [flood, levels])
@pytest.mark.parametrize("level", [-1, 1])
def test_a_chain_taken_to_another_level_is_refused_as_stale(emit, level):
    from dataclasses import replace

    plan = emit(Extent(64, 48))
    codes = {problem.code for problem in check(replace(plan, bake_level_offset=level), CATALOG)}
    assert codes == {"stale-chain"}
    with pytest.raises(ValueError, match="emit its chain again"):
        plan.at_level(level)


def test_a_larger_bake_has_a_longer_flood():
    assert len(flood(Extent(64, 64), -2).ops) == len(flood(Extent(64, 64)).ops) + 2


@pytest.mark.parametrize("extent", [Extent(1, 1), Extent(1, 300), Extent(129, 63)])
def test_a_reduction_ends_at_one_texel(extent):
    builder = PlanBuilder(CATALOG, extent)
    low, high = emit_min_max(builder, builder.op("ramp", key="ramp")["result"], key="range")
    assert builder.extent_of(low) == builder.extent_of(high) == Extent(1, 1)


def test_two_chains_of_one_plan_have_keys_of_their_own():
    builder = PlanBuilder(CATALOG, Extent(16, 16))
    mask = builder.external("mask", Extent(16, 16), Format.R8)
    builder.output("outside", emit_distance(builder, mask, key="a"))
    builder.output("inside", emit_distance(builder, mask, key="b", inside=True))
    plan = builder.finish()
    assert len({op.key for op in plan.ops}) == len(plan.ops)
    assert check(plan, CATALOG) == ()
