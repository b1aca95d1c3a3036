"""Cuts dispatches into tiles bounded in time, and says when to flush.

A driver resets the machine's graphics when one submission runs for seconds, and a window freezes
for as long as one runs. The module has no fence and no timer: what a dispatch cost is known only at
the next flush, for all that was queued since the last. So the scheduler predicts from what a
kernel's header says and from what it cost before, queues until a budget's worth is predicted, asks
for a flush, and learns.

It is pure: the clock is passed in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..library.compose import GROUP
from ..plan.types import Extent

BUDGET_S = 0.1
"""Time between two flushes, in seconds: a twentieth of the two seconds after which Windows resets a
driver, and about what a window may stand still."""
FIRST_RATE_S = 4e-8
"""Seconds per texel of a kernel of cost 1 before anything was measured: a software driver's copy on
two cores, so a real GPU is cut too fine for its first batches and a slow one never too coarse."""
TRIAL_TEXELS = 256 * 256
"""Largest tile of a kernel that was never measured, where its prediction is not negligible."""
SMALLEST = 64
"""Shortest side of a tile, in texels: smaller ones cost more in dispatching than they bound."""

STEEPEST = 8.0
"""Most by which one flush may raise the size of tiles: a driver that ran ahead while nobody waited
looks faster than it is, and this many budgets is still far below its reset."""
SHORTEST_S = 1e-13
"""Floor of a measured time per texel and unit of cost, so that a clock that stood still divides
nothing by zero; a hundred times less than the fastest GPU measured takes."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A rectangle of one dispatch, in texels; ``origin`` is a multiple of the work-group's size."""

    origin: tuple[int, int]
    extent: Extent


@dataclass(slots=True)
class _Queued:
    key: str
    work: float
    """Texels times cost."""
    predicted_s: float


class TileScheduler:
    """Sizes tiles by measured time per texel.

    For each op iterate ``tiles``; around each dispatch call ``begin`` and ``queued``; where ``due``
    call ``begin``, flush the device, and call ``flushed``. Only the time between those pairs
    counts, so whoever steps the evaluation may take as long as they like.
    """

    def __init__(self, clock: Callable[[], float], budget_s: float = BUDGET_S) -> None:
        self._clock = clock
        self._budget_s = budget_s
        self._rate_s = FIRST_RATE_S
        self._measured: dict[str, float] = {}
        """Seconds per texel and unit of cost, by kernel; a larger radius raises the cost only."""
        self._batch: list[_Queued] = []
        self._began_s = 0.0
        self._spent_s = 0.0

    def predicted_s(self, key: str, cost: float, texels: int) -> float:
        """Return the seconds expected for ``texels`` of a kernel, by measurement or by its cost."""
        return texels * cost * self._measured.get(key, self._rate_s)

    def tiles(self, key: str, cost: float, extent: Extent) -> Iterator[Tile]:
        """Yield tiles that cover ``extent`` once, row by row, each sized when it is asked for.

        A row's height is settled when it begins and its tiles' widths one by one, so that what a
        flush teaches counts at once and the cover stays exact.
        """
        y = 0
        while y < extent.height:
            height = min(self._side(key, cost, extent)[1], extent.height - y)
            x = 0
            while x < extent.width:
                room = self._texels(key, cost, extent) / height
                width = min(max(_whole(room, GROUP[0]), SMALLEST), extent.width - x)
                yield Tile((x, y), Extent(width, height))
                x += width
            y += height

    def begin(self) -> None:
        """Note that a dispatch or a flush is about to happen."""
        self._began_s = self._clock()

    def queued(self, key: str, cost: float, texels: int) -> None:
        """Note a dispatched tile."""
        self._spend()
        self._batch.append(_Queued(key, texels * cost, self.predicted_s(key, cost, texels)))

    @property
    def due(self) -> bool:
        """Return whether one more tile like the last would be more than a budget's worth.

        Asked of what is queued alone, two tiles of nearly a budget each would be one batch.
        """
        if not self._batch:
            return False
        queued_s = sum(q.predicted_s for q in self._batch)
        # A budget exactly filled is not exceeded, however a Python rounds sums.
        return queued_s + self._batch[-1].predicted_s > self._budget_s * (1.0 + 1e-6)

    def flushed(self) -> None:
        """Learn from the time that the batch took; call right after the device's flush."""
        self._spend()
        batch, spent_s = self._batch, self._spent_s
        self.forget()
        predicted_s = sum(q.predicted_s for q in batch)
        if predicted_s <= 0.0:
            return
        ratio = max(spent_s / predicted_s, 1.0 / STEEPEST)
        known = all(q.key in self._measured for q in batch)
        for q in batch:
            self._measured[q.key] = max(q.predicted_s / q.work * ratio, SHORTEST_S)
        if known:
            # Kernels still to come are judged by these. Not by a kernel's first batch, in which the
            # driver finished compiling it.
            mean = sum(self._measured[q.key] for q in batch) / len(batch)
            self._rate_s = math.sqrt(self._rate_s * mean)

    def forget(self) -> None:
        """Drop an unfinished batch, of which nothing can be learnt."""
        self._batch = []
        self._spent_s = 0.0

    def _spend(self) -> None:
        self._spent_s += max(self._clock() - self._began_s, 0.0)

    def _texels(self, key: str, cost: float, extent: Extent) -> float:
        """Return how many texels of a kernel fill the budget."""
        per_texel_s = self.predicted_s(key, cost, 1)
        texels = self._budget_s / per_texel_s
        unknown = key not in self._measured
        if unknown and per_texel_s * extent.texels > self._budget_s / 8:
            return min(texels, TRIAL_TEXELS)
        return texels

    def _side(self, key: str, cost: float, extent: Extent) -> tuple[int, int]:
        """Return a tile's width and height: the whole image, a band of it, or a square."""
        texels = self._texels(key, cost, extent)
        if texels >= extent.texels:
            return extent.width, extent.height
        side = math.sqrt(texels)
        if side >= extent.width:
            return extent.width, max(_whole(texels / extent.width, GROUP[1]), SMALLEST)
        square = max(_whole(side, GROUP[0]), SMALLEST)
        return square, square


def _whole(texels: float, group: int) -> int:
    """Return the largest multiple of ``group`` in ``texels``, at least one."""
    return max(int(min(texels, 2**20)) // group, 1) * group
