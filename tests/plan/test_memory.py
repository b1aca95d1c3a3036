"""What a bake holds on the GPU, worked out by hand."""

from __future__ import annotations

import pytest

from addon.plan.build import PlanBuilder
from addon.plan.fuse import fuse
from addon.plan.memory import MemoryUse, memory_use, told_bytes
from addon.plan.schedule import schedule
from addon.plan.types import Extent, Format, ImageId, TexturePlan

from .kernels import CATALOG


def use(plan: TexturePlan, fused: bool = True) -> MemoryUse:
    return memory_use(plan, schedule(plan, fuse(plan, CATALOG, enabled=fused)))


def chain_of_blurs(level: int = 0) -> TexturePlan:
    b = PlanBuilder(CATALOG, Extent(64, 32), level=level)
    image = b.external("photo", Extent(10, 10), Format.RGBA8)
    b.external("unread", Extent(500, 500), Format.RGBA8)
    for n in range(5):
        image = b.op("blur", {"color": image}, key=f"b{n}")["result"]
    b.output("map", image)
    return b.finish()


def test_five_blurs_work_in_one_texture_beside_the_output() -> None:
    half = 64 * 32 * 8
    assert use(chain_of_blurs()) == MemoryUse(half, half, 10 * 10 * 4)


def test_a_level_larger_takes_four_times_but_for_what_is_brought() -> None:
    small, large = use(chain_of_blurs()), use(chain_of_blurs(-1))
    assert large.pool_bytes == 4 * small.pool_bytes
    assert large.output_bytes == 4 * small.output_bytes
    assert large.external_bytes == small.external_bytes


def test_a_fused_region_has_no_intermediates() -> None:
    b = PlanBuilder(CATALOG, Extent(8, 8))
    image = b.op("ramp", key="a")["result"]
    for n in range(9):
        image = b.op("invert", {"color": image}, key=f"i{n}")["result"]
    b.output("map", image)
    assert use(b.finish()).pool_bytes == 0
    assert use(b.finish(), fused=False).pool_bytes == 8 * 8 * 8


def test_one_image_promised_twice_is_held_once() -> None:
    b = PlanBuilder(CATALOG, Extent(8, 8))
    image = b.op("ramp", key="a")["result"]
    b.output("one", image)
    b.output("two", image)
    assert use(b.finish()).total_bytes == 8 * 8 * 8


def test_an_external_promised_as_it_is_counts_as_brought() -> None:
    b = PlanBuilder(CATALOG, Extent(8, 8))
    b.output("map", b.external("photo", Extent(3, 3), Format.R8))
    assert use(b.finish()) == MemoryUse(0, 0, 9)
    assert ImageId("photo") in b.finish().table()


@pytest.mark.parametrize(
    ("size", "told"), [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), (5 * 2**30, "5.0 GiB")]
)
def test_a_size_is_told_as_people_read_it(size: int, told: str) -> None:
    assert told_bytes(size) == told
