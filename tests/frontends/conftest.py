"""Compiling in the pure tier: no Blender, no GPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from addon.frontends.shader.compile import Compiled, compile_material
from addon.plan.types import Extent


@pytest.fixture
def compiled(catalog: Any) -> Callable[..., Compiled]:
    """Return ``compiled(model, *maps, base=Extent(64, 64), **options)``; default map: emission."""

    def compile(model: Any, *maps: str, base: Extent = Extent(64, 64), **options: Any) -> Compiled:
        return compile_material(model, maps or ("emission",), catalog, base, **options)

    return compile
