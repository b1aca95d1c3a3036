"""The uniform block: what GLSL reads at a slot is what was packed for it."""

from __future__ import annotations

import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addon.library.uniforms import expression, lay_out, pack, typedefs
from addon.plan.region import Region
from addon.plan.spec import CHANNELS
from addon.plan.types import Extent, TextureOp

TYPES = st.sampled_from(["float", "int", "vec2", "vec3", "vec4"])


def region(count: int) -> Region:
    return Region(tuple(TextureOp("k", key=f"op{n}") for n in range(count)), (), (), Extent(1, 1))


def read(block: bytes, floats: int, text: str) -> tuple[float, ...] | int:
    """Return what std140 puts where the GLSL ``text`` reads."""
    match = re.fullmatch(r"kln_p\.([fi])\[kln_zero \+ (\d+)\](?:\.([xyzw]+))?", text)
    assert match is not None
    start = 16 * int(match[2]) + (16 * floats if match[1] == "i" else 0)
    four = struct.unpack_from("<4f" if match[1] == "f" else "<4i", block, start)
    lanes = ["xyzw".index(letter) for letter in match[3] or "xyzw"]
    assert lanes == list(range(lanes[0], lanes[0] + len(lanes)))
    return int(four[lanes[0]]) if match[1] == "i" else tuple(four[lane] for lane in lanes)


@given(st.lists(st.lists(TYPES, max_size=6), max_size=8))
def test_glsl_reads_back_every_number_that_was_packed(ops):
    entries = [(op, f"n{n}", type) for op, types in enumerate(ops) for n, type in enumerate(types)]
    counter = iter(range(1, 10000))
    numbers: list[dict[str, object]] = [{} for _ in ops]
    for op, name, type in entries:
        width = CHANNELS.get(type, 1)
        vector = tuple(float(next(counter)) for _ in range(width))
        numbers[op][name] = int(vector[0]) if type == "int" else vector if width > 1 else vector[0]
    layout = lay_out(entries)
    block = pack(layout, region(len(ops)), numbers)
    assert len(block) == layout.size
    assert len(layout.slots) == len(entries)
    for slot in layout.slots:
        wanted = numbers[slot.op][slot.name]
        found = read(block, layout.floats, expression(slot))
        assert found == (wanted if isinstance(wanted, int | tuple) else (wanted,))


@given(st.lists(TYPES, max_size=64))
def test_the_block_wastes_less_than_a_quarter(types):
    layout = lay_out((0, f"n{n}", type) for n, type in enumerate(types))
    used = sum(CHANNELS.get(type, 1) for type in types)
    assert 4 * (layout.floats + layout.ints) <= used * 4 / 3 + 8


def test_no_numbers_are_no_block():
    layout = lay_out([])
    assert typedefs(layout) == ""
    assert pack(layout, region(1), [{}]) == b""


def test_the_struct_has_only_the_arrays_it_needs():
    assert typedefs(lay_out([(0, "a", "int")])) == "struct kln_Params { ivec4 i[1]; };\n"
    assert typedefs(lay_out([(0, "a", "vec3")])) == "struct kln_Params { vec4 f[1]; };\n"


@pytest.mark.parametrize(
    ("seed", "packed"), [(5, 5), (2**32 + 5, 5), (2**31, -(2**31)), (-1, -1), (2**64 - 1, -1)]
)
def test_a_seed_is_taken_modulo_two_to_the_32(seed, packed):
    layout = lay_out([(0, "seed", "int")])
    assert struct.unpack("<4i", pack(layout, region(1), [{"seed": seed}]))[0] == packed


@pytest.mark.parametrize(("number", "packed"), [(1e39, float("inf")), (-1e300, float("-inf"))])
def test_a_number_past_the_range_of_a_float_is_an_infinity(number, packed):
    layout = lay_out([(0, "x", "float")])
    assert struct.unpack("<4f", pack(layout, region(1), [{"x": number}]))[0] == packed


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ([{}], "'op0' lacks its number 'tint'"),
        ([{"tint": 1.0}], "'op0': 'tint' needs a vec3"),
        ([{"tint": (1.0, 2.0)}], "'op0': 'tint' needs a vec3"),
        ([], "1 ops need as many sets"),
    ],
)
def test_a_number_that_is_missing_or_short_is_refused(numbers, says):
    layout = lay_out([(0, "tint", "vec3")])
    with pytest.raises(ValueError, match=says):
        pack(layout, region(1), numbers)
