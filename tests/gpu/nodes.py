"""Evaluates one texture kernel at coordinates that a test chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role, Value


class NodeBench:
    """Runs a kernel over coordinates, one texel each."""

    def __init__(self, catalog: Any, bake_plan: Callable[..., dict[str, Any]]) -> None:
        self.catalog, self.bake_plan = catalog, bake_plan

    def __call__(
        self,
        kernel: str,
        coordinates: Any,
        output: str,
        numbers: Mapping[str, Value] | None = None,
        images: Mapping[str, Any] | None = None,
        **variants: str,
    ) -> np.ndarray:
        """Return what ``kernel`` gives for each coordinate.

        Shapes: ``coordinates`` (n, 1 to 4) as x, y, z, w; missing ones are 0, w goes to the input
        ``w`` where the kernel has one. ``images`` are (height, width, 4) by TEXELS input. Returns
        (n,) for a float output, (n, 3) for a vec3.
        """
        given = np.atleast_2d(np.asarray(coordinates, np.float32))
        count = len(given)
        width = min(count, 256)
        height = -(-count // width)
        texels = np.zeros((height * width, 4), np.float32)
        texels[:count, : given.shape[1]] = given
        extent = Extent(width, height)
        builder = PlanBuilder(self.catalog, extent)
        vector = builder.external("vector", extent, Format.RGBA32F, Role.SOURCE)
        uploads = {"vector": texels.reshape(height, width, 4)}
        inputs = {"vector": vector}
        spec = self.catalog[kernel]
        if "w" in spec.inputs:
            inputs["w"] = builder.external("w", extent, Format.R32F, Role.SOURCE)
            uploads["w"] = texels[:, 3].reshape(height, width, 1)
        for name, picture in (images or {}).items():
            size = Extent(picture.shape[1], picture.shape[0])
            inputs[name] = builder.external(name, size, Format.RGBA32F, Role.SOURCE)
            uploads[name] = np.ascontiguousarray(picture, np.float32)
        ops = builder.op(kernel, inputs, numbers, variants, key=kernel, role=Role.PRECISE)
        builder.output("out", ops[output])
        baked = self.bake_plan(builder.finish(), uploads)["out"].reshape(height * width, -1)
        channels = {"float": 1, "vec3": 3}[spec.outputs[output].type]
        return baked[:count, 0] if channels == 1 else baked[:count, :channels]
