"""From what a driver printed to the kernel's own file and line.

Blender prints a compiler's messages with the line of source they are about, numbered from the start
of Blender's own preamble. From 5.0 on a message also carries the line of our text. In 4.5 it
carries nothing, and the source line is printed for some messages only; there the repeated text is
looked for, and failing that the first place that has the name in the message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..library.compose import ComposedKernel

Place = tuple[str, int, str]
"""Kernel file, its line, and the driver's message."""

_GUTTER = re.compile(r"^[\d:. ]*[\w. ]*\|")
_SOURCE = re.compile(r"^\s*\d+ \|(?P<text>.*)$")
_MESSAGE = re.compile(r"(?:[\w.]*:(?P<line>\d+):(?:\d+:)? *)?Error: *(?P<text>.*)$", re.IGNORECASE)
_NAME = re.compile(r"['`](?P<name>[A-Za-z_]\w*)'")


def explain(printed: str, composed: ComposedKernel) -> tuple[Place, ...]:
    """Return a place for every error in what was printed; none where there is no error in it."""
    source = composed.source.split("\n")
    repeated: list[tuple[int, str]] = []
    messages: list[tuple[int, int, str]] = []
    for row, text in enumerate(printed.splitlines()):
        inner = text[found.end() :] if (found := _GUTTER.match(text)) else text
        if shown := _SOURCE.match(inner) or _SOURCE.match(text):
            repeated.append((row, shown["text"].strip()))
        elif said := _MESSAGE.search(inner):
            messages.append((row, int(said["line"] or 0), said["text"].strip()))
    places: dict[Place, None] = {}
    line = 0
    for row, told, message in messages:
        # A message with no place of its own is about the line of the one before it.
        line = _line(row, told, message, source, repeated) or line
        file, there = composed.line_of(line) if line else ("", 0)
        places[file or "composed text", there, message] = None
    return tuple(places)


def _line(
    row: int, told: int, message: str, source: Sequence[str], repeated: Sequence[tuple[int, str]]
) -> int:
    """Return the line of our text, from 1, that a message is about; 0 where it cannot be told."""
    if 0 < told <= len(source):
        return told
    if repeated:
        nearest = min(repeated, key=lambda shown: abs(shown[0] - row))[1]
        return next((n for n, text in enumerate(source, 1) if text.strip() == nearest), 0)
    named = _NAME.search(message)
    if named is None:
        return 0
    word = re.compile(rf"\b{named['name']}\b")
    return next((n for n, text in enumerate(source, 1) if word.search(text)), 0)
