"""What a kernel takes where nobody says anything: fills an op's numbers and choices in."""

from __future__ import annotations

from collections.abc import Mapping

from .spec import KernelSpec, Unit
from .types import ImageId, Value


def completed(
    spec: KernelSpec,
    inputs: Mapping[str, ImageId],
    params: Mapping[str, Value],
    variants: Mapping[str, str],
) -> tuple[dict[str, Value], dict[str, str]]:
    """Return params and variants with the header's defaults for what is missing, in its order.

    A whole number given for a float becomes one, so that 8 and 8.0 are the same plan. Names the
    header does not have stay, for check() to name. Seeds are never filled in.
    """
    types = {name: given.type for name, given in spec.inputs.items() if name not in inputs}
    defaults: dict[str, Value] = {
        name: given.default
        for name, given in spec.inputs.items()
        if name not in inputs and given.default is not None
    }
    for name, param in spec.params.items():
        types[name] = param.type
        if param.unit is not Unit.SEED:
            defaults[name] = param.default
    given = {**defaults, **params}
    numbers = {name: _typed(value, types.get(name)) for name, value in given.items()}
    choices = {name: variant.default for name, variant in spec.variants.items()}
    return numbers, {**choices, **variants}


def _typed(value: Value, type: str | None) -> Value:
    if type is None or type == "int":
        return value
    if isinstance(value, tuple):
        return tuple(float(component) for component in value)
    try:
        return float(value) if type == "float" else value
    except OverflowError:
        return value
