"""What a kernel's header says, as data the passes can read.

``library`` parses the headers under ``kernels/`` into these; the plan's passes only ever see a
``Catalog``. The GLSL side of the contract is told in docs/writing-a-kernel.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .types import Value

CHANNELS = {"float": 1, "vec2": 2, "vec3": 3, "vec4": 4}
"""Floats in each type an input, output or float param may have."""

WRAPS = ("repeat", "clamp", "mirror", "clip")
"""What reading outside an image gives; clip is transparent black."""


class Kind(StrEnum):
    """The contract between a kernel and the engine (DESIGN section 6)."""

    SOURCE = "source"
    POINT = "point"
    GATHER = "gather"
    SAMPLE = "sample"
    AREA = "area"
    REDUCE = "reduce"
    GLOBAL = "global"
    CPU = "cpu"

    @property
    def fusable(self) -> bool:
        """Return whether ops of this kind may share a dispatch with others."""
        return self in (Kind.SOURCE, Kind.POINT, Kind.GATHER)


class Unit(StrEnum):
    """What a param counts."""

    NONE = "none"
    TEXELS_AT_BASE = "texels_at_base"
    """Scaled to the image the op writes, by TexturePlan.resolve."""
    SEED = "seed"
    """Never given by hand: the evaluator fills it with seed_for(op)."""


class Access(StrEnum):
    """How a kernel reads an input."""

    VALUE = "value"
    """Handed over as an argument: the same texel, a register in a region, or a number."""
    TEXELS = "texels"
    """Read through <input>_at, <input>_linear, <input>_cubic at computed places."""


@dataclass(frozen=True, slots=True)
class InputSpec:
    """An image a kernel reads. With a default, a VALUE input may be given as a number instead."""

    name: str
    type: str
    access: Access
    default: Value | None = None


@dataclass(frozen=True, slots=True)
class ParamSpec:
    """A number a kernel takes. ``type`` is float, int, vec2, vec3 or vec4."""

    name: str
    type: str
    default: Value
    unit: Unit = Unit.NONE
    min: float | None = None
    max: float | None = None
    reach: float = 0.0
    """The op reads texels this many times the number away (after resolve, rounded up); 0: it says
    nothing of reach. A Gaussian's sigma has 3."""
    rounding: str = "nearest"
    """For an int counted in texels at base: nearest, floor or ceil."""


@dataclass(frozen=True, slots=True)
class VariantSpec:
    """A compile-time choice, part of the kernel's identity."""

    name: str
    choices: tuple[str, ...]
    default: str


@dataclass(frozen=True, slots=True)
class OutputSpec:
    """An image a kernel writes."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class KernelSpec:
    """A kernel's header, and nothing of its body."""

    name: str
    kind: Kind
    summary: str
    source: str = ""
    """Where the algorithm or constants come from."""
    uses: tuple[str, ...] = ()
    """Prelude files, by stem."""
    inputs: Mapping[str, InputSpec] = field(default_factory=dict)
    params: Mapping[str, ParamSpec] = field(default_factory=dict)
    variants: Mapping[str, VariantSpec] = field(default_factory=dict)
    """With, for every TEXELS input, <input>_wrap_x and <input>_wrap_y."""
    outputs: Mapping[str, OutputSpec] = field(default_factory=dict)
    cost: float = 1.0
    """Rough price of one texel, one multiply-add chain of a plain Mix being 1."""
    chain: bool = False
    """Ops of this kernel only make sense in a run whose count depends on the extent."""


Catalog = Mapping[str, KernelSpec]
"""Every kernel by name. A CPU op's name starts with ``cpu/``."""
