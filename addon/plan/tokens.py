"""The words of the text form: how a line is cut up, and how a name or a number is spelt."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from .types import Value


class PlanTextError(ValueError):
    """Raised for text that is no plan; names the line (from 1) and the token."""

    def __init__(self, line: int, token: str, message: str) -> None:
        self.line = line
        self.token = token
        super().__init__(f"line {line}: {message}")


_STRING = r'"(?:[^"\\]|\\.)*"'
_NAME = r'[^\s"#=:(),@]+'
_VALUE = r'[^\s"#=(),@]+'
_VECTOR = r'\([^()"#]*\)'
_TOKEN = re.compile(
    rf"(?:(?P<arrow>->)|(?P<at>@)?(?:(?P<name>{_STRING}|{_NAME})(?P<sep>[=:]))?"
    rf"(?P<value>{_STRING}|{_VECTOR}|{_VALUE}))(?=[\s#]|$)"
)
_BARE = re.compile(r"[^\W\d][\w./:+*-]*")
_INT = re.compile(r"[+-]?\d+")
_FLOAT = re.compile(r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf|nan)")
_LONGEST_INT = 4000
"""Digits; Python itself refuses to convert more than 4300."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a line: ``value``, ``name=value``, ``name:value``, ``@name=value`` or ``->``.

    ``value`` is unquoted already; ``quoted`` tells "12" the name from 12 the number.
    """

    text: str
    name: str
    sep: str
    value: str
    quoted: bool
    attribute: bool

    @property
    def arrow(self) -> bool:
        """Return whether it is the arrow before an op's outputs."""
        return self.text == "->"


def scan(line: str, number: int) -> list[Token]:
    """Return the tokens of a line; ``#`` outside quotes starts a comment."""
    tokens: list[Token] = []
    at = 0
    while True:
        while at < len(line) and line[at].isspace():
            at += 1
        if at == len(line) or line[at] == "#":
            return tokens
        found = _TOKEN.match(line, at)
        if found is None:
            word = re.split(r"\s", line[at:], maxsplit=1)[0]
            raise PlanTextError(
                number, word, f"cannot read {word}; put a name with odd characters in double quotes"
            )
        name, value = found["name"] or "", found["value"] or ""
        tokens.append(
            Token(
                found[0],
                _unquoted(name, number),
                found["sep"] or "",
                _unquoted(value, number),
                value.startswith('"'),
                found["at"] is not None,
            )
        )
        at = found.end()


def _unquoted(word: str, line: int) -> str:
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word, strict=False))
    except json.JSONDecodeError:
        raise PlanTextError(line, word, f"cannot read {word}; quotes are as in JSON") from None


def spell(name: str, *, before_sign: bool = False) -> str:
    """Return a name as it stands in the text: bare where it can be, else quoted as in JSON.

    ``before_sign`` is for names left of ``=`` or ``:``, where a bare name has no colon.
    """
    bare = _BARE.fullmatch(name) and not _FLOAT.fullmatch(name)
    if bare and not (before_sign and ":" in name):
        return name
    return json.dumps(name, ensure_ascii=not name.isprintable())


def spell_number(value: Value) -> str:
    """Return a number in the text: the shortest that reads back as the same float."""
    if isinstance(value, tuple):
        return f"({','.join(map(spell_number, value))})"
    return repr(value)


def number(token: Token, line: int) -> Value | None:
    """Return the number a token's value is, None where it is a name."""
    if token.quoted:
        return None
    if not token.value.startswith("("):
        return _scalar(token.value)
    inside = token.value[1:-1].strip().removesuffix(",")
    components: list[float] = []
    for word in inside.split(",") if inside else []:
        component = _scalar(word.strip())
        if component is None:
            raise PlanTextError(line, token.text, f"'{word.strip()}' is not a number")
        components.append(component)
    return tuple(components)


def _scalar(word: str) -> float | None:
    if _INT.fullmatch(word) and len(word) < _LONGEST_INT:
        return int(word)
    return float(word) if _FLOAT.fullmatch(word) else None
