"""Regions: what shares a dispatch, and that sharing changes no order and loses nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addon.plan.build import PlanBuilder
from addon.plan.fuse import MAX_COST, fuse, uniform_bytes
from addon.plan.region import MAX_IMAGES, MAX_SAMPLERS, MAX_UNIFORM_BYTES, Region
from addon.plan.spec import Access, Kind
from addon.plan.types import Extent, Format, ImageId, TexturePlan

from .kernels import CATALOG, spec, value
from .strategies import plans, spec_of

BASE = Extent(64, 32)


def keys(region: Region) -> list[str]:
    return [op.key for op in region.ops]


def needed(plan: TexturePlan) -> set[str]:
    """Return the keys of the ops that some output follows from, by walking back."""
    writer = {image: op for op in plan.ops for image in op.outputs.values()}
    todo, found = [output.image for output in plan.outputs], set()
    while todo:
        op = writer.get(todo.pop())
        if op is not None and op.key not in found:
            found.add(op.key)
            todo += op.inputs.values()
    return found


@given(plans(), st.booleans(), st.sampled_from([1.0, 10.0, MAX_COST]))
def test_every_needed_op_runs_once_and_no_other_runs(
    plan: TexturePlan, enabled: bool, max_cost: float
) -> None:
    regions = fuse(plan, CATALOG, enabled=enabled, max_cost=max_cost)
    ran = [key for region in regions for key in keys(region)]
    assert sorted(ran) == sorted(needed(plan))


@given(plans(), st.booleans(), st.sampled_from([1.0, 10.0, MAX_COST]))
def test_everything_is_written_before_it_is_read(
    plan: TexturePlan, enabled: bool, max_cost: float
) -> None:
    """Regions in a line, each reading only what earlier ones stored, are convex by that alone."""
    there = {image.id for image in plan.images if image.external is not None}
    for region in fuse(plan, CATALOG, enabled=enabled, max_cost=max_cost):
        assert set(region.reads) <= there
        inside: set[ImageId] = set()
        for op in region.ops:
            assert set(op.inputs.values()) <= inside | set(region.reads)
            inside |= set(op.outputs.values())
        assert set(region.writes) <= inside
        there |= set(region.writes)
    assert {output.image for output in plan.outputs} <= there


@given(plans(), st.sampled_from([1.0, 10.0, MAX_COST]))
def test_a_region_stores_what_others_read_and_nothing_else(
    plan: TexturePlan, max_cost: float
) -> None:
    regions = fuse(plan, CATALOG, max_cost=max_cost)
    wanted = {output.image for output in plan.outputs} | {i for r in regions for i in r.reads}
    for region in regions:
        inside = {image for op in region.ops for image in op.outputs.values()}
        assert set(region.writes) == inside & wanted
        assert len(set(region.writes)) == len(region.writes)


@given(plans())
def test_what_is_read_at_other_texels_was_written_by_an_earlier_region(plan: TexturePlan) -> None:
    for region in fuse(plan, CATALOG):
        inside = {image for op in region.ops for image in op.outputs.values()}
        for op in region.ops:
            for name, image in op.inputs.items():
                if spec_of(op).inputs[name].access is Access.TEXELS:
                    assert image not in inside


@given(plans(max_ops=40), st.sampled_from([1.0, 10.0, 100.0, MAX_COST]))
def test_a_region_of_several_ops_keeps_every_limit(plan: TexturePlan, max_cost: float) -> None:
    table = plan.table()
    for region in fuse(plan, CATALOG, max_cost=max_cost):
        assert {plan.extent_of(table[image]) for image in region.writes} == {region.extent}
        if len(region.ops) == 1:
            continue
        assert all(spec_of(op).kind.fusable for op in region.ops)
        assert len(region.writes) <= MAX_IMAGES
        assert len(region.reads) <= MAX_SAMPLERS
        assert sum(uniform_bytes(op, spec_of(op)) for op in region.ops) <= MAX_UNIFORM_BYTES
        assert sum(spec_of(op).cost for op in region.ops) <= max_cost


@given(plans())
def test_with_fusion_off_every_op_is_a_region(plan: TexturePlan) -> None:
    assert all(len(region.ops) == 1 for region in fuse(plan, CATALOG, enabled=False))


@given(plans())
def test_fusing_does_not_depend_on_formats(plan: TexturePlan) -> None:
    """What promote() does to a plan may not move its cuts."""
    from addon.plan.roles import promote

    before = [keys(region) for region in fuse(plan, CATALOG)]
    assert [keys(region) for region in fuse(promote(plan, everything=True), CATALOG)] == before


def test_five_point_ops_are_one_dispatch_that_stores_one_image() -> None:
    b = PlanBuilder(CATALOG, BASE)
    first = b.op("ramp", key="a")["result"]
    second = b.op("noise", key="b")["color"]
    third = b.op("blend", {"a": first, "b": second}, key="c")["result"]
    fourth = b.op("lookup", {"table": b.external("t", BASE, Format.R8), "factor": third}, key="d")
    last = b.op("invert", {"color": fourth["result"]}, key="e")["result"]
    b.output("map", last)
    (region,) = fuse(b.finish(), CATALOG)
    assert sorted(keys(region)) == ["a", "b", "c", "d", "e"]
    assert region.writes == (last,) and region.reads == ("t",)


def test_a_blur_stands_alone_and_breaks_the_region() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("ramp", key="a")["result"]
    image = b.op("invert", {"color": image}, key="b")["result"]
    image = b.op("blur", {"color": image}, key="c")["result"]
    image = b.op("invert", {"color": image}, key="d")["result"]
    b.output("map", image)
    assert [keys(region) for region in fuse(b.finish(), CATALOG)] == [["a", "b"], ["c"], ["d"]]


def test_a_source_runs_where_it_is_used_rather_than_wait_in_an_image() -> None:
    b = PlanBuilder(CATALOG, BASE)
    late = b.op("noise", key="late")["color"]
    image = b.op("blur", {"color": b.op("ramp", key="a")["result"]}, key="b")["result"]
    b.output("map", b.op("blend", {"a": image, "b": late}, key="c")["result"])
    regions = fuse(b.finish(), CATALOG)
    assert [sorted(keys(region)) for region in regions] == [["a"], ["b"], ["c", "late"]]


def test_an_image_read_both_as_a_value_and_as_texels_is_stored() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("ramp", key="a")["result"]
    soft = b.op("blur", {"color": image}, key="b")["result"]
    b.output("map", b.op("blend", {"a": image, "b": soft}, key="c")["result"])
    assert [keys(region) for region in fuse(b.finish(), CATALOG)] == [["a"], ["b"], ["c"]]


def test_a_gather_of_what_an_op_wrote_comes_after_it() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("ramp", key="a")["result"]
    b.output("map", b.op("lookup", {"table": image, "factor": image}, key="b")["result"])
    assert [keys(region) for region in fuse(b.finish(), CATALOG)] == [["a"], ["b"]]


def test_point_ops_of_two_extents_do_not_share_a_dispatch() -> None:
    b = PlanBuilder(CATALOG, BASE)
    b.output("large", b.op("ramp", key="a")["result"])
    b.output("small", b.op("ramp", key="b", level_offset=1)["result"])
    assert len(fuse(b.finish(), CATALOG)) == 2


def test_fifteen_maps_are_two_dispatches_of_at_most_eight_images() -> None:
    b = PlanBuilder(CATALOG, BASE)
    for n in range(15):
        image = b.op("ramp", key=f"r{n}")["result"]
        b.output(f"map{n}", b.op("invert", {"color": image}, key=f"i{n}")["result"])
    assert [len(region.writes) for region in fuse(b.finish(), CATALOG)] == [8, 7]


def test_a_region_past_the_cost_is_cut() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("noise", key="n0")["color"]
    for n in range(1, 6):
        more = b.op("noise", key=f"n{n}")["color"]
        image = b.op("blend", {"a": image, "b": more}, key=f"b{n}")["result"]
    b.output("map", image)
    costs = [
        sum(CATALOG[op.kernel].cost for op in region.ops)
        for region in fuse(b.finish(), CATALOG, max_cost=100.0)
    ]
    assert sum(costs) == 6 * 40 + 5 and max(costs) <= 100.0 and len(costs) == 3


def test_seventeen_pictures_need_a_second_dispatch() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.external("e0", BASE, Format.RGBA8)
    for n in range(1, MAX_SAMPLERS + 1):
        more = b.external(f"e{n}", BASE, Format.RGBA8)
        image = b.op("blend", {"a": image, "b": more}, key=f"b{n}")["result"]
    b.output("map", image)
    regions = fuse(b.finish(), CATALOG)
    assert [len(region.reads) for region in regions] == [MAX_SAMPLERS, 2]


def test_numbers_past_the_uniform_block_are_cut() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("blend", {"a": b.external("e", BASE, Format.RGBA8)}, key="b0")["result"]
    count = MAX_UNIFORM_BYTES // uniform_bytes(b.finish().ops[0], CATALOG["blend"]) + 1
    for n in range(1, count):
        image = b.op("blend", {"a": image}, key=f"b{n}")["result"]
    b.output("map", image)
    assert len(fuse(b.finish(), CATALOG, max_cost=1e9)) == 2


def test_a_cpu_op_is_a_region_of_its_own_that_says_so() -> None:
    b = PlanBuilder(CATALOG, BASE)
    height = b.op("cpu/solve", {"normal": b.op("ramp", key="a")["result"]}, key="b")["height"]
    b.output("map", b.op("invert", {"color": height}, key="c")["result"])
    assert [region.cpu for region in fuse(b.finish(), CATALOG)] == [False, True, False]


def test_what_is_kept_is_stored_and_never_dropped() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("ramp", key="a")["result"]
    dead = b.op("noise", key="dead")["fac"]
    b.output("map", b.op("invert", {"color": image}, key="b")["result"])
    plan = b.finish()
    assert "dead" not in {key for region in fuse(plan, CATALOG) for key in keys(region)}
    (region,) = fuse(plan, CATALOG, keep=(image, dead))
    assert set(region.writes) == {image, dead, "b"}


def test_a_deep_plan_needs_no_deep_stack() -> None:
    b = PlanBuilder(CATALOG, BASE)
    image = b.op("ramp", key="a")["result"]
    for n in range(3000):
        image = b.op("invert", {"color": image}, key=f"i{n}")["result"]
    b.output("map", image)
    regions = fuse(b.finish(), CATALOG)
    assert sum(len(region.ops) for region in regions) == 3001


def test_an_op_too_large_for_one_kernel_is_left_alone_for_check_to_refuse() -> None:
    wide = spec(
        "wide",
        Kind.POINT,
        (value("a", "vec4"),),
        outputs=tuple((f"o{n}", "float") for n in range(9)),
    )
    catalog = CATALOG | {"wide": wide}
    b = PlanBuilder(catalog, BASE)
    images = b.op("wide", {"a": b.op("ramp", key="r")["result"]}, key="w")
    for name, image in images.items():
        b.output(name, image)
    assert [len(region.writes) for region in fuse(b.finish(), catalog)] == [1, 9]


@pytest.mark.parametrize("kind", [kind for kind in Kind if not kind.fusable])
def test_only_sources_points_and_gathers_are_fused(kind: Kind) -> None:
    other = spec("other", kind, (value("a", "vec4"),))
    catalog = CATALOG | {"other": other}
    b = PlanBuilder(catalog, BASE)
    image = b.op("other", {"a": b.op("ramp", key="r")["result"]}, key="o")["result"]
    b.output("map", image)
    assert [keys(region) for region in fuse(b.finish(), catalog)] == [["r"], ["o"]]
