"""A tree or material baked by Cycles and by Kiln, and how far apart the two are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from addon.bake.externals import gather_externals
from addon.frontends.shader.compile import Compiled, compile_material
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent


@dataclass(frozen=True)
class Agreement:
    """One map, from both. Shapes: (height, width, 3), float32, row 0 at v = 0."""

    name: str
    cycles: NDArray[Any]
    kiln: NDArray[Any]
    compiled: Compiled

    @property
    def difference(self) -> NDArray[Any]:
        """Return absolute differences per texel and channel."""
        return np.abs(self.kiln.astype(np.float64) - self.cycles)

    @property
    def largest(self) -> float:
        """Return the largest difference."""
        return float(self.difference.max())

    @property
    def mean(self) -> float:
        """Return the mean difference."""
        return float(self.difference.mean())

    def texels_off(self, tolerance: float) -> int:
        """Return how many texels have a channel that differs by more than ``tolerance``."""
        return int((self.difference > tolerance).any(axis=-1).sum())

    def share_within(self, tolerance: float) -> float:
        """Return which part of the texels agrees to ``tolerance``."""
        return 1.0 - self.texels_off(tolerance) / self.difference[..., 0].size

    def __str__(self) -> str:
        difference = self.difference
        y, x, c = np.unravel_index(int(difference.argmax()), difference.shape)
        return (
            f"{self.name}: largest {difference.max():.2e} (Kiln {self.kiln[y, x, c]:.7g}, Cycles "
            f"{self.cycles[y, x, c]:.7g} at texel {x}, {y}, channel {c}), "
            f"mean {difference.mean():.2e}"
        )

    def require(self, tolerance: float, off: float = 0.0) -> None:
        """Assert that at most the part ``off`` of the texels differs by more than ``tolerance``."""
        beyond = self.texels_off(tolerance)
        allowed = int(off * self.difference[..., 0].size)
        assert beyond <= allowed, f"{beyond} texels differ by more than {tolerance:g}; {self}"


def kiln_maps(
    material: Any,
    maps: tuple[str, ...],
    extent: Extent,
    catalog: Any,
    bake_plan: Callable[..., dict[str, Any]],
    frame: float | None = None,
    **options: Any,
) -> tuple[dict[str, NDArray[Any]], Compiled]:
    """Return a material's maps as Kiln computes them, at 32 bits and not encoded."""
    model = material_model(material, frame)
    compiled = compile_material(model, maps, catalog, extent, **options)
    brought = gather_externals(compiled.pictures, compiled.tables, compiled.skies)
    texels: dict[str, Any] = {}
    if compiled.plan.outputs:
        pixels = {name: external.pixels for name, external in brought.items()}
        texels = bake_plan(compiled.plan, pixels)
    shape = (extent.height, extent.width, 3)
    found: dict[str, NDArray[Any]] = {}
    for name in maps:
        given = texels.get(name, np.asarray(compiled.constants.get(name, 0.0), np.float32))
        found[name] = np.broadcast_to(given[..., :3] if given.ndim > 1 else given, shape)
        # Cycles writes 0 for what is not a number or not finite.
        found[name] = np.where(np.isfinite(found[name]), found[name], np.float32(0.0))
    return found, compiled
