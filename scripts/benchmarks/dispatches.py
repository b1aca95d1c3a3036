"""Composed kernels by themselves: compiled, with textures of their own, dispatched whole."""

from __future__ import annotations

import time

import numpy as np

from addon.device.evaluate import Evaluator  # noqa: F401  (imports register the CPU ops)
from addon.library.compose import compose, pack
from addon.plan.fuse import fuse
from addon.plan.numbers import resolved_params


def composed(catalog, plan):
    """Return the only region of ``plan`` as a composed kernel, and its numbers."""
    (region,) = fuse(plan, catalog)
    kernel = compose(region, plan, catalog)
    numbers = [resolved_params(plan, op, catalog[op.kernel]).values for op in region.ops]
    return kernel, pack(kernel.layout, region, numbers)


def is_software(device) -> bool:
    """Return whether the driver runs shaders on this machine's processor, in this process."""
    return "llvmpipe" in device.info.renderer


def clock_of(device):
    """Return the clock for a dispatch: on a software driver the processor's time, all threads added
    up, which other programs disturb little; else the wall's."""
    return time.process_time if is_software(device) else time.perf_counter


class Dispatch:
    """A kernel ready to run over all of a plan's base."""

    def __init__(self, device, plan, kernel, uniforms: bytes, uploads=None) -> None:
        self.device, self.extent, self.uniforms = device, plan.base, uniforms
        self.shader = device.compile(kernel)
        self.images = {n: device.create(self.extent, format) for n, _, format in kernel.images}
        self.samplers = {
            name: uploads.texture(plan.image(image).external.name)
            for name, image in kernel.samplers
        }

    def run(self, count: int = 1) -> None:
        """Queue ``count`` dispatches and wait for them."""
        for _ in range(count):
            self.device.dispatch(
                self.shader,
                self.images,
                self.samplers,
                self.uniforms,
                (0, 0),
                self.extent,
                self.extent,
            )
        self.device.flush()

    def picture(self) -> np.ndarray:
        """Run once and return the first image."""
        self.run()
        return self.device.read(next(iter(self.images.values())))

    def free(self) -> None:
        """Release the textures."""
        for texture in self.images.values():
            self.device.release(texture)
        self.device.flush()
