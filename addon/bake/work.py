"""What a job bakes: a plan, what it reads, where each output goes; for every front end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..plan.problem import Problem
from ..plan.types import Encoding, TexturePlan
from .externals import ExternalPixels
from .files.format import FileFormat


@dataclass(frozen=True, slots=True)
class OutputTarget:
    """One output of a plan on its way to a file, a datablock, or both."""

    map: str
    encoding: Encoding
    """How the file holds it."""
    format: FileFormat
    path: Path | None = None
    datablock: str | None = None
    approximate: bool = False
    ranged: bool = False
    """Whether its values are spread over an integer file's codes, the range told beside it."""
    optional: bool = False
    """Whether it is only written if it varies (auto)."""

    constant: bool = False
    """Whether it is known to be the same everywhere before it is baked."""


@dataclass(frozen=True, slots=True)
class BakeWork:
    """One plan to bake."""

    name: str
    """The material, or the plan's file: for progress and messages."""
    material: str
    """Name of the material in reports, '' for a plan's text form."""
    plan: TexturePlan
    """Not encoded: its outputs name what the graph computes."""
    outputs: Mapping[str, OutputTarget]
    sources: Callable[[], Mapping[str, ExternalPixels]]
    """Reads the externals' pixels; called when its turn comes."""
    inputs: tuple[Path, ...] = ()
    """Files it reads: what no output may be written over."""
    images: frozenset[str] = frozenset()
    """Names of the .blend's own images it reads: what no output may be packed into."""
    problems: tuple[Problem, ...] = ()
    """What is to be said of it whatever comes of the bake."""
