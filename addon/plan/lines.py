"""The lines of the text form: each read from left to right, with errors that name it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import TypeVar

from .tokens import PlanTextError, Token, scan
from .types import Extent

_Choice = TypeVar("_Choice", bound=StrEnum)


class Line:
    """A line being read from left to right; every error names it."""

    def __init__(self, number: int, tokens: list[Token]) -> None:
        self.number = number
        self.tokens = tokens
        self.at = 0

    def error(self, token: str, message: str) -> PlanTextError:
        """Return the error about a token of this line."""
        return PlanTextError(self.number, token, message)

    def next(self) -> Token | None:
        """Return the next token, None at the end."""
        if self.at == len(self.tokens):
            return None
        self.at += 1
        return self.tokens[self.at - 1]

    def word(self, what: str) -> str:
        """Return a token that stands alone."""
        token = self.next()
        if token is None:
            raise self.error("", f"{what} is missing at the end of the line")
        return self.alone(token, what)

    def alone(self, token: Token, what: str) -> str:
        """Return a token's text; a bare name may hold a colon, and is put together again."""
        if token.arrow or token.attribute or token.sep == "=" or (token.sep and token.quoted):
            raise self.error(token.text, f"found {token.text} where {what} should be")
        return f"{token.name}:{token.value}" if token.sep else token.value

    def options(self, known: tuple[str, ...]) -> dict[str, Token]:
        """Return the rest of the line, which is ``name=value`` with known names, each once."""
        found: dict[str, Token] = {}
        while (token := self.next()) is not None:
            if token.sep != "=" or token.attribute or token.name not in known:
                raise self.error(
                    token.text, f"found {token.text}; here may stand {'=, '.join(known)}="
                )
            if token.name in found:
                raise self.error(token.text, f"'{token.name}' is given twice; remove one")
            found[token.name] = token
        return found

    def finish(self) -> None:
        """Raise where something is left."""
        if (token := self.next()) is not None:
            raise self.error(token.text, f"found {token.text} after the end of the statement")

    def extent(self, word: str) -> Extent:
        """Return ``WxH``."""
        if not (found := re.fullmatch(r"(-?\d{1,9})x(-?\d{1,9})", word)):
            raise self.error(word, f"'{word}' is not a size; write it as 1024x512")
        return Extent(int(found[1]), int(found[2]))

    def whole(self, word: str, what: str) -> int:
        """Return a whole number."""
        if not re.fullmatch(r"[+-]?\d{1,4000}", word):
            raise self.error(word, f"'{word}' is not {what}; it is a whole number")
        return int(word)

    def choice(self, word: str, choices: type[_Choice], what: str) -> _Choice:
        """Return the member of an enum."""
        try:
            return choices(word)
        except ValueError:
            raise self.error(
                word, f"'{word}' is not {what}; use one of {', '.join(choices)}"
            ) from None

    def flag(self, token: Token | None, default: bool) -> bool:
        """Return ``on`` or ``off``."""
        if token is None:
            return default
        if token.value not in ("on", "off"):
            raise self.error(token.text, f"'{token.value}' is neither on nor off")
        return token.value == "on"


def lines(text: str) -> Iterator[Line]:
    """Yield the lines that hold something; one that ends in a backslash goes on in the next."""
    start, joined = 0, ""
    for count, line in enumerate(text.split("\n"), 1):
        start = start or count
        line = line.rstrip()
        if line.endswith("\\"):
            joined += line[:-1] + " "
            continue
        if tokens := scan(joined + line, start):
            yield Line(start, tokens)
        start, joined = 0, ""
    if joined.strip():
        raise PlanTextError(start, "\\", "the last line ends in a backslash; remove it")
