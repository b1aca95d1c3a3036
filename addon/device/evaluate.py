"""Evaluates a plan: the one place where ops become dispatches.

There is one evaluator. It checks, fuses, schedules, then walks the schedule: takes textures,
dispatches tile by tile, runs CPU ops between flushes, gives textures back. It is a generator, so
that the modal operator, the command line and the tests each set their own pace and may stop between
two dispatches.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from dataclasses import dataclass, replace

from ..library.catalog import KernelCatalog
from ..library.compose import ComposedKernel, compose, pack
from ..plan import check
from ..plan.fuse import fuse
from ..plan.numbers import resolved_params
from ..plan.problem import Problem, RefusedPlan, Severity
from ..plan.region import Region, Schedule, Step
from ..plan.schedule import schedule as schedule_regions
from ..plan.types import ImageId, PlanOutput, TexturePlan, Value
from . import guard
from .bake import Evaluated, TextureBake
from .cpu.registry import body_of
from .pool import Lease, TexturePool
from .port import Device, Texture
from .tiles import BUDGET_S, TileScheduler
from .uploads import Uploads


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an evaluation is; ``done`` and ``total`` count texels times the kernels' cost."""

    done: float
    total: float
    label: str
    """What runs next or just ran: the user's node where there is one, else the kernel."""

    @property
    def fraction(self) -> float:
        """Return 0 to 1."""
        return min(self.done / self.total, 1.0) if self.total > 0.0 else 1.0


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
) -> Evaluation:
    """Evaluate once, with no residency. Errors: as ``Evaluator.evaluate``."""
    return Evaluator(device, catalog).evaluate(plan, uploads, fused=fused, keep=keep)


def finish(evaluation: Evaluation) -> TextureBake:
    """Run an evaluation to its end and return the bake."""
    while True:
        try:
            next(evaluation)
        except StopIteration as end:
            bake = end.value
            assert isinstance(bake, TextureBake)
            return bake


class Evaluator:
    """Evaluates plans one after another and keeps textures and measurements between them."""

    def __init__(
        self,
        device: Device,
        catalog: KernelCatalog,
        *,
        pool: TexturePool | None = None,
        clock: Callable[[], float] = time.perf_counter,
        budget_s: float = BUDGET_S,
    ) -> None:
        self.device = device
        self.catalog = catalog
        self.pool = pool or TexturePool(device)
        self.tiles = TileScheduler(clock, budget_s)
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
    ) -> Evaluation:
        """Yield progress between dispatches and return the plan's outputs as a ``TextureBake``.

        ``keep`` names images that are outputs of the bake too, under their own ids. Nothing runs
        before the first step is asked for.

        Errors: RefusedPlan with every problem found; WrongTime with the sentence where Blender is
        in a callback or another evaluation runs; KernelError; DeviceLimit.
        """
        guard.claim("an evaluation")
        leases: dict[ImageId, Lease] = {}
        try:
            warnings = _validate(plan, self.catalog, self.device)
            plan = _keeping(plan, keep)
            lent = _externals(plan, uploads)
            schedule = schedule_regions(plan, fuse(plan, self.catalog, enabled=fused))
            composed = [
                None if step.region.cpu else compose(step.region, plan, self.catalog)
                for step in schedule.steps
            ]
            known = len(self._sources)
            shaders = yield from self._compile(composed)
            wanted = Counter((slot.format, slot.extent) for slot in schedule.slots)
            self.pool.trim(wanted)
            run = _Run(self, plan, lent, leases, _total(plan, schedule, self.catalog))
            for step, kernel, shader in zip(schedule.steps, composed, shaders, strict=True):
                if kernel is None:
                    yield from run.on_cpu(step)
                else:
                    yield from run.on_gpu(step, kernel, shader)
                for image in step.give_back:
                    self.pool.give_back(leases.pop(image))
            run.flush()
            promised = {o.image for o in plan.outputs}
            owned = {image: lease for image, lease in leases.items() if image in promised}
            textures = {o.name: owned.get(o.image) or lent[o.image] for o in plan.outputs}
            for image in owned:
                del leases[image]
            stats = Evaluated(
                run.dispatches,
                len(schedule.steps),
                len(self._sources) - known,
                schedule.pool_bytes,
            )
            return TextureBake(
                self.device, textures, lambda: self._take_back(owned.values()), warnings, stats
            )
        finally:
            self._take_back(leases.values())
            guard.yield_up()

    def close(self) -> None:
        """Release every free texture; bakes not yet freed keep theirs."""
        self.pool.trim()
        self.device.flush()

    def _compile(
        self, composed: Iterable[ComposedKernel | None]
    ) -> Generator[Progress, None, list[object]]:
        """Compile what is not, yielding after each source that was new."""
        shaders: list[object] = []
        for kernel in composed:
            shaders.append(None if kernel is None else self.device.compile(kernel))
            if kernel is not None and kernel.digest not in self._sources:
                self._sources.add(kernel.digest)
                yield Progress(0.0, 1.0, f"compiled {kernel.name}")
                guard.check_place()
        return shaders

    def _take_back(self, leases: Iterable[Lease]) -> None:
        for lease in list(leases):
            self.pool.give_back(lease)


