"""The textures behind a plan's externals: they outlive every bake made from them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..plan.types import Extent, Format
from .errors import DeviceLimit
from .port import Device, Texture


class Uploads:
    """Owns external textures by name.

    Putting the same texels again uploads nothing; putting others under a name replaces its texture.
    A bake only borrows: textures go when ``free`` is called, which whoever owns the session does
    when the file is closed and when the extension is unregistered.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._held: dict[str, tuple[str, Texture]] = {}

    def put(self, name: str, pixels: NDArray[Any], format: Format) -> Texture:
        """Return the texture of ``name`` holding ``pixels``, uploading them where they changed.

        Shapes: (height, width, channels), row 0 at v = 0. Errors: ValueError for another shape,
        DeviceLimit naming a picture that is larger than the device holds.
        """
        self._check_sides(name, pixels)
        stamp = fingerprint(pixels, format)
        held = self._held.get(name)
        if held is not None and held[0] == stamp:
            return held[1]
        texture = self._device.upload(pixels, format)
        self.free(name)
        self._held[name] = (stamp, texture)
        return texture

    def _check_sides(self, name: str, pixels: NDArray[Any]) -> None:
        """Refuse what no level of the bake makes smaller: it is the picture that has to be."""
        info = self._device.info
        height, width = pixels.shape[:2]
        if max(width, height) > info.max_texture_size:
            raise DeviceLimit(
                f"the picture '{name}' is {width}x{height}, and {info.renderer} holds "
                f"{info.max_texture_size} texels a side; make the picture no larger than that"
            )

    def texture(self, name: str) -> Texture:
        """Return the texture of an external. Errors: KeyError naming one that was not brought."""
        try:
            return self._held[name][1]
        except KeyError:
            raise KeyError(f"the external image '{name}' was not uploaded") from None

    def free(self, name: str | None = None) -> None:
        """Let go of one external's texture, or of all."""
        for held in [name] if name is not None else list(self._held):
            if held in self._held:
                self._device.release(self._held.pop(held)[1])

    def __contains__(self, name: object) -> bool:
        return name in self._held

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    @property
    def held_bytes(self) -> int:
        """Return GPU memory of all of them, in bytes."""
        textures = [texture for _, texture in self._held.values()]
        return sum(t.extent.texels * t.format.bytes_per_texel for t in textures)

    def extent(self, name: str) -> Extent:
        """Return the size of an external's texture. Errors: KeyError."""
        return self.texture(name).extent


def fingerprint(pixels: NDArray[Any], format: Format) -> str:
    """Return what two uploads agree in exactly when their texels, shape and format do."""
    digest = hashlib.blake2b(f"{format} {pixels.shape} {pixels.dtype}".encode(), digest_size=16)
    digest.update(np.ascontiguousarray(pixels).data)
    return digest.hexdigest()
