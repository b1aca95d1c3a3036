"""What a map's values span before they are encoded: what tells a map that varies from a number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..device.bake import TextureBake
from ..plan.types import ImageId, TexturePlan, Value


@dataclass(frozen=True, slots=True)
class Span:
    """The smallest and largest finite value of each channel."""

    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def varies(self) -> bool:
        """Return whether any channel's smallest value differs from its largest."""
        return self.low != self.high

    @property
    def value(self) -> Value:
        """Return the one value of a map that does not vary: a number, or a colour or vector."""
        return self.low[0] if len(self.low) == 1 else self.low

    def leaves(self, low: float, high: float) -> bool:
        """Return whether a channel has a value outside low..high."""
        return min(self.low) < low or max(self.high) > high


def measured_images(plan: TexturePlan, outputs: Iterable[str]) -> dict[str, ImageId]:
    """Return the images to keep besides the plan's outputs, by output: what is encoded, unencoded."""
    wanted = set(outputs)
    return {output.name: output.image for output in plan.outputs if output.name in wanted}


def measured(bake: TextureBake, image: ImageId, channels: int) -> Span:
    """Return the span of an image that the evaluation kept."""
    texels = bake.read(image)[..., :channels].reshape(-1, channels)
    finite = np.where(np.isfinite(texels), texels, 0.0)  # as the encode op has them
    return Span(
        tuple(float(value) for value in finite.min(axis=0)),
        tuple(float(value) for value in finite.max(axis=0)),
    )
