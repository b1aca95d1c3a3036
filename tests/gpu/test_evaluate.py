"""Plans on a real driver: fusion, tiles, CPU ops, and what is compiled when."""

from __future__ import annotations

import numpy as np

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role


def test_a_plan_of_two_inverts_gives_the_picture_back(catalog, bake_plan):
    picture = np.random.default_rng(1).random((30, 50, 4), np.float32)
    builder = PlanBuilder(catalog, Extent(50, 30))
    image = builder.external("picture", Extent(50, 30), Format.RGBA32F, Role.SOURCE)
    for key in ("once", "twice"):
        image = builder.op("invert", {"color": image}, key=key, role=Role.PRECISE)["result"]
    builder.output("out", image)
    baked = bake_plan(builder.finish(), {"picture": picture})
    assert np.abs(baked["out"] - picture).max() < 2e-7
