"""Whether a map varies: what `auto` bakes, and what it reports as a number.

The picture that was read back answers for nearly every map. Where it is flat to a step, the step
may be the dither's or the depth's, so such maps are evaluated once more, alone, in full floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from ..plan.types import Value

ROUNDING = 1e-6
"""Relative difference that arithmetic alone makes: a Mix of a number with itself is off by an ulp
or two of a float, 1.2e-7 each, from one factor to another."""


@dataclass(frozen=True, slots=True)
class Span:
    """The smallest and largest value of each channel."""

    low: tuple[float, ...]
    high: tuple[float, ...]

    @property
    def varies(self) -> bool:
        """Return whether any channel's smallest value differs from its largest."""
        return any(
            high - low > ROUNDING * max(1.0, abs(low), abs(high))
            for low, high in zip(self.low, self.high, strict=True)
        )

    @property
    def value(self) -> Value:
        """Return the one value of a map that does not vary: a number, or a colour or vector."""
        middle = tuple((low + high) / 2.0 for low, high in zip(self.low, self.high, strict=True))
        return middle[0] if len(middle) == 1 else middle

    def leaves(self, low: float, high: float) -> bool:
        """Return whether a channel has a value outside low..high."""
        return min(self.low) < low or max(self.high) > high


def span_of(pixels: NDArray[Any]) -> Span:
    """Return the span of a picture. Shapes: (height, width, channels)."""
    low, high = pixels.min(axis=(0, 1)), pixels.max(axis=(0, 1))
    return Span(tuple(float(value) for value in low), tuple(float(value) for value in high))


def is_flat(codes: NDArray[Any], *, is_float: bool, top: int) -> bool:
    """Return whether a picture spans at most one step of its file, which the dither may have made.

    ``top`` is the largest code of an integer file.
    """
    span = span_of(codes)
    if is_float:
        return not span.varies
    scale = 1.0 if codes.dtype.kind == "u" else float(top)
    return all((high - low) * scale < 1.5 for low, high in zip(span.low, span.high, strict=True))
