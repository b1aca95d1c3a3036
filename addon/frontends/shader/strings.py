"""What Blender's string nodes make of text, character by character.

Source: measured, 5.3. Blender folds strings while it builds the shader, so they are folded here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import inf, isinf

from .fold_math import single

WHITE = " \t\n\r"
LEAST, MOST = -(2**31), 2**31 - 1
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
WIDEST = 100_000
"""The most characters that a width or a precision may ask for here; Blender would go on."""

_UPPER = (
    "c0-d6 d8-de 100-12e/2 132-136/2 139-147/2 14a-178/2 179-17d/2 181-182 184-186/2 187 18a-18b "
    "18f-191 193-194 196-198 19c-19d 19f-1a0 1a2-1a4/2 1a7-1a9/2 1ac-1ae/2 1af-1b1/2 1b2-1b3 "
    "1b5-1b7/2 1b8 1bc 1c4-1c5 1c7-1c8 1ca-1cb 1cd-1db/2 1de-1ee/2 1f1 1f4 1fa-216/2 386-388/2 "
    "389-38a 38c-38e/2 38f-391/2 392-3a1 3a3-3ab 3e2-3ee/2 401-40c 40e-42f 460-480/2 490-4be/2 "
    "4c1-4c3/2 4c7 4cb 4d0-4ea/2 4ee-4f4/2 4f8 531-556 1e00-1e94/2 1ea0-1ef8/2 1f08-1f0f 1f18-1f1d "
    "1f28-1f2f 1f38-1f3f 1f48-1f4d 1f59-1f5f/2 1f68-1f6f 1f88-1f8f 1f98-1f9f 1fa8-1faf 1fb8-1fb9 "
    "1fd8-1fd9 1fe8-1fe9 24b6-24cf ff21-ff3a"
)
"""Capitals beyond ASCII that Blender knows, whose small letters are Unicode's."""


def _pairs() -> Iterator[tuple[str, str]]:
    """Yield capitals with their small letters."""
    for code in range(0x41, 0x5B):
        yield chr(code), chr(code + 0x20)
    for told in _UPPER.split():
        ends, _, step = told.partition("/")
        first, _, last = ends.partition("-")
        for code in range(int(first, 16), int(last or first, 16) + 1, int(step or 1)):
            yield chr(code), chr(code).lower()
    for code in range(0x10A0, 0x10C6):
        yield chr(code), chr(code + 0x30)
    # Where Blender's pairs are not Unicode's.
    yield from (("\u0130", "\u0131"), ("\u018e", "\u0258"))


LOWER: Mapping[str, str] = dict(_pairs())
UPPER: Mapping[str, str] = {small: capital for capital, small in reversed(list(_pairs()))}


def in_case(text: str, case: Mapping[str, str]) -> str:
    """Return a text in ``UPPER`` or ``LOWER`` case."""
    return "".join(case.get(character, character) for character in text)


def found(text: str, search: str, *, from_end: bool) -> tuple[int, int]:
    """Return where a text first has another, and how often, none within one; 0 and 0 if never."""
    if not search or search not in text:
        return 0, 0
    return (text.rfind(search) if from_end else text.find(search)), text.count(search)


def part(text: str, position: int, length: int) -> str:
    """Return the characters of a text that are from a position on; those before it are none."""
    return text[max(position, 0) : max(position + max(length, 0), 0)]


def trimmed(text: str, characters: str, *, white: bool, start: bool, end: bool) -> str:
    """Return a text without white space, and without some characters, at its ends."""
    off = characters + (WHITE if white else "")
    if start and off:
        text = text.lstrip(off)
    return text.rstrip(off) if end and off else text


_FLOAT = re.compile(r"-?(?:inf(?:inity)?|nan|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)", re.I | re.ASCII)


def float_at(text: str) -> tuple[float, int]:
    """Return the number that a text begins with, and how many characters that is; 0 and 0 of none,
    and of what is too large or too small for a float."""
    match = _FLOAT.match(text)
    if match is None:
        return 0.0, 0
    value = single(float(match[0]))
    digits = re.split("[eE]", match[0])[0]
    lost = (isinf(value) and "i" not in match[0].lower()) or (
        value == 0.0 and any(digit in "123456789" for digit in digits)
    )
    return (0.0, 0) if lost else (value, len(match[0]))


def integer_at(text: str, base: int) -> tuple[int, int]:
    """Return the whole number of a base that a text begins with, and how many characters it is."""
    if not 2 <= base <= 36:
        return 0, 0
    match = re.match(f"-?[{DIGITS[:base]}]+", text, re.I | re.ASCII)
    if match is None or not LEAST <= int(match[0], base) <= MOST:
        return 0, 0
    return int(match[0], base), len(match[0])


