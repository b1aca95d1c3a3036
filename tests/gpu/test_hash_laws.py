"""The hashes against whole-number arithmetic in Python, written from what was published."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from .nodes import NodeBench

WORD = 0xFFFFFFFF


def rotated(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (32 - bits))) & WORD


def lookup3(words: list[int], start: int | None = None) -> int:
    """Bob Jenkins' hashword of lookup3.c, which Blender calls with an initial value of 13."""
    a = b = c = (0xDEADBEEF + (len(words) << 2) + 13 if start is None else start) & WORD
    rest = list(words)
    while len(rest) > 3:
        a, b, c = (a + rest[0]) & WORD, (b + rest[1]) & WORD, (c + rest[2]) & WORD
        for bits in (4, 6, 8, 16, 19, 4):
            a = ((a - c) & WORD) ^ rotated(c, bits)
            c = (c + b) & WORD
            a, b, c = b, c, a
        rest = rest[3:]
    rest += [0] * (3 - len(rest))
    a, b, c = (a + rest[0]) & WORD, (b + rest[1]) & WORD, (c + rest[2]) & WORD
    for bits in (14, 11, 25, 16, 4, 14, 24):
        c = ((c ^ b) - rotated(b, bits)) & WORD
        a, b, c = b, c, a
    return b


def bits(value: float) -> int:
    return struct.unpack("<I", struct.pack("<f", value))[0]


def number(words: list[float]) -> float:
    return float(np.float32(lookup3([bits(w) for w in words])) * np.float32(2.0**-32))


def colors(point: list[float]) -> list[float]:
    """Blender draws the second and third number with 1 and 2 put behind, or from words turned."""
    if len(point) < 4:
        return [number(point), number([*point, 1.0]), number([*point, 2.0])]
    x, y, z, w = point
    return [number(point), number([z, x, w, y]), number([w, z, y, x])]


def pcg(point: list[int]) -> list[float]:
    """PCG of Jarzynski and Olano on signed words, as numbers in [0, 1)."""

    def signed(value: int) -> int:
        return (value + 2**31) % 2**32 - 2**31

    v = [signed(k * 1664525 + 1013904223) for k in point]
    steps = {
        2: [(0, 1, None), (1, 0, None)],
        3: [(0, 1, 2), (1, 2, 0), (2, 0, 1)],
        4: [(0, 1, 3), (1, 2, 0), (2, 0, 1), (3, 1, 2)],
    }[len(v)]
    for turn in range(2):
        for to, first, second in steps:
            factor = 1664525 if second is None else v[second]
            v[to] = signed(v[to] + v[first] * factor)
        if turn == 0:
            v = [k ^ (k >> 16) for k in v]
    return [float(np.float32(k & 0x7FFFFFFF) * np.float32(2.0**-31)) for k in v]


@pytest.fixture(scope="module")
def node(catalog, bake_plan) -> NodeBench:
    return NodeBench(catalog, bake_plan)


def test_the_checker_gives_the_values_that_lookup3_was_published_with():
    """From the comments of its self-test; a string of 30 bytes is hashed as words, zeros behind."""
    text = b"Four score and seven years ago"
    words = list(struct.unpack("<8I", text + bytes(2)))
    assert lookup3(words, 0xDEADBEEF + len(text)) == 0x17770551
    assert lookup3(words, 0xDEADBEEF + len(text) + 1) == 0xCD628161


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_white_noise_is_lookup3_of_the_bits_of_the_coordinate(node, count):
    points = np.random.default_rng(count).normal(0.0, 1e3, (256, 4)).astype(np.float32)
    points[:8] = [[0, 0, 0, 0], [1, 1, 1, 1], [-1, 2, -3, 4], [1e30, 1e-30, -1e30, 5e-39],
                  [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 0.5, 0], [0, 0, 0, 0.5]]  # fmt: skip
    points[3, 3] = 2.0
    axes = [3] if count == 1 else list(range(count))
    got = node("white_noise_texture", points, "color", dimensions=f"d{count}")
    expected = [colors([float(p[i]) for i in axes]) for p in points]
    assert np.array_equal(got, np.array(expected, np.float32))


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("kind", ["pcg", "jenkins"])
def test_a_voronoi_cell_is_coloured_by_the_hash_of_its_whole_coordinates(node, count, kind):
    """With no randomness every point sits on its cell's corner, so the nearest one is known."""
    cells = np.random.default_rng(count).integers(-500, 500, (256, 4))
    numbers = {"scale": 1.0, "randomness": 0.0}
    variants = {"dimensions": f"d{count}", "hash": kind}
    got = node("voronoi_texture", cells + 0.25, "color", numbers, **variants)
    if kind == "pcg":
        padded = [[int(k) for k in c[:count]] + [0] * (count == 2) for c in cells]
        expected = [pcg(k)[:3] for k in padded]
    else:
        expected = [colors([float(k) for k in c[:count]]) for c in cells]
    assert np.array_equal(got, np.array(expected, np.float32))
