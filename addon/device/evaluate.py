"""Evaluates a plan: the one place where ops become dispatches.

There is one evaluator. It checks, fuses, schedules, compiles, then walks the schedule
(``walk.py``). It is a generator, so that the modal operator, the command line and the tests each
set their own pace and may stop between two dispatches.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from dataclasses import replace

from ..library.catalog import KernelCatalog
from ..library.compose import compose
from ..plan.check import Limits, validate
from ..plan.fuse import fuse
from ..plan.region import Step
from ..plan.schedule import schedule as schedule_regions
from ..plan.types import ImageId, PlanOutput, TexturePlan
from . import guard
from .bake import Evaluated, TextureBake
from .externals import external_textures
from .pool import Lease, TexturePool
from .port import Device
from .tiles import BUDGET_S, TileScheduler
from .uploads import Uploads
from .walk import Progress, Walk, Work

Evaluation = Generator[Progress, None, TextureBake]
"""Yields between dispatches, returns the bake; closing it stops and gives every texture back."""


def evaluate(
    plan: TexturePlan,
    catalog: KernelCatalog,
    device: Device,
    uploads: Uploads,
    *,
    fused: bool = True,
    keep: Collection[ImageId] = (),
    budget_bytes: int | None = None,
) -> Evaluation:
    """Evaluate once, keeping nothing on the GPU but the bake. Errors: as ``Evaluator.evaluate``."""
    evaluator = Evaluator(device, catalog, resident=False)
    return evaluator.evaluate(plan, uploads, fused=fused, keep=keep, budget_bytes=budget_bytes)


def finish(evaluation: Evaluation) -> TextureBake:
    """Run an evaluation to its end and return the bake."""
    while True:
        try:
            next(evaluation)
        except StopIteration as end:
            bake: TextureBake = end.value
            return bake


class Evaluator:
    """Evaluates plans one after another and keeps textures and measurements between them."""

    def __init__(
        self,
        device: Device,
        catalog: KernelCatalog,
        *,
        pool: TexturePool | None = None,
        resident: bool = True,
        clock: Callable[[], float] = time.perf_counter,
        budget_s: float = BUDGET_S,
    ) -> None:
        """``resident`` keeps the last plan's textures for the next; ``budget_s`` bounds a batch."""
        self.device = device
        self.catalog = catalog
        self.pool = pool or TexturePool(device)
        self.tiles = TileScheduler(clock, budget_s)
        self._resident = resident
        self._sources: set[str] = set()

    @property
    def compilations(self) -> int:
        """Return how many distinct composed sources it has needed; never how many bakes."""
        return len(self._sources)

    def evaluate(
        self,
        plan: TexturePlan,
        uploads: Uploads,
        *,
        fused: bool = True,
        keep: Collection[ImageId] = (),
        budget_bytes: int | None = None,
    ) -> Evaluation:
        """Yield progress between dispatches and return the plan's outputs as a ``TextureBake``.

        ``keep`` names images that are outputs of the bake too, under their own ids.
        ``budget_bytes`` is GPU memory that the plan may not go beyond. Nothing runs before the
        first step is asked for.

        Errors: RefusedPlan with every problem found; WrongTime with the sentence where Blender is
        in a callback or another evaluation runs; KernelError; DeviceLimit.
        """
        guard.claim()
        leases: dict[ImageId, Lease] = {}
        try:
            limits = Limits(self.device.info.max_texture_size, budget_bytes, fused)
            warnings = validate(plan, self.catalog, limits)
            plan = _keeping(plan, keep)
            lent = external_textures(plan, uploads)
            schedule = schedule_regions(plan, fuse(plan, self.catalog, enabled=fused))
            known = len(self._sources)
            works = yield from self._compile(plan, schedule.steps)
            if self.pool.trim(Counter((slot.format, slot.extent) for slot in schedule.slots)):
                self.device.flush()  # else the last size and this one are held at once
            walk = Walk(self.device, self.pool, self.tiles, lent, leases)
            yield from walk.run(works)
            owned = {o.image: leases[o.image] for o in plan.outputs if o.image in leases}
            textures = {o.name: owned.get(o.image) or lent[o.image] for o in plan.outputs}
            for image in owned:
                del leases[image]
            evaluated = Evaluated(
                walk.dispatches, len(works), len(self._sources) - known, schedule.pool_bytes
            )
            return TextureBake(
                self.device, textures, lambda: self._take_back(owned.values()), warnings, evaluated
            )
        finally:
            self.tiles.forget()
            self._take_back(leases.values())
            guard.yield_up()

    def close(self) -> None:
        """Release every free texture; bakes not yet freed keep theirs."""
        self.pool.trim()
        self.device.flush()

    def _compile(
        self, plan: TexturePlan, steps: Sequence[Step]
    ) -> Generator[Progress, None, list[Work]]:
        """Return the work of every step, yielding after each source that had to be compiled."""
        works: list[Work] = []
        table = plan.table()
        for step in steps:
            work = Work.of(step, plan, self.catalog, table)
            if not step.region.cpu:
                work.kernel = compose(step.region, plan, self.catalog)
                work.shader = self.device.compile(work.kernel)
            works.append(work)
            if work.kernel is not None and work.kernel.digest not in self._sources:
                self._sources.add(work.kernel.digest)
                yield Progress(0.0, 1.0, f"compiled {work.kernel.name}")
                guard.check_place()
        return works

    def _take_back(self, leases: Iterable[Lease]) -> None:
        for lease in list(leases):
            self.pool.give_back(lease)
        if not self._resident:
            self.pool.trim()


def _keeping(plan: TexturePlan, keep: Collection[ImageId]) -> TexturePlan:
    """Return the plan with ``keep`` promised as outputs, so that the schedule lets them live."""
    names = {output.name for output in plan.outputs}
    more = [PlanOutput(image, plan.image(image).id) for image in dict.fromkeys(keep)]
    return replace(plan, outputs=plan.outputs + tuple(o for o in more if o.name not in names))
