"""Plans of one filter, for tests: pictures in, texels of the outputs back, all in 32 bits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, ImageId, Role

Texels = NDArray[np.float32]


def four(grey: Any, alpha: float = 1.0) -> Texels:
    """Return a grey picture (h, w) as (h, w, 4)."""
    grey = np.asarray(grey, np.float32)
    texels = np.repeat(grey[:, :, np.newaxis], 4, axis=2)
    texels[:, :, 3] = alpha
    return texels


def noise(height: int, width: int, seed: int = 1) -> Texels:
    """Return four channels of white noise in [0, 1)."""
    return np.random.default_rng(seed).random((height, width, 4), np.float32)


def box_down(texels: Texels, factor: int) -> Texels:
    """Return the means of ``factor`` x ``factor`` texels."""
    h, w, c = texels.shape
    return texels.reshape(h // factor, factor, w // factor, factor, c).mean(axis=(1, 3))


def grown(texels: Texels, factor: int) -> Texels:
    """Return the picture with each texel ``factor`` x ``factor`` times."""
    return texels.repeat(factor, axis=0).repeat(factor, axis=1)


@dataclass
class Filters:
    """Bakes short plans of filters on the GPU under test."""

    catalog: Any
    bake_plan: Callable[..., dict[str, Texels]]

    def builder(self, width: int, height: int, level: int = 0) -> PlanBuilder:
        """Return a builder of a plan authored at this size."""
        return PlanBuilder(self.catalog, Extent(width, height), level=level)

    def picture(self, builder: PlanBuilder, name: str, texels: Texels) -> ImageId:
        """Declare an external picture in the float format that its channels ask for."""
        height, width, channels = texels.shape
        format = Format.R32F if channels == 1 else Format.RGBA32F
        return builder.external(name, Extent(width, height), format, Role.SOURCE)

    def __call__(
        self,
        kernel: str,
        pictures: Mapping[str, Texels] | None = None,
        params: Mapping[str, Any] | None = None,
        variants: Mapping[str, str] | None = None,
        *,
        base: tuple[int, int] | None = None,
        level: int = 0,
        wrap: str = "",
        passes: Sequence[Mapping[str, str]] = ({},),
        outputs: bool = False,
    ) -> Any:
        """Bake ``kernel`` over pictures by its input names; returns the texels of its first output.

        ``base`` is (width, height), the first picture's size by default. ``wrap`` goes to every
        input that takes one. ``passes`` are variants of ops run one over the result of the other.
        ``outputs`` asks for every output, by name.
        """
        texels = dict(pictures or {})
        if base is None:
            first = next(iter(texels.values()))
            base = (first.shape[1], first.shape[0])
        builder = self.builder(*base, level=level)
        inputs = {name: self.picture(builder, name, given) for name, given in texels.items()}
        spec = self.catalog[kernel]
        wraps = {n: wrap for n in spec.variants if wrap and n.endswith(("_wrap_x", "_wrap_y"))}
        written: dict[str, ImageId] = {}
        for index, one in enumerate(passes):
            chosen = {**wraps, **(variants or {}), **one}
            written = builder.op(
                kernel, inputs, params, chosen, key=f"pass{index}", role=Role.PRECISE
            )
            inputs = {**inputs, next(iter(spec.inputs), ""): next(iter(written.values()))}
            inputs.pop("", None)
        for name, image in written.items():
            builder.output(name, image)
        baked = self.bake_plan(builder.finish(), texels)
        return baked if outputs else baked[next(iter(spec.outputs))]


BOTH_AXES = ({"axis": "x"}, {"axis": "y"})
"""The two passes of a separable filter."""
