"""A plan on its way through check and evaluation: what a job does with each piece of work."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..device.bake import TextureBake
from ..plan.roles import as_baked
from ..plan.types import ImageId, TexturePlan
from .engine import BakeEngine
from .existing import is_unchanged
from .externals import ExternalPixels
from .files.metadata import Metadata
from .fingerprint import fingerprint, sliced
from .progress import Progress
from .report import BakeReport, baked_file
from .settings import BakeSettings, Existing
from .version import kiln_version
from .work import BakeWork


@dataclass(frozen=True, slots=True)
class ReadyPlan:
    """A plan whose externals are uploaded."""

    work: BakeWork
    plan: TexturePlan
    """Encoded, and precise where its outputs ask for it."""
    metadata: Mapping[str, Metadata]
    """By output."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the outputs to bake."""
        return tuple(output.name for output in self.plan.outputs)


def prepared(
    work: BakeWork, settings: BakeSettings, engine: BakeEngine, report: BakeReport
) -> ReadyPlan | None:
    """Return the plan of what has to be baked, its externals uploaded; None if nothing has.

    With SKIP_UNCHANGED, an output whose file says that it came from exactly this is left out.
    """
    with report.timed("upload"):
        sources = work.sources()
    metadata = _metadata(work, sources, engine)
    wanted = list(metadata)
    if settings.existing is Existing.SKIP_UNCHANGED:
        wanted = [name for name in wanted if not _skipped(work, name, metadata[name], report)]
    if not wanted:
        return None
    plan = as_baked(sliced(work.plan, wanted), engine.catalog, fused=settings.fuse)
    with report.timed("upload"):
        _upload(plan, sources, engine)
    return ReadyPlan(work, plan, metadata)


def exact(
    ready: ReadyPlan, names: Sequence[str], settings: BakeSettings, engine: BakeEngine
) -> ReadyPlan:
    """Return the plan of some outputs as full floats, unencoded: to measure them by."""
    plan = sliced(ready.work.plan, names)
    outputs = [
        replace(output, encoding=settings.full_float(output.encoding)) for output in plan.outputs
    ]
    plan = replace(plan, outputs=tuple(outputs))
    return replace(ready, plan=as_baked(plan, engine.catalog, fused=settings.fuse))


def evaluated(
    ready: ReadyPlan,
    settings: BakeSettings,
    engine: BakeEngine,
    report: BakeReport,
    span: tuple[float, float],
) -> Generator[Progress, None, TextureBake]:
    """Evaluate a plan; ``span`` is its part of the whole job's progress, from and to.

    Only the time spent working counts: a job may lie still between two steps.
    """
    evaluation = engine.evaluator.evaluate(
        ready.plan, engine.uploads, fused=settings.fuse, budget_bytes=settings.budget_bytes
    )
    try:
        while True:
            try:
                with report.timed("evaluate"):
                    step = next(evaluation)
            except StopIteration as end:
                bake: TextureBake = end.value
                report.tell(ready.work.material, bake.warnings)
                return bake
            yield Progress(
                "evaluate", ready.work.name, span[0] + (span[1] - span[0]) * step.fraction
            )
    finally:
        evaluation.close()


def _metadata(
    work: BakeWork, sources: Mapping[str, ExternalPixels], engine: BakeEngine
) -> dict[str, Metadata]:
    """Return what each output's file says about itself."""
    contents = {name: source.digest for name, source in sources.items()}
    found = {}
    for name, target in work.outputs.items():
        mark = fingerprint(
            work.plan,
            name,
            contents,
            engine.catalog,
            target.format.value,
            target.encoding,
            target.ranged,
        )
        found[name] = Metadata(
            kiln_version(),
            mark,
            work.plan.seed,
            work.plan.bake_level_offset,
            work.material,
            target.map,
            target.approximate,
        )
    return found


def _skipped(work: BakeWork, name: str, metadata: Metadata, report: BakeReport) -> bool:
    """Return whether an output's file is there already, and report it as it stands."""
    target = work.outputs[name]
    if target.path is None or target.datablock is not None:
        return False
    found = is_unchanged(target.path, metadata)
    if found is None:
        return False
    extent = work.plan.extent_of(work.plan.image(_image_of(work.plan, name)))
    report.files.append(
        baked_file(target, replace(metadata, range=found.range), extent, target.path.read_bytes())
    )
    report.skipped += 1
    return True


def _image_of(plan: TexturePlan, output: str) -> ImageId:
    """Return the image an output names."""
    return next(o.image for o in plan.outputs if o.name == output)


def _upload(plan: TexturePlan, sources: Mapping[str, ExternalPixels], engine: BakeEngine) -> None:
    """Upload what the plan reads, and let go of what only earlier plans did."""
    needed = {image.external.name for image in plan.images if image.external is not None}
    for name in [held for held in engine.uploads if held not in needed]:
        engine.uploads.free(name)
    for name in sorted(needed & sources.keys()):
        engine.uploads.put(name, sources[name].pixels, sources[name].format)
