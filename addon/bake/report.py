"""What a bake did: what the summary prints and ``--json`` holds."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

import bpy

from ..frontends.shader.maps import MAPS
from ..plan.problem import Problem, Severity
from ..plan.types import Extent, Transfer
from .files.metadata import Metadata
from .version import kiln_version
from .work import OutputTarget

Number = float | tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BakeProblem(Problem):
    """A problem and the material it was met in, '' for a plan's text form."""

    material: str = ""

    @property
    def place(self) -> str:
        """Return where it is: the material and the node in it, each told once."""
        own = self.origin == self.material or self.origin.startswith(
            (f"{self.material}: ", f"{self.material}/")
        )
        told = [self.origin] if own else [self.material, self.origin]
        return ": ".join(part for part in told if part)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{self.severity}: {where}{self.message} [{self.code}]"

    def as_json(self) -> dict[str, str]:
        """Return it as ``--json`` promises."""
        return {
            "severity": self.severity.value,
            "code": self.code,
            "material": self.material,
            "origin": self.origin,
            "message": self.message,
        }


def met_in(material: str, problems: Iterable[Problem]) -> list[BakeProblem]:
    """Return problems with the material that they were met in."""
    return [BakeProblem(p.severity, p.code, p.origin, p.message, material) for p in problems]


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
    constant: bool
    """Whether it is the same everywhere: a file only because the map was asked for by name."""
    sha256: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A map that is the same everywhere, and therefore is no file."""

    material: str
    map: str
    value: Number
    """Scene-linear for colours."""
    approximate: bool
    """Whether a node that could not be evaluated has decided it."""

    @property
    def is_default(self) -> bool:
        """Return whether it is what a Principled BSDF has that nobody has touched."""
        if self.approximate or self.map not in MAPS:
            return False
        return any(_near(self.value, default) for default in MAPS[self.map].defaults)


def told_constants(constants: Iterable[Constant]) -> tuple[list[str], int]:
    """Return each constant worth telling in words, and how many more are at their defaults."""
    told, rest = [], 0
    for constant in constants:
        if constant.is_default:
            rest += 1
            continue
        numbers = [f"{number:.4g}" for number in _numbers(constant.value)]
        value = numbers[0] if len(numbers) == 1 else f"({', '.join(numbers)})"
        note = " (approximate)" if constant.approximate else ""
        told.append(f"{constant.map} {value}{note}")
    return told, rest


@dataclass
class BakeReport:
    """Filled while a bake runs; complete where it was stopped half way too."""

    kiln: str
    blender: str
    device: str
    files: list[BakedFile] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    problems: list[BakeProblem] = field(default_factory=list)
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
        return (
            any(file.approximate for file in self.files)
            or any(constant.approximate for constant in self.constants)
            or any(problem.severity is Severity.WARNING for problem in self.problems)
        )

    def tell(self, material: str, problems: Iterable[Problem]) -> None:
        """Add problems that were met in a material."""
        self.problems += met_in(material, problems)

    def refuse(self, code: str, material: str, origin: str, message: str) -> None:
        """Add what was not made, and why."""
        self.tell(material, [Problem(Severity.REFUSAL, code, origin, message)])

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
            "problems": [problem.as_json() for problem in self.problems],
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


def baked_file(
    target: OutputTarget, metadata: Metadata, extent: Extent, data: bytes, *, constant: bool = False
) -> BakedFile:
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
        constant or target.constant,
        hashlib.sha256(data).hexdigest(),
    )


def _near(value: Number, default: Number) -> bool:
    """Return whether a value is a default, but for the rounding of a float."""
    pairs = zip(_numbers(value), _numbers(default), strict=True)
    return all(abs(a - b) <= 1e-6 for a, b in pairs)


def _numbers(value: Number) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _finite(value: Any) -> Any:
    """Return a JSON value with None for what is not a finite number."""
    if isinstance(value, float):
        return value if value - value == 0.0 else None
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value
