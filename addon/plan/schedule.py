"""Which texture holds which image when: worked out from the order of regions alone, with no device.

An image is live from the region that writes it to the last region that reads it. Its slot goes back
to the pool after that, so a plan of a hundred ops runs in a handful of textures.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import heappop, heappush

from .region import Region, Schedule, Slot, Step
from .types import Extent, Format, ImageId, TexturePlan


def schedule(
    plan: TexturePlan, regions: Sequence[Region], *, keep: Collection[ImageId] = ()
) -> Schedule:
    """Return the steps of ``regions`` with the slots to take before and to give back after each.

    A region's outputs are taken before its dying inputs are given back: the other order would hand
    a kernel the texture it is about to read. The plan's outputs and ``keep`` are never given back;
    externals are never pooled.

    The slots of a format and extent are as many as the most images of it that are live at once.
    """
    table = plan.table()
    kept = {output.image for output in plan.outputs} | set(keep)
    last: dict[ImageId, int] = {}
    for n, region in enumerate(regions):
        last.update(dict.fromkeys((*region.reads, *region.writes), n))

    made: dict[tuple[Format, Extent], int] = {}
    free: dict[tuple[Format, Extent], list[int]] = {}
    slots: list[Slot] = []
    holding: dict[ImageId, Slot] = {}
    steps: list[Step] = []
    for n, region in enumerate(regions):
        take: dict[ImageId, Slot] = {}
        for image in region.writes:
            sort = (table[image].format, plan.extent_of(table[image]))
            if free.get(sort):
                slot = Slot(*sort, heappop(free[sort]))
            else:
                slot = Slot(*sort, made.get(sort, 0))
                made[sort] = slot.index + 1
                slots.append(slot)
            take[image] = holding[image] = slot
        give_back = tuple(
            image
            for image in dict.fromkeys((*region.reads, *region.writes))
            if image in holding and image not in kept and last[image] == n
        )
        for image in give_back:
            slot = holding.pop(image)
            heappush(free.setdefault((slot.format, slot.extent), []), slot.index)
        steps.append(Step(region, take, give_back))
    return Schedule(tuple(steps), tuple(slots))
