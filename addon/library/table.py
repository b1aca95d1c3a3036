"""Reads a TOML table with the types a header expects; a key nobody takes is an error.

Every complaint names the file and the entry, and says what to write instead.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

from ..plan.spec import CHANNELS
from ..plan.types import Value
from . import names
from .fault import KernelFileError


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

    def multiple(self, key: str) -> float:
        """Return a number above 0, 1 for true, 0 for false or where the key is absent."""
        value = self.take(key)
        if value is None or isinstance(value, bool):
            return float(bool(value))
        if not isinstance(value, int | float) or not value > 0:
            raise self.fail(key, f"is {value!r}; it must be true, or how many times the number")
        return float(value)

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
