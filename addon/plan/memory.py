"""What a plan takes on the GPU, known before a byte is allocated."""

from __future__ import annotations

from dataclasses import dataclass

from .region import Schedule
from .types import TexturePlan


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """Bytes of GPU textures that a bake holds at its largest.

    Driver overhead, compiled kernels and the arrays that textures are read back into are not in it.
    """

    pool_bytes: int
    """Textures the schedule uses again and again."""
    output_bytes: int
    """The images that the bake hands over."""
    external_bytes: int
    """What the caller brings and the plan reads, each texture once."""

    @property
    def total_bytes(self) -> int:
        """Return all of it."""
        return self.pool_bytes + self.output_bytes + self.external_bytes


def memory_use(plan: TexturePlan, schedule: Schedule) -> MemoryUse:
    """Return what ``plan`` holds on the GPU when it runs by ``schedule``."""
    table = plan.table()
    promised = {output.image for output in plan.outputs}
    outputs = [
        slot for step in schedule.steps for image, slot in step.take.items() if image in promised
    ]
    output_bytes = sum(slot.extent.texels * slot.format.bytes_per_texel for slot in outputs)
    touched = {image for step in schedule.steps for image in step.region.reads} | promised
    externals = {
        entry.external.name: entry.external.extent.texels * entry.format.bytes_per_texel
        for image in touched
        if (entry := table[image]).external is not None
    }
    return MemoryUse(schedule.pool_bytes - output_bytes, output_bytes, sum(externals.values()))


def told_bytes(size: int) -> str:
    """Return a size as people read it, such as 1.5 GiB."""
    amount, unit = float(size), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if amount < 1024.0:
            break
        amount, unit = amount / 1024.0, larger
    return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
