"""Functions as token streams with the writer's names taken out: how a renamed copy is known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from addon.library.tokens import arguments, functions, tokens

SHORTEST = 24
"""Streams of fewer tokens are too common to be a copy: one return of one expression."""
_TYPE = re.compile(r"void|float|int|uint|bool|[iub]?vec[234]|mat[234]|Texel")
_ARITHMETIC = frozenset("+ - * / % < > <= >= == != & | ^ << >> += -= *= /= ^=".split())
_WORD = re.compile(r"[A-Za-z_]\w*")
_KEYWORDS = frozenset(
    "if else for while do return break continue const in out inout true false".split()
)


@dataclass(frozen=True)
class Stream:
    """A function of a file, normalised."""

    file: str
    name: str
    tokens: tuple[str, ...]


def normalised(text: str) -> tuple[str, ...]:
    """Return the tokens of ``text`` with every name replaced by the order of its appearance.

    Types, keywords, members and the functions of GLSL itself stay: they are what is computed.
    """
    found = tokens(text)
    seen: dict[str, str] = {}
    out: list[str] = []
    for number, token in enumerate(found):
        after = found[number + 1] if number + 1 < len(found) else ""
        before = found[number - 1] if number else ""
        keeps = (
            not _WORD.fullmatch(token)
            or before == "."
            or token in _KEYWORDS
            or _TYPE.fullmatch(token)
            or (after == "(" and not token.lower().startswith("kln_"))
        )
        if keeps:
            out.append("." if token == "." else _number(token))
        else:
            out.append(seen.setdefault(token, f"#{len(seen)}"))
    return tuple(out)


def _number(token: str) -> str:
    """Return a number in one spelling, so that 0.5, .5 and 5e-1 are the same token."""
    if not re.fullmatch(r"(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?[fF]?", token):
        return token
    return repr(float(token.rstrip("fF")))


def streams(file: str, text: str) -> Iterator[Stream]:
    """Yield the functions of a file (comments stripped) that are long enough to compare.

    One without arithmetic only spreads another over the components of a vector: everybody's looks
    alike.
    """
    for function in functions(text):
        body = text[function.start : function.end]
        types = [f"{direction} {type}" for direction, type, _ in arguments(function.args)]
        stream = (*types, *normalised(body))
        if len(stream) >= SHORTEST and _ARITHMETIC & set(stream):
            yield Stream(file, function.name, stream)
