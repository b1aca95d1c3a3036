"""Rules that hold an op against its kernel's header: names, kinds of number, choices."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from ..problem import Problem
from ..spec import CHANNELS, KernelSpec, Unit
from ..tokens import spell_number
from ..types import Value
from .view import PlanView, Rule, did_you_mean, refusal, told

LARGEST_FLOAT = 3.4028234663852886e38
"""The largest 32-bit float."""


def kernels_are_known(view: PlanView) -> Iterator[Problem]:
    """Every op names a kernel of the catalog."""
    for op in view.plan.ops:
        if op.kernel in view.catalog:
            continue
        cpu = op.kernel.startswith("cpu/")
        known = [name for name in view.catalog if name.startswith("cpu/") == cpu]
        hint = did_you_mean(op.kernel, known) if known else "the catalog is empty"
        hint = hint.replace("it has", "there are")
        what, code = ("CPU op", "unknown-cpu-op") if cpu else ("kernel", "unknown-kernel")
        yield refusal(code, told(op), f"there is no {what} '{op.kernel}'; {hint}")


def inputs_match(view: PlanView) -> Iterator[Problem]:
    """An input is an image, or a number where the header has a default, and not both."""
    for op, spec in view.known_ops():
        for name in op.inputs:
            if name not in spec.inputs:
                hint = _meant(name, spec, [*spec.inputs, *spec.params, *spec.variants])
                yield refusal(
                    "unknown-input", told(op), f"'{op.kernel}' has no input '{name}'; {hint}"
                )
            elif name in op.params:
                yield refusal(
                    "input-given-twice",
                    told(op),
                    f"input '{name}' is given an image and a number; remove one",
                )
        for name, given in spec.inputs.items():
            if name in op.inputs or (name in op.params and given.default is not None):
                continue
            more = "" if given.default is None else " or a number"
            yield refusal(
                "missing-input",
                told(op),
                f"'{op.kernel}' needs its input '{name}'; give it an image{more}",
            )


def params_match(view: PlanView) -> Iterator[Problem]:
    """Every number is one the kernel takes, and none is left out."""
    for op, spec in view.known_ops():
        for name in op.params:
            if name not in spec.params and name not in spec.inputs:
                known = [
                    *spec.params,
                    *(n for n, i in spec.inputs.items() if i.default is not None),
                ]
                yield refusal(
                    "unknown-param",
                    told(op),
                    f"'{op.kernel}' has no number '{name}'; {_meant(name, spec, known)}",
                )
            elif name in spec.params and spec.params[name].unit is Unit.SEED:
                yield refusal(
                    "seed-given",
                    told(op),
                    f"'{name}' is drawn from the op's key; remove it, and set the plan's seed",
                )
        for name, param in spec.params.items():
            if name not in op.params and param.unit is not Unit.SEED:
                yield refusal(
                    "missing-param",
                    told(op),
                    f"'{op.kernel}' needs its number '{name}'; its default is {param.default}",
                )


def variants_match(view: PlanView) -> Iterator[Problem]:
    """Every choice is one the header offers, and none is left out."""
    for op, spec in view.known_ops():
        for name, choice in op.variants.items():
            if name not in spec.variants:
                hint = _meant(name, spec, spec.variants)
                yield refusal(
                    "unknown-variant", told(op), f"'{op.kernel}' has no choice '{name}'; {hint}"
                )
            elif choice not in spec.variants[name].choices:
                choices = ", ".join(spec.variants[name].choices)
                yield refusal(
                    "unknown-choice",
                    told(op),
                    f"'{name}' cannot be '{choice}'; choose one of {choices}",
                )
        for name, variant in spec.variants.items():
            if name not in op.variants:
                yield refusal(
                    "missing-variant",
                    told(op),
                    f"'{op.kernel}' needs its choice '{name}'; its default is {variant.default}",
                )


def outputs_match(view: PlanView) -> Iterator[Problem]:
    """An op writes outputs of its kernel, one at least; what nobody needs may be left out."""
    for op, spec in view.known_ops():
        for name in op.outputs:
            if name not in spec.outputs:
                hint = did_you_mean(name, spec.outputs)
                yield refusal(
                    "unknown-output", told(op), f"'{op.kernel}' has no output '{name}'; {hint}"
                )
        if not op.outputs:
            names = ", ".join(spec.outputs)
            yield refusal(
                "missing-output", told(op), f"writes nothing; name an image for one of {names}"
            )


def numbers_have_their_type(view: PlanView) -> Iterator[Problem]:
    """A float is one number, an int a whole one, a vector as many as it says."""
    for op, spec in view.known_ops():
        for name, value in op.params.items():
            if name in spec.params:
                type = spec.params[name].type
                length = spec.params[name].unit is Unit.TEXELS_AT_BASE
            elif name in spec.inputs:
                type, length = spec.inputs[name].type, False
            else:
                continue
            if not _is(value, "float" if length else type):
                wants = {"float": "one number", "int": "a whole number"}.get(
                    type, f"{CHANNELS.get(type, 1)} numbers"
                )
                yield refusal(
                    "wrong-value-type", told(op), f"'{name}' is {value!r}; it needs {wants}"
                )


def numbers_are_finite(view: PlanView) -> Iterator[Problem]:
    """No number is NaN, infinite, or past what 32 bits hold."""
    for op in view.plan.ops:
        for name, value in op.params.items():
            for component in value if isinstance(value, tuple) else (value,):
                if not isinstance(component, int | float):
                    continue
                if not abs(component) <= LARGEST_FLOAT:
                    finite = isinstance(component, int) or math.isfinite(component)
                    fault = "past what a 32-bit float holds" if finite else "not finite"
                    yield refusal(
                        "non-finite-number", told(op), f"'{name}' is {fault}; give it a number"
                    )


def _meant(name: str, spec: KernelSpec, known: Iterable[str]) -> str:
    """Return a hint at what a name takes where it only was given the wrong thing, else at names."""
    if name in spec.params:
        param = spec.params[name]
        if param.unit is Unit.SEED:
            return f"'{name}' is drawn from the op's key; remove it"
        return f"'{name}' takes a number, as in {name}={spell_number(param.default)}"
    if name in spec.variants:
        return f"'{name}' takes a choice, as in {name}:{spec.variants[name].default}"
    if name in spec.inputs:
        return f"'{name}' takes an image, as in {name}=IMAGE"
    return did_you_mean(name, known)


def _is(value: Value, type: str) -> bool:
    if type in ("float", "int"):
        whole = isinstance(value, int)
        scalar = not isinstance(value, bool) and (whole or isinstance(value, float))
        return scalar and (type == "float" or whole)
    components = value if isinstance(value, tuple) else ()
    return len(components) == CHANNELS[type] and all(_is(part, "float") for part in components)


RULES: tuple[Rule, ...] = (
    kernels_are_known,
    inputs_match,
    params_match,
    variants_match,
    outputs_match,
    numbers_have_their_type,
    numbers_are_finite,
)
