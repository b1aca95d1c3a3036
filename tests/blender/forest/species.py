"""What there is to choose for a random tree: node types, modes, and the sockets of each.

All of it is asked of the grid and of the Blender that runs, so a rule that comes is taken up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import bpy

from ..grid.cases import NUMBERS, UNREAD, held_types
from ..grid.modes import Settings, settings_of
from ..grid.setups import setups_of
from .description import Planted

LIGHT = "LIGHT"
"""A mode of what is about a light: outside a light's loop no link from it is valid."""
REROUTE = "NodeReroute"
HANDING_ON = frozenset(
    "GeometryNodeIndexSwitch GeometryNodeMenuSwitch GeometryNodeRepeatInput "
    "GeometryNodeRepeatOutput GeometryNodeSwitch NodeClosureInput NodeClosureOutput "
    "NodeEnableOutput NodeEvaluateClosure NodeImplicitConversion NodeSeparateBundle".split()
)
"""Nodes that hand on what another computes: who reads them reads that one, of its own type, which a
picture of their output does not tell. tests/blender/test_structure.py has them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An input in force."""

    identifier: str
    type: str
    linkable: bool


@dataclass(frozen=True, slots=True)
class Sockets:
    """The sockets of a node in a mode; ``outputs`` are (identifier, type)."""

    inputs: tuple[Entry, ...]
    outputs: tuple[tuple[str, str], ...]


@cache
def kinds() -> tuple[str, ...]:
    """Return every type of node that a tree is grown of, by name."""
    return tuple(kind for kind in held_types() if kind not in HANDING_ON)


@cache
def modes(kind: str) -> tuple[tuple[Settings, str], ...]:
    """Return every mode of a type that links may leave, with every setup."""
    return tuple(
        (settings, setup)
        for settings in settings_of(kind)
        if LIGHT not in dict(settings).values()
        for setup in setups_of(kind)
    )


@cache
def sockets(kind: str, settings: Settings, setup: str) -> Sockets:
    """Return what a node has in a mode."""
    material = bpy.data.materials.new("Kiln forest")
    if material.node_tree is None:
        material.use_nodes = True
    try:
        node = made(material.node_tree, Planted(kind, settings, setup))
        inputs = tuple(
            Entry(s.identifier, s.type, (kind, s.identifier) not in UNREAD)
            for s in node.inputs
            if s.enabled and s.type in NUMBERS
        )
        outputs = tuple(
            (s.identifier, s.type) for s in node.outputs if s.enabled and s.type in NUMBERS
        )
        return Sockets(inputs, outputs)
    finally:
        bpy.data.materials.remove(material)


def made(node_tree: Any, planted: Planted) -> Any:
    """Return a new node of a tree, in its mode and with its numbers; nothing is linked."""
    node = node_tree.nodes.new(planted.kind)
    # Twice: what may be chosen of one enum can depend on another.
    for name, value in (*planted.settings, *planted.settings):
        setattr(node, name, value)
    if planted.kind != REROUTE:
        setups_of(planted.kind)[planted.setup](node)
    node.mute = planted.muted
    entries = {socket.identifier: socket for socket in node.inputs}
    for name, feed in planted.feeds:
        if isinstance(feed, (bool, int, float, tuple)):
            entries[name].default_value = feed
    return node
