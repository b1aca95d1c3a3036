"""Keeps other people's handlers from hearing of what Kiln does in a scene of its own.

Beside the layers, because the device and a front end both need it and neither may import the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silenced(*prefixes: str) -> Iterator[None]:
    """Take every handler out of the lists of ``bpy.app.handlers`` whose names begin so, then put
    them back."""
    import bpy

    names = [name for name in dir(bpy.app.handlers) if name.startswith(prefixes)]
    lists = [getattr(bpy.app.handlers, name) for name in names]
    held = [list(handlers) for handlers in lists]
    for handlers in lists:
        handlers.clear()
    try:
        yield
    finally:
        for handlers, before in zip(lists, held, strict=True):
            handlers.extend(before)
