"""Numbers that are known while the plan is built, computed as Blender does: in single floats.

How often a zone repeats and which way a switch goes must be known by then. What is folded here is
baked as it stands; no op is written for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd, isfinite, lcm

from ...plan.types import Value
from .fold_math import MATH, single

Numbers = Mapping[str, Value]


def folded(kernel: str, variants: Mapping[str, str], given: Numbers) -> Numbers | None:
    """Return a kernel's outputs of numbers, None where it is one that is not folded here."""
    fold = FOLDS.get(kernel)
    return fold(variants, given) if fold is not None else None


def _math(variants: Mapping[str, str], given: Numbers) -> Numbers | None:
    operation = MATH[variants.get("operation", "add")]
    a, b, c = (float(_number(given.get(name, 0.0))) for name in ("a", "b", "c"))
    try:
        result = single(operation(a, b, c))
    except (OverflowError, ValueError):
        # On the way to infinity or to no number, which Python has no integer or root of.
        return None
    if not (isfinite(a) and isfinite(b) and isfinite(c) and isfinite(result)):
        # The GPU has what floats make of these.
        return None
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
