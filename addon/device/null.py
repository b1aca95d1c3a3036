"""A device that draws nothing and forbids more than any driver does.

It records what it was asked, so that order, lifetime and ownership are tested with no driver. It
refuses what drivers let through: reading and writing one texture in a dispatch, a store to R8 or
RG8, use after release or after return to the pool, reading texels that nothing wrote, read-back
with work in flight, use from another context or thread. It never stands in for a driver in a bake:
a black image equals a black image.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..library.compose import ComposedKernel
from ..plan.types import Extent, Format
from .errors import DeviceError
from .limits import check_dispatch, check_extent
from .pixels import prepared
from .port import DeviceInfo, Texture
from .shader import CompiledShader, check_shape
from .texture import OwnedTexture

LIMITS = DeviceInfo("NULL", "no driver", "Kiln", "0", 16384, (65535, 65535, 65535))


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: the verb, and what it was about."""

    verb: str
    kernel: str = ""
    writes: tuple[int, ...] = ()
    """Identities of the real textures written, created, uploaded, read back or released."""
    reads: tuple[int, ...] = ()
    origin: tuple[int, int] = (0, 0)
    tile: Extent | None = None


class _Native:
    """A texture that is not there: only whose it is."""

    __slots__ = ("context", "number")

    def __init__(self, number: int, context: str) -> None:
        self.number = number
        self.context = context


class NullDevice:
    """Records requests and refuses wrong ones. ``asked`` is the record."""

    def __init__(self, info: DeviceInfo = LIMITS) -> None:
        self.info = info
        self.asked: list[Asked] = []
        self.live: set[int] = set()
        """Textures not yet released."""
        self._context = "first"
        self._thread = threading.get_ident()
        self._in_flight = False
        self._digests: set[str] = set()
        self._texels: dict[int, tuple[Texture, int]] = {}
        """By real texture: who holds it (a lease or itself), texels written so far."""
        self._next = 0

    @property
    def compilations(self) -> int:
        """Return how many distinct sources were compiled."""
        return len(self._digests)

    @contextlib.contextmanager
    def in_context(self, name: str) -> Iterator[None]:
        """Make another GPU context current, as Blender does between a viewport and a render."""
        before, self._context = self._context, name
        try:
            yield
        finally:
            self._context = before

    def compile(self, kernel: ComposedKernel) -> CompiledShader:
        """Return a shader, once per composed source."""
        self._check_thread()
        check_shape(kernel)
        if kernel.digest not in self._digests:
            self._digests.add(kernel.digest)
            self.asked.append(Asked("compile", kernel.name))
        return CompiledShader(kernel, kernel.digest)

    def create(self, extent: Extent, format: Format) -> OwnedTexture:
        """Return a texture whose contents must be written before they are read."""
        return self._made("create", extent, format)

    def upload(self, pixels: NDArray[Any], format: Format) -> OwnedTexture:
        """Return a texture that counts as written."""
        extent, _ = prepared(pixels, format)
        texture = self._made("upload", extent, format)
        self._texels[texture.native.number] = (texture, extent.texels)
        return texture

    def dispatch(
        self,
        shader: CompiledShader,
        images: Mapping[str, Texture],
        samplers: Mapping[str, Texture],
        uniforms: bytes,
        origin: tuple[int, int],
        extent: Extent,
        tile: Extent,
    ) -> None:
        """Record one tile. Errors: DeviceError for everything that the class says."""
        for texture in (*images.values(), *samplers.values()):
            self._check(texture)
        check_dispatch(shader.composed, images, samplers, uniforms, origin, extent, tile)
        for name, texture in samplers.items():
            self._check_written(texture, f"'{shader.composed.name}' reads '{name}'")
        for texture in images.values():
            self._written(texture, tile.texels)
        self._in_flight = True
        self.asked.append(
            Asked(
                "dispatch",
                shader.composed.name,
                tuple(t.native.number for t in images.values()),
                tuple(t.native.number for t in samplers.values()),
                origin,
                tile,
            )
        )

    def flush(self) -> None:
        """Record that everything before has run."""
        self._check_thread()
        self._in_flight = False
        self.asked.append(Asked("flush"))

    def read(self, texture: Texture) -> NDArray[Any]:
        """Return zeros of the texture's shape and type."""
        self._check(texture)
        if self._in_flight:
            raise DeviceError("a texture is read back with work in flight; flush first")
        self._check_written(texture, "a read-back")
        self.asked.append(Asked("read", writes=(texture.native.number,)))
        shape = (texture.extent.height, texture.extent.width, texture.format.channels)
        return np.zeros(shape, np.uint8 if texture.format.endswith("8") else np.float32)

    def release(self, texture: Texture) -> None:
        """Forget a texture."""
        self._check(texture)
        if not isinstance(texture, OwnedTexture):
            raise DeviceError(f"{texture!r} is lent; only its owner releases it")
        number = texture.native.number
        self.live.discard(number)
        self.asked.append(Asked("release", writes=(number,)))
        texture.drop()

    def _made(self, verb: str, extent: Extent, format: Format) -> OwnedTexture:
        self._check_thread()
        check_extent(extent, self.info)
        self._next += 1
        self.live.add(self._next)
        self.asked.append(Asked(verb, writes=(self._next,)))
        return OwnedTexture(extent, format, _Native(self._next, self._context))

    def _check_thread(self) -> None:
        if threading.get_ident() != self._thread:
            raise DeviceError("the device is used from another thread than the one that opened it")

    def _check(self, texture: Texture) -> None:
        self._check_thread()
        native = texture.native
        if native.context != self._context:
            raise DeviceError(
                f"a texture made in the context '{native.context}' is used in '{self._context}'"
            )

    def _key(self, texture: Texture) -> int:
        """A lease starts undefined even where an earlier lease wrote the same texture."""
        known = self._texels.get(texture.native.number)
        if known is not None and known[0] is not texture and not isinstance(known[0], OwnedTexture):
            del self._texels[texture.native.number]
        return int(texture.native.number)

    def _written(self, texture: Texture, texels: int) -> None:
        key = self._key(texture)
        before = self._texels.get(key, (texture, 0))[1]
        whole = texture.extent.texels
        # Writing a whole image again starts a new picture in it.
        self._texels[key] = (texture, texels if before >= whole else before + texels)

    def _check_written(self, texture: Texture, what: str) -> None:
        key = self._key(texture)
        if self._texels.get(key, (texture, 0))[1] < texture.extent.texels:
            raise DeviceError(
                f"{what} of {texture.extent} {texture.format} texels that nothing wrote"
            )
