"""The GPU tier: every bake runs a second time over stale memory and must give the same bits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from addon.device.pool import Lease, TexturePool
from addon.plan.types import Extent, Format


class StalePool(TexturePool):
    """Lends only textures full of what no op wrote: NaN, or 165 of 255 where 8 bits hold none."""

    def take(self, extent: Extent, format: Format) -> Lease:
        self.trim()
        return super().take(extent, format)

    def stale(self, extent: Extent, format: Format) -> Any:
        fill = 165 / 255 if format is Format.RGBA8 else np.nan
        shape = (extent.height, extent.width, format.channels)
        return self._device.upload(np.full(shape, fill, np.float32), format)


@pytest.fixture(scope="session")
def stale_evaluator(device: Any, catalog: Any) -> Any:
    """Return an evaluator whose textures are full of NaN when an op gets them."""
    from addon.device.evaluate import Evaluator

    pool = StalePool(device)
    pool._make = pool.stale
    return Evaluator(device, catalog, pool=pool)


@pytest.fixture(scope="session")
def bake_plan(
    bake_plan: Callable[..., dict[str, Any]], stale_evaluator: Any
) -> Callable[..., dict[str, Any]]:
    """Return the root ``bake_plan``, each bake checked against one over stale memory."""

    def bake(
        plan: Any, externals: Mapping[str, Any] | None = None, *, by: Any = None, **options: Any
    ) -> dict[str, Any]:
        fresh = bake_plan(plan, externals, by=by, **options)
        if by is None:
            stale = bake_plan(plan, externals, by=stale_evaluator, **options)
            for name, texels in fresh.items():
                differs = texels.view(np.uint32) != stale[name].view(np.uint32)
                assert not differs.any(), (
                    f"'{name}' depends on what was in the texture before: "
                    f"{int(differs.sum())} of {differs.size} numbers differ over stale memory"
                )
        return fresh

    return bake
