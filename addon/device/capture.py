"""Catches what a C library prints: Blender tells a shader's compile errors to the console only."""

from __future__ import annotations

import contextlib
import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

WITNESS = 'read -r ended || { printf "%s\\n" "$1"; cat "/proc/self/fd/$2"; } >&2'
"""Waits for a line that the process writes once it is safely through, and for its end without one.

Linux only. The path opens the file anew: the descriptor itself stands at the file's end."""


class Captured:
    """What was printed while a ``captured_output`` block ran; '' until it ends."""

    def __init__(self) -> None:
        self.text = ""


@contextlib.contextmanager
def captured_output(if_it_dies: str = "") -> Iterator[Captured]:
    """Catch everything written to file descriptors 1 and 2, by C code as well as by Python.

    Where the process has no such descriptors (a window without a console), nothing is caught and
    nothing fails. ``if_it_dies`` is a sentence for stderr, before what was caught, in case that the
    process ends inside the block: a library that aborts gives its reason and nobody would see it.
    """
    caught = Captured()
    try:
        saved = [os.dup(1), os.dup(2)]
    except OSError:
        yield caught
        return
    with tempfile.TemporaryFile() as sink:
        witness = _witness(sink.fileno(), if_it_dies) if if_it_dies else None
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
            if witness is not None:
                witness.communicate(b"ended\n")
            sink.seek(0)
            caught.text = sink.read().decode("utf-8", "replace")


def _witness(sink: int, sentence: str) -> subprocess.Popen[bytes] | None:
    """Return a process that outlives this one to tell of its end, None where none can be had.

    A process, because nothing else is left after an abort: Python runs no handler then.
    """
    if not sys.platform.startswith("linux"):
        return None
    command = ["/bin/sh", "-c", WITNESS, "sh", sentence, str(sink)]
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=(sink,))
    except OSError:
        return None


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).fflush(None)
