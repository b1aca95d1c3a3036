"""Holds a small tree against Cycles channel by channel, and says which of its nodes differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from tests.tolerances import CONVERTER

Agrees = Callable[..., None]


@pytest.fixture
def assert_agrees(parity: Any, record_property: Callable[[str, object], None]) -> Agrees:
    """Return ``assert_agrees(build, side, *, names, tolerance, relative, flat)``.

    ``build(node_tree)`` returns a socket of three channels, or up to three numbers. ``names`` names
    each channel, or all of them at once. ``relative`` divides differences by max(1, |value|).
    ``flat`` says that the picture may be all one colour, as edge cases are; others must vary,
    because a black picture equals a black picture.
    """

    def agrees(
        build: Callable[[Any], Any],
        side: int | tuple[int, int],
        *,
        names: Sequence[str],
        tolerance: float = CONVERTER,
        relative: bool = False,
        flat: bool = False,
    ) -> None:
        held = parity(build, side, ", ".join(names))
        assert flat or np.ptp(held.cycles, axis=(0, 1)).max() > 0, "Cycles' picture is flat"
        difference = held.difference
        if relative:
            difference = difference / np.maximum(1.0, np.abs(held.cycles))
        record_property("largest difference", float(difference.max()))
        told = list(names) if len(names) > 1 else [f"{names[0]}, channel {c}" for c in range(3)]
        wrong = [
            f"{name}: {_worst(held, difference[..., c], c, tolerance)}"
            for c, name in enumerate(told[:3])
            if difference[..., c].max() > tolerance
        ]
        assert not wrong, "; ".join(wrong)

    return agrees


def _worst(held: Any, difference: Any, channel: int, tolerance: float) -> str:
    y, x = np.unravel_index(int(difference.argmax()), difference.shape)
    return (
        f"{int((difference > tolerance).sum())} of {difference.size} texels differ by more than "
        f"{tolerance:g}, by {difference.max():.2e} at {x}, {y}, where Kiln has "
        f"{held.kiln[y, x, channel]:.7g} and Cycles {held.cycles[y, x, channel]:.7g}"
    )
