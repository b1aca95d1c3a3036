"""The port over Blender's ``gpu`` module: the only code that talks to a driver.

Blender's module checks little and says less, so this does: shapes, formats, limits and lifetimes
are looked at here, because what the module lets through ends in zeros or in a corrupted heap.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..library.compose import BLOCK, EXTENT, GROUP, ORIGIN, ComposedKernel
from ..plan.types import Extent, Format
from .errors import DeviceError, DeviceLimit, NoDevice
from .limits import check_dispatch, check_extent
from .pixels import from_buffer, prepared
from .port import DeviceInfo, Texture
from .sentinel import Sentinel
from .shader import CompiledShader, compile_shader
from .texture import OwnedTexture

SHADERS_KEPT = 256
"""Compiled shaders held at a time; a material has some tens, so a session's recent work fits."""


class BlenderDevice:
    """Blender's GPU. Made by ``start.open_device``; lives in the thread that made it."""

    def __init__(self, shaders_kept: int = SHADERS_KEPT) -> None:
        self.info = device_info()
        self.dispatches = 0
        """Dispatches queued so far, tiles counted one by one."""
        self.flushes = 0
        self.allocated_bytes = 0
        """Texture memory held now; what a driver adds to it is not known."""
        self.peak_bytes = 0
        self._shaders_kept = shaders_kept
        self._shaders: OrderedDict[str, CompiledShader] = OrderedDict()
        self._sources: set[str] = set()
        self._blocks: dict[int, Any] = {}
        self._sentinel: Sentinel | None = None
        self._texel: OwnedTexture | None = None

    @property
    def compilations(self) -> int:
        """Return how many distinct sources were compiled; neither bakes nor numbers count."""
        return len(self._sources)

    def compile(self, kernel: ComposedKernel) -> CompiledShader:
        """Return a shader, once per composed source, the least recently used going first."""
        shader = self._shaders.get(kernel.digest)
        if shader is None:
            shader = compile_shader(kernel, self.info.renderer)
            self._sources.add(kernel.digest)
            self._shaders[kernel.digest] = shader
            while len(self._shaders) > self._shaders_kept:
                self._shaders.popitem(last=False)
        self._shaders.move_to_end(kernel.digest)
        # The images' names differ between plans that share a source, so the shape is this kernel's.
        return CompiledShader(kernel, shader.native)

    def create(self, extent: Extent, format: Format) -> OwnedTexture:
        """Return a texture with undefined contents."""
        from gpu.types import GPUTexture

        check_extent(extent, self.info)
        native = GPUTexture((extent.width, extent.height), format=str(format))
        return self._owned(extent, format, native)

    def upload(self, pixels: NDArray[Any], format: Format) -> OwnedTexture:
        """Return a texture holding ``pixels``, shape (height, width, channels), row 0 at v = 0."""
        from gpu.types import Buffer, GPUTexture

        extent, rows = prepared(pixels, format)
        check_extent(extent, self.info)
        # The Buffer aliases the rows and the texture is filled at once, so both may go afterwards.
        buffer = Buffer("FLOAT", rows.size, rows.reshape(-1))
        native = GPUTexture((extent.width, extent.height), format=str(format), data=buffer)
        return self._owned(extent, format, native)

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
        """Queue one tile. Errors: DeviceLimit or DeviceError for arguments of another shape."""
        import gpu

        check_dispatch(shader.composed, images, samplers, uniforms, origin, extent, tile)
        groups = (-(-tile.width // GROUP[0]), -(-tile.height // GROUP[1]))
        if groups[0] > self.info.max_groups[0] or groups[1] > self.info.max_groups[1]:
            raise DeviceLimit(
                f"a tile of {tile} is more than {self.info.renderer} dispatches at once"
            )
        native = shader.native
        # Everything bound stays referenced by the caller's mappings or by self until after
        # dispatch(): a dropped uniform block reads as zeros, a dropped texture as black.
        native.bind()
        for name, texture in images.items():
            native.image(name, texture.native)
        for name, texture in samplers.items():
            native.uniform_sampler(name, texture.native)
        if uniforms:
            native.uniform_block(BLOCK, self._block(uniforms))
        native.uniform_int(ORIGIN, origin)
        native.uniform_int(EXTENT, (extent.width, extent.height))
        gpu.compute.dispatch(native, groups[0], groups[1], 1)
        self.dispatches += 1

    def flush(self) -> None:
        """Return when all queued work is done and what was released is freed.

        Only a read-back waits; a texel of any texture will do. Errors: StaleRead.
        """
        if self.info.backend == "OPENGL":
            if self._sentinel is None:
                self._sentinel = Sentinel(self)
            self._sentinel.wait()
        else:
            if self._texel is None:
                self._texel = self.upload(np.zeros((1, 1, 4), np.float32), Format.RGBA32F)
            self._texel.native.read()
        self.flushes += 1

    def read(self, texture: Texture) -> NDArray[Any]:
        """Return texels as (height, width, channels): uint8 for 8-bit formats, else float32."""
        return from_buffer(texture.native.read(), texture.extent, texture.format)

    def release(self, texture: Texture) -> None:
        """Drop a texture; using it afterwards is an error."""
        if not isinstance(texture, OwnedTexture):
            raise DeviceError(f"{texture!r} is not this device's to release")
        texture.native  # noqa: B018  (a second release is an error too)
        texture.drop()
        self.allocated_bytes -= texture.extent.texels * texture.format.bytes_per_texel

    def close(self) -> None:
        """Let go of every shader and texture held here, while there is a context to do it in."""
        self._shaders.clear()
        self._blocks.clear()
        held = [self._texel, self._sentinel.texture if self._sentinel is not None else None]
        self._texel = self._sentinel = None
        for texture in held:
            if texture is not None:
                self.release(texture)

    def _block(self, uniforms: bytes) -> Any:
        """Return a uniform block holding ``uniforms``; one is kept for each size.

        Every queued dispatch sees what the block held when it was queued (measured), so one block
        serves them all, and a block that is kept is never dropped before its dispatch.
        """
        import gpu

        block = self._blocks.get(len(uniforms))
        if block is None:
            block = self._blocks[len(uniforms)] = gpu.types.GPUUniformBuf(uniforms)
        else:
            block.update(uniforms)
        return block

    def _owned(self, extent: Extent, format: Format, native: Any) -> OwnedTexture:
        self.allocated_bytes += extent.texels * format.bytes_per_texel
        self.peak_bytes = max(self.peak_bytes, self.allocated_bytes)
        return OwnedTexture(extent, format, native)


def device_info() -> DeviceInfo:
    """Return who answers. Errors: NoDevice where the GPU was not started."""
    import bpy  # noqa: F401  (as a module, bpy is what brings gpu)
    import gpu

    try:
        return DeviceInfo(
            backend=gpu.platform.backend_type_get(),
            renderer=gpu.platform.renderer_get(),
            vendor=gpu.platform.vendor_get(),
            version=gpu.platform.version_get(),
            max_texture_size=gpu.capabilities.max_texture_size_get(),
            max_groups=(
                gpu.capabilities.max_work_group_count_get(0),
                gpu.capabilities.max_work_group_count_get(1),
                gpu.capabilities.max_work_group_count_get(2),
            ),
        )
    except SystemError as error:
        raise NoDevice(f"Blender's GPU was not started: {error}") from error