def integer_text(value: int, base: int, padding: int) -> str:
    """Return a whole number in a base from 2 to 36, with zeros up to a width; '' in another."""
    if not 2 <= base <= 36 or padding > WIDEST:
        return ""
    digits, rest = "", abs(value)
    while rest or not digits:
        digits = DIGITS[rest % base] + digits
        rest //= base
    sign = "-" if value < 0 else ""
    return sign + digits.rjust(padding - len(sign), "0")


def float_text(value: float, decimals: int) -> str:
    """Return a number with so many decimals."""
    return f"{value:.{max(0, min(decimals, WIDEST))}f}"


_FIELD = re.compile(r"\{\{|\}\}|\{(\d+|[^\W\d]\w*)?(?::([^{}]*))?\}|[{}]")
_SPEC = re.compile(r"(?:(.)?([<>^]))?([-+ ])?(0)?(\d+)?(?:\.(\d+))?([a-zA-Z])?", re.ASCII)


class _FormatError(ValueError):
    """A format that Blender does not take."""


def formatted(text: str, items: Sequence[tuple[str, int | float | str]]) -> str:
    """Return a text with its fields replaced by items, by place or by name; '' where it is wrong.

    The fields are those of C++'s std::format, without alternate forms, locales and nesting.
    """
    following: Iterator[int] | None = iter(range(len(items)))
    by_name = {name: value for name, value in reversed(items)}

    def replaced(match: re.Match[str]) -> str:
        nonlocal following
        if match[0] in ("{{", "}}"):
            return match[0][0]
        if not match[0].endswith("}") or len(match[0]) < 2:
            raise _FormatError
        name = match[1]
        if name is None:
            place = next(following, None) if following is not None else None
            if place is None:
                raise _FormatError
            value = items[place][1]
        elif name[0].isdigit():
            following = None
            if int(name) >= len(items):
                raise _FormatError
            value = items[int(name)][1]
        elif name in by_name:
            following = None
            value = by_name[name]
        else:
            raise _FormatError
        return _field(value, match[2] or "")

    try:
        return _FIELD.sub(replaced, text)
    except _FormatError:
        return ""


def _field(value: int | float | str, spec: str) -> str:
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise _FormatError
    fill, align, sign, zero, width, precision, kind = match.groups()
    wide = int(width or 0)
    if wide > WIDEST or int(precision or 0) > WIDEST or (fill and ord(fill) > 127):
        raise _FormatError
    if isinstance(value, str):
        if sign or zero or kind not in (None, "s"):
            raise _FormatError
        told = value[: int(precision)] if precision is not None else value
        return _aligned(told, fill or " ", align or "<", wide)
    if isinstance(value, int):
        if precision is not None:
            raise _FormatError
        told = _whole(value, kind or "d")
    else:
        told = _real(value, None if precision is None else int(precision), kind)
    if sign in ("+", " ") and not told.startswith("-"):
        told = sign + told
    if zero and not align:
        lead = told[0] if told[0] in "+- " else ""
        return lead + told[len(lead) :].rjust(wide - len(lead), "0")
    return _aligned(told, fill or " ", align or ">", wide)


def _whole(value: int, kind: str) -> str:
    if kind == "c":
        return chr(value & 0x7F)
    if kind not in "dbBoxX":
        raise _FormatError
    return format(value, kind.replace("B", "b"))


def _real(value: float, precision: int | None, kind: str | None) -> str:
    if kind is not None and kind not in "aAeEfFgG":
        raise _FormatError
    if kind in ("a", "A"):
        told = re.sub(r"\.?0*p", "p", value.hex())
        return told.upper() if kind == "A" else told
    if kind is not None:
        return format(value, f".{6 if precision is None else precision}{kind}")
    if precision is not None:
        return format(value, f".{precision}g")
    return _shortest(value)


def _shortest(value: float) -> str:
    """Return the fewest digits that are the same float; of 10 million and more by an exponent."""
    digits = next(n for n in range(1, 18) if single(float(f"{value:.{n}g}")) == value or n == 17)
    if value in (inf, -inf) or value != value:
        return format(value, "g")
    told = f"{value:.{digits - 1}e}"
    return repr(float(told)) if -4 <= int(told.partition("e")[2]) < 7 else told


def _aligned(text: str, fill: str, align: str, width: int) -> str:
    missing = max(0, width - len(text))
    before = {"<": 0, ">": missing, "^": missing // 2}[align]
    return fill * before + text + fill * (missing - before)
