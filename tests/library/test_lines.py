"""A driver's complaint is told with the kernel's own file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from addon.library.catalog import KERNELS, load_catalog
from addon.library.standalone import Flavour, explain
from addon.plan.types import Format

from .compilers import compiled
from .folders import PLAIN, catalog_of, kernel
from .regions import compose_ops, external, in_every_variant, op_of

BROKEN = """\
// a comment

void kln_plain(Texel at, vec4 color, float amount, out vec4 result)
{
  /* two
     lines */
  result = colour * amount;
}
"""


def broken(folder: Path):
    catalog = catalog_of(folder, {"point/plain.glsl": kernel(PLAIN, BROKEN)})
    op = op_of(catalog["plain"], "x", pictures=[external("p")])
    return compose_ops([(op, {"result": Format.RGBA16F})], [external("p")], catalog)


@pytest.mark.parametrize("flavour", list(Flavour))
def test_a_compiler_message_names_the_line_of_the_kernel_file(flavour, tmp_path):
    complaints, _ = compiled(broken(tmp_path), flavour, tmp_path)
    line = kernel(PLAIN, BROKEN).split("\n").index("  result = colour * amount;") + 1
    assert complaints[0].startswith(f"kernels/point/plain.glsl:{line}: 'colour' : undeclared")


@pytest.mark.parametrize(
    "message",
    [
        "ERROR: 0:{line}: 'colour' : undeclared identifier",
        "ERROR: shader.comp:{line}: 'colour' : undeclared identifier",
        "0:{line}(12): error: `colour' undeclared",
        '0({line}) : error C1503: undefined variable "colour"',
    ],
)
def test_the_ways_drivers_write_a_place_are_understood(message, tmp_path):
    composed = broken(tmp_path)
    lines = composed.source.split("\n")
    at = next(n for n, text in enumerate(lines, 1) if "colour" in text)
    told = explain("Compile failed\n" + message.format(line=at + 100), composed, offset=100)
    assert len(told) == 1
    assert told[0].startswith("kernels/point/plain.glsl:16: ")
    assert "colour" in told[0]


def test_a_message_without_a_place_is_kept(tmp_path):
    assert explain("link error\n\nout of memory\n", broken(tmp_path)) == [
        "link error",
        "out of memory",
    ]


def test_every_line_that_stays_is_told_by_its_place_in_its_file():
    catalog = load_catalog()
    files: dict[str, list[str]] = {}
    for name in ("encode", "invert"):
        for composed in in_every_variant(catalog[name], catalog):
            told = 0
            for number, line in enumerate(composed.source.split("\n"), 1):
                file, there = composed.line_of(number)
                if not file or not line.strip():
                    continue
                if file not in files:
                    path = KERNELS.parent / file
                    files[file] = path.read_text("utf-8").split("\n")
                written = files[file][there - 1]
                bare = line
                for token in ("_k0", "_k1", "_k2", "_k3"):
                    bare = bare.replace(token, "")
                assert written.startswith(bare.rstrip())
                told += 1
            assert told > 3
