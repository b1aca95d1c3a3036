"""Every output gets one encode op, in the narrowest format that keeps what its file holds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from addon.plan.build import PlanBuilder
from addon.plan.check import check
from addon.plan.encoding import encoded, stored_format
from addon.plan.fuse import fuse
from addon.plan.problem import Severity
from addon.plan.types import (
    IDENTITY,
    Encoding,
    Extent,
    Format,
    TextureOp,
    TexturePlan,
    Transfer,
)

from .kernels import CATALOG
from .strategies import plans

MATRIX = tuple(float(n) for n in range(9))


def encode_op(encoding: Encoding) -> TextureOp:
    b = PlanBuilder(CATALOG, Extent(8, 8))
    b.output("map", b.op("ramp", key="a")["result"], encoding, "Wood")
    return encoded(b.finish(), CATALOG).ops[-1]


@given(plans())
def test_an_encoded_plan_keeps_its_ops_and_promises_one_encode_for_each_output(
    plan: TexturePlan,
) -> None:
    after = encoded(plan, CATALOG)
    assert after.ops[: len(plan.ops)] == plan.ops
    added = after.ops[len(plan.ops) :]
    assert [op.inputs["color"] for op in added] == [o.image for o in plan.outputs]
    assert [op.outputs["result"] for op in added] == [o.image for o in after.outputs]
    assert [op.key for op in added] == [f"encode/{o.name}" for o in plan.outputs]
    assert [o.encoding for o in after.outputs] == [o.encoding for o in plan.outputs]


@given(plans())
def test_an_encoded_plan_can_be_baked_where_the_plan_could(plan: TexturePlan) -> None:
    refusals = [p for p in check(encoded(plan, CATALOG), CATALOG) if p.severity is Severity.REFUSAL]
    externals = {image.id for image in plan.images if image.external is not None}
    if not externals & {output.image for output in plan.outputs}:
        assert refusals == []
    assert {p.code for p in refusals} <= {"extent-mismatch"}


@pytest.mark.parametrize(
    ("depth", "is_float", "channels", "format"),
    [
        (8, False, 1, Format.R16F),
        (8, False, 2, Format.RGBA8),
        (8, False, 4, Format.RGBA8),
        (16, False, 1, Format.R32F),
        (16, False, 3, Format.RGBA32F),
        (16, True, 1, Format.R16F),
        (16, True, 4, Format.RGBA16F),
        (32, True, 1, Format.R32F),
        (32, True, 3, Format.RGBA32F),
    ],
)
def test_the_stored_format_is_the_narrowest_that_keeps_the_file(
    depth: int, is_float: bool, channels: int, format: Format
) -> None:
    found = stored_format(Encoding(depth=depth, is_float=is_float, channels=channels))
    assert found is format


def test_every_8_bit_step_survives_a_half_float() -> None:
    """What stored_format() claims for 8-bit greys, in Python's own half floats."""
    import struct

    for k in range(256):
        (half,) = struct.unpack("e", struct.pack("e", k / 255))
        assert round(half * 255) == k


@pytest.mark.parametrize(
    ("encoding", "transfer", "steps", "dither"),
    [
        (Encoding(Transfer.COLOR, 8, dither=True), "srgb", 255.0, "on"),
        (Encoding(Transfer.COLOR, 16), "srgb", 65535.0, "off"),
        (Encoding(Transfer.COLOR, 16, is_float=True, dither=True), "linear", 0.0, "off"),
        (Encoding(Transfer.DATA, 8, dither=True), "linear", 255.0, "on"),
        (Encoding(Transfer.DATA, 32, is_float=True), "linear", 0.0, "off"),
    ],
)
def test_the_curve_and_the_dither_follow_from_the_file(
    encoding: Encoding, transfer: str, steps: float, dither: str
) -> None:
    op = encode_op(encoding)
    assert op.variants == {"transfer": transfer, "dither": dither}
    assert op.params["steps"] == steps


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        (Encoding(depth=8, channels=1), 1.0),
        (Encoding(depth=16, channels=3), 1.0),
        (Encoding(depth=8, channels=2), 0.0),
        (Encoding(depth=8, channels=4), 0.0),
        (Encoding(depth=16, is_float=True, channels=3), 0.0),
    ],
)
def test_only_integer_files_without_alpha_are_told_what_was_cut(
    encoding: Encoding, mark: float
) -> None:
    assert encode_op(encoding).params["mark"] == mark


@pytest.mark.parametrize(
    ("transfer", "used"), [(Transfer.COLOR, MATRIX), (Transfer.DATA, IDENTITY)]
)
def test_only_colour_is_converted_to_rec709(transfer: Transfer, used: tuple[float, ...]) -> None:
    op = encode_op(Encoding(transfer, to_rec709=MATRIX))
    rows = (op.params["row_r"], op.params["row_g"], op.params["row_b"])
    assert rows == (used[0:3], used[3:6], used[6:9])


def test_an_encode_op_names_the_users_output_in_messages() -> None:
    assert encode_op(Encoding()).origin == "Wood"


def test_a_maps_dither_does_not_depend_on_the_other_maps() -> None:
    from addon.plan.seed import seed_for

    b = PlanBuilder(CATALOG, Extent(8, 8))
    image = b.op("ramp", key="a")["result"]
    b.output("height", image, Encoding(dither=True))
    b.output("color", image, Encoding(dither=True))
    both = encoded(b.finish(), CATALOG)
    alone = encoded(replace(b.finish(), outputs=b.finish().outputs[1:]), CATALOG)
    seeds = [seed_for(both, op) for op in both.ops[-2:]]
    assert seeds[0] != seeds[1] and seed_for(alone, alone.ops[-1]) == seeds[1]


def test_encoding_joins_the_dispatch_that_makes_the_map() -> None:
    b = PlanBuilder(CATALOG, Extent(8, 8))
    b.output("map", b.op("ramp", key="a")["result"])
    (region,) = fuse(encoded(b.finish(), CATALOG), CATALOG)
    assert region.writes == ("encode/map",)


@pytest.mark.parametrize("level", [-1, 0, 2])
def test_an_external_of_a_size_the_plan_has_is_encoded_at_that(level: int) -> None:
    b = PlanBuilder(CATALOG, Extent(64, 32), level=level)
    b.output("map", b.external("photo", Extent(16, 8), Format.RGBA8))
    assert check(encoded(b.finish(), CATALOG), CATALOG) == ()


def test_an_external_of_another_size_is_refused_with_a_resize() -> None:
    b = PlanBuilder(CATALOG, Extent(64, 32))
    b.output("map", b.external("photo", Extent(50, 50), Format.RGBA8))
    (problem,) = check(encoded(b.finish(), CATALOG), CATALOG)
    assert problem.code == "extent-mismatch" and "insert a resize" in problem.message
