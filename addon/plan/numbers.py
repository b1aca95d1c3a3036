"""The numbers a kernel is really given: scaled to the image it writes, rounded, clipped, seeded."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from .seed import seed_for
from .spec import KernelSpec, ParamSpec, Unit
from .types import ImageId, PlanImage, TextureOp, TexturePlan, Value


@dataclass(frozen=True, slots=True)
class Change:
    """A number that became another: ``wanted`` is resolved to the image, ``given`` what is used."""

    name: str
    authored: Value
    wanted: Value
    given: Value


@dataclass(frozen=True, slots=True)
class Numbers:
    """Every number an op's kernel takes, by name: params, and value inputs that are not images."""

    values: Mapping[str, Value]
    clipped: tuple[Change, ...] = ()
    """Numbers outside what the kernel's header allows, at the size being baked."""
    rounded: tuple[Change, ...] = ()
    """Lengths that became a whole number of texels and are not what was asked for."""


def resolved_params(
    plan: TexturePlan,
    op: TextureOp,
    spec: KernelSpec,
    table: Mapping[ImageId, PlanImage] | None = None,
) -> Numbers:
    """Return the numbers ``op`` hands to its kernel in this bake.

    ``table`` is the plan's, for who asks about many ops: else each length searches the images.

    Units: lengths go in as texels at base and come out as texels of the op's first output.
    Errors: KeyError where that is not in the plan.
    """
    values: dict[str, Value] = {}
    clipped: list[Change] = []
    rounded: list[Change] = []
    for name, given in spec.inputs.items():
        if name not in op.inputs and given.default is not None:
            values[name] = op.params.get(name, given.default)
    for name, param in spec.params.items():
        if param.unit is Unit.SEED:
            values[name] = seed_for(plan, op)
            continue
        authored = op.params.get(name, param.default)
        wanted = authored
        if param.unit is Unit.TEXELS_AT_BASE:
            first = next(op.outputs[o] for o in spec.outputs if o in op.outputs)
            target = plan.image(first) if table is None else table[first]
            wanted = _each(authored, partial(plan.resolve, image=target))
        whole = _each(wanted, partial(_round, param=param))
        inside = _each(whole, partial(_clip, param=param))
        if whole != wanted:
            rounded.append(Change(name, authored, wanted, whole))
        if inside != whole:
            clipped.append(Change(name, authored, whole, inside))
        values[name] = inside
    return Numbers(values, tuple(clipped), tuple(rounded))


def _each(value: Value, change: Callable[[float], float]) -> Value:
    """Return ``value`` with every component changed."""
    if isinstance(value, tuple):
        return tuple(change(component) for component in value)
    return change(value)


def _round(number: float, param: ParamSpec) -> float:
    """Return a whole number for an int param, as its header asks; NaN and infinity stay."""
    if param.type != "int" or not math.isfinite(number):
        return number
    if param.rounding == "floor":
        return math.floor(number)
    if param.rounding == "ceil":
        return math.ceil(number)
    return math.floor(number + 0.5)


def _clip(number: float, param: ParamSpec) -> float:
    """Return ``number`` inside the header's range, an int where the param is one."""
    low = -math.inf if param.min is None else param.min
    high = math.inf if param.max is None else param.max
    if low <= number <= high or math.isnan(number):
        return number
    nearest = low if number < low else high
    return int(nearest) if param.type == "int" else nearest
