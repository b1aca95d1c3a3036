"""Names that are made from what people call their things, and must not meet."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count


def free_name(wanted: str, taken: Callable[[str], bool], first: int = 1) -> str:
    """Return ``wanted``, or the first of wanted~2, wanted~3, ... that is not taken.

    Names before the ``first`` are known to be taken.
    """
    names = (wanted if number == 1 else f"{wanted}~{number}" for number in count(first))
    return next(name for name in names if not taken(name))
