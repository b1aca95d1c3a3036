"""From a region to GLSL text: a pure function, so that the device is somewhere else."""

from __future__ import annotations

from dataclasses import dataclass

from ..plan.types import Format, ImageId


@dataclass(frozen=True, slots=True)
class UniformSlot:
    """Where one number of one op stands in the uniform block.

    ``op`` indexes the region's ops; ``name`` is a param or a VALUE input given as a number.
    ``lane`` counts floats (or ints) from the start of that array.
    """

    op: int
    name: str
    type: str
    lane: int


@dataclass(frozen=True, slots=True)
class UniformLayout:
    """The block: ``floats`` vec4s, then ``ints`` ivec4s (std140)."""

    floats: int
    ints: int
    slots: tuple[UniformSlot, ...]


@dataclass(frozen=True, slots=True)
class ComposedKernel:
    """A region as text. The same structure gives the same bytes; numbers are never in it."""

    name: str
    source: str
    """Compute source: prelude, kernels, accessors, main(); no resource declarations."""
    typedefs: str
    """The uniform block's struct, '' where there are no numbers."""
    images: tuple[tuple[str, ImageId, Format], ...]
    """Written images, in slot order: GLSL name, plan image, format."""
    samplers: tuple[tuple[str, ImageId], ...]
    """Sampled images, in slot order."""
    layout: UniformLayout
    digest: str
    """SHA-256 of everything that decides the compiled shader: what compile() is cached by."""
    lines: tuple[tuple[int, str, int], ...] = ()
    """(first line in source, kernel or prelude file, its line there): to map driver messages back."""
