"""What composing gives: a region as text, and where its numbers go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..plan.types import Format, ImageId

GROUP = (16, 16)
"""Work-group size every composed kernel is declared with; 256 invocations is what every driver
offers. Dispatch ceil(tile / GROUP) groups."""
ORIGIN = "kln_origin"
"""Push constant, ivec2: the first texel of the tile."""
EXTENT = "kln_extent"
"""Push constant, ivec2: the size of the written images, which the bounds check is against."""
BLOCK = "kln_p"
"""Name of the uniform block; there is none where the layout is empty."""
ZERO = "kln_zero"
"""Local of main(), an int: 0, which no compiler can know. It is added to where numbers are read.

Lavapipe (Mesa 22.3) finds the branches and loops that hang on numbers at constant places of the
block, writes the numbers in, and compiles the shader again before every dispatch, which takes 1 to
3 ms (measured). The zero is drawn from a push constant, so that compilers still see that a number
is the same for all texels."""
TURN = "kln_turn"
"""Counter of a loop that stands for several ops: which of them is evaluated."""
BLOCK_TYPE = "kln_Params"
"""Its struct, defined by ComposedKernel.typedefs."""


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
    strides: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """For the first op of each loop, how many rows of floats and of ints further on the numbers of
    the loop's next op stand."""

    @property
    def size(self) -> int:
        """Return how many bytes the block takes."""
        return 16 * (self.floats + self.ints)


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
    """(first line in source, kernel or prelude file, its line there): to map driver messages back.
    The file is '' where the composer wrote the text."""

    def line_of(self, line: int) -> tuple[str, int]:
        """Return the file and line behind a line of ``source``; ('', line) where it is composed."""
        found = ("", line)
        for first, file, there in self.lines:
            if first > line:
                break
            found = (file, there + line - first) if file else ("", line)
        return found
