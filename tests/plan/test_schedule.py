"""Slots: no two live images share one, and there are no more than the liveness asks for."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from addon.plan.build import PlanBuilder
from addon.plan.fuse import fuse
from addon.plan.region import Region, Schedule
from addon.plan.schedule import schedule
from addon.plan.types import Extent, Format, ImageId, TexturePlan

from .kernels import CATALOG
from .strategies import plans

BASE = Extent(8, 4)


def scheduled(plan: TexturePlan, fused: bool) -> tuple[tuple[Region, ...], Schedule]:
    regions = fuse(plan, CATALOG, enabled=fused)
    return regions, schedule(plan, regions)


def live_during(plan: TexturePlan, regions: tuple[Region, ...], n: int) -> set[ImageId]:
    """Return the pooled images that exist while region ``n`` runs, from the definition."""
    written = {image for region in regions[: n + 1] for image in region.writes}
    read = {image for region in regions[n:] for image in region.reads}
    promised = {output.image for output in plan.outputs}
    return {i for i in written if i in read or i in promised or i in regions[n].writes}


@given(plans(), st.booleans())
def test_no_two_live_images_share_a_slot(plan: TexturePlan, fused: bool) -> None:
    regions, plan_of_slots = scheduled(plan, fused)
    holding: dict[ImageId, object] = {}
    for n, step in enumerate(plan_of_slots.steps):
        assert set(step.take) == set(step.region.writes)
        for image, slot in step.take.items():
            assert slot not in holding.values()
            holding[image] = slot
        assert live_during(plan, regions, n) <= set(holding)
        for image in step.give_back:
            del holding[image]


@given(plans(), st.booleans())
def test_slots_are_the_most_that_are_live_at_once_by_format_and_extent(
    plan: TexturePlan, fused: bool
) -> None:
    regions, plan_of_slots = scheduled(plan, fused)
    table = plan.table()
    most: Counter[tuple[Format, Extent]] = Counter()
    for n in range(len(regions)):
        live = live_during(plan, regions, n)
        most |= Counter((table[i].format, plan.extent_of(table[i])) for i in live)
    assert Counter((s.format, s.extent) for s in plan_of_slots.slots) == most
    assert plan_of_slots.pool_bytes == sum(
        extent.texels * format.bytes_per_texel * count for (format, extent), count in most.items()
    )


@given(plans(), st.booleans())
def test_a_slot_has_its_images_format_and_extent(plan: TexturePlan, fused: bool) -> None:
    table = plan.table()
    for step in scheduled(plan, fused)[1].steps:
        for image, slot in step.take.items():
            assert (slot.format, slot.extent) == (
                table[image].format,
                plan.extent_of(table[image]),
            )


def test_two_outputs_of_one_op_have_slots_of_their_own_formats() -> None:
    b = PlanBuilder(CATALOG, BASE)
    made = b.op("noise", key="a")
    b.output("fac", made["fac"])
    b.output("color", made["color"])
    (step,) = scheduled(b.finish(), True)[1].steps
    assert [slot.format for slot in step.take.values()] == [Format.R16F, Format.RGBA16F]


@given(plans(), st.booleans())
def test_outputs_are_kept_and_all_else_is_given_back_once(plan: TexturePlan, fused: bool) -> None:
    _, plan_of_slots = scheduled(plan, fused)
    given_back = [image for step in plan_of_slots.steps for image in step.give_back]
    taken = [image for step in plan_of_slots.steps for image in step.take]
    promised = {output.image for output in plan.outputs}
    assert sorted(given_back) == sorted(set(taken) - promised)


@given(plans(), st.booleans())
def test_externals_never_have_a_slot(plan: TexturePlan, fused: bool) -> None:
    externals = {image.id for image in plan.images if image.external is not None}
    for step in scheduled(plan, fused)[1].steps:
        assert not externals & (set(step.take) | set(step.give_back))


def test_an_output_is_taken_before_the_dying_input_is_given_back() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("ramp", key="a")["result"]
    for n in range(6):
        image = b.op("blur", {"color": image}, key=f"b{n}")["result"]
    b.output("map", image)
    steps = schedule(b.finish(), fuse(b.finish(), CATALOG)).steps
    assert steps[1].give_back == ("a",)
    assert steps[1].take[ImageId("b0")] != steps[0].take[ImageId("a")]
    assert len({slot for step in steps for slot in step.take.values()}) == 2


def test_what_is_kept_is_not_given_back() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("ramp", key="a")["result"]
    b.output("map", b.op("blur", {"color": image}, key="b")["result"])
    plan = b.finish()
    plan_of_slots = schedule(plan, fuse(plan, CATALOG, keep=(image,)), keep=(image,))
    assert all(step.give_back == () for step in plan_of_slots.steps)
