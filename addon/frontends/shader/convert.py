"""Cycles' implicit conversions, of numbers in Python and of images by an op.

Source: Cycles svm/convert.h. A float becomes a vector or colour three times over; a vector becomes
a float by its mean, a colour by its luminance in the file's working space; an integer truncates.
"""

from __future__ import annotations

from .model import SocketType, SocketValue
from .signal import Signal, SignalType

SIGNAL_TYPES = {
    SocketType.VALUE: SignalType.FLOAT,
    SocketType.INT: SignalType.FLOAT,
    SocketType.BOOLEAN: SignalType.FLOAT,
    SocketType.MENU: SignalType.FLOAT,
    SocketType.VECTOR: SignalType.VECTOR,
    SocketType.ROTATION: SignalType.VECTOR,
    SocketType.RGBA: SignalType.COLOR,
}
"""What a socket's signal is; sockets that carry no number are not listed."""


def literal(type: SocketType, value: SocketValue) -> Signal:
    """Return a socket's own value as a signal; zero where it has none that is a number."""
    kind = SIGNAL_TYPES.get(type, SignalType.FLOAT)
    if isinstance(value, (bool, int, float)):
        number = float(value)
        return Signal.number(number) if kind is SignalType.FLOAT else Signal(kind, (number,) * 3)
    if isinstance(value, tuple) and len(value) >= 3:
        if kind is SignalType.FLOAT:
            return Signal.number(float(value[0]))
        return Signal(kind, (float(value[0]), float(value[1]), float(value[2])))
    return Signal(kind, 0.0 if kind is SignalType.FLOAT else (0.0, 0.0, 0.0))


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


def truncated(value: float) -> float:
    """Return a literal as it leaves an integer socket."""
    return float(int(value))
