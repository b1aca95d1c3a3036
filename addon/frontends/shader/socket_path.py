"""Finds the socket that a person's text names.

    Wood/Mix.001:Result     an output, or an input where no output has the name
    Mix:in:Factor           an input, where an output has the name too
    Math:Value#2            the second of two sockets with one name

A node goes by its name, or by its label where only one has it, after the group nodes around it with
slashes between them; a socket by its name or its identifier. A group that is used twice is two
paths.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from itertools import islice

from .asked import BAKED_TYPES, Asked, NotBakeable, NotThere, Place, asked_spec
from .bounds import MOST_NODES
from .model import Node, Socket, SocketType, Tree

_NUMBERED = re.compile(r"(.+)#([1-9][0-9]*)")


def socket_asked(tree: Tree, text: str) -> Asked:
    """Return the socket that a text names. Errors: NotThere, NotBakeable."""
    missing: NotThere | None = None
    for at in [found.start() for found in re.finditer(":", text)][::-1]:
        try:
            path, node = _node_at(tree, text[:at], ())
        except NotThere as gone:
            missing = missing if missing is not None and missing.what == "socket" else gone
            continue
        try:
            socket, is_output = _socket_of(node, text[at + 1 :])
        except NotThere as gone:
            missing = gone
            continue
        where = "/".join((*path, node.name))
        name = f"{where}:{_spelled(node, socket, is_output)}"
        if socket.type not in BAKED_TYPES:
            raise NotBakeable(f"'{name}' {_why_not(socket)}")
        spec = asked_spec(name, BAKED_TYPES[socket.type], f"'{socket.name}' of {where}.")
        return Asked(spec, (Place(path, node.name, socket.identifier, is_output),))
    if missing is not None:
        raise missing
    raise NotBakeable(f"'{text}' names no socket; write NODE:SOCKET, such as 'Mix:Result'")


def _node_at(tree: Tree, text: str, path: tuple[str, ...]) -> tuple[tuple[str, ...], Node]:
    """Return the group nodes down to a node, and it; names may have slashes in them too."""
    if text in tree.nodes:
        return path, tree.nodes[text]
    labelled = [node for node in tree.nodes.values() if node.label and node.label == text]
    if len(labelled) == 1:
        return path, labelled[0]
    if labelled:
        names = " and ".join(f"'{'/'.join((*path, node.name))}'" for node in labelled)
        raise NotBakeable(f"'{text}' is the label of {names}; write the name of one")
    for node in tree.nodes.values():
        for called in {node.name, node.label} - {""}:
            if node.tree is not None and text.startswith(f"{called}/"):
                try:
                    return _node_at(node.tree, text[len(called) + 1 :], (*path, node.name))
                except NotThere:
                    continue
    raise NotThere("node", text, tuple(islice(_paths(tree), MOST_NODES)))


def _paths(top: Tree) -> Iterator[str]:
    """Yield the path of every node, and the same by its label; those outside of groups first."""
    places: deque[tuple[Tree, tuple[str, ...], frozenset[int]]] = deque([(top, (), frozenset())])
    while places:
        tree, path, around = places.popleft()
        around = around | {id(tree)}
        for node in tree.nodes.values():
            yield "/".join((*path, node.name))
            if node.label:
                yield "/".join((*path, node.label))
            if node.tree is not None and id(node.tree) not in around:
                places.append((node.tree, (*path, node.name), around))


def _socket_of(node: Node, text: str) -> tuple[Socket, bool]:
    """Return the socket of a node that a text names, and whether it is an output."""
    written = text
    side, colon, rest = text.partition(":")
    sides = {"out": node.outputs, "in": node.inputs}
    if colon and side in sides:
        sides, text = {side: sides[side]}, rest
    for name, sockets in sides.items():
        used = [socket for socket in sockets if socket.enabled]
        for socket in used:
            if socket.identifier == text:
                return socket, name == "out"
        numbered = _NUMBERED.fullmatch(text)
        called, place = (numbered[1], int(numbered[2])) if numbered else (text, 1)
        named = [socket for socket in used if socket.name == called]
        if len(named) >= place:
            return named[place - 1], name == "out"
    for sockets in sides.values():
        if any(text in (socket.identifier, socket.name) for socket in sockets):
            raise NotBakeable(f"'{text}' of '{node.name}' is not used in the mode that it is in")
    known = tuple(
        f"{node.name}:{_spelled(node, socket, name == 'out')}"
        for name, sockets in {"out": node.outputs, "in": node.inputs}.items()
        for socket in sockets
        if socket.enabled and socket.type is not SocketType.CUSTOM
    )
    raise NotThere("socket", f"{node.name}:{written}", known)


def _spelled(node: Node, socket: Socket, is_output: bool) -> str:
    """Return how a socket is asked for: its name, with what tells it apart where that is needed."""
    sockets = node.outputs if is_output else node.inputs
    named = [s for s in sockets if s.enabled and s.name == socket.name]
    number = next((i for i, s in enumerate(named) if s is socket), 0)
    text = socket.name + (f"#{number + 1}" if number else "")
    shadowed = not is_output and any(s.enabled and s.name == socket.name for s in node.outputs)
    return f"in:{text}" if shadowed else text


def _why_not(socket: Socket) -> str:
    if socket.type is SocketType.SHADER:
        return "carries a shader, which is no picture; bake its maps with --maps, or a socket of it"
    return f"holds no number but a {socket.type.value.lower()}; name a number, vector or colour"
