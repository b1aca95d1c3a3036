"""Proves that a read-back sees what was dispatched before it.

Blender's ``dispatch`` ends with a barrier for fetches and image accesses, and none for read-back
(GPU_BARRIER_TEXTURE_UPDATE); its OpenGL texture read issues none of its own, so a read right after
a dispatch rests on the driver. As insurance a flush there stores a number that was never stored
before into one texel, which brings one more barrier, and reads it back until it is seen.
"""

from __future__ import annotations

from itertools import count
from time import monotonic
from typing import Any

from ..library.catalog import load_catalog
from ..library.compose import compose, pack
from ..plan.build import PlanBuilder
from ..plan.fuse import fuse
from ..plan.types import Extent, Format, Role
from .errors import StaleRead
from .port import Device, Texture

TEXEL = Extent(1, 1)
TRIES = 8
"""Each brings one more barrier; the first is seen on every driver tried, so these are a margin."""
PATIENCE = 5.0
"""Seconds that it is tried at least: on a busy processor a software driver's threads were once seen
to be late."""
WRAP = 1 << 20
"""Numbers are counted up to here; a float holds them exactly."""


class Sentinel:
    """A texel whose number is known."""

    def __init__(self, device: Device) -> None:
        catalog = load_catalog()
        builder = PlanBuilder(catalog, TEXEL)
        image = builder.op("constant", key="sentinel", role=Role.PRECISE)["result"]
        builder.output("sentinel", image)
        plan = builder.finish()
        (self._region,) = fuse(plan, catalog)
        self._kernel = compose(self._region, plan, catalog)
        self._device = device
        self._shader: Any = device.compile(self._kernel)
        self.texture: Texture = device.create(TEXEL, Format.RGBA32F)
        self._count = 0

    def wait(self) -> None:
        """Return when a number stored after all queued work is read back.

        Errors: StaleRead where it does not show.
        """
        last = monotonic() + PATIENCE
        for tried in count(1):
            if tried > TRIES and monotonic() > last:
                break
            self._count = self._count % WRAP + 1
            numbers = {"color": (float(self._count), 0.0, 0.0, 1.0)}
            uniforms = pack(self._kernel.layout, self._region, [numbers])
            images = {self._kernel.images[0][0]: self.texture}
            self._device.dispatch(self._shader, images, {}, uniforms, (0, 0), TEXEL, TEXEL)
            if self._device.read(self.texture)[0, 0, 0] == self._count:
                return
        raise StaleRead(
            f"{self._device.info.renderer} reads back texels from before the last dispatch; "
            "update the graphics driver"
        )
