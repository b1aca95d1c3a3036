"""Between a stored texel and a kernel's type: loading, storing, and rounding to what is stored.

A texel is stored in 1, 2 or 4 channels, whatever type the kernel declares. Read as more than is
there, one channel is grey and two are grey and alpha, alpha being 1 where nothing is stored; read
as less, the first channels are taken. A register passed between two ops of a region goes through
the same rule, so that a fused plan and an unfused one agree.

Source of the rounding: drivers truncate where a float is stored to a half image (measured on two),
which darkens every stored op by half a step, and round to 8 bits each in a way of its own (0.56 of
a step off, measured on one); see docs/decisions/ on formats.
"""

from __future__ import annotations

from ..plan.spec import CHANNELS
from ..plan.types import Format

# Largest half 65504 (0x477fe000 as a float32); smallest normal half 2^-14 (0x38800000). Finite
# values past the largest stay finite: an infinity would be baked as black. Infinities and NaNs
# pass.
HALF = """\
float kln_half(float value)
{
  uint bits = floatBitsToUint(value);
  uint size = bits & 0x7fffffffu;
  uint sign = bits & 0x80000000u;
  if (size >= 0x7f800000u) {
    return value;
  }
  if (size >= 0x477fe000u) {
    return uintBitsToFloat(sign | 0x477fe000u);
  }
  if (size >= 0x38800000u) {
    size = (size + 0x0fffu + ((size >> 13u) & 1u)) & 0xffffe000u;
    return uintBitsToFloat(sign | size);
  }
  float steps = uintBitsToFloat(size) * 16777216.0;
  float below = floor(steps);
  float rest = steps - below;
  uint count = uint(below);
  if (rest > 0.5 || (rest == 0.5 && (count & 1u) == 1u)) {
    count += 1u;
  }
  float rounded = float(count) * (1.0 / 16777216.0);
  return uintBitsToFloat(sign | floatBitsToUint(rounded));
}

vec4 kln_half(vec4 value)
{
  return vec4(kln_half(value.x), kln_half(value.y), kln_half(value.z), kln_half(value.w));
}
"""

BYTE = """\
vec4 kln_byte(vec4 value) { return floor(clamp(value, 0.0, 1.0) * 255.0 + 0.5) / 255.0; }
"""

ROUNDING = {
    Format.R16F: ("kln_half", HALF),
    Format.RGBA16F: ("kln_half", HALF),
    Format.RGBA8: ("kln_byte", BYTE),
}
"""The function that rounds what is stored in a format, and its text."""


def loaded(texel: str, channels: int, type: str) -> str:
    """Return the GLSL that turns a fetched vec4 of ``channels`` stored ones into ``type``."""
    if type == "float":
        return f"{texel}.x"
    if channels == 4:
        return texel if type == "vec4" else f"{texel}.{'xyzw'[: CHANNELS[type]]}"
    if channels == 2:
        return {"vec2": f"{texel}.xy", "vec3": f"{texel}.xxx", "vec4": f"{texel}.xxxy"}[type]
    if type == "vec4":
        return f"vec4(vec3({texel}.x), 1.0)"
    return f"{type}({texel}.x)"


def stored(value: str, type: str, channels: int) -> str:
    """Return the vec4 that is stored for a ``type`` in an image of ``channels``."""
    if channels == 1:
        return f"vec4({value if type == 'float' else value + '.x'}, 0.0, 0.0, 1.0)"
    return {
        "float": f"vec4(vec3({value}), 1.0)",
        "vec2": f"vec4({value}, 0.0, 1.0)",
        "vec3": f"vec4({value}, 1.0)",
        "vec4": value,
    }[type]


def passed(register: str, written: str, channels: int, read: str) -> str:
    """Return a register of type ``written`` as type ``read``, as if an image had been between."""
    if written == read and channels >= min(CHANNELS[written], 4):
        return register
    return loaded(stored(register, written, channels), channels, read)
