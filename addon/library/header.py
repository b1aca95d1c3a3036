"""Reads a kernel file's header into a KernelSpec, and says exactly what is wrong with one.

A kernel file starts with ``/*---``, TOML, ``---*/``. The folder is the kind and the stem is the name,
so that neither can lie; the function's signature is compared with the header for the same reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

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
from ..plan.types import Value
from . import names
from .fault import KernelFileError

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


class Table:
    """A TOML table being read: every key is taken once, with its type; what is left is unknown."""

    def __init__(self, file: str, where: str, name: str, values: dict[str, Any]) -> None:
        self.file = file
        self.where = where
        self.name = name
        self.values = dict(values)
        self.known: list[str] = []

    @classmethod
    def parse(cls, toml: str, file: str) -> Table:
        """Return the top table. Errors: KernelFileError with TOML's own complaint."""
        try:
            return cls(file, "", "", tomllib.loads(toml))
        except tomllib.TOMLDecodeError as error:
            raise KernelFileError(file, "header", f"is not TOML: {error}") from error

    def fail(self, key: str, message: str) -> KernelFileError:
        """Return the error about one key of this table."""
        entry = ".".join(part for part in (self.where, key) if part)
        return KernelFileError(self.file, entry, message)

    def take(self, key: str) -> Any:
        """Return and consume a key, None where it is absent."""
        self.known.append(key)
        return self.values.pop(key, None)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a non-empty string."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value.strip():
            raise self.fail(key, "is missing or not a text; give a sentence in quotes")
        return value.strip()

    def choice(self, key: str, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of ``choices``."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if value not in (allowed := tuple(choices)):
            raise self.fail(key, f"is {value!r}; it must be one of {', '.join(allowed)}")
        return str(value)

    def number(self, key: str, default: float) -> float:
        """Return a float."""
        value = self.optional_number(key)
        return default if value is None else value

    def optional_number(self, key: str) -> float | None:
        """Return a float, None where the key is absent."""
        value = self.take(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fail(key, f"is {value!r}; it must be a number")
        return float(value)

    def flag(self, key: str) -> bool:
        """Return true or false, false where it is absent."""
        value = self.take(key)
        if value is not None and not isinstance(value, bool):
            raise self.fail(key, f"is {value!r}; it must be true or false")
        return bool(value)

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of strings without duplicates, empty where it is absent."""
        value = self.take(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.fail(key, f"is {value!r}; it must be a list of texts")
        if len(set(value)) != len(value):
            raise self.fail(key, "names something twice; remove one")
        return tuple(value)

    def entries(self, key: str) -> list[Table]:
        """Return the named inline tables of a section, in the file's order."""
        value = self.take(key)
        if value is None:
            return []
        if not isinstance(value, dict):
            raise self.fail(key, f"must be a table [{key}] with one entry a line")
        found = []
        for name, entry in value.items():
            if not isinstance(entry, dict):
                raise self.fail(
                    f"{key}.{name}", 'must be an inline table, such as { type = "float" }'
                )
            if said := names.complaint(name):
                raise self.fail(f"{key}.{name}", said)
            found.append(Table(self.file, f"{key}.{name}", name, entry))
        return found

    def value(self, key: str, type: str) -> Value | None:
        """Return a number or a list of numbers of the given type, None where the key is absent."""
        value = self.take(key)
        if value is None:
            return None
        wanted = CHANNELS.get(type, 1)
        scalars = value if isinstance(value, list) else [value]
        if isinstance(value, list) != (wanted > 1) or len(scalars) != wanted:
            what = "one number" if wanted == 1 else f"a list of {wanted} numbers"
            raise self.fail(key, f"is {value!r}; a {type} needs {what}")
        for scalar in scalars:
            if isinstance(scalar, bool) or not isinstance(scalar, int | float):
                raise self.fail(key, f"is {value!r}; it must be made of numbers")
            if type == "int" and not isinstance(scalar, int):
                raise self.fail(key, f"is {value!r}; an int needs a whole number")
        if type == "int":
            return int(scalars[0])
        return float(scalars[0]) if wanted == 1 else tuple(float(scalar) for scalar in scalars)

    def finish(self) -> None:
        """Raise where keys are left that nobody asked for."""
        if self.values:
            key = next(iter(self.values))
            raise self.fail(key, f"is not known here; known are {', '.join(self.known)}")


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
    reach = table.flag("reach")
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
