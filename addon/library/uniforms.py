"""Where a region's numbers stand in its one uniform block, and the block's bytes.

The block is ``struct kln_Params { vec4 f[floats]; ivec4 i[ints]; }``: std140 lays such arrays out
without padding, so a lane is four bytes and packing needs no other rule. A vector never straddles
two vec4s, so that it is read by one swizzle.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from ..plan.region import Region
from ..plan.spec import CHANNELS
from ..plan.types import Value
from .composed import BLOCK, TURN, ZERO, UniformLayout, UniformSlot


def lay_out(
    numbers: Iterable[tuple[int, str, str]], loops: Iterable[tuple[int, ...]] = ()
) -> UniformLayout:
    """Return the layout of (op, name, type) entries: widest first, each where it first fits.

    The ops of each of ``loops`` have the same entries, and whole rows of their own that lie in
    equal steps, so that the loop's counter finds them.
    """
    by_op: dict[int, list[tuple[int, str, str]]] = {}
    for entry in numbers:
        by_op.setdefault(entry[0], []).append(entry)
    looped = tuple(loops)
    together = frozenset(op for ops in looped for op in ops)
    alone = [entry for op, entries in by_op.items() if op not in together for entry in entries]
    slots, rows, int_rows = _placed(alone)
    strides: dict[int, tuple[int, int]] = {}
    for ops in looped:
        template, float_stride, int_stride = _placed(by_op.get(ops[0], ()))
        strides[ops[0]] = float_stride, int_stride
        for op in ops:
            for slot in template:
                first = 4 * (int_rows if slot.type == "int" else rows)
                slots.append(replace(slot, op=op, lane=first + slot.lane))
            rows, int_rows = rows + float_stride, int_rows + int_stride
    return UniformLayout(rows, int_rows, tuple(slots), strides)


def _placed(
    entries: Collection[tuple[int, str, str]],
) -> tuple[list[UniformSlot], int, int]:
    """Return the slots of entries, and how many rows of floats and of ints they take."""
    floats = sorted(
        (entry for entry in entries if entry[2] != "int"), key=lambda entry: -CHANNELS[entry[2]]
    )
    slots: list[UniformSlot] = []
    free: list[tuple[int, int]] = []  # (first free lane, how many) of rows that are not full
    rows = 0
    for op, name, type in floats:
        width = CHANNELS[type]
        index = next((n for n, (_, room) in enumerate(free) if room >= width), None)
        if index is None:
            lane, room = rows * 4, 4
            rows += 1
        else:
            lane, room = free.pop(index)
        slots.append(UniformSlot(op, name, type, lane))
        if room > width:
            free.append((lane + width, room - width))
    ints = [entry for entry in entries if entry[2] == "int"]
    slots += [UniformSlot(op, name, type, lane) for lane, (op, name, type) in enumerate(ints)]
    return slots, rows, (len(ints) + 3) // 4


def typedefs(layout: UniformLayout) -> str:
    """Return the block's struct, '' where there are no numbers."""
    members = f" vec4 f[{layout.floats}];" if layout.floats else ""
    members += f" ivec4 i[{layout.ints}];" if layout.ints else ""
    return f"struct kln_Params {{{members} }};\n" if members else ""


def expression(slot: UniformSlot, stride: tuple[int, int] | None = None) -> str:
    """Return the GLSL that reads a number; with ``stride``, the one of a loop's turn."""
    array, width = ("i", 1) if slot.type == "int" else ("f", CHANNELS[slot.type])
    row, lane = divmod(slot.lane, 4)
    swizzle = "" if width == 4 else "." + "xyzw"[lane : lane + width]
    turn = "" if stride is None else f" + {stride[array == 'i']} * {TURN}"
    return f"{BLOCK}.{array}[{ZERO} + {row}{turn}]{swizzle}"


def pack(layout: UniformLayout, region: Region, numbers: Sequence[Mapping[str, Value]]) -> bytes:
    """Return the uniform block's bytes for ``region``, b'' where it has no numbers.

    ``numbers`` holds, for each op of the region, every number by name, resolved and clipped. Ints
    are taken modulo 2^32, which is what a seed wants; a value past a float's range becomes an
    infinity.

    Errors: ValueError naming the op and the number that is missing or has the wrong length.
    """
    floats = [0.0] * (4 * layout.floats)
    ints = [0] * (4 * layout.ints)
    if len(numbers) != len(region.ops):
        raise ValueError(f"{len(region.ops)} ops need as many sets of numbers, not {len(numbers)}")
    for slot in layout.slots:
        op = region.ops[slot.op]
        try:
            value = numbers[slot.op][slot.name]
        except KeyError:
            raise ValueError(f"'{op.origin or op.key}' lacks its number '{slot.name}'") from None
        if slot.type == "int":
            if isinstance(value, tuple):
                raise ValueError(f"'{op.origin or op.key}': '{slot.name}' needs one number")
            ints[slot.lane] = (int(value) + 0x80000000) % 0x100000000 - 0x80000000
            continue
        values = value if isinstance(value, tuple) else (value,)
        if len(values) != CHANNELS[slot.type]:
            raise ValueError(f"'{op.origin or op.key}': '{slot.name}' needs a {slot.type}")
        for lane, number in enumerate(values, slot.lane):
            floats[lane] = _single(float(number))
    return struct.pack(f"<{len(floats)}f{len(ints)}i", *floats, *ints)


def _single(number: float) -> float:
    """Return ``number`` as struct can pack it in 32 bits: past the range it is an infinity."""
    limit = 3.4028235677973366e38  # halfway between the largest float32 and 2^128
    if -limit < number < limit or number != number:
        return number
    return float("inf") if number > 0 else float("-inf")
