"""Reads a kernel file's header into a KernelSpec, and says exactly what is wrong with one.

A kernel file starts with ``/*---``, TOML, ``---*/``. The folder is the kind and the stem is the
name, so that neither can lie; the function's signature is compared with the header for the same
reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..plan.spec import (
    CHANNELS,
    WRAPS,
    Access,
    InputSpec,
    KernelSpec,
    Kind,
    OutputSpec,
    ParamSpec,
    Unit,
    VariantSpec,
)
from .fault import KernelFileError
from .table import Table

OPEN = "/*---"
CLOSE = "---*/"
PARAM_TYPES = ("float", "int", "vec2", "vec3", "vec4")
ROUNDINGS = ("nearest", "floor", "ceil")


def split_header(text: str, file: str) -> tuple[str, str, int]:
    """Return (TOML, body, the body's first line, counted from 1) of a kernel or prelude file."""
    if not text.startswith(OPEN):
        raise KernelFileError(
            file, "", f"does not start with a header; the first line must be {OPEN}"
        )
    end = text.find(CLOSE)
    if end < 0:
        raise KernelFileError(file, "", f"the header is not closed; end it with a line {CLOSE}")
    body = text[end + len(CLOSE) :]
    return text[len(OPEN) : end], body, text.count("\n", 0, end) + 1


def parse_header(toml: str, file: str, name: str, kind: Kind) -> KernelSpec:
    """Return the spec that a header declares.

    Errors: KernelFileError naming the file and the entry, and saying what to do.
    """
    top = Table.parse(toml, file)
    summary = top.text("summary")
    source = top.text("source", "")
    uses = top.words("uses")
    cost = top.number("cost", 1.0)
    chain = top.flag("chain")
    inputs = {t.name: _input(t, kind) for t in top.entries("inputs")}
    params = {t.name: _param(t) for t in top.entries("params")}
    variants = {t.name: _variant(t) for t in top.entries("variants")}
    outputs = {t.name: _output(t) for t in top.entries("outputs")}
    top.finish()
    if cost <= 0.0:
        raise KernelFileError(file, "cost", "must be more than 0; a plain Mix is 1.0")
    if kind is not Kind.CPU:
        for given in list(inputs.values()):
            if given.access is Access.TEXELS:
                for axis in ("x", "y"):
                    wrap = f"{given.name}_wrap_{axis}"
                    if wrap in variants:
                        raise KernelFileError(
                            file, f"variants.{wrap}", "is made by the composer; remove it"
                        )
                    variants[wrap] = VariantSpec(wrap, WRAPS, "repeat")
    _check_distinct(file, inputs, params, variants, outputs)
    _check_kind(file, kind, inputs.values(), outputs.values())
    return KernelSpec(
        name, kind, summary, source, uses, inputs, params, variants, outputs, cost, chain
    )


def _input(table: Table, kind: Kind) -> InputSpec:
    type = table.choice("type", CHANNELS)
    by_kind = Access.VALUE if kind in (Kind.SOURCE, Kind.POINT) else Access.TEXELS
    access = Access(table.choice("access", list(Access), by_kind.value))
    default = table.value("default", type)
    table.finish()
    if access is Access.TEXELS and default is not None:
        raise table.fail(
            "default", "an input read as texels is always an image; remove the default"
        )
    return InputSpec(table.name, type, access, default)


def _param(table: Table) -> ParamSpec:
    type = table.choice("type", PARAM_TYPES)
    unit = Unit(table.choice("unit", list(Unit), Unit.NONE.value))
    default = table.value("default", type)
    low, high = table.optional_number("min"), table.optional_number("max")
    reach = table.multiple("reach")
    rounding = table.choice("rounding", ROUNDINGS, "nearest")
    table.finish()
    if unit is Unit.SEED:
        if type != "int":
            raise table.fail("type", "a seed is an int")
        default = 0 if default is None else default
    if default is None:
        raise table.fail(
            "default", "is missing; say what the kernel takes when nobody says anything"
        )
    if low is not None and high is not None and low > high:
        raise table.fail("min", f"{low:g} is above max {high:g}")
    for number in default if isinstance(default, tuple) else (default,):
        if (low is not None and number < low) or (high is not None and number > high):
            raise table.fail("default", f"{number:g} lies outside min and max")
    if unit is Unit.TEXELS_AT_BASE and type not in ("float", "int"):
        raise table.fail("unit", f"a length is a float or an int, not a {type}")
    if reach and unit is not Unit.TEXELS_AT_BASE:
        raise table.fail("reach", 'is a distance in texels; add unit = "texels_at_base"')
    if rounding != "nearest" and (type != "int" or unit is not Unit.TEXELS_AT_BASE):
        raise table.fail("rounding", 'is for an int with unit = "texels_at_base"; remove it')
    return ParamSpec(table.name, type, default, unit, low, high, reach, rounding)


def _variant(table: Table) -> VariantSpec:
    choices = table.words("choices")
    if len(choices) < 2:
        raise table.fail("choices", "needs at least two choices")
    for choice in choices:
        if not choice.isidentifier() or not choice.isascii():
            raise table.fail("choices", f"'{choice}' is not an identifier")
    default = table.choice("default", choices)
    table.finish()
    return VariantSpec(table.name, choices, default)


def _output(table: Table) -> OutputSpec:
    type = table.choice("type", CHANNELS)
    table.finish()
    return OutputSpec(table.name, type)


def _check_distinct(file: str, *sections: Iterable[str]) -> None:
    seen: set[str] = set()
    for section in sections:
        for name in section:
            if name in seen:
                raise KernelFileError(
                    file, name, "is used twice in this header; rename one of them"
                )
            seen.add(name)


def _check_kind(
    file: str, kind: Kind, inputs: Iterable[InputSpec], outputs: Iterable[OutputSpec]
) -> None:
    texels = [given.name for given in inputs if given.access is Access.TEXELS]
    values = [given.name for given in inputs if given.access is Access.VALUE]
    if not list(outputs):
        raise KernelFileError(file, "outputs", "is empty; a kernel writes at least one image")
    if kind is Kind.SOURCE and (texels or values):
        raise KernelFileError(
            file,
            f"inputs.{(texels + values)[0]}",
            "a source reads no image; move the file to point/",
        )
    if kind is Kind.POINT and texels:
        raise KernelFileError(
            file,
            f"inputs.{texels[0]}",
            "a point kernel reads only its own texel; use gather/ or sample/",
        )
    if kind not in (Kind.SOURCE, Kind.POINT, Kind.CPU) and not texels:
        raise KernelFileError(
            file,
            "inputs",
            f"a {kind} kernel reads an image as texels; without one it belongs in point/",
        )
