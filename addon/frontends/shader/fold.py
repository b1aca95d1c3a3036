"""Numbers that are known while the plan is built, computed as Blender does: in single floats.

How often a zone repeats and which way a switch goes must be known by then. What is folded here is
baked as it stands; no op is written for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil, floor, fmod, gcd, inf, isfinite, lcm, sqrt, trunc
from struct import pack, unpack

from ...plan.types import Value

Numbers = Mapping[str, Value]


def single(x: float) -> float:
    """Return x rounded to the nearest 32-bit float; infinite beyond the largest."""
    try:
        return float(unpack("f", pack("f", x))[0])
    except OverflowError:
        return inf if x > 0.0 else -inf


def folded(kernel: str, variants: Mapping[str, str], given: Numbers) -> Numbers | None:
    """Return a kernel's outputs of numbers, None where it is one that is not folded here."""
    fold = FOLDS.get(kernel)
    return fold(variants, given) if fold is not None else None


def _math(variants: Mapping[str, str], given: Numbers) -> Numbers | None:
    operation = MATH.get(variants.get("operation", "add"))
    a, b, c = (float(_number(given.get(name, 0.0))) for name in ("a", "b", "c"))
    if operation is None or not (isfinite(a) and isfinite(b) and isfinite(c)):
        return None
    result = single(operation(a, b, c))
    if variants.get("clamped") == "yes":
        result = min(max(result, 0.0), 1.0)
    return {"result": result}


def _combine(_: Mapping[str, str], given: Numbers) -> Numbers:
    return {"result": tuple(float(_number(given[axis])) for axis in "xyz")}


def _separate(_: Mapping[str, str], given: Numbers) -> Numbers:
    vector = given["vector"]
    assert isinstance(vector, tuple)
    return dict(zip("xyz", map(float, vector), strict=True))


def _integer(variants: Mapping[str, str], given: Numbers) -> Numbers | None:
    a, b, c = (int(_number(given.get(name, 0.0))) for name in ("a", "b", "c"))
    result = INTEGERS[variants.get("operation", "add")](a, b, c)
    return {"result": float(_wrapped_integer(result))}


def _boolean(variants: Mapping[str, str], given: Numbers) -> Numbers | None:
    a, b = (_number(given.get(name, 0.0)) > 0.0 for name in ("a", "b"))
    return {"result": float(TRUTHS[variants.get("operation", "and")](a, b))}


def _quotient(a: int, b: int) -> int:
    if b == 0:
        return 0
    size = abs(a) // abs(b)
    return size if (a < 0) == (b < 0) else -size


def _power(a: int, b: int) -> int:
    if b >= 0:
        return pow(a, b, 2**32)
    return (a if b % 2 else 1) if abs(a) == 1 else 0


def _floored(a: int, b: int) -> int:
    return a // b if b != 0 else 0


def _rounded(a: int, b: int) -> int:
    doubled = _wrapped_integer(2 * a)
    above = _wrapped_integer(doubled + b if (a < 0) == (b < 0) else doubled - b)
    return _quotient(above, _wrapped_integer(2 * b))


def _wrapped_integer(x: int) -> int:
    return (x + 2**31) % 2**32 - 2**31


def _number(value: Value) -> float:
    assert isinstance(value, (int, float))
    return value


def _compare(a: float, b: float, c: float) -> float:
    # Source: Cycles svm/math_util.h; the least distance is that of two neighbouring floats.
    return float(a == b or abs(a - b) <= max(c, 1e-5))


def _wrapped(a: float, high: float, low: float) -> float:
    span = single(high - low)
    return single(a - span * floor(single(single(a - low) / span))) if span != 0.0 else low


def _pingpong(a: float, b: float, _: float) -> float:
    if b == 0.0:
        return 0.0
    turn = single((a - b) / (b * 2.0))
    return abs((turn - floor(turn)) * b * 2.0 - b)


def _fraction(a: float) -> float:
    return a - floor(a)


MATH: Mapping[str, Callable[[float, float, float], float]] = {
    "add": lambda a, b, c: a + b,
    "subtract": lambda a, b, c: a - b,
    "multiply": lambda a, b, c: a * b,
    "divide": lambda a, b, c: a / b if b != 0.0 else 0.0,
    "multiply_add": lambda a, b, c: single(a * b) + c,
    "sqrt": lambda a, b, c: sqrt(a) if a > 0.0 else 0.0,
    "absolute": lambda a, b, c: abs(a),
    "minimum": lambda a, b, c: min(a, b),
    "maximum": lambda a, b, c: max(a, b),
    "less_than": lambda a, b, c: float(a < b),
    "greater_than": lambda a, b, c: float(a > b),
    "sign": lambda a, b, c: float((a > 0.0) - (a < 0.0)),
    "compare": _compare,
    "round": lambda a, b, c: float(floor(single(a + 0.5))),
    "floor": lambda a, b, c: float(floor(a)),
    "ceil": lambda a, b, c: float(ceil(a)),
    "trunc": lambda a, b, c: float(trunc(a)),
    "fract": lambda a, b, c: _fraction(a),
    "modulo": lambda a, b, c: fmod(a, b) if b != 0.0 else 0.0,
    "floored_modulo": lambda a, b, c: a - floor(single(a / b)) * b if b != 0.0 else 0.0,
    "wrap": _wrapped,
    "snap": lambda a, b, c: floor(single(a / b)) * b if b != 0.0 else 0.0,
    "pingpong": _pingpong,
}
"""Operations of the Math node that are exact or rounded once; the others are left to the GPU."""

INTEGERS: Mapping[str, Callable[[int, int, int], int]] = {
    "add": lambda a, b, c: a + b,
    "subtract": lambda a, b, c: a - b,
    "multiply": lambda a, b, c: a * b,
    "divide": lambda a, b, c: _quotient(a, b),
    "multiply_add": lambda a, b, c: a * b + c,
    "absolute": lambda a, b, c: abs(a),
    "negate": lambda a, b, c: -a,
    "power": lambda a, b, c: _power(a, b),
    "minimum": lambda a, b, c: min(a, b),
    "maximum": lambda a, b, c: max(a, b),
    "sign": lambda a, b, c: (a > 0) - (a < 0),
    "divide_round": lambda a, b, c: _rounded(a, b),
    "divide_floor": lambda a, b, c: _floored(a, b),
    "divide_ceil": lambda a, b, c: -_floored(-a, b),
    "floored_modulo": lambda a, b, c: a - b * _floored(a, b) if b != 0 else 0,
    "modulo": lambda a, b, c: a - b * _quotient(a, b) if b != 0 else 0,
    "gcd": lambda a, b, c: gcd(a, b),
    "lcm": lambda a, b, c: lcm(a, b),
}
"""Operations of the Integer Math node; what overflows 32 bits comes round."""

TRUTHS: Mapping[str, Callable[[bool, bool], bool]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "not": lambda a, b: not a,
    "nand": lambda a, b: not (a and b),
    "nor": lambda a, b: not (a or b),
    "xnor": lambda a, b: a == b,
    "xor": lambda a, b: a != b,
    "imply": lambda a, b: not a or b,
    "nimply": lambda a, b: a and not b,
}

FOLDS: Mapping[str, Callable[[Mapping[str, str], Numbers], Numbers | None]] = {
    "math": _math,
    "integer_math": _integer,
    "boolean_math": _boolean,
    "combine_xyz": _combine,
    "separate_xyz": _separate,
}
