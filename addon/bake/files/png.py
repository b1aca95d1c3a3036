"""The chunks around a PNG's pixels.

OpenImageIO's versions disagree about what stands there: some add gAMA and cHRM beside sRGB, an
EXIF copy of every text, or their own attributes as text. A reader that honours gAMA then shows a
data map wrong (CASES C24). So the chunks are listed here, and the same on every build.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
"""First bytes of every PNG; source: PNG specification 5.2."""

PERCEPTUAL = b"\x00"
"""The sRGB chunk's rendering intent; source: PNG specification 11.3.2.5."""


def read_chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield (type, data) of a PNG's chunks, to its end.

    Errors: ValueError where it is not a PNG, or not a whole one. Every file that OpenImageIO wrote
    is asked: on a full disk its PNG writer stops in the middle and says that all went well.
    """
    if not png.startswith(SIGNATURE):
        raise ValueError("not a PNG file")
    at, kind = len(SIGNATURE), b""
    while kind != b"IEND":
        if at + 12 > len(png):
            raise ValueError("the file ends before its last chunk")
        length, kind = struct.unpack_from(">I4s", png, at)
        data = png[at + 8 : at + 8 + length]
        told = png[at + 8 + length : at + 12 + length]
        if told != struct.pack(">I", zlib.crc32(data, zlib.crc32(kind))):
            raise ValueError("a chunk is not whole")
        yield kind, data
        at += 12 + length


def write_chunks(chunks: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return a PNG of these chunks."""
    parts = [SIGNATURE]
    for kind, data in chunks:
        parts += [struct.pack(">I", len(data)), kind, data]
        parts.append(struct.pack(">I", zlib.crc32(data, zlib.crc32(kind))))
    return b"".join(parts)


def with_declared_chunks(png: bytes, *, srgb: bool, texts: Iterable[tuple[str, str]]) -> bytes:
    """Return the PNG with its header, an sRGB chunk for a colour, our texts, and its pixels."""
    pixels = list(read_chunks(png))
    chunks = [(kind, data) for kind, data in pixels if kind == b"IHDR"]
    if srgb:
        chunks.append((b"sRGB", PERCEPTUAL))
    chunks += [(b"tEXt", f"{key}\0{text}".encode("latin-1")) for key, text in texts]
    chunks += [(kind, data) for kind, data in pixels if kind in (b"IDAT", b"IEND")]
    return write_chunks(chunks)
