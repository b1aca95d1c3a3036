"""Filters over a picture of another size than the plan's: resized first, or refused."""

from __future__ import annotations

import pytest

from addon.library.catalog import load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.check import check
from addon.plan.types import Extent, Format

CATALOG = load_catalog()
TEXEL_FOR_TEXEL = {
    "levels": "color",
    "blend": "base",
    "box_blur": "color",
    "gaussian_blur": "color",
    "height_to_normal": "height",
    "jump_flood_seed": "mask",
    "cpu/normal_to_height": "normal",
}
AT_ANY_SIZE = ("resize", "transform")


def plan_of(kernel, name, *, resized=False):
    builder = PlanBuilder(CATALOG, Extent(64, 64))
    image = builder.external("picture", Extent(100, 60), Format.RGBA8)
    if resized:
        image = builder.op("resize", {"color": image}, key="sized")["result"]
    made = builder.op(kernel, {name: image}, key="filtered")
    builder.output("out", next(iter(made.values())))
    return builder.finish()


@pytest.mark.parametrize(("kernel", "name"), TEXEL_FOR_TEXEL.items())
def test_a_filter_that_reads_texel_for_texel_refuses_a_picture_of_another_size(kernel, name):
    (problem,) = check(plan_of(kernel, name), CATALOG)
    assert problem.code == "extent-mismatch"
    assert "insert a resize" in problem.message
    assert check(plan_of(kernel, name, resized=True), CATALOG) == ()


@pytest.mark.parametrize("kernel", AT_ANY_SIZE)
def test_a_filter_that_samples_takes_a_picture_of_any_size(kernel):
    assert check(plan_of(kernel, "color"), CATALOG) == ()
