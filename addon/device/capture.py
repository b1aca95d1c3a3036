"""Catches what a C library prints: Blender tells a shader's compile errors to the console only."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator


class Captured:
    """What was printed while a ``captured_output`` block ran; '' until it ends."""

    def __init__(self) -> None:
        self.text = ""


@contextlib.contextmanager
def captured_output() -> Iterator[Captured]:
    """Catch everything written to file descriptors 1 and 2, by C code as well as by Python.

    Where the process has no such descriptors (a window without a console), nothing is caught and
    nothing fails.
    """
    caught = Captured()
    try:
        saved = [os.dup(1), os.dup(2)]
    except OSError:
        yield caught
        return
    with tempfile.TemporaryFile() as sink:
        _flush()
        os.dup2(sink.fileno(), 1)
        os.dup2(sink.fileno(), 2)
        try:
            yield caught
        finally:
            _flush()
            for descriptor, copy in zip((1, 2), saved, strict=True):
                os.dup2(copy, descriptor)
                os.close(copy)
            sink.seek(0)
            caught.text = sink.read().decode("utf-8", "replace")


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).fflush(None)
