"""From a bake's textures to files and datablocks: read, judged, narrowed, written in threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..device.bake import TextureBake
from ..plan.problem import Problem, Severity
from ..plan.types import Extent
from .datablocks import put_packed
from .errors import KilnError
from .files.metadata import Metadata
from .files.quantise import HALF_MAX, finite_range, normalised, quantised
from .files.write import EncodedImage
from .measure import Span, is_flat, span_of
from .planned import ReadyPlan
from .report import BakedFile, BakeReport, Constant, baked_file
from .work import OutputTarget
from .writer import MapImage, MapWriter, WrittenMap

CHANNELS = {1: (0,), 2: (0, 3), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Which channels of what the plan stored a file of so many channels holds."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A file in the making: where it stands in the report, and what is told about it there."""

    index: int
    work: str
    target: OutputTarget
    metadata: Metadata
    extent: Extent


class OutputKeeper:
    """Takes outputs while the GPU goes on; a context, so that files begun are finished."""

    def __init__(self, report: BakeReport) -> None:
        self.report = report
        self._writer = MapWriter()
        self._files: list[BakedFile | None] = []
        """In the order they were taken; threads finish in any."""
        self._unsure: dict[str, NDArray[Any]] = {}

    def start(self) -> None:
        """Begin with another plan, dropping what one that failed has left unjudged.

        Maps go by their names here, and the next material's have the same ones.
        """
        self._unsure.clear()

    def take(self, ready: ReadyPlan, name: str, bake: TextureBake) -> None:
        """Read an output back and queue its file, or keep it until it is judged."""
        target = ready.work.outputs[name]
        with self.report.timed("read"):
            texels = bake.read(name)
        count = target.encoding.channels
        pixels = texels if texels.shape[2] == count else texels[..., CHANNELS[count]]
        if _is_unsure(target, pixels):
            self._unsure[name] = pixels
        else:
            self._queue(ready, name, pixels)

    @property
    def unsure(self) -> tuple[str, ...]:
        """Return the outputs whose full floats have to be seen before they are written."""
        return tuple(self._unsure)

    def judge(self, ready: ReadyPlan, name: str, exact: TextureBake) -> None:
        """Decide about an unsure output: in auto, one that does not vary becomes a constant."""
        target = ready.work.outputs[name]
        pixels = self._unsure.pop(name)
        with self.report.timed("read"):
            span = span_of(exact.read(name)[..., CHANNELS[target.encoding.channels]])
        if target.optional and not span.varies:
            constant = Constant(ready.work.material, target.map, span.value)
            self.report.constants.append(constant)
            return
        self._warn_lost(ready.work.name, target, span)
        self._queue(ready, name, pixels)

    def finish(self) -> Iterator[str]:
        """Yield the name of each file as it is done; then the report has them all, in order."""
        for written in self._writer.finish():
            self._settle([written])
            yield str(written.key.target.path or written.key.target.datablock)
        self.report.files += [file for file in self._files if file is not None]
        self._files.clear()

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

    def _queue(self, ready: ReadyPlan, name: str, pixels: NDArray[Any]) -> None:
        """Narrow a picture to its file's depth and hand it to a thread."""
        target, metadata = ready.work.outputs[name], ready.metadata[name]
        encoding = target.encoding
        extent = Extent(pixels.shape[1], pixels.shape[0])
        with self.report.timed("encode"):
            if not encoding.is_float:
                span = (0.0, 1.0)
                if target.ranged:
                    span = finite_range(pixels)
                    pixels = normalised(pixels, *span)
                metadata = replace(metadata, range=span)
            pixels = quantised(pixels, encoding.depth, is_float=encoding.is_float)
        place = _Place(len(self._files), ready.work.name, target, metadata, extent)
        self._files.append(None)
        image = MapImage(target.path, pixels, target.format, encoding.transfer, metadata)
        self._settle(self._writer.submit(place, image))

    def _settle(self, done: Iterable[WrittenMap]) -> None:
        """Report what threads have finished, and put it into the .blend where it was asked for."""
        for written in done:
            place: _Place = written.key
            target, metadata = place.target, place.metadata
            self.report.spend("write", written.seconds)
            if written.image is None:
                problem = Problem(Severity.REFUSAL, "not-written", place.work, str(written.failure))
                self.report.problems.append(problem)
                continue
            try:
                _pack(target, metadata, written.image)
            except KilnError as failed:  # one map's: the others are still to be put there
                problem = Problem(Severity.REFUSAL, "not-packed", place.work, str(failed))
                self.report.problems.append(problem)
                if target.path is None:
                    continue
            file = baked_file(target, metadata, place.extent, written.image.data)
            self._files[place.index] = file

    def _warn_lost(self, work: str, target: OutputTarget, span: Span) -> None:
        """Warn where values do not fit the file: silently cut is a wrong map."""
        encoding = target.encoding
        if encoding.is_float and encoding.depth == 16 and span.leaves(-HALF_MAX, HALF_MAX):
            lost = f"half floats end at {HALF_MAX:.0f}; pass --depth 32"
        elif not (encoding.is_float or target.ranged) and span.leaves(-1e-6, 1.0 + 1e-6):
            held = f"{min(span.low):.4g} to {max(span.high):.4g}"
            lost = f"an integer file holds 0 to 1; pass --format OPEN_EXR for {held}"
        else:
            return
        message = f"{target.map} is cut: {lost}"
        self.report.problems.append(Problem(Severity.WARNING, "range-cut", work, message))


def _pack(target: OutputTarget, metadata: Metadata, image: EncodedImage) -> None:
    """Put a map into the .blend where that was asked for. Errors: KilnError."""
    if target.datablock is None:
        return
    put_packed(
        target.datablock,
        image.data,
        image.extension,
        target.encoding.transfer,
        material=metadata.material,
        map=metadata.map,
        is_float=target.encoding.is_float,
    )


def _is_unsure(target: OutputTarget, pixels: NDArray[Any]) -> bool:
    """Return whether a picture alone does not tell if it varies, or if it was cut."""
    encoding = target.encoding
    top = 2**encoding.depth - 1
    is_float = encoding.is_float or target.ranged
    if target.optional and is_flat(pixels, is_float=is_float, top=top):
        return True
    if not target.unbounded:
        return False
    if encoding.is_float:
        return encoding.depth == 16 and not bool(np.isfinite(pixels).all())
    return not target.ranged and float(pixels.max()) >= (top if pixels.dtype.kind == "u" else 1.0)
