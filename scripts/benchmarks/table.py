"""Timing by repetition, and the tables it is told in."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Timing:
    """Seconds of several runs of one thing."""

    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        """Return the fastest run: what the machine can do when nothing else disturbs it."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """Return the middle run: what a person waits."""
        return statistics.median(self.seconds)


def interleaved(
    actions: Sequence[Callable[[], object]],
    repeats: int,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Timing]:
    """Run every action once, then each of them in turn ``repeats`` times, forwards and backwards.

    What disturbs the machine then disturbs them alike, so the ratio of a pair of runs holds where
    their times do not.
    """
    for action in actions:
        action()
    seconds: list[list[float]] = [[] for _ in actions]
    for repeat in range(repeats):
        order = range(len(actions))
        for index in order if repeat % 2 == 0 else reversed(order):
            start = clock()
            actions[index]()
            seconds[index].append(clock() - start)
    return [Timing(tuple(each)) for each in seconds]


def timed(action: Callable[[], object], repeats: int, *, warm: bool = True) -> Timing:
    """Run ``action`` ``repeats`` times, once more before where ``warm``. Returns the times."""
    if warm:
        action()
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        seconds.append(time.perf_counter() - start)
    return Timing(tuple(seconds))


@dataclass
class Table:
    """Rows of a benchmark: a label, its timing, and its ratio to the row it is measured against.

    Rows are printed as they are added, as Markdown: a run that is cut short has told what it had.
    """

    title: str
    rows: list[tuple[str, Timing, float | None, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Print the head."""
        print(f"\n{self.title}\n\n| | best ms | median ms | times faster | |", flush=True)
        print("|---|---|---|---|---|", flush=True)

    def add(
        self,
        label: str,
        timing: Timing,
        against: Timing | None = None,
        note: str = "",
        *,
        paired: bool = False,
    ) -> None:
        """Add a row. The ratio is ``against`` over this: how many times faster this is.

        Of medians; or, where both were run in turn (``interleaved``), the median of the pairs'.
        """
        ratio = None if against is None else against.median / timing.median
        if against is not None and paired:
            pairs = zip(against.seconds, timing.seconds, strict=True)
            ratio = statistics.median(theirs / ours for theirs, ours in pairs)
        self.rows.append((label, timing, ratio, note))
        shown = "" if ratio is None else f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.1g}"
        times = f"{timing.best * 1e3:.2f} | {timing.median * 1e3:.2f}"
        print(f"| {label} | {times} | {shown} | {note} |", flush=True)

    def data(self) -> dict[str, object]:
        """Return the table as JSON values, seconds and all."""
        rows = [
            {"label": label, "seconds": timing.seconds, "times_faster": ratio, "note": note}
            for label, timing, ratio, note in self.rows
        ]
        return {"title": self.title, "rows": rows}
