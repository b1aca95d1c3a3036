"""Ops that share a call: their numbers stand in equal steps, and a region that fuse makes is one
that compose can write."""

from __future__ import annotations

import pytest

from addon.library.compose import compose
from addon.library.uniforms import lay_out
from addon.plan.build import PlanBuilder
from addon.plan.fuse import fuse
from addon.plan.types import Extent, Role


def test_the_numbers_of_a_loops_ops_stand_in_equal_steps_of_whole_rows():
    entries = [(0, "alone", "float")]
    for op in (1, 3, 4):
        entries += [(op, "color", "vec3"), (op, "size", "float"), (op, "count", "int")]
    layout = lay_out(entries, [(1, 3, 4)])
    floats, ints = layout.strides[1]
    assert (floats, ints) == (1, 1)
    lanes = {(slot.op, slot.name): slot.lane for slot in layout.slots}
    for name in ("color", "size", "count"):
        step = 4 * (ints if name == "count" else floats)
        assert lanes[3, name] - lanes[1, name] == lanes[4, name] - lanes[3, name] == step
    used = [(s.type == "int", s.lane) for s in layout.slots]
    assert len(set(used)) == len(used)


@pytest.mark.parametrize(
    ("kernel", "count", "output", "chained"),
    [
        ("levels", 60, "result", 279),
        ("radial_tiling", 40, "id", 327),
        ("wave_texture", 18, "fac", 330),
    ],
)
def test_a_region_just_within_the_limit_can_be_written(catalog, kernel, count, output, chained):
    """With a loop's numbers padded to rows it would be past it."""
    b = PlanBuilder(catalog, Extent(16, 16))
    image = next(iter(b.op("plane_coordinate", key="uv", role=Role.PRECISE).values()))
    for n in range(chained):
        image = b.op("transform_vector", {"vector": image}, key=f"t{n}", role=Role.PRECISE)[
            "result"
        ]
    (reads, *_) = catalog[kernel].inputs
    outs = [
        b.op(kernel, {reads: image}, key=f"w{n}", role=Role.PRECISE)[output] for n in range(count)
    ]
    total = outs[0]
    for n, out in enumerate(outs[1:]):
        total = b.op("math", {"a": total, "b": out}, key=f"m{n}", role=Role.PRECISE)["result"]
    b.output("out", total)
    plan = b.finish()
    regions = fuse(plan, catalog)
    assert all(compose(region, plan, catalog).source for region in regions)
