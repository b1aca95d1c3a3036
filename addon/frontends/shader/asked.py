"""What a person asks for by name beside the maps, and how the walk reaches it.

A map is a channel of the Surface; these are sockets. ``socket_path`` finds the one that a text
names, ``aov`` the AOV Outputs of a name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...plan.types import Transfer, Value
from .maps import MapSpec
from .model import Link, Node, Socket, SocketType, SocketValue, Tree
from .scope import Scope
from .signal import SignalType

PROBE = "Kiln probe"
"""Type of the node that is linked to an output which is asked for."""
ENTRY = "Value"
"""Its input."""
BAKED_TYPES = {
    SocketType.VALUE: SignalType.FLOAT,
    SocketType.INT: SignalType.FLOAT,
    SocketType.BOOLEAN: SignalType.FLOAT,
    SocketType.VECTOR: SignalType.VECTOR,
    SocketType.ROTATION: SignalType.VECTOR,
    SocketType.RGBA: SignalType.COLOR,
}
"""Sockets that a picture can be made of."""
_ZERO: dict[SignalType, Value] = {
    SignalType.FLOAT: 0.0,
    SignalType.VECTOR: (0.0, 0.0, 0.0),
    SignalType.COLOR: (0.0, 0.0, 0.0),
}


class NotThere(LookupError):  # noqa: N818  (a sentence reads "raises NotThere")
    """No node, socket or AOV has a name; ``known`` are the names there are."""

    def __init__(self, what: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no {what} '{name}'")
        self.what, self.name, self.known = what, name, known


class NotBakeable(LookupError):  # noqa: N818  (as above)
    """There is such a socket, or more than one such node, and it cannot be baked."""


@dataclass(frozen=True, slots=True)
class Place:
    """A socket at one place of the nesting. ``socket`` is its identifier."""

    path: tuple[str, ...]
    node: str
    socket: str
    is_output: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing to bake: the sum of what stands on some sockets, which most often are one."""

    spec: MapSpec
    places: tuple[Place, ...]


def asked_spec(name: str, type: SignalType, summary: str) -> MapSpec:
    """Return the map that something asked for is."""
    transfer = Transfer.COLOR if type is SignalType.COLOR else Transfer.DATA
    return MapSpec(name, type, transfer, _ZERO[type], summary)


def with_probes(tree: Tree, asked: tuple[Asked, ...]) -> Tree:
    """Return a tree in which every output that is asked for is linked to a node.

    The walk goes from inputs upstream, so an output needs one.
    """
    for one in asked:
        for place in one.places:
            if place.is_output:
                tree = _probed(tree, place, place.path)
    return tree


def entry_of(place: Place) -> tuple[str, str]:
    """Return the node and the input that a place is read from, in a tree with its probes."""
    return (_probe_name(place), ENTRY) if place.is_output else (place.node, place.socket)


def scope_at(scope: Scope, path: tuple[str, ...]) -> Scope:
    """Return the scope inside the group nodes of a path."""
    for name in path:
        inside = scope.inside(scope.tree.nodes[name])
        assert inside is not None
        scope = inside
    return scope


def _probed(tree: Tree, place: Place, path: tuple[str, ...]) -> Tree:
    if path:
        group = tree.nodes[path[0]]
        assert group.tree is not None
        inner = replace(group, tree=_probed(group.tree, place, path[1:]))
        return replace(tree, nodes={**tree.nodes, path[0]: inner})
    name = _probe_name(place)
    type = tree.nodes[place.node].output(place.socket).type
    value: SocketValue = 0.0 if BAKED_TYPES[type] is SignalType.FLOAT else (0.0, 0.0, 0.0)
    probe = Node(name, PROBE, inputs=(Socket(ENTRY, ENTRY, type, value),))
    link = Link(place.node, place.socket, name, ENTRY)
    return replace(tree, nodes={**tree.nodes, name: probe}, links=(*tree.links, link))


def _probe_name(place: Place) -> str:
    return f"{PROBE}\0{place.node}\0{place.socket}"
