"""A real texture, and the lending of one.

Blender's textures have no ``free`` in release builds: they die with their last reference. So there
is exactly one reference to the driver's object, here, and letting go of a texture is dropping it;
whoever still holds the wrapper is told so instead of reading another op's texels.
"""

from __future__ import annotations

from typing import Any

from ..plan.types import Extent, Format
from .errors import UsedAfterRelease


class OwnedTexture:
    """A texture from ``Device.create`` or ``Device.upload``, until it is released."""

    __slots__ = ("_native", "extent", "format")

    def __init__(self, extent: Extent, format: Format, native: Any) -> None:
        self.extent = extent
        self.format = format
        self._native = native

    @property
    def native(self) -> Any:
        """Return the driver's object. Errors: UsedAfterRelease."""
        if self._native is None:
            raise UsedAfterRelease(
                f"a {self.extent} {self.format} texture was used after its release"
            )
        return self._native

    @property
    def released(self) -> bool:
        """Return whether its owner let go of it."""
        return self._native is None

    def drop(self) -> None:
        """Let go of the driver's object."""
        self._native = None

    def __repr__(self) -> str:
        return f"<{self.format} {self.extent}{' released' if self.released else ''}>"
