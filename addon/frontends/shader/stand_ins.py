"""What stands in for the outputs of nodes that have no rule: what stands on their sockets.

A node without a rule is warned about, but the material around it is baked. A normal, if it is 0,
is the plane's.
"""

from __future__ import annotations

from .convert import literal
from .model import Socket, SocketType
from .signal import Signal

PLANE_NORMAL = (0.0, 0.0, 1.0)
NO_NORMAL = (0.0, 0.0, 0.0)


def stand_in(socket: Socket) -> Signal:
    """Return what an output that is no shader gives in a node that has no rule."""
    stored = literal(socket.type, socket.value)
    named = socket.type is SocketType.VECTOR and socket.name == "Normal"
    return as_normal(stored) if named else stored


def as_normal(signal: Signal) -> Signal:
    """Return what a normal input takes of a stand-in: a direction, so the plane's for 0."""
    return Signal.vector(*PLANE_NORMAL) if signal.value == NO_NORMAL else signal


def used_instead(socket: Socket, signal: Signal) -> str:
    """Return "Factor = 0.5", as a warning has it."""
    value = signal.value
    if isinstance(value, tuple):
        return f"{socket.name} = ({', '.join(f'{number:g}' for number in value)})"
    return f"{socket.name} = {value:g}"
