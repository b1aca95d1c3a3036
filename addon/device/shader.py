"""From text to a compiled shader, and from a driver's complaint to the kernel's own line."""

from __future__ import annotations

import re
from typing import Any

from ..library.compose import GROUP, ComposedKernel
from ..plan.region import MAX_IMAGES, MAX_SAMPLERS
from .capture import captured_output
from .errors import DeviceLimit, KernelError

ORIGIN, EXTENT = "kln_origin", "kln_extent"
"""Push constants of every composed kernel: first texel of the tile, size of the written images."""
BLOCK, BLOCK_TYPE = "kln_p", "kln_Params"
"""The uniform block and its struct (library/uniforms.py)."""


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


_SOURCE = re.compile(r"^\s*(\d+) \|(.*)$")
_PLACE = re.compile(r"(?:[\w.]*:(?P<line>\d+):(?:\d+:)? *)?Error: *(?P<message>.*)$", re.IGNORECASE)


def explain(printed: str, composed: ComposedKernel) -> tuple[tuple[str, int, str], ...]:
    """Return (kernel file, its line, message) for every error in what the driver printed.

    Blender repeats the source line before or after the messages; its number counts Blender's own
    preamble too, so the line is found by the message's number where it has one (5.0 and later) and
    by the repeated text where it has none (4.5).
    """
    source = composed.source.split("\n")
    quoted: list[tuple[int, str]] = []
    messages: list[tuple[int, int, str]] = []
    for row, text in enumerate(printed.splitlines()):
        body = text.partition("|")[2] if re.match(r"^[\d:. ]*[\w. ]*\|", text) else text
        if found := _SOURCE.match(body) or _SOURCE.match(text):
            quoted.append((row, found[2].strip()))
        elif found := _PLACE.search(body):
            line = int(found["line"]) if found["line"] else 0
            messages.append((row, line, found["message"].strip()))
    places = []
    for row, line, message in messages:
        if not 0 < line <= len(source):
            line = _line_of(source, min(quoted, key=lambda q: abs(q[0] - row))[1]) if quoted else 0
        file, there = composed.line_of(line) if line else ("", 0)
        places.append((file or "composed text", there, message))
    return tuple(dict.fromkeys(places))


def _line_of(source: list[str], text: str) -> int:
    return next((n for n, line in enumerate(source, 1) if line.strip() == text), 0)
