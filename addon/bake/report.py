"""What a bake did: what the summary prints and ``--json`` holds."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import bpy

from ..plan.problem import Problem, Severity
from ..plan.types import Extent, Transfer
from .files.metadata import Metadata
from .version import kiln_version
from .work import OutputTarget

Number = float | tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BakedFile:
    """One file, or one image in the .blend (its path is then the datablock's name)."""

    path: str
    material: str
    map: str
    width: int
    height: int
    channels: int
    depth: int
    colorspace: str
    """Blender's name of what the numbers mean: sRGB, Linear Rec.709 or Non-Color."""
    range: tuple[float, float] | None
    """Integer files: what the smallest and largest code stand for. None in floats, which say it."""
    approximate: bool
    sha256: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A map that is the same everywhere, and therefore is no file."""

    material: str
    map: str
    value: Number
    """Scene-linear for colours."""


@dataclass
class BakeReport:
    """Filled while a bake runs; complete where it was stopped half way too."""

    kiln: str
    blender: str
    device: str
    files: list[BakedFile] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    """Seconds by stage: snapshot, compile, upload, evaluate, read, encode, write, save."""
    peak_gpu_bytes: int = 0
    skipped: int = 0
    """Files that were left alone because they would have come out the same."""

    @property
    def failed(self) -> bool:
        """Return whether something that was asked for was not made."""
        return any(problem.severity is Severity.REFUSAL for problem in self.problems)

    @property
    def approximate(self) -> bool:
        """Return whether a file or a constant is not what Cycles would bake."""
        return any(file.approximate for file in self.files) or any(
            problem.severity is Severity.WARNING for problem in self.problems
        )

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent inside to a stage."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.spend(stage, time.perf_counter() - start)

    def spend(self, stage: str, seconds: float) -> None:
        """Add time to a stage."""
        self.timings[stage] = self.timings.get(stage, 0.0) + seconds

    def as_json(self) -> Mapping[str, Any]:
        """Return the report with the names and in the order that ``--json`` promises."""
        return {
            "kiln": self.kiln,
            "blender": self.blender,
            "device": self.device,
            "files": [asdict(file) for file in self.files],
            "constants": [asdict(constant) for constant in self.constants],
            "problems": [
                {
                    "severity": p.severity.value,
                    "code": p.code,
                    "origin": p.origin,
                    "message": p.message,
                }
                for p in self.problems
            ],
            "timings": {stage: round(seconds, 6) for stage, seconds in self.timings.items()},
            "peak_gpu_bytes": self.peak_gpu_bytes,
        }

    def json_text(self) -> str:
        """Return the report as text; NaN and infinities, which JSON lacks, become null."""
        return (
            json.dumps(_finite(self.as_json()), indent=2, ensure_ascii=False, allow_nan=False)
            + "\n"
        )


def new_report(device: str) -> BakeReport:
    """Return an empty report that names who bakes."""
    return BakeReport(kiln_version(), bpy.app.version_string, device)


def baked_file(target: OutputTarget, metadata: Metadata, extent: Extent, data: bytes) -> BakedFile:
    """Return the report's entry of a file, or of an image in the .blend."""
    encoding = target.encoding
    color = "Linear Rec.709" if encoding.is_float else "sRGB"
    return BakedFile(
        str(target.path or target.datablock),
        metadata.material,
        metadata.map,
        extent.width,
        extent.height,
        encoding.channels,
        encoding.depth,
        color if encoding.transfer is Transfer.COLOR else "Non-Color",
        metadata.range,
        metadata.approximate,
        hashlib.sha256(data).hexdigest(),
    )


def _finite(value: Any) -> Any:
    """Return a JSON value with None for what is not a finite number."""
    if isinstance(value, float):
        return value if value - value == 0.0 else None
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value
