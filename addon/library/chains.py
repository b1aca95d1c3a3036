"""Emits chains: runs of ops whose number depends on how large the plan is being made.

A front end calls these with the builder it is compiling into, which knows the level. Every op of a
chain carries the extent it was emitted for, so that a plan taken to another size is refused instead
of baked with too few steps: a flood too short is wrong at long range and looks merely soft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..plan.build import PlanBuilder
from ..plan.types import Extent, Format, ImageId, Role, Value

REDUCTION_LEVELS = 2
"""Halvings per op of a reduction: each reads 4x4 texels, which writes a fifteenth of the picture in
all. Halving once would write a third of it, in 32 bits where the picture is not made of halves."""


def flood_strides(extent: Extent) -> tuple[int, ...]:
    """Return the strides of a jump flood over ``extent``, in texels of the image.

    Halves of the next power of two down to 1, with a 1 before and a 1 after: the plain run loses a
    seed where a nearer one of its neighbours was carried away before it could be told. With the two
    extra steps scattered seeds come out exact, in pairs and in crowds. Seeds on a slanting line or
    a circle do not quite: one texel in a thousand takes a seed up to 0.35 texels farther than the
    nearest (measured over sets of up to 256 texels square). Source: Rong and Tan, Variants of Jump
    Flooding Algorithm (ISVD 2007), 1+JFA and JFA+1 at once.
    """
    strides = []
    stride = 1
    while 2 * stride < max(extent.width, extent.height):
        stride *= 2
    while stride >= 1:
        strides.append(stride)
        stride //= 2
    return (1, *strides, 1)


@dataclass(frozen=True, slots=True)
class _Chain:
    """Whose ops are emitted: their keys begin with ``key``, their origin is the same."""

    builder: PlanBuilder
    key: str
    origin: str

    def op(
        self,
        kernel: str,
        part: str,
        inputs: Mapping[str, ImageId],
        params: Mapping[str, Value] | None = None,
        variants: Mapping[str, str] | None = None,
        *,
        role: Role = Role.PLAIN,
        level_offset: int = 0,
    ) -> dict[str, ImageId]:
        """Append one op, emitted for the extent that it writes now."""
        return self.builder.op(
            kernel,
            inputs,
            params,
            variants,
            key=f"{self.key}/{part}" if part else self.key,
            origin=self.origin or self.key,
            role=role,
            level_offset=level_offset,
            emitted_for=self.extent(level_offset),
        )

    def extent(self, level_offset: int) -> Extent:
        """Return the size of an image of the plan at the level being built for."""
        return self.builder.base.at_level(level_offset + self.builder.level)

    def on_the_grid(self, image: ImageId, role: Role) -> ImageId:
        """Return ``image``, or it at the plan's size where it is an external of another size."""
        level_offset = self.builder.image(image).level_offset
        if self.builder.extent_of(image) == self.extent(level_offset):
            return image
        return self.op("resize", "resize", {"color": image}, role=role)["result"]


def emit_distance(
    builder: PlanBuilder,
    mask: ImageId,
    *,
    key: str,
    origin: str = "",
    threshold: float = 0.5,
    unit: float = 1.0,
    inside: bool = False,
    clamped: bool = False,
    tile_x: bool = True,
    tile_y: bool = True,
) -> ImageId:
    """Emit the distance from each texel to the nearest one of ``mask`` above ``threshold``.

    Between centres. ``inside`` measures to the texels that are not above it. Where the picture
    tiles, the way may lead across its edge. Units: the result counts multiples of ``unit``, itself
    in texels at base; ``clamped`` holds it at 1. Returns the distance image: one channel, 32 bits,
    the mask's size.
    """
    chain = _Chain(builder, key, origin)
    mask = chain.on_the_grid(mask, Role.PLAIN)
    level_offset = builder.image(mask).level_offset
    position = chain.op(
        "jump_flood_seed",
        "seed",
        {"mask": mask},
        {"threshold": threshold},
        {"seeds": "dark" if inside else "bright"},
        role=Role.POSITION,
        level_offset=level_offset,
    )["position"]
    wraps = {
        "position_wrap_x": "repeat" if tile_x else "clip",
        "position_wrap_y": "repeat" if tile_y else "clip",
    }
    for index, stride in enumerate(flood_strides(chain.extent(level_offset))):
        position = chain.op(
            "jump_flood_step",
            f"step{index}",
            {"position": position},
            {"stride": stride},
            wraps,
            role=Role.POSITION,
            level_offset=level_offset,
        )["result"]
    return chain.op(
        "jump_flood_distance",
        "",
        {"position": position},
        {"unit": unit},
        {"clamped": "yes" if clamped else "no"},
        # A distance is a height: half floats hold half texels only up to 1024.
        role=Role.HEIGHT,
        level_offset=level_offset,
    )["result"]


def emit_min_max(
    builder: PlanBuilder, image: ImageId, *, key: str, origin: str = ""
) -> tuple[ImageId, ImageId]:
    """Emit the reduction of ``image`` to 1x1; returns (lowest, highest), each channel by itself.

    Exact: the two are stored in halves only where every number of the image is one.
    """
    chain = _Chain(builder, key, origin)
    exact = builder.image(image).format in (Format.R16F, Format.RGBA16F)
    role = Role.PLAIN if exact else Role.PRECISE
    low = high = image
    level_offset = builder.image(image).level_offset
    done = False
    while not done:
        steps = 0
        while steps < REDUCTION_LEVELS and chain.extent(level_offset) != Extent(1, 1):
            level_offset += 1
            steps += 1
        done = chain.extent(level_offset) == Extent(1, 1)
        written = chain.op(
            "reduce_min_max",
            f"level{level_offset}",
            {"low": low, "high": high},
            role=role,
            level_offset=level_offset,
        )
        low, high = written["lowest"], written["highest"]
    return low, high


def emit_auto_levels(
    builder: PlanBuilder,
    image: ImageId,
    *,
    key: str,
    origin: str = "",
    out_black: float = 0.0,
    out_white: float = 1.0,
    each_channel: bool = False,
    role: Role = Role.PLAIN,
) -> ImageId:
    """Emit levels that take the picture's own darkest to ``out_black``, lightest to ``out_white``.

    One range for red, green and blue together, unless ``each_channel``. Returns the image, of the
    plan's size where ``image`` is an external of another one.
    """
    chain = _Chain(builder, key, origin)
    image = chain.on_the_grid(image, role)
    low, high = emit_min_max(builder, image, key=f"{key}/range", origin=origin or key)
    return chain.op(
        "auto_levels",
        "",
        {"color": image, "low": low, "high": high},
        {"out_black": out_black, "out_white": out_white},
        {"channels": "each" if each_channel else "together"},
        role=role,
        level_offset=builder.image(image).level_offset,
    )["result"]
