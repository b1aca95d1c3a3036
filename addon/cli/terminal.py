"""What a person at a terminal sees: progress on one line, problems, and a summary."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import TextIO, TypeVar

from ..bake.progress import Progress
from ..bake.report import BakeReport, Constant
from ..plan.problem import Problem

Result = TypeVar("Result")

REDRAW_SECONDS = 0.1
"""How often the line is drawn again; faster than this nobody reads it."""


class Terminal:
    """Prints to two streams: results to ``out``, progress and problems to ``err``."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        self._redraws = self.err.isatty()
        self._drawn = 0.0
        self._line = ""

    def say(self, line: str = "") -> None:
        """Print a line of results."""
        self._clear()
        print(line, file=self.out, flush=True)

    def complain(self, sentence: str) -> None:
        """Print a sentence about something that is wrong."""
        self._clear()
        print(f"kiln: {sentence}", file=self.err, flush=True)

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
                line = f"{progress.fraction:4.0%} {progress}"
                print("\r" + line.ljust(len(self._line)), end="", file=self.err, flush=True)
                self._line = line
        elif str(progress) != self._line:
            self._line = str(progress)
            print(f"{progress.fraction:4.0%} {progress}", file=self.err, flush=True)

    def follow(self, job: Generator[Progress, None, Result]) -> Result:
        """Run a job to its end, showing its progress; Ctrl-C stops it between two steps."""
        while True:
            try:
                progress = next(job)
            except StopIteration as done:
                self._clear()
                result: Result = done.value
                return result
            self.progress(progress)

    def summary(self, report: BakeReport, folder: Path | None) -> None:
        """Print what a bake made."""
        names = [
            file.path if folder is None else _short(file.path, folder) for file in report.files
        ]
        width = max((len(name) for name in names), default=0)
        for name, file in zip(names, report.files, strict=True):
            depth = f"{file.depth}-bit" + (" float" if file.range is None else "")
            note = "  approximate" if file.approximate else ""
            span = (
                f"  {file.range[0]:.6g} to {file.range[1]:.6g}"
                if file.range not in (None, (0.0, 1.0))
                else ""
            )
            size = f"{file.width}x{file.height}"
            self.say(f"  {name:{width}}  {size} {depth} {file.colorspace}{span}{note}")
        for material in dict.fromkeys(constant.material for constant in report.constants):
            values = [f"{c.map} {_number(c)}" for c in report.constants if c.material == material]
            self.say(f"  {material} is constant in: {', '.join(values)}")
        made = f"{len(report.files)} file{'' if len(report.files) == 1 else 's'}"
        if report.skipped:
            made += f", {report.skipped} of them unchanged"
        where = f" in {folder}" if folder is not None else ""
        seconds = ", ".join(f"{stage} {spent:.2f} s" for stage, spent in report.timings.items())
        self.say(f"{made}{where}; {seconds}")
        self.say(f"{report.device}; at most {report.peak_gpu_bytes / 2**20:.0f} MiB of GPU memory")

    def _clear(self) -> None:
        """Wipe the progress line."""
        if self._redraws and self._line:
            print("\r" + " " * len(self._line) + "\r", end="", file=self.err, flush=True)
            self._line = ""


def _number(constant: Constant) -> str:
    """Return a constant's value for reading."""
    value = constant.value
    if isinstance(value, tuple):
        return "(" + ", ".join(f"{channel:.4g}" for channel in value) + ")"
    return f"{value:.4g}"


def _short(path: str, folder: Path) -> str:
    """Return a path without the output folder."""
    return str(Path(path).relative_to(folder)) if Path(path).is_relative_to(folder) else path
