"""Switches, and nodes that hand on what they are given or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ..call import NodeCall, Outputs, rule
from ..convert import SIGNAL_TYPES
from ..signal import Closure, Given, Signal, SignalType
from .mixes import mixture


def _chosen(call: NodeCall, choice: Signal, items: Sequence[str], other: Given, by: str) -> Given:
    """Return the item that a number chooses texel by texel, and the other where it chooses none.

    Only numbers and shaders can be chosen so; of anything else Cycles has nothing.
    """
    socket = call.node.outputs[0]
    total = other
    for index, item in enumerate(items):
        given = call.passed(item)
        if isinstance(given, Closure) and isinstance(total, Closure):
            one, none = Signal.number(1.0), Signal.number(0.0)
            total = mixture(call, _where(call, choice, index, by, one, none, item), total, given)
        elif isinstance(given, Signal) and isinstance(total, Signal):
            kind = SIGNAL_TYPES[socket.type]
            chosen, unchosen = call.convert(given, kind), call.convert(total, kind)
            total = _where(call, choice, index, by, chosen, unchosen, item)
        else:
            return call.nothing(socket.type)
    return total


def _where(
    call: NodeCall, choice: Signal, index: int, by: str, chosen: Signal, other: Signal, item: str
) -> Signal:
    kernel = "choose_float" if chosen.type is SignalType.FLOAT else "choose_vector"
    inputs = {"choice": choice, "chosen": chosen, "other": other}
    variants, types = {"by": by}, {"result": chosen.type}
    numbers = {"index": float(index)}
    return call.emit(kernel, inputs, numbers, variants, types=types, suffix=item)["result"]


@rule("GeometryNodeSwitch")
def switch(call: NodeCall) -> Outputs:
    """One input, by a number that is known, and texel by texel by one that varies: above 0 is true.

    Shaders are mixed by it. Of closures, bundles and strings one that varies chooses none, as in
    Cycles.
    """
    known = call.known("Switch")
    if known is not None:
        return {"Output": call.passed("True" if known else "False")}
    choice = call.input("Switch")
    return {"Output": _chosen(call, choice, ("True",), call.passed("False"), "truth")}


@rule("GeometryNodeIndexSwitch")
def index_switch(call: NodeCall) -> Outputs:
    """One input by the whole part of a number, as Switch does; beyond the last, and below 0, 0."""
    items = [s.identifier for s in call.node.inputs if s.identifier.startswith("Item_")]
    nothing = call.nothing(call.node.outputs[0].type)
    known = call.known("Index")
    if isinstance(known, (int, float)):
        found = call.passed(items[int(known)]) if 0 <= known < len(items) else nothing
        return {"Output": found}
    return {"Output": _chosen(call, call.input("Index"), items, nothing, "index")}


@rule("GeometryNodeMenuSwitch")
def menu_switch(call: NodeCall) -> Outputs:
    """The input that the menu names, and for each whether it is the one; of none of them, 0."""
    menu = call.text("Menu")
    items = [s for s in call.node.inputs if s.identifier.startswith("Item_")]
    chosen = next((s.identifier for s in items if s.name == menu), "")
    output = call.node.outputs[0]
    found = call.passed(chosen) if chosen else call.nothing(output.type)
    outputs: dict[str, Given] = {output.identifier: found}
    for socket in call.node.outputs[1:]:
        outputs[socket.identifier] = Signal.folded(
            SignalType.FLOAT, float(socket.identifier == chosen)
        )
    return outputs


@rule("NodeEnableOutput")
def enable_output(call: NodeCall) -> Outputs:
    """Its value, or nothing: as a Switch of it and 0."""
    socket = call.node.outputs[0]
    entry = next(s.identifier for s in call.node.inputs if s.identifier != "Enable")
    known = call.known("Enable")
    if known is not None:
        found = call.passed(entry) if known else call.nothing(socket.type)
        return {socket.identifier: found}
    choice, nothing = call.input("Enable"), call.nothing(socket.type)
    return {socket.identifier: _chosen(call, choice, (entry,), nothing, "truth")}


@rule("NodeImplicitConversion")
def implicit_conversion(call: NodeCall) -> Outputs:
    """What it is given: a number that is known as the other type; one that varies converts where
    it is read, as past a reroute.
    """
    return {call.node.outputs[0].identifier: call.passed(call.node.inputs[0].identifier)}


@rule("GeometryNodeWarning")
def warning(call: NodeCall) -> Outputs:
    """Show, where it is known, else 0. Its message is for whoever looks at the node in Blender."""
    known = call.known("Show")
    shown = 1.0 if known else 0.0
    return {"Show": Signal.folded(SignalType.FLOAT, shown)}
