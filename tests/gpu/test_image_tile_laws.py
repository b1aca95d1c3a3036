"""Closed forms of the kernels that read UDIM tiles off their pages."""

from __future__ import annotations

import numpy as np
import pytest

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Role
from tests.tolerances import IMAGE_AT_CENTRE, IMAGE_MOVED_TILES

from .nodes import NodeBench

PAGE = np.random.default_rng(9).random((6, 10, 4)).astype(np.float32)
PARTS = {(0, 0): (0, 0, 4, 6), (1, 0): (4, 1, 6, 3), (0, 2): (5, 4, 2, 2)}
"""Left, lower, width and height on the page, by a tile's column and row."""


@pytest.fixture(scope="module")
def node(catalog, bake_plan) -> NodeBench:
    return NodeBench(catalog, bake_plan)


def table() -> np.ndarray:
    rows = np.zeros((3, 10, 4), np.float32)
    for (column, row), part in PARTS.items():
        rows[row, column] = part
    return rows


@pytest.mark.parametrize("cell", list(PARTS))
def test_a_place_in_a_tile_is_that_far_from_the_tiles_corner(node, cell):
    inside = np.random.default_rng(1).uniform(0.01, 0.99, (50, 2))
    got = node("image_tile", inside + cell, "place", images={"tiles": table()})
    assert np.abs(got[:, :2] - inside).max() < IMAGE_MOVED_TILES


@pytest.mark.parametrize("wrap", ["repeat", "clamp", "mirror", "clip"])
@pytest.mark.parametrize("interpolation", ["closest", "linear", "cubic"])
@pytest.mark.parametrize("cell", list(PARTS))
def test_a_part_of_a_page_is_read_as_if_it_were_the_whole(node, cell, interpolation, wrap):
    x, y, width, height = PARTS[cell]
    alone = np.ascontiguousarray(PAGE[y : y + height, x : x + width])
    where = np.random.default_rng(2).uniform(-1.5, 2.5, (200, 2))
    variants = {"interpolation": interpolation, "image_wrap_x": wrap, "image_wrap_y": wrap}
    numbers = {"part": (float(x), float(y), float(width), float(height))}
    for out in ("color", "alpha"):
        part = node(
            "image_texture", where, out, numbers, {"image": PAGE}, extent="part", **variants
        )
        whole = node("image_texture", where, out, images={"image": alone}, **variants)
        assert np.abs(part - whole).max() < IMAGE_AT_CENTRE


def test_where_no_tile_is_there_is_what_another_page_has(catalog, bake_plan):
    for width, expected in ((3.0, 0.25), (0.0, 0.75)):
        builder = PlanBuilder(catalog, Extent(4, 4))
        numbers = {"part": (0.0, 0.0, width, width), "color": (0.25,) * 3, "alpha": 0.25}
        numbers |= {"other_color": (0.75,) * 3, "other_alpha": 0.75}
        fed = {
            name: builder.op("constant", {}, {"color": _four(value)}, key=name, role=Role.PRECISE)
            for name, value in numbers.items()
            if not name.startswith("other")
        }
        inputs = {name: ops["result"] for name, ops in fed.items()}
        others = {name: value for name, value in numbers.items() if name.startswith("other")}
        ops = builder.op("image_missing", inputs, others, key="missing", role=Role.PRECISE)
        builder.output("color", ops["result"])
        builder.output("alpha", ops["result_alpha"])
        baked = bake_plan(builder.finish())
        assert (baked["color"][..., :3] == expected).all()
        assert (baked["alpha"][..., 0] == expected).all()


def _four(value):
    """Return a number or some as four."""
    given = (value,) if isinstance(value, float) else tuple(value)
    return (*given, *(given[-1],) * (4 - len(given)))
