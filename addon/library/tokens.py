"""Just enough of GLSL's grammar to rename, to compare and to check signatures.

GLSL has no strings and kernels have no preprocessor of their own, so a token is an identifier, a
number or a mark, and a function is what stands at brace depth 0 before a body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
_TOKEN = re.compile(
    r"[A-Za-z_]\w*"
    r"|0[xX][0-9a-fA-F]+[uU]?|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?:lf|LF|[fFuU])?"
    r"|<<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|[-+*/%&|^]=|\S"
)
_IDENTIFIER = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_SIGNATURE = re.compile(r"\b(\w+)[ \t\n]+(\w+)[ \t\n]*\(([^(){};]*)\)[ \t\n]*\{")
_PARENTHESES = re.compile(r"\([^()]*\)")
_STRUCT = re.compile(r"\bstruct[ \t\n]+(\w+)")
_CONST = re.compile(r"\bconst[ \t\n]+\w+[ \t\n]*(?:\[[^\]]*\])?[ \t\n]+(\w+)")


def strip_comments(text: str) -> str:
    """Return ``text`` without comments, every line where it was."""
    bare = _COMMENT.sub(lambda m: "\n" * m[0].count("\n") or " ", text)
    return _TRAILING.sub("", bare)


def tokens(text: str) -> list[str]:
    """Return the tokens of GLSL ``text`` (comments already stripped)."""
    return _TOKEN.findall(text)


def identifiers(text: str) -> set[str]:
    """Return every identifier of ``text`` that does not follow a dot."""
    return set(_IDENTIFIER.findall(text))


def rename(text: str, names: Mapping[str, str]) -> str:
    """Return ``text`` with whole identifiers replaced; members after a dot are left alone."""
    return _IDENTIFIER.sub(lambda m: names.get(m[0], m[0]), text) if names else text


@dataclass(frozen=True, slots=True)
class Function:
    """A function definition: ``args`` is the text between its parentheses."""

    returns: str
    name: str
    args: str
    start: int
    end: int
    """Where its text starts and ends (after the closing brace)."""


def outer_text(text: str) -> str:
    """Return ``text`` with everything inside braces blanked, so that offsets still match."""
    if "{" not in text:
        return text
    out: list[str] = []
    depth = 0
    for piece in re.split(r"([{}])", text):
        if piece == "}":
            depth -= 1
        out.append(piece if depth == 0 else " " * len(piece))
        if piece == "{":
            depth += 1
    return "".join(out)


def functions(text: str) -> Iterator[Function]:
    """Yield the functions that ``text`` (comments stripped) defines, in order."""
    outer = outer_text(text)
    for match in _SIGNATURE.finditer(outer):
        end = outer.find("}", match.end())
        yield Function(
            match[1], match[2], match[3], match.start(), len(text) if end < 0 else end + 1
        )


def declared(text: str) -> set[str]:
    """Return the names ``text`` declares at file scope: functions, structs and constants."""
    outer = outer_text(text)
    return (
        {m[2] for m in _SIGNATURE.finditer(outer)}
        | {m[1] for m in _STRUCT.finditer(outer)}
        | {m[1] for m in _CONST.finditer(_PARENTHESES.sub("()", outer))}
    )


def arguments(args: str) -> list[tuple[str, str, str]]:
    """Return (direction, type, name) of each argument; the direction is in, out or inout."""
    found: list[tuple[str, str, str]] = []
    for piece in args.split(","):
        words = [word for word in piece.split() if word != "const"]
        direction = words.pop(0) if words and words[0] in ("in", "out", "inout") else "in"
        if words:
            found.append((direction, words[0], " ".join(words[1:])))
    return found
