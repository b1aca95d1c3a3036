"""Numbers folded while the plan is built: in single floats, in 32 bits, and never infinite."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from addon.frontends.shader.fold import folded
from addon.frontends.shader.fold_math import single
from addon.frontends.shader.strings import (
    LOWER,
    UPPER,
    float_at,
    formatted,
    in_case,
    integer_at,
    integer_text,
    part,
)

FLOATS = st.floats(-1e6, 1e6, width=32)
WHOLE = st.integers(-(2**31), 2**31 - 1)
NUMPY = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "minimum": np.minimum,
    "maximum": np.maximum,
    "floor": lambda a, b: np.floor(a),
    "ceil": lambda a, b: np.ceil(a),
    "trunc": lambda a, b: np.trunc(a),
    "sqrt": lambda a, b: np.sqrt(max(a, np.float32(0))),
    "divide": lambda a, b: a / b if b else np.float32(0),
    "modulo": lambda a, b: np.fmod(a, b) if b else np.float32(0),
}


@pytest.mark.parametrize("operation", NUMPY)
@given(FLOATS, FLOATS)
def test_a_number_is_folded_as_single_floats_compute_it(operation, a, b):
    result = folded("math", {"operation": operation}, {"a": a, "b": b})
    with np.errstate(all="ignore"):
        expected = float(NUMPY[operation](np.float32(a), np.float32(b)))
    assert (result is None) == (not math.isfinite(expected))
    assert result is None or result["result"] == expected


def test_what_is_infinite_or_no_number_is_left_to_the_gpu():
    assert folded("math", {"operation": "multiply"}, {"a": 1e30, "b": 1e30}) is None
    assert folded("math", {"operation": "add"}, {"a": math.inf, "b": 1.0}) is None


@given(WHOLE, WHOLE)
def test_quotient_and_remainder_make_the_number_up_again(a, b):
    numbers = {"a": float(a), "b": float(b)}
    quotient = folded("integer_math", {"operation": "divide"}, numbers)["result"]
    rest = folded("integer_math", {"operation": "modulo"}, numbers)["result"]
    if b == 0:
        assert (quotient, rest) == (0.0, 0.0)
    elif (a, b) != (-(2**31), -1):
        assert quotient * b + rest == a and abs(rest) < abs(b) and rest * a >= 0


@given(st.floats(width=32, allow_nan=False))
def test_a_float_told_in_the_fewest_digits_is_read_back(value):
    told = formatted("{}", [("v", value)])
    assert single(float(told)) == value


@given(WHOLE, st.integers(2, 36), st.integers(0, 40))
def test_a_whole_number_written_in_a_base_is_read_back(value, base, padding):
    told = integer_text(value, base, padding)
    assert integer_at(told, base) == (value, len(told)) and len(told) >= padding


@given(st.text(max_size=20), st.integers(0, 25))
def test_two_parts_of_a_text_are_the_text(text, at):
    assert part(text, 0, at) + part(text, at, 100) == text


def test_a_letter_and_its_capital_are_a_pair():
    for small, capital in UPPER.items():
        assert in_case(capital, LOWER) == small
    assert in_case("Straße", UPPER) == "STRAßE"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1e400", (0.0, 0)),
        ("1e-50", (0.0, 0)),
        ("0e5x", (0.0, 3)),
        ("+1", (0.0, 0)),
        ("-.5e1,", (-5.0, 5)),
    ],
)
def test_a_number_beyond_floats_is_none(text, expected):
    assert float_at(text) == expected
