"""What check() says of sizes: extents that meet, chains, limits of a kernel, memory, textures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from addon.plan.build import PlanBuilder
from addon.plan.check import Limits, check
from addon.plan.spec import Kind
from addon.plan.text import parse_plan
from addon.plan.types import Extent

from .kernels import CATALOG, spec, texels
from .test_check import FAULTS, GOOD, HEAD


@pytest.mark.parametrize("size", ["32x32", "128x128", "64x32", "32x64"])
@pytest.mark.parametrize(
    ("kernel", "argument"),
    [("invert", "color=other"), ("warp", "color=photo amount=other"), ("blur", "color=other")],
)
def test_what_is_taken_at_the_same_texel_or_around_it_has_the_size_written(
    kernel: str, argument: str, size: str
) -> None:
    text = HEAD + f"external other {size} R8\nop {kernel} {argument} -> b\noutput b"
    assert [p.code for p in check(parse_plan(text, CATALOG), CATALOG)] == ["extent-mismatch"]


def test_a_sampler_may_read_an_image_of_any_size() -> None:
    text = HEAD + "external small 7x5 R8\nop resize color=small -> b\noutput b"
    assert check(parse_plan(text, CATALOG), CATALOG) == ()


def test_a_chain_is_sound_at_the_extent_it_was_emitted_for_only() -> None:
    b = PlanBuilder(CATALOG, Extent(64, 48))
    image = b.op("ramp", key="a")["result"]
    for n, extent in enumerate((Extent(16, 12), Extent(4, 3), Extent(1, 1))):
        made = b.op(
            "shrink", {"color": image}, key=f"s{n}", level_offset=2 * n + 2, emitted_for=extent
        )
        image = made["result"]
    b.output("map", image)
    plan = b.finish()
    for level, stale in ((1, 2), (-1, 3)):
        found = [p.code for p in check(replace(plan, bake_level_offset=level), CATALOG)]
        assert found == ["stale-chain"] * stale
    levels = tuple(replace(i, level_offset=min(i.level_offset, 6)) for i in plan.images)
    assert check(replace(plan, images=levels), CATALOG) == ()


def test_an_op_with_too_many_outputs_is_refused() -> None:
    wide = spec("wide", Kind.SOURCE, outputs=tuple((f"o{n}", "float") for n in range(9)))
    catalog = CATALOG | {"wide": wide}
    b = PlanBuilder(catalog, Extent(4, 4))
    b.output("map", b.op("wide", key="w")["o0"])
    (problem,) = check(b.finish(), catalog)
    assert problem.message == FAULTS["too-much-for-one-kernel"][1]


def test_an_op_with_too_many_inputs_is_refused() -> None:
    wide = spec("wide", Kind.SAMPLE, tuple(texels(f"i{n}") for n in range(17)))
    catalog = CATALOG | {"wide": wide}
    b = PlanBuilder(catalog, Extent(4, 4))
    reads = {f"i{n}": b.op("ramp", key=f"r{n}")["result"] for n in range(17)}
    b.output("map", b.op("wide", reads, key="w")["result"])
    (problem,) = check(b.finish(), catalog)
    assert problem.message == "has 17 images read, and one kernel may have 16; split it"


def test_memory_over_the_budget_is_refused_with_its_numbers() -> None:
    text = HEAD + "op blur color=photo -> a\nop blur color=a -> b\noutput b"
    plan = parse_plan(text, CATALOG)
    needed = 64 * 64 * (4 + 8 + 8)
    assert check(plan, CATALOG, Limits(budget_bytes=needed)) == ()
    (problem,) = check(plan, CATALOG, Limits(budget_bytes=needed - 1))
    assert problem.code == "memory-over-budget"
    assert problem.message == (
        "the bake needs 80.0 KiB of GPU memory (32.0 KiB to work in, 32.0 KiB for its outputs, "
        "16.0 KiB brought) and the budget is 80.0 KiB; bake at level 1, bake fewer maps at once or "
        "raise the budget"
    )


def test_a_budget_that_the_pictures_alone_break_is_not_mended_by_a_level() -> None:
    (problem,) = check(parse_plan(GOOD, CATALOG), CATALOG, Limits(budget_bytes=1000))
    assert "; bring smaller images, bake fewer maps at once or raise" in problem.message


def test_a_picture_larger_than_the_device_takes_is_refused_by_name() -> None:
    text = GOOD + "external wall 100x300 R8"
    (problem,) = check(parse_plan(text, CATALOG), CATALOG, Limits(max_texture_size=256))
    assert problem.message == (
        "image 'wall' is 100x300, and this device's largest side is 256; make the picture "
        "no larger than 256 texels a side"
    )
