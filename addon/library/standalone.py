"""A composed kernel as a complete shader, for compilers that are not Blender.

Blender writes the declarations of a kernel itself, from the create-info that the device makes. Here
they are written out, so that glslangValidator can compile every text on a machine with no GPU.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from ..plan.types import Format
from .composed import GROUP, ComposedKernel

LAYOUT = {
    Format.RGBA8: "rgba8",
    Format.R16F: "r16f",
    Format.RGBA16F: "rgba16f",
    Format.R32F: "r32f",
    Format.RGBA32F: "rgba32f",
}
"""GLSL's names of the formats that a kernel may store to."""


class Flavour(StrEnum):
    """Whose dialect the declarations are in."""

    VULKAN = "vulkan"
    """GLSL 4.50 with descriptor sets and a push constant block."""
    OPENGL = "opengl"
    """GLSL 4.30 with default-block uniforms."""


@dataclass(frozen=True, slots=True)
class Standalone:
    """A complete shader, and how many lines stand before the composed source in it."""

    text: str
    offset: int


def standalone(composed: ComposedKernel, flavour: Flavour = Flavour.VULKAN) -> Standalone:
    """Return ``composed`` with every declaration that Blender would have added."""
    vulkan = flavour is Flavour.VULKAN
    lines = [f"#version {450 if vulkan else 430}"]
    lines.append(f"layout(local_size_x = {GROUP[0]}, local_size_y = {GROUP[1]}) in;")
    binding = 0

    def place() -> str:
        nonlocal binding
        binding += 1
        return f"set = 0, binding = {binding - 1}" if vulkan else f"binding = {binding - 1}"

    if vulkan:
        lines.append(
            "layout(push_constant) uniform kln_push { ivec2 kln_origin; ivec2 kln_extent; };"
        )
    else:
        lines += ["uniform ivec2 kln_origin;", "uniform ivec2 kln_extent;"]
    if composed.typedefs:
        lines += composed.typedefs.rstrip().split("\n")
        lines.append(f"layout(std140, {place()}) uniform kln_block {{ kln_Params kln_p; }};")
    if not vulkan:
        binding = 0  # OpenGL numbers images, samplers and blocks apart
    for name, _, format in composed.images:
        lines.append(f"layout({LAYOUT[format]}, {place()}) uniform writeonly image2D {name};")
    if not vulkan:
        binding = 0
    for name, _ in composed.samplers:
        lines.append(f"layout({place()}) uniform sampler2D {name};")
    return Standalone("\n".join(lines) + "\n" + composed.source, len(lines))


_PLACES = (
    re.compile(r"^(?:ERROR|WARNING): (?:\d+|[^:\s]+):(?P<line>\d+):\s*(?P<text>.*)$"),  # glslang
    re.compile(r"^\d+:(?P<line>\d+)\(\d+\):\s*(?P<text>.*)$"),  # Mesa
    re.compile(r"^\d+\((?P<line>\d+)\)\s*:\s*(?P<text>.*)$"),  # NVIDIA
)


def explain(log: str, composed: ComposedKernel, offset: int = 0) -> list[str]:
    """Return a compiler's messages with the kernel's own file and line in place of the text's.

    ``offset`` is how many lines the compiler saw before ``composed.source``. Lines without a place
    in them are left out where any has one, and returned as they are where none has.
    """
    found = []
    for line in log.splitlines():
        for pattern in _PLACES:
            match = pattern.match(line.strip())
            if match is not None:
                file, there = composed.line_of(int(match["line"]) - offset)
                found.append(f"{file or 'composed text'}:{there}: {match['text']}")
                break
    return found or [line for line in log.splitlines() if line.strip()]
