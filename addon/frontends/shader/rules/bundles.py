"""Bundles: several links in one, by name."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..model import SocketType
from ..signal import Bundle, Given, Item


@rule("NodeCombineBundle")
def combine_bundle(call: NodeCall) -> Outputs:
    """Its inputs by name, each compiled when it is taken out."""
    items = {
        socket.name: call.held(socket.identifier)
        for socket in call.node.inputs
        if socket.type is not SocketType.CUSTOM
    }
    return {"Bundle": Bundle(items)}


@rule("NodeSeparateBundle")
def separate_bundle(call: NodeCall) -> Outputs:
    """The items of its outputs' names, converted to their types; what the bundle has not is 0."""
    bundle = call.bundle("Bundle")
    outputs: dict[str, Given] = {}
    for socket in call.node.outputs:
        if socket.type is SocketType.CUSTOM:
            continue
        item = bundle.items.get(socket.name)
        outputs[socket.identifier] = (
            call.handed(call.item(item), item.type, socket.type)
            if item is not None
            else call.nothing(socket.type)
        )
    return outputs


@rule("NodeJoinBundle")
def join_bundle(call: NodeCall) -> Outputs:
    """All items; of one name the last bundle's."""
    joined: dict[str, Item] = {}
    for index in range(call.links("Bundle")):
        joined |= call.bundle("Bundle", index).items
    return {"Bundle": Bundle(joined)}
