"""From what the plan's last dispatch left to the numbers a file holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

STRIP_NUMBERS = 1 << 20
"""How many numbers are worked on at a time: 8 MiB of float64, which a cache can hold."""
HALF_MAX = 65504.0
"""Largest finite half float; source: IEEE 754 binary16."""


def quantised(pixels: NDArray[Any], depth: int, *, is_float: bool) -> NDArray[Any]:
    """Return pixels as a file of this depth holds them.

    Integers: round(v * max), so that 0.5 is 128 in 8 bits and 32768 in 16; outside 0..1 is clipped
    and NaN is 0. Halves: rounded to nearest and held at the largest finite half, because an
    infinity in a texture spreads through every filter that reads it. Floats keep NaN and negatives.

    Shapes: (height, width, channels) in and out; uint8 passes through.
    """
    if is_float:
        floats = np.asarray(pixels, dtype=np.float32)
        if depth == 32:
            return floats
        return np.clip(floats, -HALF_MAX, HALF_MAX).astype(np.float16)
    if pixels.dtype == np.uint8:
        if depth != 8:
            raise ValueError(f"8-bit pixels cannot fill a file of {depth} bits")
        return pixels
    top = (1 << depth) - 1
    codes = np.empty(pixels.shape, dtype=np.uint8 if depth == 8 else np.uint16)
    for rows in _strips(pixels):
        # float64: float32 holds 65535 * v too coarsely to round half up the same way everywhere.
        values = np.nan_to_num(pixels[rows].astype(np.float64), nan=0.0)
        codes[rows] = np.floor(np.clip(values, 0.0, 1.0) * top + 0.5)
    return codes


def normalised(pixels: NDArray[Any], low: float, high: float) -> NDArray[np.float32]:
    """Return pixels with ``low`` at 0 and ``high`` at 1; a flat picture becomes 0."""
    span = high - low
    if not span > 0.0:
        return np.zeros(pixels.shape, dtype=np.float32)
    scaled = np.empty(pixels.shape, dtype=np.float32)
    for rows in _strips(pixels):
        scaled[rows] = (pixels[rows].astype(np.float64) - low) / span
    return scaled


def _strips(pixels: NDArray[Any]) -> Iterator[slice]:
    """Yield slices of rows: float64 of a whole picture of 16384 x 16384 would be gibibytes."""
    height, width, channels = pixels.shape
    step = max(1, STRIP_NUMBERS // max(1, width * channels))
    for top in range(0, height, step):
        yield slice(top, top + step)


def finite_range(pixels: NDArray[Any]) -> tuple[float, float]:
    """Return the smallest and largest finite value, (0, 0) where there is none."""
    finite = pixels[np.isfinite(pixels)]
    if finite.size == 0:
        return 0.0, 0.0
    return float(finite.min()), float(finite.max())
