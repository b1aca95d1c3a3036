"""String nodes: text to text, to numbers and back, folded while the plan is built."""

from __future__ import annotations

from math import copysign, isfinite, isnan

from ..call import NodeCall, Outputs, rule
from ..model import SocketType
from ..signal import Signal, SignalType, Text
from ..strings import (
    LOWER,
    UPPER,
    float_at,
    float_text,
    formatted,
    found,
    in_case,
    integer_at,
    integer_text,
    part,
    trimmed,
)

LARGEST = 3.4028234663852886e38
"""Of floats."""


def _number(value: float) -> Signal:
    return Signal.folded(SignalType.FLOAT, float(value))


def _known(call: NodeCall, *identifiers: str) -> list[float] | None:
    """Return numbers that are known; None where one of them is not, of which no text is made."""
    numbers = [call.known(identifier) for identifier in identifiers]
    if not all(isinstance(number, (int, float)) for number in numbers):
        return None
    return [float(number) for number in numbers if isinstance(number, (int, float))]


@rule("FunctionNodeInputSpecialCharacters")
def special_characters(call: NodeCall) -> Outputs:
    """A line's end and a tab."""
    return {"Line Break": Text("\n"), "Tab": Text("\t")}


@rule("FunctionNodeStringLength")
def string_length(call: NodeCall) -> Outputs:
    """In characters, not bytes."""
    return {"Length": _number(len(call.text("String")))}


@rule("FunctionNodeFindInString")
def find_in_string(call: NodeCall) -> Outputs:
    """From the start or the end; 0 and 0 where it is not there, and of no text to search for."""
    from_end = call.text("Mode") == "From End"
    first, count = found(call.text("String"), call.text("Search"), from_end=from_end)
    return {"First Found": _number(first), "Count": _number(count)}


@rule("FunctionNodeMatchString")
def match_string(call: NodeCall) -> Outputs:
    """Whether it starts with, ends with or contains another."""
    text, key, operation = call.text("String"), call.text("Key"), call.text("Operation")
    if operation == "Starts With":
        return {"Result": _number(text.startswith(key))}
    if operation == "Ends With":
        return {"Result": _number(text.endswith(key))}
    return {"Result": _number(operation == "Contains" and key in text)}


@rule("FunctionNodeReplaceString")
def replace_string(call: NodeCall) -> Outputs:
    """Everywhere; no text is replaced nowhere."""
    text, find = call.text("String"), call.text("Find")
    return {"String": Text(text.replace(find, call.text("Replace")) if find else text)}


@rule("FunctionNodeReverseString")
def reverse_string(call: NodeCall) -> Outputs:
    """Character by character."""
    return {"String": Text(call.text("String")[::-1])}


@rule("FunctionNodeSetStringCase")
def set_string_case(call: NodeCall) -> Outputs:
    """By Blender's own pairs of letters, which are fewer than Unicode's."""
    case = UPPER if call.text("Case") == "Uppercase" else LOWER
    return {"String": Text(in_case(call.text("String"), case))}


@rule("FunctionNodeSliceString")
def slice_string(call: NodeCall) -> Outputs:
    """Characters from Position on; of a Position below 0 those that would stand before it count."""
    numbers = _known(call, "Position", "Length")
    if numbers is None:
        return {"String": Text()}
    position, length = map(int, numbers)
    return {"String": Text(part(call.text("String"), position, length))}


@rule("FunctionNodeTrimString")
def trim_string(call: NodeCall) -> Outputs:
    """White space is a space, a tab and the ends of lines."""
    flags = _known(call, "Whitespace", "Start", "End")
    if flags is None:
        return {"String": Text()}
    white, start, end = map(bool, flags)
    text, characters = call.text("String"), call.text("Characters")
    return {"String": Text(trimmed(text, characters, white=white, start=start, end=end))}


@rule("FunctionNodeStringToValue", modes=("data_type",))
def string_to_value(call: NodeCall) -> Outputs:
    """The number that it begins with, without white space or a plus before it, else 0."""
    text = call.text("String")
    if call.prop("data_type") == "FLOAT":
        value, length = float_at(text)
        if not isfinite(value):
            # No number of a plan may be: what is read as one is the largest, or 0.
            value = 0.0 if isnan(value) else copysign(LARGEST, value)
        return {"Value": _number(value), "Length": _number(length)}
    base = _known(call, "Base")
    whole, length = integer_at(text, int(base[0])) if base is not None else (0, 0)
    return {"Value": _number(whole), "Length": _number(length)}


@rule("FunctionNodeValueToString", modes=("data_type",))
def value_to_string(call: NodeCall) -> Outputs:
    """Rounded to Decimals; a whole number in a base from 2 to 36."""
    if call.prop("data_type") == "FLOAT":
        numbers = _known(call, "Value", "Decimals")
        return {"String": Text(float_text(numbers[0], int(numbers[1])) if numbers else "")}
    numbers = _known(call, "Value", "Base", "Padding")
    if numbers is None:
        return {"String": Text()}
    value, base, padding = map(int, numbers)
    return {"String": Text(integer_text(value, base, padding))}


@rule("FunctionNodeFormatString")
def format_string(call: NodeCall) -> Outputs:
    """Fields as of C++'s std::format, by place or by an item's name; '' where one is wrong."""
    items: list[tuple[str, int | float | str]] = []
    for socket in call.node.inputs:
        if socket.identifier == "Format" or socket.type is SocketType.CUSTOM:
            continue
        if socket.type is SocketType.STRING:
            items.append((socket.name, call.text(socket.identifier)))
            continue
        numbers = _known(call, socket.identifier)
        if numbers is None:
            return {"String": Text()}
        whole = socket.type in (SocketType.INT, SocketType.BOOLEAN)
        items.append((socket.name, int(numbers[0]) if whole else numbers[0]))
    return {"String": Text(formatted(call.text("Format"), items))}
