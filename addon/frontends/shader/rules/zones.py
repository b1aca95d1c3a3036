"""Repeat zones and closures: the same nodes again, for each turn or whoever evaluates them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..call import NodeCall, Outputs, rule
from ..model import Socket, SocketType
from ..signal import Given, Signal, SignalType

OPEN = "what begins a zone is 0 outside of it"

Take = Callable[[str], Given]


def _items(call: NodeCall) -> list[tuple[str, SocketType]]:
    """Return the outputs that stand for items, with their types; the last adds a new one."""
    return [(s.identifier, s.type) for s in call.node.outputs if s.type is not SocketType.CUSTOM]


def _outside(call: NodeCall) -> Outputs:
    """Say that a zone's beginning is used outside of it, and return nothing of all that it has."""
    call.warn("zone", f"{OPEN}: link it through the zone's other end")
    return {name: call.nothing(type) for name, type in _items(call)}


def _by_name(call: NodeCall, feeds: Iterable[Socket], take: Take) -> Outputs:
    """Return for each item of a node what the socket of its name is given, of two the first's."""
    by_name = {socket.name: socket for socket in reversed(tuple(feeds))}
    outputs: dict[str, Given] = {}
    for socket in call.node.outputs:
        if socket.type is SocketType.CUSTOM:
            continue
        feed = by_name.get(socket.name)
        outputs[socket.identifier] = (
            call.handed(take(feed.identifier), feed.type, socket.type)
            if feed is not None
            else call.nothing(socket.type)
        )
    return outputs


@rule("GeometryNodeRepeatInput", limits={"zone": OPEN})
def repeat_input(call: NodeCall) -> Outputs:
    """In a turn: its number, from 0, and what the turn before it made."""
    entered = call.entered()
    if entered is None:
        return _outside(call)
    turn, before = entered
    outputs: dict[str, Given] = {"Iteration": Signal.folded(SignalType.FLOAT, float(turn))}
    for name, _ in _items(call):
        if name != "Iteration":
            outputs[name] = before.passed(name)
    return outputs


@rule(
    "GeometryNodeRepeatOutput",
    limits={"zone": "an end without a beginning gives 0"},
)
def repeat_output(call: NodeCall) -> Outputs:
    """Unrolled. Iterations must be known while the shader is built; one that varies is 0, as in
    Cycles.
    """
    begin = call.begin()
    if begin is None:
        call.warn("zone", "nothing begins its zone; 0 is used: add the Repeat Input that it lacks")
        return {name: call.nothing(type) for name, type in _items(call)}
    iterations = begin.known("Iterations")
    count = int(iterations) if isinstance(iterations, (int, float)) else 0
    last: dict[str, Given] = {name: begin.passed(name) for name, _ in _items(call)}
    for turn in call.turns(count):
        # Each turn is compiled before the next asks for it, so that none is nested in the next.
        last = {name: turn.passed(name) for name, _ in _items(call)}
    return last


@rule("NodeClosureInput", limits={"zone": OPEN})
def closure_input(call: NodeCall) -> Outputs:
    """What the node that evaluates the closure is given under the same name, else 0."""
    entered = call.entered()
    if entered is None:
        return _outside(call)
    _, caller = entered
    inputs = (socket for socket in caller.node.inputs if socket.identifier != "Closure")
    return _by_name(call, inputs, caller.passed)


@rule("NodeClosureOutput")
def closure_output(call: NodeCall) -> Outputs:
    """The zone itself, to be evaluated where it leads."""
    return {"Closure": call.function()}


@rule("NodeEvaluateClosure")
def evaluate_closure(call: NodeCall) -> Outputs:
    """The closure's nodes again, with this node's inputs by name; what it has not is 0."""
    end = call.called("Closure")
    if end is None:
        return {name: call.nothing(type) for name, type in _items(call)}
    return _by_name(call, end.node.inputs, end.passed)
