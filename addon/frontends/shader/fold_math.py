"""The Math node's operations on numbers that are known, in single floats as Blender folds them.

Every step is rounded as a float would be. What overflows is infinite or raises an OverflowError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import (
    acos,
    asin,
    atan,
    atan2,
    ceil,
    cos,
    cosh,
    degrees,
    exp,
    floor,
    fmod,
    inf,
    log,
    radians,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    trunc,
)
from struct import pack, unpack

from .convert import LARGEST


def single(x: float) -> float:
    """Return x rounded to the nearest 32-bit float; infinite beyond the largest."""
    try:
        return float(unpack("f", pack("f", x))[0])
    except OverflowError:
        return inf if x > 0.0 else -inf


def _quotient(a: float, b: float) -> float:
    return single(a / b) if b != 0.0 else 0.0


def _power(a: float, b: float, _: float) -> float:
    if a < 0.0 and (b != trunc(b) or abs(b) >= LARGEST):
        return 0.0
    if a == 0.0 and b < 0.0:
        return inf
    return float(a**b)


def _logarithm(a: float, b: float, _: float) -> float:
    if a <= 0.0 or b <= 0.0:
        return 0.0
    return _quotient(single(log(a)), single(log(b)))


def _compare(a: float, b: float, c: float) -> float:
    return float(a == b or single(abs(a - b)) <= max(c, SPACING_AT_1))


def _smooth_min(a: float, b: float, c: float) -> float:
    if c == 0.0:
        return min(a, b)
    h = single(max(single(c - single(abs(a - b))), 0.0) / c)
    return min(a, b) - single(single(single(h * h) * h) * c) * (1.0 / 6.0)


def _floored(a: float, b: float) -> float:
    return a - single(floor(_quotient(a, b)) * b) if b != 0.0 else 0.0


def _wrapped(a: float, high: float, low: float) -> float:
    span = single(high - low)
    return a - single(span * floor(_quotient(single(a - low), span))) if span != 0.0 else low


def _pingpong(a: float, b: float, _: float) -> float:
    if b == 0.0:
        return 0.0
    turns = _quotient(single(a - b), single(b * 2.0))
    turn = single(turns - floor(turns))
    return abs(single(single(turn * b) * 2.0) - b)


def _in_unit(a: float) -> float:
    return min(max(a, -1.0), 1.0)


SPACING_AT_1 = 2.0**-23
"""Of floats: numbers that are no further apart compare as equal. Source: Cycles
svm/math_util.h; measured, 5.0 and 5.3."""

MATH: Mapping[str, Callable[[float, float, float], float]] = {
    "add": lambda a, b, c: a + b,
    "subtract": lambda a, b, c: a - b,
    "multiply": lambda a, b, c: a * b,
    "divide": lambda a, b, c: _quotient(a, b),
    "multiply_add": lambda a, b, c: single(a * b) + c,
    "power": _power,
    "logarithm": _logarithm,
    "sqrt": lambda a, b, c: sqrt(max(a, 0.0)),
    "inverse_sqrt": lambda a, b, c: 1.0 / single(sqrt(a)) if a > 0.0 else 0.0,
    "absolute": lambda a, b, c: abs(a),
    "exponent": lambda a, b, c: exp(a),
    "minimum": lambda a, b, c: min(a, b),
    "maximum": lambda a, b, c: max(a, b),
    "less_than": lambda a, b, c: float(a < b),
    "greater_than": lambda a, b, c: float(a > b),
    "sign": lambda a, b, c: float((a > 0.0) - (a < 0.0)),
    "compare": _compare,
    "smooth_min": _smooth_min,
    "smooth_max": lambda a, b, c: -_smooth_min(-a, -b, c),
    "round": lambda a, b, c: float(floor(single(a + 0.5))),
    "floor": lambda a, b, c: float(floor(a)),
    "ceil": lambda a, b, c: float(ceil(a)),
    "trunc": lambda a, b, c: float(trunc(a)),
    "fract": lambda a, b, c: a - floor(a),
    "modulo": lambda a, b, c: fmod(a, b) if b != 0.0 else 0.0,
    "floored_modulo": lambda a, b, c: _floored(a, b),
    "wrap": _wrapped,
    "snap": lambda a, b, c: floor(_quotient(a, b)) * b,
    "pingpong": _pingpong,
    "sine": lambda a, b, c: sin(a),
    "cosine": lambda a, b, c: cos(a),
    "tangent": lambda a, b, c: tan(a),
    "arcsine": lambda a, b, c: asin(_in_unit(a)),
    "arccosine": lambda a, b, c: acos(_in_unit(a)),
    "arctangent": lambda a, b, c: atan(a),
    "arctan2": lambda a, b, c: atan2(a, b) if a != 0.0 or b != 0.0 else 0.0,
    "sinh": lambda a, b, c: sinh(a),
    "cosh": lambda a, b, c: cosh(a),
    "tanh": lambda a, b, c: tanh(a),
    "radians": lambda a, b, c: radians(a),
    "degrees": lambda a, b, c: degrees(a),
}
"""The operations of the Math node, by the names that its kernel has for them."""
