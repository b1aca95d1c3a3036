"""Holds small trees of texture nodes against Cycles, and says how far apart they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.tolerances import HASHED_TEXELS, TEXTURE_SCALAR

from .trees import Tree

SIDE = 32
"""Texels: a power of two, at which UV is exact in floats."""

Build = Callable[[Tree], Any]
"""Makes nodes; returns one socket, or up to three numbers and number sockets."""
Held = Callable[..., np.ndarray]


def spread(tree: Tree, scale: float = 4.0, low: float = -2.0, z: float = 0.375) -> Any:
    """Return a coordinate over a square of side ``scale`` from ``low``, exact in floats."""
    u, v, _ = tree.split(tree.uv)
    x = tree.math("MULTIPLY_ADD", u, scale, low)
    return tree.xyz(x, tree.math("MULTIPLY_ADD", v, scale, low), z)


def along(tree: Tree, scale: float = 8.0, low: float = -4.0) -> Any:
    """Return a number that grows over columns and, slower, over rows, exact in floats."""
    u, v, _ = tree.split(tree.uv)
    return tree.math(
        "ADD", tree.math("MULTIPLY_ADD", u, scale, low), tree.math("MULTIPLY", v, 0.25)
    )


def texture(tree: Tree, kind: str, out: str, settings: dict[str, Any]) -> Any:
    """Return an output of a texture node.

    ``settings`` holds properties in lower case, and sockets by identifiers that begin with a
    capital; None leaves an input alone. Vector is ``spread`` and W ``along`` unless they say.
    """
    settings = dict(settings)
    properties = {k: settings.pop(k) for k in list(settings) if k[0].islower()}
    node = tree.node(kind, **properties)
    feeds = {"Vector": spread, "W": along}
    for socket in node.inputs:
        if socket.identifier in feeds and socket.enabled and socket.identifier not in settings:
            tree.links.new(feeds[socket.identifier](tree), socket)
        elif (feed := settings.get(socket.identifier)) is not None:
            if hasattr(feed, "is_linked"):
                tree.links.new(feed, socket)
            else:
                socket.default_value = feed
    return tree.out(node, out)


@pytest.fixture(name="held")
def held_against_cycles(parity: Any, record_property: Callable[[str, object], None]) -> Held:
    """Return a comparison of one tree, baked by Cycles and by Kiln.

    ``held(build, tolerance=..., relative=False, hashed=False, size=32, problems=())`` fails unless
    every texel agrees, or, where ``hashed``, all but a thousandth. ``tolerance`` is a number or one
    per channel, times max(1, |value|) where ``relative``. Returns Kiln's picture.
    """

    def hold(
        build: Build,
        *,
        tolerance: Any = TEXTURE_SCALAR,
        relative: bool = False,
        hashed: bool = False,
        size: int = SIDE,
        problems: tuple[str, ...] = (),
    ) -> np.ndarray:
        found = parity(lambda tree: build(Tree(tree, size)), size, problems=problems)
        scale = np.maximum(1.0, np.abs(found.cycles)) if relative else 1.0
        over = (found.difference > np.asarray(tolerance) * scale).any(axis=-1)
        largest = " ".join(f"{x:.1e}" for x in found.difference.max((0, 1)))
        figures = f"max {largest}, mean {found.mean:.1e}, {int(over.sum())} texels off"
        record_property("parity", figures)
        print(f"PARITY {figures}")
        allowed = int(HASHED_TEXELS * over.size) if hashed else 0
        assert over.sum() <= allowed, f"{figures}; {found}"
        return found.kiln

    return hold
