"""Writes small kernel folders for the tests of the library itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from addon.library.catalog import KernelCatalog, load_catalog

PLAIN = """\
summary = "Does nothing."
[inputs]
color = { type = "vec4" }
[params]
amount = { type = "float", default = 1.0 }
[outputs]
result = { type = "vec4" }
"""
PLAIN_BODY = """\
void kln_plain(Texel at, vec4 color, float amount, out vec4 result)
{
  result = color * amount;
}
"""


def kernel(header: str, body: str) -> str:
    """Return a kernel file's text."""
    return f"/*---\n{header.rstrip()}\n---*/\n{body}"


def catalog_of(folder: Path, files: Mapping[str, str]) -> KernelCatalog:
    """Write ``files`` (path under kernels/ to text) and return their catalog."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return load_catalog(folder)
