"""Makes a described tree in Blender."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .description import Grown, Wire
from .species import made


def build(node_tree: Any, grown: Grown) -> list[Any]:
    """Return the nodes of a tree, flat: groups are left open."""
    nodes: list[Any] = []
    for planted in grown.nodes:
        node = made(node_tree, planted)
        link(node_tree, node, {name: output(nodes, w) for name, w in planted.wires.items()})
        nodes.append(node)
    return nodes


def output(nodes: list[Any], wire: Wire) -> Any:
    """Return the socket that a wire comes from."""
    return socket_of(nodes[wire.node].outputs, wire.output)


def link(node_tree: Any, node: Any, sources: Mapping[str, Any]) -> None:
    """Link inputs of a node, by identifier."""
    for name, source in sources.items():
        node_tree.links.new(source, socket_of(node.inputs, name))


def socket_of(sockets: Any, identifier: str) -> Any:
    """Return a socket by identifier."""
    return next(socket for socket in sockets if socket.identifier == identifier)
