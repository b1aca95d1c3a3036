"""The nouns of a texture plan.

A plan is a table of images and an ordered list of ops over it. It is one immutable value: it
prints, diffs and pickles, and it can be checked and scheduled on a machine with no GPU and no
Blender.

Sizes are told in two currencies that never mix. ``base`` is the size the graph was authored at, and
one texel at base is the unit of every radius. ``level`` is a power of two away from it: 0 is the
base, 1 is half, -1 is double. An image carries its own ``level_offset``; the plan carries
``bake_level_offset``, which says how big the whole of it is being made this time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NewType

ImageId = NewType("ImageId", str)
"""Name of an image in one plan's table."""

Value = float | int | tuple[float, ...]
"""A number that a kernel takes: a scalar, or a vector of two to four floats."""

Level = NewType("Level", int)
"""A power of two in size: 1 is half, -1 is double."""


@dataclass(frozen=True, slots=True, order=True)
class Extent:
    """Width and height in texels."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    def at_level(self, level: int) -> Extent:
        """Return this extent ``level`` powers of two smaller (negative: larger), at least 1x1."""
        if level >= 0:
            return Extent(max(1, self.width >> level), max(1, self.height >> level))
        return Extent(self.width << -level, self.height << -level)

    @property
    def texels(self) -> int:
        """Return how many texels it holds."""
        return self.width * self.height


class Format(StrEnum):
    """Texel format of a texture. Source of the list: docs/decisions/0002-formats-and-roles.md."""

    R8 = "R8"
    RG8 = "RG8"
    RGBA8 = "RGBA8"
    R16F = "R16F"
    RGBA16F = "RGBA16F"
    R32F = "R32F"
    RGBA32F = "RGBA32F"

    @property
    def channels(self) -> int:
        """Return 1, 2 or 4."""
        return {"R8": 1, "RG8": 2, "RGBA8": 4, "R16F": 1, "RGBA16F": 4, "R32F": 1}.get(self, 4)

    @property
    def bytes_per_texel(self) -> int:
        """Return the size of one texel in GPU memory, in bytes."""
        return self.channels * {"8": 1, "16F": 2, "32F": 4}[self.lstrip("RGBA")]

    @property
    def writable(self) -> bool:
        """Return whether a kernel may store to it (R8 and RG8 can only be read)."""
        return self not in (Format.R8, Format.RG8)

    @property
    def full_float(self) -> bool:
        """Return whether it holds 32-bit floats, which only declared roles may ask for."""
        return self in (Format.R32F, Format.RGBA32F)


class Role(StrEnum):
    """Why an image exists; all but PLAIN justify 32-bit storage."""

    PLAIN = "plain"
    POSITION = "position"
    HEIGHT = "height"
    TABLE = "table"
    SOURCE = "source"
    PRECISE = "precise"


class Transfer(StrEnum):
    """What the numbers of a map mean, hence how an integer file encodes them."""

    DATA = "data"
    COLOR = "color"


IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class External:
    """An image the caller brings: never pooled, never written.

    ``name`` is what the caller's uploads are looked up by; ``readable`` says whether its texture
    may be read back (textures that Blender lends may not).
    """

    name: str
    extent: Extent
    readable: bool = True


@dataclass(frozen=True, slots=True)
class PlanImage:
    """An entry of the plan's table: virtual, written by exactly one op, or external."""

    id: ImageId
    format: Format
    role: Role = Role.PLAIN
    level_offset: int = 0
    external: External | None = None


@dataclass(frozen=True, slots=True)
class TextureOp:
    """One use of a kernel: reads images, and is the only writer of its outputs.

    An input of the kernel stands either in ``inputs`` (an image) or, where its spec has a default,
    in ``params`` (a number). ``params`` and ``variants`` are complete: the builder fills defaults
    in.
    """

    kernel: str
    inputs: Mapping[str, ImageId] = field(default_factory=dict)
    outputs: Mapping[str, ImageId] = field(default_factory=dict)
    params: Mapping[str, Value] = field(default_factory=dict)
    variants: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    """Stable identity in the user's graph: what the op's seed is hashed from."""
    origin: str = ""
    """Path in the user's graph, for messages; never affects the result."""
    emitted_for: Extent | None = None
    """Set on every op of a chain: the extent it writes where the chain's length was worked out."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """How an output leaves the plan.

    Units: ``depth`` is bits per channel in the file (8 and 16 integer, or 16/32 float where
    ``is_float``). ``to_rec709`` is a row-major 3x3 from the plan's working space, for colour only.
    """

    transfer: Transfer = Transfer.DATA
    depth: int = 8
    is_float: bool = False
    channels: int = 4
    """1 grey, 2 grey and alpha, 3 RGB, 4 RGBA."""
    dither: bool = False
    to_rec709: tuple[float, ...] = IDENTITY


@dataclass(frozen=True, slots=True)
class PlanOutput:
    """A picture the plan promises: an image by name, and how it is encoded."""

    name: str
    image: ImageId
    encoding: Encoding = Encoding()
    origin: str = ""


@dataclass(frozen=True, slots=True)
class TexturePlan:
    """A table of images, an ordered list of ops over it, and the outputs."""

    base: Extent
    images: tuple[PlanImage, ...] = ()
    ops: tuple[TextureOp, ...] = ()
    outputs: tuple[PlanOutput, ...] = ()
    bake_level_offset: int = 0
    seed: int = 0

    def image(self, image: ImageId) -> PlanImage:
        """Return the table's entry. Errors: KeyError naming an image that is not in the table."""
        for entry in self.images:
            if entry.id == image:
                return entry
        raise KeyError(f"the plan has no image '{image}'")

    def table(self) -> dict[ImageId, PlanImage]:
        """Return the image table by id, for passes that look up many."""
        return {entry.id: entry for entry in self.images}

    def level_of(self, image: PlanImage) -> int:
        """Return the level an image is made at this time: its own offset and the bake's."""
        return image.level_offset + self.bake_level_offset

    def extent_of(self, image: PlanImage) -> Extent:
        """Return an image's size in texels this time; an external image has a size of its own."""
        if image.external is not None:
            return image.external.extent
        return self.base.at_level(self.level_of(image))

    def resolve(self, texels_at_base: float, image: PlanImage) -> float:
        """Return a length authored in texels at base in texels of ``image``: scaled by 2^-level.

        Linear in the length, and the same factor on both axes whatever floor() did to the extent.
        """
        level = image.level_offset + self.bake_level_offset
        return float(texels_at_base) * 2.0**-level

    def at_level(self, level: int) -> TexturePlan:
        """Return a copy baked at another level.

        Errors: ValueError where an op belongs to a chain, whose count of ops depends on the extent.
        """
        if level == self.bake_level_offset:
            return self
        for op in self.ops:
            if op.emitted_for is not None:
                raise ValueError(
                    f"'{op.origin or op.key}' was emitted for {op.emitted_for}; "
                    f"emit its chain again to bake at level {level}"
                )
        return replace(self, bake_level_offset=level)

    def bake_level_for(self, width: int) -> int:
        """Return the level at which the base's width becomes ``width`` texels.

        Errors: ValueError where the ratio is not a power of two.
        """
        level = 0
        while self.base.at_level(level).width > width and self.base.at_level(level).width > 1:
            level += 1
        while self.base.at_level(level).width < width:
            level -= 1
        if self.base.at_level(level).width != width or width < 1:
            raise ValueError(
                f"{width} is not a power of two away from the base width {self.base.width}; "
                f"bake at {self.base.at_level(level).width} and resample the file"
            )
        return level
