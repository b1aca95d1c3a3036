"""What a person at a terminal sees: progress on one line, problems, and a summary."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import TextIO, TypeVar

from ..bake.errors import KilnError
from ..bake.progress import Progress
from ..bake.report import BakeReport, told_constants
from ..plan.problem import Problem

Result = TypeVar("Result")

REDRAW_SECONDS = 0.1
"""How often the line is drawn again; faster than this nobody reads it."""


class Terminal:
    """Prints to two streams: results to ``out``, progress and problems to ``err``."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.out = out or _standard(sys.stdout)
        self.err = err or _standard(sys.stderr)
        self._redraws = self.err.isatty()
        self._drawn = 0.0
        self._line = ""

    def say(self, line: str = "") -> None:
        """Print a line of results; whatever is in a name, it stays one line."""
        self.show(printable(line))

    def show(self, text: str) -> None:
        """Print a text as it is, such as a plan. Errors: KilnError where it cannot be written.

        Whoever reads it may stop (``kiln list | head``): that ends the printing, not the work.
        """
        self._clear()
        try:
            print(text, file=self.out, flush=True)
        except BrokenPipeError:
            self.out = _nowhere(self.out)
        except OSError as failed:
            self.out = _nowhere(self.out)
            raise KilnError(f"the output cannot be written: {failed.strerror}") from failed

    def complain(self, sentence: str) -> None:
        """Print a sentence about something that is wrong."""
        self._clear()
        self._tell(f"kiln: {printable(sentence)}\n")

    def problems(self, problems: Iterable[Problem]) -> None:
        """Print problems, each once."""
        for text in dict.fromkeys(str(problem) for problem in problems):
            self.complain(text)

    def progress(self, progress: Progress) -> None:
        """Show how far it is: one line drawn over on a terminal, else a line per stage."""
        if self._redraws:
            now = time.monotonic()
            if now - self._drawn >= REDRAW_SECONDS:
                self._drawn = now
                line = f"{progress.fraction:4.0%} {printable(str(progress))}"
                self._tell("\r" + line.ljust(len(self._line)))
                self._line = line
        elif str(progress) != self._line:
            self._line = str(progress)
            self._tell(f"{progress.fraction:4.0%} {printable(self._line)}\n")

    def follow(self, job: Generator[Progress, None, Result]) -> Result:
        """Run a job to its end, showing its progress; Ctrl-C stops it between two steps."""
        try:
            while True:
                try:
                    progress = next(job)
                except StopIteration as done:
                    self._clear()
                    result: Result = done.value
                    return result
                self.progress(progress)
        finally:
            job.close()  # now, so that files begun are whole before anybody is told

    def summary(self, report: BakeReport, folder: Path | None) -> None:
        """Print what a bake made."""
        names = [
            file.path if folder is None else _short(file.path, folder) for file in report.files
        ]
        width = max((len(name) for name in names), default=0)
        for name, file in zip(names, report.files, strict=True):
            depth = f"{file.depth}-bit" + (" float" if file.range is None else "")
            note = "  constant" if file.constant else ""
            note += "  approximate" if file.approximate else ""
            span = (
                f"  black = {file.range[0]:.6g}, white = {file.range[1]:.6g}"
                if file.range not in (None, (0.0, 1.0))
                else ""
            )
            size = f"{file.width}x{file.height}"
            self.say(f"  {name:{width}}  {size} {depth} {file.colorspace}{span}{note}")
        for material in dict.fromkeys(constant.material for constant in report.constants):
            own = [c for c in report.constants if c.material == material]
            told, rest = told_constants(own)
            parts = [", ".join(told)] if told else []
            if rest:
                maps = "map" if rest == 1 else "maps"
                parts.append(f"{rest} {maps} at Principled's defaults: see --json")
            self.say(f"  {material} is constant in: {'; '.join(parts)}")
        made = f"{len(report.files)} file{'' if len(report.files) == 1 else 's'}"
        if report.skipped:
            made += f", {report.skipped} of them unchanged"
        where = f" in {folder}" if folder is not None else ""
        seconds = ", ".join(
            f"{stage} {spent:.2f} s" + (" (all threads)" if stage == "write" else "")
            for stage, spent in report.timings.items()
        )
        self.say(f"{made}{where}; {seconds}")
        self.say(f"{report.device}; at most {report.peak_gpu_bytes / 2**20:.0f} MiB of GPU memory")

    def _clear(self) -> None:
        """Wipe the progress line."""
        if self._redraws and self._line:
            self._tell("\r" + " " * len(self._line) + "\r")
            self._line = ""

    def _tell(self, text: str) -> None:
        """Write to ``err``. Nobody who cannot be told is a reason to stop working."""
        try:
            print(text, end="", file=self.err, flush=True)
        except OSError:
            self.err = _nowhere(self.err)


def printable(text: str) -> str:
    """Return a text as one line that does nothing to a terminal: control characters are escaped.

    Names in a .blend may hold any character, and a .blend may come from anybody.
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def _standard(stream: TextIO | None) -> TextIO:
    """Return a standard stream that takes any name: what its encoding lacks is escaped.

    A process may be started with its streams closed; then there is nobody to tell.
    """
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _nowhere(stream: TextIO) -> TextIO:
    """Point a broken stream at nothing, so that Python does not complain of it at exit."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
    return open(os.devnull, "w", encoding="utf-8")


def _short(path: str, folder: Path) -> str:
    """Return a path without the output folder."""
    return str(Path(path).relative_to(folder)) if Path(path).is_relative_to(folder) else path
