"""What is stored whole: the way to a deep output, and what a cut would spoil."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given

from addon.plan.build import PlanBuilder
from addon.plan.check import check
from addon.plan.encoding import encoded
from addon.plan.fuse import fuse
from addon.plan.problem import Severity
from addon.plan.roles import as_baked, promote, promote_cuts
from addon.plan.types import (
    Encoding,
    Extent,
    Format,
    ImageId,
    PlanOutput,
    Role,
    TextureOp,
    TexturePlan,
)

from .kernels import CATALOG
from .strategies import plans

BASE = Extent(8, 8)


def two_maps(depth: int, is_float: bool = False) -> TexturePlan:
    """Return a plan of a deep and an 8-bit map that share one source."""
    b = PlanBuilder(CATALOG, BASE)
    shared = b.op("noise", key="shared")["fac"]
    deep = b.op("invert", {"color": shared}, key="deep")["result"]
    flat = b.op("grain", {"color": shared}, key="flat")["result"]
    b.output("deep", deep, Encoding(depth=depth, is_float=is_float))
    b.output("flat", flat)
    return b.finish()


@pytest.mark.parametrize(("depth", "is_float"), [(16, False), (16, True), (32, True)])
def test_all_that_feeds_a_deep_output_is_precise_and_nothing_else_is(
    depth: int, is_float: bool
) -> None:
    table = promote(two_maps(depth, is_float)).table()
    found = {image.id: (image.format, image.role) for image in table.values()}
    assert found == {
        "shared:fac": (Format.R32F, Role.PRECISE),
        "shared:color": (Format.RGBA16F, Role.PLAIN),
        "deep": (Format.RGBA32F, Role.PRECISE),
        "flat": (Format.RGBA16F, Role.PLAIN),
    }


def test_an_8_bit_plan_is_left_as_it_is() -> None:
    assert promote(two_maps(8)) == two_maps(8)


@given(plans())
def test_promoting_gives_a_sound_plan_and_twice_is_once(plan: TexturePlan) -> None:
    for everything in (False, True):
        after = promote(plan, everything=everything)
        assert [p for p in check(after, CATALOG) if p.severity is Severity.REFUSAL] == []
        assert promote(after, everything=everything) == after


@given(plans())
def test_promoting_everything_leaves_no_half_float_that_an_op_writes(plan: TexturePlan) -> None:
    for image in promote(plan, everything=True).images:
        assert image.external is not None or image.format.full_float


@given(plans())
def test_externals_are_as_the_caller_brings_them(plan: TexturePlan) -> None:
    before = [image for image in plan.images if image.external is not None]
    after = promote(plan, everything=True).images
    assert [image for image in after if image.external is not None] == before


def test_a_role_that_was_declared_is_kept() -> None:
    b = PlanBuilder(CATALOG, BASE)
    b.output("map", b.op("ramp", key="a", role=Role.HEIGHT)["result"], Encoding(depth=16))
    assert promote(b.finish()).images[0].role is Role.HEIGHT


def test_what_a_half_float_file_takes_stays_half_behind_a_precise_plan() -> None:
    plan = encoded(two_maps(16, is_float=True), CATALOG)
    for after in (promote(plan), promote(plan, everything=True)):
        assert after.table()[plan.outputs[0].image].format is Format.RGBA16F


def material(maps: int) -> TexturePlan:
    """Return a plan of several maps that all follow from one coordinate."""
    b = PlanBuilder(CATALOG, BASE)
    uv = b.op("ramp", key="uv")["result"]
    for n in range(maps):
        b.output(f"map{n}", b.op("invert", {"color": uv}, key=f"i{n}")["result"])
    return b.finish()


def test_a_value_cut_apart_by_the_limits_is_stored_whole() -> None:
    plan = promote_cuts(material(12), CATALOG)
    precise = {image.id for image in plan.images if image.format.full_float}
    assert precise == {"uv"}
    assert len(fuse(plan, CATALOG)) == 2


def test_a_plan_of_one_dispatch_has_no_cuts() -> None:
    assert promote_cuts(material(3), CATALOG) == material(3)


def test_what_a_blur_reads_was_an_image_anyway_and_stays_half() -> None:
    b = PlanBuilder(CATALOG, BASE)
    soft = b.op("blur", {"color": b.op("ramp", key="a")["result"]}, key="b")["result"]
    b.output("map", b.op("invert", {"color": soft}, key="c")["result"])
    assert promote_cuts(b.finish(), CATALOG) == b.finish()


def test_a_value_used_before_and_after_a_blur_is_stored_whole() -> None:
    b = PlanBuilder(CATALOG, BASE)
    uv = b.op("ramp", key="uv")["result"]
    first = b.op("invert", {"color": uv}, key="first")["result"]
    soft = b.op("blur", {"color": first}, key="soft")["result"]
    b.output("map", b.op("blend", {"a": soft, "b": uv}, key="last")["result"])
    plan = promote_cuts(b.finish(), CATALOG)
    assert {image.id for image in plan.images if image.format.full_float} == {"uv"}


def test_an_image_that_a_blur_reads_too_is_stored_anyway_and_stays_half() -> None:
    b = PlanBuilder(CATALOG, BASE)
    sharp = b.op("ramp", key="sharp")["result"]
    soft = b.op("blur", {"color": sharp}, key="soft")["result"]
    b.output("map", b.op("blend", {"a": soft, "b": sharp}, key="last")["result"])
    assert promote_cuts(b.finish(), CATALOG) == b.finish()


@given(plans(max_ops=30))
def test_what_every_reader_takes_as_a_value_is_in_a_register_or_whole(plan: TexturePlan) -> None:
    after = promote_cuts(plan, CATALOG)
    table = after.table()
    regions = fuse(after, CATALOG)
    readers: dict[ImageId, set[str]] = {}
    for op in (op for region in regions for op in region.ops):
        spec = CATALOG[op.kernel]
        for name, image in op.inputs.items():
            how = spec.inputs[name].access.value if spec.kind.fusable else "alone"
            readers.setdefault(image, set()).add(how)
    for region in regions:
        if CATALOG[region.ops[0].kernel].kind.fusable:
            for image in region.writes:
                if readers.get(image) == {"value"}:
                    assert table[image].format.full_float


@pytest.mark.parametrize("depth", [8, 16])
def test_an_unfused_plan_is_baked_in_full_floats_up_to_the_file(depth: int) -> None:
    for fused in (True, False):
        plan = as_baked(two_maps(depth), CATALOG, fused=fused)
        final = {output.image for output in plan.outputs}
        between = {image.format.full_float for image in plan.images if image.id not in final}
        assert between == ({depth > 8, False} if fused else {True})
    files = [image.format for image in plan.images if image.id in final]
    assert files == [Format.RGBA8 if depth == 8 else Format.RGBA32F, Format.RGBA8]


@pytest.mark.parametrize("fused", [True, False])
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (lambda plan: replace(plan, outputs=(PlanOutput("out", ImageId("fog")),)), "output-image"),
        (
            lambda plan: replace(plan, ops=(*plan.ops, TextureOp("fog", key="fog"))),
            "unknown-kernel",
        ),
        (lambda plan: replace(plan, ops=plan.ops[::-1]), "read-before-written"),
    ],
)
def test_what_cannot_be_baked_is_left_for_check_to_say(
    fault: Callable[[TexturePlan], TexturePlan], code: str, fused: bool
) -> None:
    plan = as_baked(fault(two_maps(8)), CATALOG, fused=fused)
    assert any(code in problem.code for problem in check(plan, CATALOG))
