"""What a person is told when a bake cannot be done: one sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

NO_MEMORY = "this machine's memory is too small for it; bake at a higher level, or fewer maps"
"""What MemoryError means to a person."""


class KilnError(Exception):
    """Something failed while baking. The message is one sentence for the person; exit code 1."""

    exit_code = 1


class BadArguments(KilnError):  # noqa: N818  (a sentence reads "raises BadArguments")
    """Nothing was started: an option, a name or a path is wrong. Exit code 2."""

    exit_code = 2


def one_line(text: str) -> str:
    """Return a library's message as part of a sentence: its lines joined, no full stop."""
    return "; ".join(line.strip() for line in text.splitlines() if line.strip()).rstrip(".;")


def unknown_name(what: str, name: str, known: Iterable[str]) -> BadArguments:
    """Return the refusal for a name that is not there, with the names that come close."""
    names = sorted(set(known))
    folded = {n.casefold(): n for n in reversed(names)}
    close = [folded[n] for n in get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.5)]
    if close:
        hint = "did you mean " + " or ".join(f"'{n}'" for n in close) + "?"
    elif names:
        shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
        hint = f"there are: {shown}"
    else:
        hint = "there is none at all"
    return BadArguments(f"there is no {what} '{name}'; {hint}")
