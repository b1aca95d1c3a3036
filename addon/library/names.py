"""Names that a header may not use, because some shading language already does."""

from __future__ import annotations

import re

_GLSL = """
attribute const uniform varying buffer shared coherent volatile restrict readonly writeonly
atomic_uint layout centroid flat smooth noperspective patch sample invariant precise break continue
do for while switch case default if else subroutine in out inout int void bool true false float
double discard return struct common partition active asm class union enum typedef template this
resource goto inline noinline public static extern external interface long short half fixed unsigned
superp input output filter sizeof cast namespace using lowp mediump highp precision main
"""
_METAL_AND_CPP = """
access and and_eq auto bitand bitor catch char compl constant const_cast constexpr delete device
dynamic_cast explicit export fragment friend kernel metal mutable new not not_eq operator or or_eq
private protected register reinterpret_cast sampler signed size_t static_cast texture thread
threadgroup throw try typeid typename uchar uint ushort vertex virtual wchar_t xor xor_eq
"""
_BLENDER = "options"
"""A macro of Blender's colour management library, which is added to every Python shader."""
_OURS = "at Texel"

RESERVED = frozenset(f"{_GLSL} {_METAL_AND_CPP} {_BLENDER} {_OURS}".split())

_TYPE_LIKE = re.compile(
    r"(?:float|int|uint|half|bool|char|short|long|double|[biud]?vec|[d]?mat|packed_\w+)[234](?:x[234])?"
)
"""float4, int2 and the like are type names in Metal and in Blender's compatibility header."""
_IMAGE_LIKE = re.compile(r"[iu]?(?:sampler|image|texture)(?:1D|2D|3D|Cube|Buffer)\w*")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def complaint(name: str) -> str:
    """Return why ``name`` cannot be used in a header, or '' where it can."""
    if not _IDENTIFIER.fullmatch(name):
        return f"'{name}' is not an identifier; use letters, digits and single underscores"
    if "__" in name or name.endswith("_"):
        return f"'{name}' has a double or trailing underscore, which GLSL keeps for itself"
    if name.startswith(("kln_", "gl_")):
        return f"'{name}' starts with a prefix that is kept for the engine; drop the prefix"
    if is_reserved(name):
        return f"'{name}' is a reserved word of GLSL, Metal or Blender; choose another name"
    return ""


def is_reserved(name: str) -> bool:
    """Return whether some shading language has a word or a type of this name."""
    return (
        name in RESERVED
        or _TYPE_LIKE.fullmatch(name) is not None
        or _IMAGE_LIKE.fullmatch(name) is not None
    )
