"""The numbers a kernel is really given."""

from __future__ import annotations

import pytest

from addon.plan.numbers import Change, Numbers, resolved_params
from addon.plan.seed import seed_for
from addon.plan.spec import KernelSpec, Kind, ParamSpec, Unit
from addon.plan.types import Extent, Format, ImageId, PlanImage, TextureOp, TexturePlan, Value

from .kernels import CATALOG, spec, value

OUT = PlanImage(ImageId("out"), Format.RGBA16F)


def resolved(kernel: KernelSpec, level: int = 0, offset: int = 0, **params: Value) -> Numbers:
    image = PlanImage(ImageId("out"), Format.RGBA16F, level_offset=offset)
    op = TextureOp(kernel.name, {}, {"result": image.id}, params, key="k")
    return resolved_params(TexturePlan(Extent(64, 64), (image,), (op,), (), level), op, kernel)


def rounding(how: str) -> KernelSpec:
    param = ParamSpec("n", "int", 1, Unit.TEXELS_AT_BASE, 0.0, 64.0, rounding=how)
    return spec("k", Kind.AREA, params=(param,))


@pytest.mark.parametrize(("level", "offset", "expected"), [(0, 0, 6.0), (1, 0, 3.0), (-2, 0, 24.0)])
def test_a_radius_scales_with_the_level(level: int, offset: int, expected: float) -> None:
    assert resolved(CATALOG["blur"], level, offset, radius=6.0).values == {"radius": expected}


def test_a_radius_scales_to_the_image_that_the_op_writes() -> None:
    assert resolved(CATALOG["blur"], level=-1, offset=2, radius=6.0).values == {"radius": 3.0}


def test_a_number_without_a_unit_does_not_scale() -> None:
    assert resolved(CATALOG["ramp"], level=3, slope=0.25).values == {"slope": 0.25}


def test_a_radius_past_the_ceiling_is_clipped_and_told() -> None:
    numbers = resolved(CATALOG["blur"], level=-2, radius=40.0)
    assert numbers.values == {"radius": 64.0}
    assert numbers.clipped == (Change("radius", 40.0, 160.0, 64.0),)


def test_a_number_below_the_floor_is_clipped_too() -> None:
    assert resolved(CATALOG["blur"], radius=-1.0).values == {"radius": 0.0}


@pytest.mark.parametrize(
    ("how", "level", "expected"),
    [("nearest", 1, 3), ("floor", 1, 2), ("ceil", 1, 3), ("nearest", 2, 1), ("ceil", 4, 1)],
)
def test_a_whole_number_of_texels_rounds_as_its_header_says(
    how: str, level: int, expected: int
) -> None:
    found = resolved(rounding(how), level, n=5).values["n"]
    assert found == expected and isinstance(found, int)


def test_rounding_is_told_where_it_moves_a_length() -> None:
    assert resolved(rounding("nearest"), 1, n=5).rounded == (Change("n", 5, 2.5, 3),)
    assert resolved(rounding("nearest"), 1, n=6).rounded == ()


def test_an_int_clipped_by_a_float_limit_stays_an_int() -> None:
    found = resolved(rounding("nearest"), -5, n=5).values["n"]
    assert found == 64 and isinstance(found, int)


def test_an_input_given_as_a_number_is_among_the_numbers_and_an_image_is_not() -> None:
    kernel = CATALOG["blend"]
    op = TextureOp(
        "blend", {"a": ImageId("x"), "b": ImageId("y")}, {"result": OUT.id}, {"factor": 0.25}
    )
    plan = TexturePlan(Extent(4, 4), (OUT,), (op,))
    assert resolved_params(plan, op, kernel).values == {"factor": 0.25}


def test_every_number_of_the_header_is_there_though_the_op_leaves_it_out() -> None:
    kernel = spec(
        "k", Kind.POINT, (value("a", "vec2", (1.0, 2.0)),), (ParamSpec("b", "float", 3.0),)
    )
    assert resolved(kernel).values == {"a": (1.0, 2.0), "b": 3.0}


def test_a_seed_is_filled_in_whatever_was_given() -> None:
    op = TextureOp("grain", {"color": ImageId("x")}, {"result": OUT.id}, {"seed": 5}, key="k")
    plan = TexturePlan(Extent(4, 4), (OUT,), (op,), seed=9)
    found = resolved_params(plan, op, CATALOG["grain"]).values
    assert found == {"seed": seed_for(plan, op)}


def test_a_vector_is_clipped_component_by_component() -> None:
    kernel = spec(
        "k", Kind.SOURCE, params=(ParamSpec("v", "vec3", (0.0, 0.0, 0.0), min=0.0, max=1.0),)
    )
    numbers = resolved(kernel, v=(-1.0, 0.5, 2.0))
    assert numbers.values == {"v": (0.0, 0.5, 1.0)}
    assert [change.name for change in numbers.clipped] == ["v"]


def test_an_op_that_writes_only_its_second_output_resolves_to_that() -> None:
    kernel = spec(
        "k",
        Kind.AREA,
        params=(ParamSpec("r", "float", 1.0, Unit.TEXELS_AT_BASE),),
        outputs=(("first", "float"), ("second", "float")),
    )
    op = TextureOp("k", {}, {"second": OUT.id}, {"r": 8.0})
    plan = TexturePlan(Extent(4, 4), (OUT,), (op,), (), 1)
    assert resolved_params(plan, op, kernel).values == {"r": 4.0}
