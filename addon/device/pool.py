"""Textures by format and extent, reused within a bake and between bakes (residency).

Creating and dropping textures costs time on one driver and, on another, three times their memory
until the next flush; taken from here they cost neither. What is handed out is a lease: once given
back it answers nothing, so an op that reads a texture after its turn fails instead of reading
another op's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from ..plan.types import Extent, Format
from .errors import UsedAfterRelease
from .port import Device, Texture

Key = tuple[Format, Extent]


class Lease:
    """A texture lent by the pool, until it is given back."""

    __slots__ = ("_texture", "extent", "format")

    def __init__(self, texture: Texture) -> None:
        self.extent = texture.extent
        self.format = texture.format
        self._texture: Texture | None = texture

    @property
    def native(self) -> Any:
        """Return the driver's object. Errors: UsedAfterRelease once given back."""
        if self._texture is None:
            raise UsedAfterRelease(
                f"a {self.extent} {self.format} texture was used after it went back to the pool"
            )
        return self._texture.native

    def end(self) -> Texture:
        """Return the texture and answer nothing from now on."""
        if self._texture is None:
            raise UsedAfterRelease(f"a {self.extent} {self.format} texture was given back twice")
        texture, self._texture = self._texture, None
        return texture


class TexturePool:
    """Lends textures and keeps what comes back."""

    def __init__(
        self, device: Device, make: Callable[[Extent, Format], Texture] | None = None
    ) -> None:
        """``make`` creates a texture where none is free; the device does by default."""
        self._device = device
        self._make = make or device.create
        self._free: dict[Key, list[Texture]] = {}
        self._lent: Counter[Key] = Counter()

    def take(self, extent: Extent, format: Format) -> Lease:
        """Return a texture with undefined contents: what an earlier op left, or nothing."""
        key = (format, extent)
        free = self._free.get(key)
        texture = free.pop() if free else self._make(extent, format)
        self._lent[key] += 1
        return Lease(texture)

    def adopt(self, texture: Texture) -> Lease:
        """Return a lease on a texture made elsewhere, in the place of a free one of its kind."""
        key = (texture.format, texture.extent)
        if self._free.get(key):
            self._device.release(self._free[key].pop())
        self._lent[key] += 1
        return Lease(texture)

    def give_back(self, lease: Lease) -> None:
        """Take a texture back. Errors: UsedAfterRelease the second time."""
        texture = lease.end()
        key = (texture.format, texture.extent)
        self._lent[key] -= 1
        self._free.setdefault(key, []).append(texture)

    def trim(self, keep: Counter[Key] | None = None) -> bool:
        """Release every free texture beyond ``keep`` (none by default) of its format and extent.

        Returns whether there was one: on Vulkan its memory comes back at the next flush only.
        """
        keep = keep or Counter()
        released = False
        for key, free in list(self._free.items()):
            while len(free) > keep[key]:
                self._device.release(free.pop())
                released = True
            if not free:
                del self._free[key]
        return released

    @property
    def lent(self) -> int:
        """Return how many textures are out."""
        return sum(self._lent.values())

    @property
    def free(self) -> int:
        """Return how many textures wait."""
        return sum(len(free) for free in self._free.values())

    @property
    def held_bytes(self) -> int:
        """Return GPU memory of all its textures, lent or free, in bytes."""
        count = self._lent + Counter({key: len(free) for key, free in self._free.items()})
        return sum(n * e.texels * f.bytes_per_texel for (f, e), n in count.items())
