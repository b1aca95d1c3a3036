"""AOV Outputs: what Cycles writes into a pass of a name. Measured on 4.5, 5.0 and 5.3.

Every AOV Output of the name adds to the pass, in groups too, once for each time a group is used,
whether the group is linked to anything or not; those of a muted group do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from .asked import Asked, NotThere, Place, asked_spec
from .bounds import MOST_NODES
from .model import MaterialModel, Node, Tree
from .signal import SignalType
from .versions import choice

AOV = "ShaderNodeOutputAOV"
EVERY = "*"
"""Instead of a name: every AOV there is."""
KINDS = ("Color", "Value")
"""Inputs of an AOV Output; a view layer says which of them its pass is made of."""


def aov_asked(model: MaterialModel, name: str, kind: str | None = None) -> Asked:
    """Return the AOV of a name: what Cycles writes into its pass, all of that name added up.

    ``kind`` is "Color" or "Value"; None takes what is linked. A name may say it: "Dirt:Value".
    Errors: NotThere.
    """
    known = aov_names(model)
    stem, _, told = name.rpartition(":")
    label = name
    if name not in known and told in KINDS:
        name, kind = stem, told
    if name not in known:
        raise NotThere("AOV", name, known)
    named = ((path, node) for path, node in _aovs(model) if _name_of(node) == name)
    outputs = list(islice(named, MOST_NODES + 1))  # compile refuses more
    linked = {
        link.to_socket
        for path, node in outputs
        for link in _tree_at(model.tree, path).links
        if link.to_node == node.name
    }
    if kind is None:
        kind = "Value" if linked == {"Value"} else "Color"
    type = SignalType.FLOAT if kind == "Value" else SignalType.COLOR
    places = tuple(Place(path, node.name, kind) for path, node in outputs)
    return Asked(asked_spec(f"aov_{label}", type, f"AOV '{name}'."), places)


def aov_names(model: MaterialModel) -> tuple[str, ...]:
    """Return the names of the AOVs that Cycles would find in a material, sorted."""
    counts = _counting(model)
    nodes = (node for tree in _trees(model.tree) for node in tree.nodes.values())
    return tuple(sorted({_name_of(node) for node in nodes if counts(node)} - {""}))


def _aovs(model: MaterialModel) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield the AOV Outputs that Cycles finds: those in groups too, once for every instance."""
    counts = _counting(model)
    holding = _holding(_trees(model.tree), counts)
    places: list[tuple[Tree, tuple[str, ...], frozenset[int]]] = [(model.tree, (), frozenset())]
    while places:
        tree, path, around = places.pop()
        around = around | {id(tree)}
        for node in tree.nodes.values():
            inner = _entered(node)
            if counts(node):
                yield path, node
            elif inner is not None and id(inner) in holding - around:
                places.append((inner, (*path, node.name), around))


def _counting(model: MaterialModel) -> Callable[[Node], bool]:
    """Return what tells whether a node is an AOV Output that counts."""
    muted = choice("muted_aov", model.version) == "counts"
    return lambda node: node.type == AOV and (muted or not node.muted)


def _entered(node: Node) -> Tree | None:
    """Return the tree that is looked into for AOV Outputs; of a muted group it is not."""
    return None if node.muted else node.tree


def _trees(top: Tree) -> list[Tree]:
    """Return a tree and those of the groups in it, each once."""
    found = {id(top): top}
    waiting = [top]
    while waiting:
        for node in waiting.pop().nodes.values():
            inner = _entered(node)
            if inner is not None and id(inner) not in found:
                found[id(inner)] = inner
                waiting.append(inner)
    return list(found.values())


def _holding(trees: Sequence[Tree], counts: Callable[[Node], bool]) -> set[int]:
    """Return the identities of the trees that have an AOV Output, or a group that has one."""
    users: dict[int, list[Tree]] = {}
    for tree in trees:
        for node in tree.nodes.values():
            users.setdefault(id(_entered(node)), []).append(tree)
    waiting = [tree for tree in trees if any(map(counts, tree.nodes.values()))]
    holding = {id(tree) for tree in waiting}
    while waiting:
        for user in users.get(id(waiting.pop()), ()):
            if id(user) not in holding:
                holding.add(id(user))
                waiting.append(user)
    return holding


def _name_of(node: Node) -> str:
    return str(node.properties.get("aov_name", ""))


def _tree_at(tree: Tree, path: tuple[str, ...]) -> Tree:
    for name in path:
        inner = tree.nodes[name].tree
        assert inner is not None
        tree = inner
    return tree
