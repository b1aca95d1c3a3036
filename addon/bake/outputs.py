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
from ..plan.types import IDENTITY, Extent
from .datablocks import put_packed
from .errors import KilnError
from .files.metadata import Metadata
from .files.quantise import HALF_MAX, finite_range, normalised, quantised
from .files.write import EncodedImage
from .measure import Span, is_flat, span_of
from .planned import ReadyPlan
from .report import BakedFile, BakeReport, Constant, baked_file
from .work import BakeWork, OutputTarget
from .writer import MapImage, MapWriter, WrittenMap

CHANNELS = {1: (0,), 2: (0, 3), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Which channels of what the plan stored a file of so many channels holds."""
OUTSIDE = 1e-5
"""How far outside 0..1 a value is still taken for rounding, as the encode kernel takes it."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A file in the making: where it stands in the report, and what is told about it there."""

    index: int
    material: str
    target: OutputTarget
    metadata: Metadata
    extent: Extent
    constant: bool
    """Whether the file is one value all over."""


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
        if _is_unsure(target, pixels) or _was_cut(target, texels):
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
            values = exact.read(name)[..., CHANNELS[target.encoding.channels]]
            span = span_of(values)
        if target.optional and not span.varies:
            constant = Constant(ready.work.material, target.map, span.value, target.approximate)
            self.report.constants.append(constant)
            return
        self._warn_lost(ready.work, target, span, values)
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
        one = _is_one_value(pixels)
        place = _Place(len(self._files), ready.work.material, target, metadata, extent, one)
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
                self._refuse("not-written", place, written.failure)
                continue
            try:
                _pack(target, metadata, written.image)
            except KilnError as failed:  # one map's: the others are still to be put there
                self._refuse("not-packed", place, failed)
                if target.path is None:
                    continue
            file = baked_file(
                target, metadata, place.extent, written.image.data, constant=place.constant
            )
            self._files[place.index] = file

    def _refuse(self, code: str, place: _Place, why: Exception | None) -> None:
        """Report a map that was not made."""
        self.report.refuse(code, place.material, place.material, str(why))

    def _warn_lost(
        self, work: BakeWork, target: OutputTarget, span: Span, values: NDArray[Any]
    ) -> None:
        """Warn where values do not fit the file: silently cut is a wrong map."""
        encoding = target.encoding
        if encoding.is_float and encoding.depth == 16 and span.leaves(-HALF_MAX, HALF_MAX):
            lost = f"half floats end at {HALF_MAX:.0f}; pass --depth 32"
        elif encoding.is_float or target.ranged:
            return
        else:
            if encoding.to_rec709 != IDENTITY:  # what the file would hold of another working space
                span = span_of(values @ np.reshape(np.float32(encoding.to_rec709), (3, 3)).T)
            if not span.leaves(-OUTSIDE, 1.0 + OUTSIDE):
                return
            held = f"{min(span.low):.4g} to {max(span.high):.4g}"
            lost = f"an integer file holds 0 to 1; pass --format OPEN_EXR for {held}"
        message = f"{target.map} is cut: {lost}"
        problem = Problem(Severity.WARNING, "range-cut", work.name, message)
        self.report.tell(work.material, [problem])


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
    if encoding.is_float and encoding.depth == 16:
        # A store into a half float ends there, or at infinity.
        return bool(pixels.max() >= HALF_MAX or pixels.min() <= -HALF_MAX)
    return False


def _was_cut(target: OutputTarget, texels: NDArray[Any]) -> bool:
    """Return whether the encode op marked a texel whose colour an integer file does not hold.

    Shapes: what the plan stored, its alpha with it. A file with an alpha of its own has no marks.
    """
    encoding = target.encoding
    if encoding.is_float or target.ranged or encoding.channels not in (1, 3):
        return False
    if texels.shape[2] == 4:
        return bool(texels[..., 3].min() == 0)
    return bool(texels.min() < 0.0 or texels.max() > 1.0)


def _is_one_value(pixels: NDArray[Any]) -> bool:
    """Return whether every texel is the same; most pictures tell in their first row."""
    first = pixels[0, 0]
    return bool((pixels[0] == first).all() and (pixels == first).all())
