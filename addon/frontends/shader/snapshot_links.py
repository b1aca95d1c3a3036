"""Reads a tree's links, and finds those that form a loop."""

from __future__ import annotations

from collections.abc import Iterable

import bpy

from .model import Link
from .versions import choice


def read_links(tree: bpy.types.NodeTree) -> tuple[Link, ...]:
    """Return the links that carry something.

    Blender marks as not valid the one that closes a loop, those between types that do not convert,
    and those of sockets that a mode does not use; not that of a node to itself.
    """
    return tuple(
        Link(
            link.from_node.name,
            link.from_socket.identifier,
            link.to_node.name,
            link.to_socket.identifier,
        )
        # In the order in which an input of several links has them.
        for link in sorted(tree.links, key=lambda link: link.multi_input_sort_id)
        if link.is_valid and not link.is_muted and link.from_node != link.to_node
    )


def loop_of(tree: bpy.types.NodeTree) -> str:
    """Return the name of a node at which a loop of links closes; '' where none is that counts.

    Links that are muted count too.
    """
    if choice("loops", tuple(bpy.app.version)) == "cut":
        return ""
    pairs = [
        (link.from_node.name, link.to_node.name, link.is_valid)
        for link in tree.links
        if link.from_socket.enabled and link.to_socket.enabled
    ]
    looped = _between_loops((one, other) for one, other, _ in pairs)
    closing = (to for one, to, valid in pairs if {one, to} <= looped and (one == to or not valid))
    return next(closing, next(iter(sorted(looped)), ""))


def _between_loops(pairs: Iterable[tuple[str, str]]) -> set[str]:
    """Return the nodes that are left where those without a link in, or out, go one by one."""
    held = set(pairs)
    while True:
        within = {one for one, _ in held} & {other for _, other in held}
        left = {pair for pair in held if within.issuperset(pair)}
        if left == held:
            return within
        held = left
