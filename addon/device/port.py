"""What the evaluator may ask of a GPU: a handful of verbs, and who owns what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from ..library.compose import ComposedKernel
from ..plan.types import Extent, Format


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """Who answers: what every failure and report names."""

    backend: str
    """VULKAN, OPENGL, METAL, or NULL."""
    renderer: str
    vendor: str
    version: str
    max_texture_size: int
    max_groups: tuple[int, int, int]


class Texture(Protocol):
    """A real texture. ``native`` is the driver's object; only the device looks inside."""

    @property
    def extent(self) -> Extent: ...

    @property
    def format(self) -> Format: ...

    @property
    def native(self) -> Any: ...


class Device(Protocol):
    """The port. ``BlenderDevice`` is the only code that touches ``gpu``; ``NullDevice`` records."""

    @property
    def info(self) -> DeviceInfo: ...

    def compile(self, kernel: ComposedKernel) -> Any:
        """Return a shader, once per source. Errors: KernelError with the kernel's own line."""
        ...

    def create(self, extent: Extent, format: Format) -> Texture:
        """Return a texture with undefined contents."""
        ...

    def upload(self, pixels: NDArray[Any], format: Format) -> Texture:
        """Return a texture holding ``pixels``, shape (height, width, channels), row 0 at v = 0."""
        ...

    def dispatch(
        self,
        shader: Any,
        images: Mapping[str, Texture],
        samplers: Mapping[str, Texture],
        uniforms: bytes,
        origin: tuple[int, int],
        extent: Extent,
        tile: Extent,
    ) -> None:
        """Queue one tile: texels origin .. origin + tile of an output that is ``extent`` large."""
        ...

    def flush(self) -> None:
        """Return when all queued work is done and what was released is freed."""
        ...

    def read(self, texture: Texture) -> NDArray[Any]:
        """Return texels as (height, width, channels): uint8 for 8-bit formats, else float32."""
        ...

    def release(self, texture: Texture) -> None:
        """Drop a texture; using it afterwards is an error."""
        ...
