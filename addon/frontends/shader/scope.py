"""A tree at one place of the nesting: inside a group, a turn of a repeat zone, a called closure.

Nothing is copied. A turn of a zone is the same tree again, in which the zone's begin gives
something else; what does not depend on the begin is looked up in the scope around it, so that it is
compiled once however often the zone turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .model import Link, Node, Tree


def begin_of(tree: Tree, end: Node) -> Node | None:
    """Return the node that begins the zone which another ends; None where there is none."""
    for node in tree.nodes.values():
        if node.properties.get("paired_output") == end.name:
            return node
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """How a zone is entered: what its begin hands on are the inputs of ``node`` in ``scope``."""

    begin: str
    """Name of the node that begins the zone."""
    scope: Scope
    node: Node
    turn: int = 0
    called: bool = False
    """Whether it is a closure's."""


@dataclass(frozen=True, slots=True, eq=False)
class Wiring:
    """The links of a tree by both ends; a link from or to a node that is gone is none."""

    into: dict[tuple[str, str], list[Link]] = field(default_factory=dict)
    out_of: dict[str, list[Link]] = field(default_factory=dict)
    _below: dict[str, frozenset[str]] = field(default_factory=dict)

    def read(self, tree: Tree) -> None:
        """Fill it from a tree."""
        for link in tree.links:
            if link.from_node in tree.nodes and link.to_node in tree.nodes:
                self.into.setdefault((link.to_node, link.to_socket), []).append(link)
                self.out_of.setdefault(link.from_node, []).append(link)

    def below(self, node: str) -> frozenset[str]:
        """Return the nodes that a node leads to, itself included."""
        if node not in self._below:
            found, ahead = {node}, [node]
            while ahead:
                for link in self.out_of.get(ahead.pop(), ()):
                    if link.to_node not in found:
                        found.add(link.to_node)
                        ahead.append(link.to_node)
            self._below[node] = frozenset(found)
        return self._below[node]


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """A tree at one place: the material's own, a group's seen from one instance, a zone's turn.

    Compared by identity; it keeps one scope per group instance, turn and call.
    """

    tree: Tree
    path: tuple[str, ...] = ()
    """Names of the group nodes, turns and calls around it, outermost first."""
    parent: Scope | None = None
    group: Node | None = None
    """The group node in ``parent`` that this is the inside of."""
    outer: Scope | None = None
    """The scope of the same tree around the zone."""
    entry: Entry | None = None
    """How the zone was entered, where it is one."""
    groups: tuple[str, ...] = ()
    """Names of the group nodes around it alone: where the tree stands in the user's graph."""
    _wiring: Wiring = field(default_factory=Wiring)
    _inside: dict[object, Scope] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.outer is None:
            self._wiring.read(self.tree)

    def origin(self, node: str) -> str:
        """Return a node's path in the user's graph, with the turn of each zone around it."""
        return "/".join((*self.path, node))

    def site(self, node: str) -> str:
        """Return a node's path in the user's graph, the same in every turn of a zone."""
        return "/".join((*self.groups, node))

    def link_to(self, node: str, socket: str, index: int = 0) -> Link | None:
        """Return a link into an input, of several that of an index; None where there is none."""
        links = self._wiring.into.get((node, socket), [])
        return links[index] if index < len(links) else None

    def links_to(self, node: str, socket: str) -> int:
        """Return how many links an input has."""
        return len(self._wiring.into.get((node, socket), ()))

    def feeds(self, node: str, socket: str) -> bool:
        """Return whether an output is linked to anything."""
        return any(link.from_socket == socket for link in self._wiring.out_of.get(node, ()))

    def home(self, node: str) -> Scope:
        """Return the scope that a node is evaluated in: the outermost that it depends on."""
        scope = self
        while scope.entry is not None and node not in self._wiring.below(scope.entry.begin):
            assert scope.outer is not None
            scope = scope.outer
        return scope

    def inside(self, node: Node) -> Scope | None:
        """Return the scope of a group node's tree; None where it is missing or holds itself."""
        if node.tree is None or self._holds(node.tree):
            return None
        if node.name not in self._inside:
            self._inside[node.name] = Scope(
                node.tree,
                (*self.path, node.name),
                self,
                node,
                groups=(*self.groups, node.name),
            )
        return self._inside[node.name]

    def turn(self, end: Node, entry: Entry) -> Scope:
        """Return the scope of a turn of the repeat zone that a node ends."""
        key = (end.name, entry.turn)
        if key not in self._inside:
            self._inside[key] = self._entered((*self.path, f"{end.name}[{entry.turn}]"), entry)
        return self._inside[key]

    def call(self, entry: Entry) -> Scope:
        """Return the scope of a closure made here, as a node elsewhere evaluates it."""
        key = (entry.begin, entry.scope, entry.node.name)
        if key not in self._inside:
            self._inside[key] = self._entered((*entry.scope.path, entry.node.name), entry)
        return self._inside[key]

    def calls(self) -> tuple[tuple[int, str], ...]:
        """Return the closures that are being evaluated where it is: trees by identity, begins."""
        found = ((id(at.tree), at.entry) for at in self._evaluators())
        return tuple((tree, e.begin) for tree, e in found if e is not None and e.called)

    def _evaluators(self) -> Iterator[Scope]:
        """Yield it and all that is being evaluated when it is: not where a closure was made, but
        who evaluates it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            if scope.entry is None:
                scope = scope.parent
            else:
                scope = scope.entry.scope if scope.entry.called else scope.outer

    def _entered(self, path: tuple[str, ...], entry: Entry) -> Scope:
        return Scope(
            self.tree,
            path,
            self.parent,
            self.group,
            outer=self,
            entry=entry,
            groups=self.groups,
            _wiring=self._wiring,
        )

    def _holds(self, tree: Tree) -> bool:
        scope: Scope | None = self
        while scope is not None:
            if scope.tree is tree:
                return True
            scope = scope.parent
        return False
