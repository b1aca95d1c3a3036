"""Refuses what Blender's module would let through and a driver would answer with garbage."""

from __future__ import annotations

from collections.abc import Mapping

from ..library.compose import GROUP, ComposedKernel
from ..plan.types import Extent
from .errors import DeviceError, DeviceLimit
from .port import DeviceInfo, Texture


def check_extent(extent: Extent, info: DeviceInfo) -> None:
    """Refuse a texture that the device cannot hold."""
    if min(extent.width, extent.height) < 1:
        raise DeviceError(f"a texture of {extent} has no texels")
    if max(extent.width, extent.height) > info.max_texture_size:
        raise DeviceLimit(
            f"a texture of {extent} is larger than the {info.max_texture_size} texels a side that "
            f"{info.renderer} holds; bake at a higher level"
        )


def check_dispatch(
    composed: ComposedKernel,
    images: Mapping[str, Texture],
    samplers: Mapping[str, Texture],
    uniforms: bytes,
    origin: tuple[int, int],
    extent: Extent,
    tile: Extent,
) -> None:
    """Refuse arguments whose names, formats, sizes or identities do not fit the kernel.

    A forgotten bind reads another shader's texture, a short uniform block reads zeros past its end,
    an image of another format is undefined, and a texture that is read and written in one dispatch
    races: none of them is reported by a driver.
    """
    name = composed.name
    if set(images) != {image[0] for image in composed.images}:
        raise DeviceError(
            f"'{name}' writes {[i[0] for i in composed.images]}, not {sorted(images)}"
        )
    if set(samplers) != {sampler[0] for sampler in composed.samplers}:
        raise DeviceError(
            f"'{name}' reads {[s[0] for s in composed.samplers]}, not {sorted(samplers)}"
        )
    written: list[int] = []
    for slot, image, format in composed.images:
        texture = images[slot]
        if not format.writable:
            raise DeviceError(f"'{name}' stores to '{image}', and {format} cannot be stored to")
        if texture.format is not format:
            raise DeviceError(f"'{name}' stores {format} to '{image}', a {texture.format} texture")
        if texture.extent != extent:
            raise DeviceError(
                f"'{name}' writes {extent} to '{image}', a texture of {texture.extent}"
            )
        if id(texture.native) in written:
            raise DeviceError(f"'{name}' writes one texture twice, the second time as '{image}'")
        written.append(id(texture.native))
    for slot, image in composed.samplers:
        if id(samplers[slot].native) in written:
            raise DeviceError(f"'{name}' reads and writes the texture of '{image}' in one dispatch")
    size = 16 * (composed.layout.floats + composed.layout.ints)
    if len(uniforms) != size:
        raise DeviceError(f"'{name}' takes {size} bytes of numbers, not {len(uniforms)}")
    check_tile(name, origin, extent, tile)


def check_tile(name: str, origin: tuple[int, int], extent: Extent, tile: Extent) -> None:
    """Refuse a tile outside its image, or one whose whole groups would reach into the next tile."""
    for axis, start, whole, part in (
        (0, origin[0], extent.width, tile.width),
        (1, origin[1], extent.height, tile.height),
    ):
        if start < 0 or part < 1 or start + part > whole:
            raise DeviceError(f"'{name}': a tile of {tile} at {origin} does not lie in {extent}")
        if start % GROUP[axis] or (part % GROUP[axis] and start + part != whole):
            raise DeviceError(f"'{name}': a tile of {tile} at {origin} is not made of whole groups")
