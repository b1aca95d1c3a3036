"""Regions and the schedule: the values the fuse and schedule passes hand to the evaluator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .types import Extent, Format, ImageId, TextureOp

MAX_IMAGES = 8
"""Images one kernel may write and read as images; Blender's own limit, unchecked by its Python
module whatever the device reports (GPU_MAX_IMAGE in Blender's gpu module)."""
MAX_SAMPLERS = 16
"""Sampled images per kernel that every driver offers (Vulkan and OpenGL minimum)."""
MAX_UNIFORM_BYTES = 16384
"""Smallest uniform block range drivers may offer (Vulkan maxUniformBufferRange minimum)."""


@dataclass(frozen=True, slots=True)
class Region:
    """Ops that run as one dispatch, in order. A single op of any kind is a region too.

    ``reads`` are images that exist before it (externals included), ``writes`` those that something
    after it needs; an image only used inside is neither, and stays in registers.
    """

    ops: tuple[TextureOp, ...]
    reads: tuple[ImageId, ...]
    writes: tuple[ImageId, ...]
    extent: Extent
    """Size of every image it writes, in texels."""

    @property
    def cpu(self) -> bool:
        """Return whether it is a CPU op, which is always alone."""
        return self.ops[0].kernel.startswith("cpu/")


@dataclass(frozen=True, slots=True)
class Slot:
    """A texture of the pool: the ``index``-th of its format and extent."""

    format: Format
    extent: Extent
    index: int


@dataclass(frozen=True, slots=True)
class Step:
    """A region with the slots to take before it and give back after it."""

    region: Region
    take: Mapping[ImageId, Slot]
    give_back: tuple[ImageId, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """Everything the evaluator does, in order, and the slots it needs for it."""

    steps: tuple[Step, ...]
    slots: tuple[Slot, ...]

    @property
    def pool_bytes(self) -> int:
        """Return GPU memory of all slots together, in bytes."""
        return sum(slot.extent.texels * slot.format.bytes_per_texel for slot in self.slots)
