"""From a bake's textures to files and datablocks: measured, narrowed, written in threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import TracebackType

from ..device.bake import TextureBake
from ..plan.problem import Problem, Severity
from .datablocks import put_packed
from .files.quantise import HALF_MAX, finite_range, normalised, quantised
from .measure import Span, measured
from .planned import ReadyPlan
from .report import BakedFile, BakeReport, Constant, baked_file
from .settings import BakeSettings
from .work import OutputTarget
from .writer import MapImage, MapWriter, WrittenMap

CHANNELS = {1: (0,), 2: (0, 3), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Which channels of what the plan stored a file of so many channels holds."""


class OutputKeeper:
    """Takes outputs while the GPU goes on; a context, so that begun files are finished whatever happens."""

    def __init__(self, settings: BakeSettings, report: BakeReport) -> None:
        self.settings = settings
        self.report = report
        self._writer = MapWriter()
        self._places: list[BakedFile | None] = []
        """Files in the order they were taken; threads finish in any."""

    def take(self, ready: ReadyPlan, name: str, bake: TextureBake) -> None:
        """Read an output back and queue its file; one that does not vary becomes a constant in auto."""
        target = ready.work.outputs[name]
        metadata = ready.metadata[name]
        with self.report.timed("read"):
            if name in ready.measured:
                span = measured(bake, ready.measured[name], target.encoding.channels)
                if target.optional and not span.varies:
                    constant = Constant(ready.work.material, target.map, span.value)
                    self.report.constants.append(constant)
                    return
                self._warn_lost(ready.work.name, target, span)
            texels = bake.read(name)
        with self.report.timed("encode"):
            count = target.encoding.channels
            pixels = texels if texels.shape[2] == count else texels[..., CHANNELS[count]]
            if not target.encoding.is_float:
                span_told = (0.0, 1.0)
                if target.ranged:
                    span_told = finite_range(pixels)
                    pixels = normalised(pixels, *span_told)
                metadata = replace(metadata, range=span_told)
            pixels = quantised(pixels, target.encoding.depth, is_float=target.encoding.is_float)
        image = MapImage(target.path, pixels, target.format, target.encoding.transfer, metadata)
        place = len(self._places)
        self._places.append(None)
        key = (place, target, metadata, bake.extent(name), ready.work.name)
        self._settle(self._writer.submit(key, image))

    def finish(self) -> Iterator[str]:
        """Yield the name of each file as it is done; afterwards the report has them all, in order."""
        for written in self._writer.finish():
            self._settle([written])
            yield str(written.key[1].path or written.key[1].datablock)
        self.report.files += [file for file in self._places if file is not None]
        self._places.clear()

    def __enter__(self) -> OutputKeeper:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Wait for the files that were begun."""
        self._writer.__exit__(kind, error, trace)

    def _settle(self, done: Iterable[WrittenMap]) -> None:
        """Report what threads have finished, and put it into the .blend where it was asked for."""
        for written in done:
            place, target, metadata, extent, work = written.key
            self.report.spend("write", written.seconds)
            if written.image is None:
                problem = Problem(Severity.REFUSAL, "not-written", work, str(written.failure))
                self.report.problems.append(problem)
                continue
            if target.datablock is not None:
                put_packed(
                    target.datablock,
                    written.image.data,
                    written.image.extension,
                    target.encoding.transfer,
                    material=metadata.material,
                    map=metadata.map,
                    is_float=target.encoding.is_float,
                )
            self._places[place] = baked_file(target, metadata, extent, written.image.data)

    def _warn_lost(self, work: str, target: OutputTarget, span: Span) -> None:
        """Warn where values do not fit the file: silently cut is a wrong map."""
        encoding = target.encoding
        lost = ""
        if encoding.is_float and encoding.depth == 16 and span.leaves(-HALF_MAX, HALF_MAX):
            lost = f"half floats end at {HALF_MAX:.0f}; pass --depth 32"
        elif not (encoding.is_float or target.ranged) and span.leaves(-1e-6, 1.0 + 1e-6):
            lost = f"an integer file holds 0 to 1; pass --format OPEN_EXR for {min(span.low):.4g} to {max(span.high):.4g}"
        if lost:
            message = f"{target.map} is cut: {lost}"
            self.report.problems.append(Problem(Severity.WARNING, "range-cut", work, message))
