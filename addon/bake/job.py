"""The whole of Kiln: from materials or a plan to files and datablocks, as one generator.

    snapshot -> compile -> check -> evaluate -> encode -> write

It yields between two dispatches and between two files, so that the modal operator, the command line
and the tests each set their own pace; closing it stops there, and every file written is whole.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import floor

from ..device.errors import DeviceError
from ..frontends.shader.snapshot import current_frame
from ..library.fault import KernelFileError
from ..plan.problem import RefusedPlan
from .asked import asked_of
from .engine import BakeEngine
from .errors import NO_MEMORY, KilnError
from .existing import made_folder
from .material import compiled_work, snapshot_materials
from .outputs import OutputKeeper
from .planned import evaluated, exact, prepared
from .progress import Progress
from .report import BakeReport, new_report
from .selection import MaterialHandle
from .settings import BakeSettings
from .targets import placed
from .work import BakeWork

Job = Generator[Progress, None, BakeReport]


def bake_job(
    materials: Sequence[MaterialHandle], settings: BakeSettings, engine: BakeEngine
) -> Job:
    """Bake materials. Yields progress, returns the report.

    Errors: BadArguments for what is found before anything is baked. What goes wrong with one
    material after that is a problem in the report, and the others are baked all the same.
    """
    report = new_report(engine.name)
    with made_folder(settings.folder):
        frame = current_frame() if settings.frame is None else settings.frame
        with report.timed("snapshot"):
            models = snapshot_materials(materials, frame, report)
        named = asked_of(models, settings)
        works: list[BakeWork] = []
        for index, (model, asked) in enumerate(zip(models, named, strict=True)):
            if settings.only_asked and not asked:
                continue
            yield Progress("compile", model.name, 0.1 * index / len(models))
            with report.timed("compile"):
                works.append(compiled_work(model, settings, engine.catalog, report, asked))
        works = placed(works, settings, floor(frame))
        return (yield from bake_works(works, settings, engine, report))


def bake_works(
    works: Sequence[BakeWork], settings: BakeSettings, engine: BakeEngine, report: BakeReport
) -> Job:
    """Bake plans whose outputs have their places. Yields progress, returns the report."""
    engine.measure_memory()
    with OutputKeeper(report) as outputs:
        for index, work in enumerate(works):
            span = (0.1 + 0.8 * index / len(works), 0.1 + 0.8 * (index + 1) / len(works))
            report.tell(work.material, work.problems)
            yield Progress("check", work.name, span[0])
            outputs.start()
            try:
                ready = prepared(work, settings, engine, report)
                if ready is None:
                    continue
                with (yield from evaluated(ready, settings, engine, report, span)) as bake:
                    for name in ready.names:
                        yield Progress("encode", f"{work.name} {name}", span[1])
                        outputs.take(ready, name, bake)
                if outputs.unsure:
                    plan = exact(ready, outputs.unsure, settings, engine)
                    span = (span[1], span[1])
                    with (yield from evaluated(plan, settings, engine, report, span)) as bake:
                        for name in outputs.unsure:
                            outputs.judge(ready, name, bake)
            except RefusedPlan as refused:
                report.tell(work.material, refused.problems)
            except (KilnError, DeviceError, KernelFileError) as failed:
                report.refuse("failed", work.material, work.name, str(failed))
            except MemoryError:
                report.refuse("failed", work.material, work.name, NO_MEMORY)
        for written in outputs.finish():
            yield Progress("write", written, 0.95)
    report.peak_gpu_bytes = engine.device.peak_bytes
    return report
