"""Rules on numbers as this bake resolves them: clipping and rounding are said, never silent."""

from __future__ import annotations

from collections.abc import Iterator

from ..numbers import Change, Numbers, resolved_params
from ..problem import Problem
from ..spec import KernelSpec, Unit
from ..types import TextureOp, Value
from .view import PlanView, Rule, told, warning

MOVED = 0.1
"""How far rounding may move a length, as a part of it, before it is said."""


def clipping_is_said(view: PlanView) -> Iterator[Problem]:
    """A radius past its kernel's ceiling at 4K is clipped: the bake goes on and says so."""
    for op, spec, numbers in _resolved(view):
        for change in numbers.clipped:
            size = "larger" if _below(change) else "smaller"
            cure = f"bake {size} or author it {size}"
            if spec.params[change.name].unit is Unit.NONE:
                cure = f"give {_number(change.given)}"
            yield warning(
                "number-clipped",
                told(op),
                f"'{change.name}' is {_resolved_to(change, spec)} and '{op.kernel}' takes "
                f"{_number(change.given)}, which is used; {cure} to have it exact",
            )


def rounding_is_said(view: PlanView) -> Iterator[Problem]:
    """A length that rounds to nothing, or by more than a tenth, is another filter."""
    for op, spec, numbers in _resolved(view):
        for change in numbers.rounded:
            if isinstance(change.wanted, tuple) or isinstance(change.given, tuple):
                continue
            if change.given == 0:
                yield warning(
                    "number-rounds-to-zero",
                    told(op),
                    f"'{change.name}' is {_resolved_to(change, spec)}, which rounds to 0 and does "
                    f"nothing; bake larger or author it larger",
                )
            elif abs(change.given - change.wanted) > MOVED * abs(change.wanted):
                yield warning(
                    "number-moved-by-rounding",
                    told(op),
                    f"'{change.name}' is {_resolved_to(change, spec)}, which rounds to "
                    f"{_number(change.given)}; bake at a level where it is a whole number",
                )


def _resolved(view: PlanView) -> Iterator[tuple[TextureOp, KernelSpec, Numbers]]:
    for op, spec in view.known_ops():
        yield op, spec, resolved_params(view.plan, op, spec, view.table)


def _resolved_to(change: Change, spec: KernelSpec) -> str:
    """Return a number as authored and, where this bake makes another of it, as resolved."""
    if spec.params[change.name].unit is not Unit.TEXELS_AT_BASE:
        return _number(change.wanted)
    return f"{_number(change.authored)} texels at base, {_number(change.wanted)} in this bake"


def _below(change: Change) -> bool:
    """Return whether a scalar was raised to the least its kernel takes."""
    wanted, given = change.wanted, change.given
    return not isinstance(wanted, tuple) and not isinstance(given, tuple) and wanted < given


def _number(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(f'{component:.6g}' for component in value)})"
    return f"{value:.6g}"


RULES: tuple[Rule, ...] = (clipping_is_said, rounding_is_said)
"""Asked of plans without a refusal: a number of the wrong type cannot be resolved."""
