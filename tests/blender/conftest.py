"""Fixtures that hold Kiln against Cycles in the same process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bpy
import pytest

from addon.plan.types import Extent

from .agreement import Agreement, kiln_maps
from .domains import TiltedDomain
from .oracle import UP, Build, bake_emission, new_material
from .parity import assert_agrees

__all__ = ["assert_agrees", "parity"]


@pytest.fixture
def parity(catalog: Any, bake_plan: Callable[..., dict[str, Any]]) -> Callable[..., Agreement]:
    """Return ``parity(build, size=64, name="") -> Agreement``: a tree, by Cycles and by Kiln.

    ``build(node_tree)`` adds nodes and returns a socket, which is emitted; or up to three numbers
    and number sockets, emitted as red, green and blue. ``size`` is a side in texels, or a width and
    a height. ``problems`` are the codes of the problems that are expected. ``facing`` is where the
    plane faces; its UV stays as it is.
    """

    def held(
        build: Build,
        size: int | tuple[int, int] = 64,
        name: str = "",
        *,
        frame: float | None = None,
        problems: tuple[str, ...] = (),
        facing: tuple[float, float, float] = UP,
    ) -> Agreement:
        extent = Extent(size, size) if isinstance(size, int) else Extent(*size)
        material = new_material(build)
        try:
            maps, compiled = kiln_maps(
                material,
                ("emission",),
                extent,
                catalog,
                bake_plan,
                frame,
                domain=TiltedDomain(facing),
            )
            found = tuple(sorted({problem.code for problem in compiled.problems}))
            assert found == tuple(sorted(problems)), compiled.problems
            cycles = bake_emission(material, extent, frame, facing)
        finally:
            bpy.data.materials.remove(material)
        return Agreement(name or "emission", cycles, maps["emission"], compiled)

    return held
