"""Follows a socket to what feeds it: through links, reroutes, mutes and the walls of groups.

Nothing is copied: a ``Scope`` is a tree at one place of the nesting, and a question about an input
is answered by walking upstream until a node that computes something, or an unlinked socket, is met.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .model import Link, Node, Socket, SocketType, SocketValue, Tree

GROUP_INPUT = "NodeGroupInput"
GROUP_OUTPUT = "NodeGroupOutput"
REROUTE = "NodeReroute"
LAYOUT = frozenset({"NodeFrame", GROUP_INPUT, GROUP_OUTPUT, REROUTE})
"""Nodes that compute nothing."""

Warn = Callable[[str, str, str], None]
"""Takes a code, an origin and a message."""


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """A tree at one place of the nesting: the material's own, or a group's seen from one instance.

    Compared by identity; ``inside`` keeps one scope per group instance.
    """

    tree: Tree
    path: tuple[str, ...] = ()
    """Names of the group nodes around it, outermost first."""
    parent: Scope | None = None
    group: Node | None = None
    """The group node in ``parent`` that this is the inside of."""
    _inputs: dict[tuple[str, str], Link] = field(default_factory=dict)
    _outputs: set[tuple[str, str]] = field(default_factory=set)
    _inside: dict[str, Scope] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for link in self.tree.links:
            if link.from_node in self.tree.nodes and link.to_node in self.tree.nodes:
                self._inputs.setdefault((link.to_node, link.to_socket), link)
                self._outputs.add((link.from_node, link.from_socket))

    def origin(self, node: str) -> str:
        """Return a node's path in the user's graph."""
        return "/".join((*self.path, node))

    def link_to(self, node: str, socket: str) -> Link | None:
        """Return the link into an input; a link from or to a node that is gone is none."""
        return self._inputs.get((node, socket))

    def feeds(self, node: str, socket: str) -> bool:
        """Return whether an output is linked to anything."""
        return (node, socket) in self._outputs

    def inside(self, node: Node) -> Scope | None:
        """Return the scope of a group node's tree; None where it is missing or holds itself."""
        if node.tree is None or self._holds(node.tree):
            return None
        if node.name not in self._inside:
            self._inside[node.name] = Scope(node.tree, (*self.path, node.name), self, node)
        return self._inside[node.name]

    def _holds(self, tree: Tree) -> bool:
        scope: Scope | None = self
        while scope is not None:
            if scope.tree is tree:
                return True
            scope = scope.parent
        return False


@dataclass(frozen=True, slots=True)
class Source:
    """What feeds an input: the output of a computing node, or a number.

    ``node`` is None for a number, which is then ``value``, of type ``type``. ``through`` lists the
    types of the sockets between it and the input, in the order the signal passes them: each is an
    implicit conversion.
    """

    type: SocketType
    through: tuple[SocketType, ...]
    scope: Scope
    node: Node | None = None
    socket: str = ""
    value: SocketValue = None
    approximation: str = ""
    """Path of a node that should have been here and is missing."""


def source(scope: Scope, node: Node, identifier: str, warn: Warn) -> Source:
    """Return what feeds an input of ``node``. Errors: KeyError for an input it does not have."""
    asked = node.input(identifier)
    types = [asked.type]
    seen: set[tuple[int, str, str]] = set()
    while True:
        link = scope.link_to(node.name, asked.identifier)
        if link is None:
            return Source(asked.type, _passed(types[:-1]), scope, value=asked.value)
        node, out = scope.tree.nodes[link.from_node], link.from_socket
        if (id(scope), node.name, out) in seen:
            warn("loop", scope.origin(node.name), "links form a loop; 0 is used where it closes")
            return Source(types[-1], _passed(types), scope, approximation=scope.origin(node.name))
        seen.add((id(scope), node.name, out))
        if node.type == GROUP_INPUT and not (node.muted and node.bypass):
            stepped = _out_of_group(scope, out)
            if stepped is None:
                return _zero(scope, node, out, types)
            scope, node, asked = stepped
        elif node.muted or node.type == REROUTE:
            types.append(_output_type(node, out, types[-1]))
            entry = _bypassed(node, out)
            if entry is None:
                return _zero(scope, node, out, types[:-1])
            asked = entry
        elif node.tree is not None or node.type == "ShaderNodeGroup":
            entered = _into_group(scope, node, out, warn)
            if isinstance(entered, str):
                return Source(
                    _output_type(node, out, types[-1]), _passed(types), scope, approximation=entered
                )
            scope, node, asked = entered
        else:
            return Source(_output_type(node, out, types[-1]), _passed(types), scope, node, out)
        types.append(asked.type)


def _passed(types: list[SocketType]) -> tuple[SocketType, ...]:
    return tuple(reversed(types))


def _zero(scope: Scope, node: Node, out: str, types: list[SocketType]) -> Source:
    """Return what a socket with nothing behind it gives: zero of its type."""
    return Source(_output_type(node, out, types[-1]), _passed(types), scope)


def _output_type(node: Node, identifier: str, otherwise: SocketType) -> SocketType:
    for socket in node.outputs:
        if socket.identifier == identifier:
            return socket.type
    return otherwise


def _bypassed(node: Node, out: str) -> Socket | None:
    if node.type == REROUTE:
        return node.inputs[0] if node.inputs else None
    for entry, exit_ in node.bypass:
        if exit_ == out:
            return node.input(entry)
    return None


def _out_of_group(scope: Scope, identifier: str) -> tuple[Scope, Node, Socket] | None:
    """Step from a Group Input to the input of the group node around it."""
    if scope.parent is None or scope.group is None:
        return None
    for socket in scope.group.inputs:
        if socket.identifier == identifier:
            return scope.parent, scope.group, socket
    for socket in scope.tree.interface_inputs:
        if socket.identifier == identifier:
            return scope.parent, scope.group, socket
    return None


def _into_group(
    scope: Scope, node: Node, identifier: str, warn: Warn
) -> tuple[Scope, Node, Socket] | str:
    """Step from a group node's output to its tree's Group Output, or return the node's path."""
    origin = scope.origin(node.name)
    inside = scope.inside(node)
    if node.tree is None:
        warn("missing-group", origin, "its node group is missing; 0 is used instead")
        return origin
    if inside is None:
        warn("recursive-group", origin, "the group contains itself; 0 is used instead")
        return origin
    output = inside.tree.nodes.get(inside.tree.active_output)
    for socket in () if output is None else output.inputs:
        if socket.identifier == identifier and output is not None:
            return inside, output, socket
    for socket in inside.tree.interface_outputs:
        if socket.identifier == identifier:
            empty = Node(inside.tree.active_output, GROUP_OUTPUT, inputs=(socket,))
            return inside, empty, socket
    warn("missing-output", origin, f"its group has no output '{identifier}'; 0 is used instead")
    return origin
