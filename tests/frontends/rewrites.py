"""Changes to a tree that change nothing of what it computes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from addon.frontends.shader.model import Link, Node, Socket, Tree

from .models import entry, exit_, reroute, socket


def rerouted(tree: Tree, link: Link, name: str = "Kiln reroute") -> Tree:
    """Return a tree with a reroute in a link, of the type of what it comes from."""
    source = tree.nodes[link.from_node].output(link.from_socket)
    return spliced(tree, link, reroute(name, source.type), "Input", "Output")


def spliced(tree: Tree, link: Link, node: Node, into: str, out: str) -> Tree:
    """Return a tree with a node in a link's way."""
    links = [other for other in tree.links if other != link]
    links.append(Link(link.from_node, link.from_socket, node.name, into))
    links.append(Link(node.name, out, link.to_node, link.to_socket))
    return replace(tree, nodes={**tree.nodes, node.name: node}, links=tuple(links))


def bypassed(tree: Tree, link: Link, name: str = "Kiln muted") -> Tree:
    """Return a tree with a muted node in a link, which passes on one input of the link's type."""
    source = tree.nodes[link.from_node].output(link.from_socket)
    ends = [Socket("Through", "Through", source.type, source.value)]
    node = Node(name, "ShaderNodeMath", tuple(ends), tuple(ends), muted=True)
    return spliced(
        tree, link, replace(node, bypass=(("Through", "Through"),)), "Through", "Through"
    )


def renamed(tree: Tree, called: Callable[[str], str]) -> Tree:
    """Return a tree whose nodes have other names."""
    links = (
        replace(link, from_node=called(link.from_node), to_node=called(link.to_node))
        for link in tree.links
    )
    nodes = {called(name): replace(node, name=called(name)) for name, node in tree.nodes.items()}
    return replace(tree, nodes=nodes, links=tuple(links), active_output=called(tree.active_output))


def reordered(tree: Tree, names: Sequence[str], links: Sequence[Link]) -> Tree:
    """Return a tree whose nodes and links stand in another order in the file."""
    return replace(tree, nodes={name: tree.nodes[name] for name in names}, links=tuple(links))


def grouped(tree: Tree, names: Collection[str], called: str = "Group") -> Tree:
    """Return a tree with some nodes moved into a group, as Blender's Make Group does."""
    ins: dict[tuple[str, str], str] = {}
    outs: dict[tuple[str, str], str] = {}
    inner, outer = [], []
    for link in tree.links:
        source, to = (link.from_node, link.from_socket), (link.to_node, link.to_socket)
        if link.from_node in names and link.to_node in names:
            inner.append(link)
        elif link.to_node in names:
            if source not in ins:
                ins[source] = f"In{len(ins)}"
                outer.append(Link(*source, called, ins[source]))
            inner.append(Link("Kiln in", ins[source], *to))
        elif link.from_node in names:
            if source not in outs:
                outs[source] = f"Out{len(outs)}"
                inner.append(Link(*source, "Kiln exit", outs[source]))
            outer.append(Link(called, outs[source], *to))
        else:
            outer.append(link)

    def sockets(ends: dict[tuple[str, str], str]) -> Iterator[Socket]:
        for (node, identifier), name in ends.items():
            yield socket(name, tree.nodes[node].output(identifier).type)

    entries, exits = tuple(sockets(ins)), tuple(sockets(outs))
    inside = Tree(
        "G",
        {name: tree.nodes[name] for name in names}
        | {
            "Kiln in": replace(entry(*entries), name="Kiln in"),
            "Kiln exit": replace(exit_(*exits), name="Kiln exit"),
        },
        tuple(inner),
        active_output="Kiln exit",
    )
    group = Node(called, "ShaderNodeGroup", entries, exits, tree=inside)
    rest = {name: node for name, node in tree.nodes.items() if name not in names}
    return replace(tree, nodes={**rest, called: group}, links=tuple(outer))
