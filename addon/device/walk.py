"""One walk through a schedule: takes textures, dispatches tile by tile, gives textures back."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..library.compose import ComposedKernel, pack
from ..plan.numbers import resolved_params
from ..plan.region import Region, Step
from ..plan.spec import CHANNELS, Catalog
from ..plan.types import ImageId, PlanImage, TexturePlan, Value
from . import guard
from .cpu.registry import Pixels, body_of
from .pixels import with_channels
from .pool import Lease, TexturePool
from .port import Device, Texture
from .tiles import TileScheduler


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an evaluation is; ``done`` and ``total`` count texels times the kernels' cost."""

    done: float
    total: float
    label: str
    """What just ran: the user's node where there is one, else the kernel."""

    @property
    def fraction(self) -> float:
        """Return 0 to 1."""
        return min(self.done / self.total, 1.0) if self.total > 0.0 else 1.0


@dataclass(slots=True)
class Work:
    """A step with its numbers and, unless it is a CPU op, its compiled kernel."""

    step: Step
    numbers: Sequence[Mapping[str, Value]]
    """By op of the region, resolved to this bake's size."""
    cost: float
    """Rough price of one texel, growing with how far the region's ops reach."""
    kernel: ComposedKernel | None = None
    shader: Any = None
    channels: Mapping[str, int] = field(default_factory=dict)
    """How many channels a CPU op takes of each input, by its header."""

    @classmethod
    def of(
        cls,
        step: Step,
        plan: TexturePlan,
        catalog: Catalog,
        table: Mapping[ImageId, PlanImage] | None = None,
    ) -> Work:
        """Return a step's work, not yet compiled. ``table`` is the plan's."""
        numbers: list[Mapping[str, Value]] = []
        cost = 0.0
        for op in step.region.ops:
            spec = catalog[op.kernel]
            values = resolved_params(plan, op, spec, table).values
            numbers.append(values)
            reach = max(
                (_length(values[p.name]) * p.reach for p in spec.params.values() if p.reach),
                default=0.0,
            )
            cost += spec.cost * (1.0 + 2.0 * reach)
        inputs = catalog[step.region.ops[0].kernel].inputs if step.region.cpu else {}
        channels = {name: CHANNELS[given.type] for name, given in inputs.items()}
        return cls(step, numbers, max(cost, 1e-3), channels=channels)

    @property
    def total(self) -> float:
        """Return texels times cost."""
        return self.cost * self.step.region.extent.texels


class Walk:
    """Runs work in order. ``leases`` is the caller's: what it holds at the end is still alive."""

    def __init__(
        self,
        device: Device,
        pool: TexturePool,
        tiles: TileScheduler,
        lent: Mapping[ImageId, Texture],
        leases: dict[ImageId, Lease],
    ) -> None:
        self.dispatches = 0
        self._device = device
        self._pool = pool
        self._tiles = tiles
        self._lent = lent
        self._leases = leases
        self._done = 0.0
        self._total = 0.0

    def run(self, works: Sequence[Work]) -> Generator[Progress, None, None]:
        """Do everything, yielding after every dispatch and CPU op, and wait for the last."""
        self._total = sum(work.total for work in works)
        for work in works:
            if work.kernel is None:
                yield from self._on_cpu(work)
            else:
                yield from self._on_gpu(work, work.kernel)
            for image in work.step.give_back:
                self._pool.give_back(self._leases.pop(image))
        self._flush()

    def _on_gpu(self, work: Work, kernel: ComposedKernel) -> Generator[Progress, None, None]:
        """Dispatch a region tile by tile, a flush between bounded batches."""
        region = work.step.region
        for image, slot in work.step.take.items():
            self._leases[image] = self._pool.take(slot.extent, slot.format)
        images = {name: self._texture(image) for name, image, _ in kernel.images}
        samplers = {name: self._texture(image) for name, image in kernel.samplers}
        uniforms = pack(kernel.layout, region, work.numbers)
        for tile in self._tiles.tiles(kernel.digest, work.cost, region.extent):
            self._tiles.begin()
            self._device.dispatch(
                work.shader, images, samplers, uniforms, tile.origin, region.extent, tile.extent
            )
            self._tiles.queued(kernel.digest, work.cost, tile.extent.texels)
            self.dispatches += 1
            if self._tiles.due:
                self._flush()
            yield self._progress(work, tile.extent.texels)
            guard.check_place()

    def _on_cpu(self, work: Work) -> Generator[Progress, None, None]:
        """Finish what is in flight, read the inputs back, run the body, upload the answer."""
        region = work.step.region
        op = region.ops[0]
        body = body_of(op.kernel)
        self._flush()
        inputs = {
            name: with_channels(self._read(image), work.channels[name])
            for name, image in op.inputs.items()
        }
        answers = body(inputs, work.numbers[0], op.variants, region.extent)
        for name, image in op.outputs.items():
            if image in work.step.take:
                texture = self._device.upload(answers[name], work.step.take[image].format)
                self._leases[image] = self._pool.adopt(texture)
        yield self._progress(work, region.extent.texels)
        guard.check_place()

    def _read(self, image: ImageId) -> Pixels:
        texels = self._device.read(self._texture(image))
        if texels.dtype == np.uint8:
            return texels.astype(np.float32) / np.float32(255)
        return texels.astype(np.float32, copy=False)

    def _flush(self) -> None:
        """Wait for the device, and let the scheduler learn from how long it took."""
        self._tiles.begin()
        self._device.flush()
        self._tiles.flushed()

    def _texture(self, image: ImageId) -> Texture:
        return self._leases.get(image) or self._lent[image]

    def _progress(self, work: Work, texels: int) -> Progress:
        self._done += work.cost * texels
        return Progress(self._done, self._total, _told(work.step.region))


def _told(region: Region) -> str:
    op = region.ops[-1]
    return op.origin or op.kernel


def _length(value: Value) -> float:
    return max(map(abs, value)) if isinstance(value, tuple) else abs(float(value))
