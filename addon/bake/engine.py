"""What bakes have in common: the device, the kernels, and textures kept between bakes."""

from __future__ import annotations

from dataclasses import dataclass

from ..device.blender import BlenderDevice
from ..device.evaluate import Evaluator
from ..device.start import open_device
from ..device.uploads import Uploads
from ..library.catalog import KernelCatalog, load_catalog


@dataclass(frozen=True, slots=True)
class BakeEngine:
    """Made once by whoever bakes, and closed by them: at a command's end, or with the file."""

    device: BlenderDevice
    catalog: KernelCatalog
    evaluator: Evaluator
    uploads: Uploads

    @property
    def name(self) -> str:
        """Return who answers, for reports."""
        return f"{self.device.info.renderer} ({self.device.info.backend})"

    def measure_memory(self) -> None:
        """Start counting the most GPU memory held at once anew."""
        self.device.peak_bytes = self.device.allocated_bytes

    def close(self) -> None:
        """Let go of every texture it holds."""
        self.uploads.free()
        self.evaluator.close()


def open_engine() -> BakeEngine:
    """Return an engine, starting the GPU where it is not. Errors: NoDevice in one sentence."""
    device = open_device()
    catalog = load_catalog()
    return BakeEngine(device, catalog, Evaluator(device, catalog), Uploads(device))
