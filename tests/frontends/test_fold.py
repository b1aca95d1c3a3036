"""Numbers that are folded while the plan is built: by every operation, without an exception."""

from __future__ import annotations

from itertools import product
from math import isfinite

import pytest

from addon.frontends.shader.fold import folded
from addon.frontends.shader.fold_math import single

EDGES = (0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e-45, -1e-5, 1e38, -1e38, 2.0**31, float("inf"))
NOT_A_NUMBER = float("nan")


def folded_math(operation, a, b, c, clamped="no"):
    numbers = {"a": single(a), "b": single(b), "c": single(c)}
    found = folded("math", {"operation": operation, "clamped": clamped}, numbers)
    return None if found is None else found["result"]


def test_every_operation_of_the_math_node_is_folded(catalog):
    for operation in catalog["math"].variants["operation"].choices:
        assert folded_math(operation, 0.5, 0.75, 0.25) is not None, operation


def test_what_overflows_or_is_no_number_is_left_to_the_gpu(catalog):
    for operation in catalog["math"].variants["operation"].choices:
        for a, b, c in product((*EDGES, NOT_A_NUMBER), repeat=3):
            found = folded_math(operation, a, b, c)
            assert found is None or (isfinite(found) and found == single(found)), operation
    assert folded_math("snap", 1e38, 1e-5, 0.0) is None
    assert folded_math("power", 0.0, -1.0, 0.0) is None
    assert folded_math("add", NOT_A_NUMBER, 1.0, 0.0) is None


@pytest.mark.parametrize(("spacings", "equal"), [(1, 1.0), (2, 0.0)])
def test_numbers_compare_as_equal_up_to_the_spacing_of_floats_at_1(spacings, equal):
    assert folded_math("compare", 1.0, 1.0 + spacings * 2.0**-23, 0.0) == equal


def test_a_number_that_is_folded_is_a_single_float_and_clamps_last():
    assert folded_math("divide", 1.0, 3.0, 0.0) == single(1.0 / 3.0) != 1.0 / 3.0
    assert folded_math("multiply", 3.0, 2.0, 0.0, clamped="yes") == 1.0
