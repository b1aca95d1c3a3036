"""Cycles' implicit conversions, of numbers in Python and of images by an op.

Source: Cycles svm/convert.h. A float becomes a vector or colour three times over; a vector becomes
a float by its mean, a colour by its luminance in the file's working space; an integer truncates.
"""

from __future__ import annotations

from dataclasses import replace

from .model import SocketType, SocketValue
from .signal import Bundle, Closure, Function, Given, Signal, SignalType, Text

SIGNAL_TYPES = {
    SocketType.VALUE: SignalType.FLOAT,
    SocketType.INT: SignalType.FLOAT,
    SocketType.BOOLEAN: SignalType.FLOAT,
    SocketType.VECTOR: SignalType.VECTOR,
    SocketType.ROTATION: SignalType.VECTOR,
    SocketType.RGBA: SignalType.COLOR,
}
"""What a socket's signal is; sockets that carry no number are not listed."""

TEXT_TYPES = frozenset({SocketType.STRING, SocketType.MENU})

_EMPTY: dict[SocketType, type[Closure] | type[Bundle] | type[Function]] = {
    SocketType.SHADER: Closure,
    SocketType.BUNDLE: Bundle,
    SocketType.CLOSURE: Function,
}


def literal(type: SocketType, value: SocketValue) -> Signal:
    """Return a socket's own value as a signal; zero where it has none that is a number."""
    kind = SIGNAL_TYPES.get(type, SignalType.FLOAT)
    if isinstance(value, (bool, int, float)):
        number = float(value)
        return Signal.folded(kind, number if kind is SignalType.FLOAT else (number,) * 3)
    if isinstance(value, tuple) and len(value) >= 2:
        value = (*value, 0.0)  # a vector may have two numbers
        if kind is SignalType.FLOAT:
            return Signal.folded(kind, float(value[0]))
        return Signal.folded(kind, (float(value[0]), float(value[1]), float(value[2])))
    return Signal.folded(kind, 0.0 if kind is SignalType.FLOAT else (0.0, 0.0, 0.0))


def own(type: SocketType, value: SocketValue) -> Given:
    """Return what an unlinked socket gives."""
    if type in TEXT_TYPES:
        return Text(value if isinstance(value, str) else "")
    made = _EMPTY.get(type)
    return made() if made is not None else literal(type, value)


def fitted(given: Given, type: SocketType) -> Given:
    """Return what a socket has of what is linked to it: its nothing, where it cannot hold that.

    A shader takes numbers too, for light. Numbers stay of the type that they were computed as.
    """
    if type is SocketType.SHADER:
        fits = isinstance(given, (Signal, Closure))
    elif type in TEXT_TYPES:
        fits = isinstance(given, Text)
    else:
        fits = isinstance(given, _EMPTY.get(type, Signal))
    return given if fits else replace(own(type, None), approximations=given.approximations)


def converted(
    value: float | tuple[float, ...],
    type: SignalType,
    to: SignalType,
    luminance: tuple[float, float, float],
) -> float | tuple[float, ...]:
    """Return a literal number of ``type`` as ``to``."""
    if isinstance(value, tuple):
        if to is not SignalType.FLOAT:
            return value
        x, y, z = value
        if type is SignalType.COLOR:
            return x * luminance[0] + y * luminance[1] + z * luminance[2]
        return (x + y + z) / 3.0
    return value if to is SignalType.FLOAT else (value,) * 3


LARGEST = 2**31
"""Of whole numbers, that are of 32 bits. What is beyond is the least. Source: measured; a processor
has it so."""


def truncated(value: float) -> float:
    """Return a literal as it leaves an integer socket."""
    if not abs(value) < LARGEST:
        return float(-LARGEST)
    return float(int(value))
