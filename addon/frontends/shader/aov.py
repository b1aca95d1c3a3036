"""AOV Outputs: what Cycles writes into a pass of a name. Measured on 4.5, 5.0 and 5.3.

Every AOV Output of the name adds to the pass, in groups too, once for each time a group is used,
whether the group is linked to anything or not; those of a muted group do not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from .asked import Asked, NotThere, Place, asked_spec
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
    outputs = [(path, node) for path, node in _aovs(model) if _name_of(node) == name]
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
    return tuple(sorted({_name_of(node) for _, node in _aovs(model)} - {""}))


def _aovs(model: MaterialModel) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Yield the AOV Outputs that Cycles finds: those in groups too, once for every instance."""
    muted = choice("muted_aov", model.version) == "counts"

    def found(
        tree: Tree, path: tuple[str, ...], around: tuple[Tree, ...]
    ) -> Iterator[tuple[tuple[str, ...], Node]]:
        for node in tree.nodes.values():
            if node.type == AOV and (muted or not node.muted):
                yield path, node
            elif node.tree is not None and not node.muted and node.tree not in around:
                yield from found(node.tree, (*path, node.name), (*around, node.tree))

    yield from found(model.tree, (), (model.tree,))


def _name_of(node: Node) -> str:
    return str(node.properties.get("aov_name", ""))


def _tree_at(tree: Tree, path: tuple[str, ...]) -> Tree:
    for name in path:
        inner = tree.nodes[name].tree
        assert inner is not None
        tree = inner
    return tree
