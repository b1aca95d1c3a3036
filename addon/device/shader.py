"""From composed text to a compiled shader."""

from __future__ import annotations

from typing import Any

from ..library.compose import BLOCK, BLOCK_TYPE, EXTENT, GROUP, ORIGIN, ComposedKernel
from ..plan.region import MAX_IMAGES, MAX_SAMPLERS
from .capture import captured_output
from .errors import DeviceLimit, KernelError
from .messages import explain


class CompiledShader:
    """A compiled shader with the shape its arguments must have."""

    __slots__ = ("composed", "native")

    def __init__(self, composed: ComposedKernel, native: Any) -> None:
        self.composed = composed
        self.native = native


def compile_shader(composed: ComposedKernel, renderer: str) -> CompiledShader:
    """Return the driver's shader for a composed kernel.

    Errors: KernelError naming the kernel file, its own line and the driver's message; DeviceLimit
    for a kernel with more images than Blender's module can bind.
    """
    import gpu

    check_shape(composed)
    info = gpu.types.GPUShaderCreateInfo()
    info.local_group_size(*GROUP)
    for slot, (name, _, format) in enumerate(composed.images):
        info.image(slot, str(format), "FLOAT_2D", name, qualifiers={"WRITE"})
    for slot, (name, _) in enumerate(composed.samplers):
        info.sampler(slot, "FLOAT_2D", name)
    if composed.typedefs:
        info.typedef_source(composed.typedefs)
        info.uniform_buf(0, BLOCK_TYPE, BLOCK)
    info.push_constant("IVEC2", ORIGIN)
    info.push_constant("IVEC2", EXTENT)
    info.compute_source(composed.source)
    # The module raises a bare Exception ("see console for more details") or returns None, by
    # version.
    failure: Exception | None = None
    native = None
    with captured_output() as printed:
        try:
            native = gpu.shader.create_from_info(info)
        except Exception as error:
            failure = error
    if native is None:
        places = explain(printed.text, composed) or (("", 0, str(failure or "no message")),)
        raise KernelError(composed.name, places, renderer) from failure
    return CompiledShader(composed, native)


def check_shape(composed: ComposedKernel) -> None:
    """Refuse what compiles and binds unremarked and then gives zeros or corrupts memory."""
    if len(composed.images) > MAX_IMAGES:
        raise DeviceLimit(
            f"'{composed.name}' writes {len(composed.images)} images; Blender binds {MAX_IMAGES}"
        )
    if len(composed.samplers) > MAX_SAMPLERS:
        raise DeviceLimit(
            f"'{composed.name}' reads {len(composed.samplers)} images; "
            f"every driver offers {MAX_SAMPLERS}"
        )
