"""Ops that share a call: each runs once, after what it reads, with others of the same text only."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from addon.plan.alike import DEAR, MAX_TURNS, alike_ops
from addon.plan.build import PlanBuilder
from addon.plan.spec import Access
from addon.plan.types import Extent, TexturePlan

from .kernels import CATALOG
from .strategies import plans


def dear(plan: TexturePlan):
    """Return the specs of a plan's ops as if each were worth a loop."""
    return [replace(CATALOG[op.kernel], cost=DEAR) for op in plan.ops]


@given(plans())
def test_every_op_runs_once_after_all_that_it_reads(plan: TexturePlan) -> None:
    order = alike_ops(plan.ops, dear(plan))
    assert sorted(n for turns in order for n in turns) == list(range(len(plan.ops)))
    writer = {image: n for n, op in enumerate(plan.ops) for image in op.outputs.values()}
    done: set[int] = set()
    for turns in order:
        for n in turns:
            assert {writer[i] for i in plan.ops[n].inputs.values() if i in writer} <= done
        done.update(turns)


@given(plans())
def test_ops_share_a_call_only_if_their_text_is_one(plan: TexturePlan) -> None:
    specs = dear(plan)
    for turns in alike_ops(plan.ops, specs):
        assert 1 <= len(turns) <= MAX_TURNS
        told = set()
        for n in turns:
            op = plan.ops[n]
            texels = [
                op.inputs.get(name)
                for name, given in specs[n].inputs.items()
                if given.access is Access.TEXELS
            ]
            told.add((op.kernel, *sorted(op.variants.items()), *sorted(op.inputs), *texels))
        assert len(told) == 1


@given(plans())
def test_numbers_have_no_say(plan: TexturePlan) -> None:
    bare = [replace(op, params={}) for op in plan.ops]
    assert alike_ops(bare, dear(plan)) == alike_ops(plan.ops, dear(plan))


@pytest.mark.parametrize("count", [2, 3, MAX_TURNS, MAX_TURNS + 2])
def test_sources_that_are_alike_share_calls_of_so_many_at_most(count: int) -> None:
    b = PlanBuilder(CATALOG, Extent(8, 8))
    for n in range(count):
        b.output(f"map {n}", b.op("ramp", key=f"op {n}")["result"])
    plan = b.finish()
    more = [count - MAX_TURNS] if count > MAX_TURNS else []
    order = alike_ops(plan.ops, dear(plan))
    assert [len(turns) for turns in order] == [min(count, MAX_TURNS), *more]
    cheap = [replace(spec, cost=DEAR - 1.0) for spec in dear(plan)]
    assert alike_ops(plan.ops, cheap) == tuple((n,) for n in range(count))


def test_a_variant_parts_ops_that_are_alike_but_for_it() -> None:
    b = PlanBuilder(CATALOG, Extent(8, 8))
    for n, octaves in enumerate(("one", "many", "one")):
        image = b.op("noise", variants={"octaves": octaves}, key=f"op {n}")["color"]
        b.output(f"map {n}", image)
    plan = b.finish()
    assert sorted(alike_ops(plan.ops, dear(plan))) == [(0, 2), (1,)]
