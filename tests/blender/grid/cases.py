"""Every case of the grid: a node, its mode, how its inputs are fed, and which outputs are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import bpy

from addon.frontends.shader.registry import load_rules

from .inputs import PARAMETERS
from .modes import Settings, covering, label, settings_of
from .setups import setups_of

NUMBERS = frozenset({"VALUE", "INT", "BOOLEAN", "VECTOR", "ROTATION", "RGBA"})
"""Types of sockets that a picture can be made of."""
TRIED = frozenset({"VALUE", "VECTOR", "RGBA"})
"""Types of inputs that edge values are fed to."""
WITHOUT = frozenset(
    {
        "ShaderNodeGroup",
        "ShaderNodeNewGeometry",
        "ShaderNodeObjectInfo",
        "ShaderNodeWireframe",
    }
)
"""A group is no node of its own. The grid's surface is one triangle of an object of its own, which
has not the plane's edges, islands and name: tests/blender/test_parity_plane.py holds those."""
UNREAD = frozenset({("ShaderNodeBump", "Filter Width")})
"""Inputs that Cycles takes as a number when it compiles; a link has no say."""


@dataclass(frozen=True, slots=True)
class Case:
    """One picture. ``look`` is "modes", "varied" (every input is a field), or "edge Scale"."""

    kind: str
    settings: Settings
    setup: str
    look: str
    outputs: tuple[str, ...]
    """One colour or vector, or up to three numbers, by identifier."""
    tried: str = ""
    """Identifier of the input that is fed with the edge values."""
    whole: bool = False
    """The three channels are one vector, whose components are as exact as the longest of them."""

    @property
    def mode(self) -> str:
        """Return what the node is set to, in words."""
        return ", ".join(filter(None, (label(self.settings), self.setup)))

    def __str__(self) -> str:
        name = self.kind.removeprefix("ShaderNode")
        return f"{name} [{self.mode or 'as new'}] {self.look}: {', '.join(self.outputs)}"


def held_types() -> list[str]:
    """Return the evaluated node types of this Blender whose outputs are numbers, by name."""
    rules = load_rules()
    return [kind for kind in sorted(rules) if kind not in WITHOUT and _offers_numbers(kind)]


def every_case(names: Sequence[str] = (), every: int = 1) -> list[Case]:
    """Return the cases of the types whose name holds one of ``names``, each ``every``-th."""
    kinds = [kind for kind in held_types() if not names or any(name in kind for name in names)]
    return [case for kind in kinds for case in cases_of(kind)][::every]


def cases_of(kind: str) -> Iterator[Case]:
    """Yield the cases of one type: every mode, then edge values over a covering set of modes."""
    every = settings_of(kind)
    for settings in every:
        for setup in setups_of(kind):
            yield from _looks(kind, settings, setup, edges=False)
    for settings in covering(every):
        for setup in list(setups_of(kind))[:2]:
            yield from _looks(kind, settings, setup, edges=True)


def make(tree: Any, case: Case) -> Any:
    """Return a new node of a case's type, set up as the case says."""
    node = tree.nodes.new(case.kind)
    _set_up(node, case.settings, case.setup)
    return node


def _set_up(node: Any, settings: Settings, setup: str) -> None:
    # Twice: what may be chosen of one enum can depend on another.
    for name, value in (*settings, *settings):
        setattr(node, name, value)
    setups_of(node.bl_idname)[setup](node)


def _looks(kind: str, settings: Settings, setup: str, *, edges: bool) -> Iterator[Case]:
    material = bpy.data.materials.new("Kiln grid")
    if material.node_tree is None:
        material.use_nodes = True
    try:
        node = material.node_tree.nodes.new(kind)
        _set_up(node, settings, setup)
        inputs = [s for s in node.inputs if s.enabled and s.type in TRIED]
        pictures = list(_pictures(node))
        vectors = {s.identifier for s in node.outputs if s.type in ("VECTOR", "ROTATION")}
        varied = any(s.identifier in PARAMETERS for s in inputs)
        tried = [s.identifier for s in inputs if (kind, s.identifier) not in UNREAD]
    finally:
        bpy.data.materials.remove(material)
    for outputs in pictures:
        whole = outputs[0] in vectors
        if not edges:
            yield Case(kind, settings, setup, "modes", outputs, whole=whole)
            if varied:
                yield Case(kind, settings, setup, "varied", outputs, whole=whole)
        else:
            for name in tried:
                yield Case(kind, settings, setup, f"edge {name}", outputs, name, whole)


def _pictures(node: Any) -> Iterator[tuple[str, ...]]:
    """Yield the outputs in force, numbers by threes."""
    numbers: list[str] = []
    for socket in node.outputs:
        if not socket.enabled:
            continue
        if socket.type in ("VECTOR", "ROTATION", "RGBA"):
            yield (socket.identifier,)
        elif socket.type in NUMBERS:
            numbers.append(socket.identifier)
    for start in range(0, len(numbers), 3):
        yield tuple(numbers[start : start + 3])


def _offers_numbers(kind: str) -> bool:
    """Return whether this Blender has the type, with an output of numbers and an input or mode."""
    material = bpy.data.materials.new("Kiln grid")
    if material.node_tree is None:
        material.use_nodes = True
    try:
        node = material.node_tree.nodes.new(kind)
    except RuntimeError:
        return False
    else:
        return (
            node.bl_idname == kind
            and bool(node.outputs)
            and all(socket.type in NUMBERS for socket in (*node.inputs, *node.outputs))
        )
    finally:
        bpy.data.materials.remove(material)
