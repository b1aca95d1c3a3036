"""Times composed kernels by themselves: several dispatches, then one wait."""

from __future__ import annotations

from table import Timing, timed

from addon.device.evaluate import Evaluator  # noqa: F401  (imports register the CPU ops)
from addon.library.compose import compose, pack
from addon.plan.fuse import fuse
from addon.plan.numbers import resolved_params
from addon.plan.types import Extent


class RegionRun:
    """The only region of a plan, compiled, with textures of its own, ready to be dispatched."""

    def __init__(self, device, catalog, plan, uploads=None):
        (region,) = fuse(plan, catalog)
        self.device, self.region, self.plan = device, region, plan
        self.kernel = compose(region, plan, catalog)
        numbers = [resolved_params(plan, op, catalog[op.kernel]).values for op in region.ops]
        self.uniforms = pack(self.kernel.layout, region, numbers)
        self.use(self.kernel, uploads)

    def use(self, kernel, uploads):
        """Compile ``kernel`` and give it textures."""
        self.kernel = kernel
        self.shader = self.device.compile(kernel)
        extent = self.region.extent
        self.images = {
            name: self.device.create(extent, format) for name, _, format in kernel.images
        }
        self.samplers = {
            name: uploads.texture(self.plan.image(image).external.name)
            for name, image in kernel.samplers
        }

    def once(self):
        """Queue the whole region as one dispatch."""
        extent: Extent = self.region.extent
        self.device.dispatch(
            self.shader, self.images, self.samplers, self.uniforms, (0, 0), extent, extent
        )

    def time(self, repeats: int, inner: int) -> Timing:
        """Return the time of one dispatch, from ``inner`` of them between two waits."""
        self.device.flush()

        def batch():
            for _ in range(inner):
                self.once()
            self.device.flush()

        whole = timed(batch, repeats)
        return Timing(tuple(seconds / inner for seconds in whole.seconds))

    def free(self):
        """Release the textures."""
        for texture in self.images.values():
            self.device.release(texture)
        self.device.flush()