class _Run:
    """One walk through a schedule."""

    def __init__(
        self,
        evaluator: Evaluator,
        plan: TexturePlan,
        lent: Mapping[ImageId, Texture],
        leases: dict[ImageId, Lease],
        total: float,
    ) -> None:
        self.device = evaluator.device
        self.pool = evaluator.pool
        self.tiles = evaluator.tiles
        self.catalog = evaluator.catalog
        self.plan = plan
        self.lent = lent
        self.leases = leases
        self.done = 0.0
        self.total = total
        self.dispatches = 0

    def on_gpu(
        self, step: Step, kernel: ComposedKernel, shader: object
    ) -> Generator[Progress, None, None]:
        """Dispatch a region tile by tile, a flush between bounded batches."""
        region = step.region
        for image, slot in step.take.items():
            self.leases[image] = self.pool.take(slot.extent, slot.format)
        images = {name: self._texture(image) for name, image, _ in kernel.images}
        samplers = {name: self._texture(image) for name, image in kernel.samplers}
        uniforms = pack(
            kernel.layout, region, [self._numbers(region, i) for i in range(len(region.ops))]
        )
        cost = region_cost(self.plan, region, self.catalog)
        for tile in self.tiles.tiles(kernel.digest, cost, region.extent):
            self.tiles.begin()
            self.device.dispatch(
                shader, images, samplers, uniforms, tile.origin, region.extent, tile.extent
            )
            self.dispatches += 1
            self.tiles.queued(kernel.digest, cost, tile.extent.texels)
            if self.tiles.due:
                self.flush()
            self.done += cost * tile.extent.texels
            yield self._progress(region)
            guard.check_place()

    def on_cpu(self, step: Step) -> Generator[Progress, None, None]:
        """Finish what is in flight, read the inputs, run the body, upload the answer."""
        op = step.region.ops[0]
        body = body_of(op.kernel)
        self.flush()
        inputs = {}
        for name, image in op.inputs.items():
            texels = self.device.read(self._texture(image))
            inputs[name] = texels / texels.dtype.type(255) if texels.dtype.kind == "u" else texels
        answers = body(inputs, self._numbers(step.region, 0), op.variants, step.region.extent)
        for name, image in op.outputs.items():
            if image in step.take:
                texture = self.device.upload(answers[name], step.take[image].format)
                self.leases[image] = self.pool.adopt(texture)
        self.done += region_cost(self.plan, step.region, self.catalog) * step.region.extent.texels
        yield self._progress(step.region)
        guard.check_place()

    def flush(self) -> None:
        """Wait for the device, and let the scheduler learn from how long it took."""
        self.device.flush()
        self.tiles.flushed()

    def _texture(self, image: ImageId) -> Texture:
        return self.leases.get(image) or self.lent[image]

    def _numbers(self, region: Region, index: int) -> Mapping[str, Value]:
        op = region.ops[index]
        return resolved_params(self.plan, op, self.catalog[op.kernel]).values

    def _progress(self, region: Region) -> Progress:
        op = region.ops[-1]
        return Progress(self.done, self.total, op.origin or op.kernel)


def region_cost(plan: TexturePlan, region: Region, catalog: Mapping[str, object]) -> float:
    """Return the rough price of one texel of a region, growing with how far its ops reach."""
    cost = 0.0
    for op in region.ops:
        spec = catalog[op.kernel]
        numbers = resolved_params(plan, op, spec).values
        reach = [numbers[p.name] for p in spec.params.values() if p.reach]
        cost += spec.cost * (1.0 + 2.0 * max((float(r) for r in reach), default=0.0))
    return max(cost, 1e-3)


def _total(plan: TexturePlan, schedule: Schedule, catalog: KernelCatalog) -> float:
    return sum(
        region_cost(plan, step.region, catalog) * step.region.extent.texels
        for step in schedule.steps
    )


def _validate(plan, catalog, device):
    if hasattr(check, "validate"):
        return tuple(check.validate(plan, catalog, device.info))
    return ()


def _keeping(plan: TexturePlan, keep: Collection[ImageId]) -> TexturePlan:
    """Return the plan with ``keep`` promised as outputs, so that the schedule lets them live."""
    names = {output.name for output in plan.outputs}
    more = [PlanOutput(image, plan.image(image).id) for image in dict.fromkeys(keep)]
    return replace(plan, outputs=plan.outputs + tuple(o for o in more if o.name not in names))


def _externals(plan: TexturePlan, uploads: Uploads) -> dict[ImageId, Texture]:
    """Return the textures behind the plan's externals.

    Errors: RefusedPlan naming every one that is missing or is not what the plan declares.
    """
    problems: list[Problem] = []
    textures: dict[ImageId, Texture] = {}
    for image in plan.images:
        if image.external is None:
            continue
        name = image.external.name
        try:
            texture = uploads.texture(name)
        except KeyError:
            message = (
                f"the external image '{name}' was not brought; give it (--external {name}=FILE)"
            )
            problems.append(Problem(Severity.REFUSAL, "external-missing", name, message))
            continue
        if texture.extent != image.external.extent or texture.format is not image.format:
            message = (
                f"the external image '{name}' is {texture.extent} {texture.format}, and the plan "
                f"declares {image.external.extent} {image.format}; emit the plan for this image"
            )
            problems.append(Problem(Severity.REFUSAL, "external-differs", name, message))
        textures[image.id] = texture
    if problems:
        raise RefusedPlan(problems)
    return textures
