"""Repeat zones and closures: the same nodes again, for each turn or whoever evaluates them."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..model import SocketType
from ..signal import Given, Signal, SignalType

OPEN = "what begins a zone is 0 outside of it"


def _items(call: NodeCall) -> list[tuple[str, SocketType]]:
    """Return the outputs that stand for items, with their types; the last adds a new one."""
    return [(s.identifier, s.type) for s in call.node.outputs if s.type is not SocketType.CUSTOM]


@rule("GeometryNodeRepeatInput", limits={"zone": OPEN})
def repeat_input(call: NodeCall) -> Outputs:
    """In a turn: its number, from 0, and what the turn before it made."""
    entered = call.entered()
    if entered is None:
        call.warn("zone", f"{OPEN}: link it through the zone's other end")
        return {name: call.nothing(type) for name, type in _items(call)}
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
        call.warn("zone", f"{OPEN}: link it through the zone's other end")
        return {name: call.nothing(type) for name, type in _items(call)}
    _, caller = entered
    feeds = {s.name: s for s in reversed(caller.node.inputs) if s.identifier != "Closure"}
    outputs: dict[str, Given] = {}
    for socket in call.node.outputs:
        if socket.type is SocketType.CUSTOM:
            continue
        feed = feeds.get(socket.name)
        outputs[socket.identifier] = (
            call.handed(caller.passed(feed.identifier), feed.type, socket.type)
            if feed is not None
            else call.nothing(socket.type)
        )
    return outputs


@rule("NodeClosureOutput")
def closure_output(call: NodeCall) -> Outputs:
    """The zone itself, to be evaluated where it leads."""
    return {"Closure": call.function()}


@rule("NodeEvaluateClosure")
def evaluate_closure(call: NodeCall) -> Outputs:
    """The closure's nodes again, with this node's inputs by name; what it has not is 0."""
    end = call.called("Closure")
    feeds = {s.name: s for s in reversed(end.node.inputs)} if end is not None else {}
    outputs: dict[str, Given] = {}
    for socket in call.node.outputs:
        if socket.type is SocketType.CUSTOM:
            continue
        feed = feeds.get(socket.name)
        outputs[socket.identifier] = (
            call.handed(end.passed(feed.identifier), feed.type, socket.type)
            if end is not None and feed is not None
            else call.nothing(socket.type)
        )
    return outputs
