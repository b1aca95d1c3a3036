"""Small node trees for parity tests, whose inputs are exact numbers on a grid.

A test builds a tree with ``Tree`` and hands back up to three number sockets, or one colour or
vector, which go to an Emission. Inputs come from the UV of the plane: at texel centres of a
picture whose side is a power of two, u * side is exact in floats, so a grid hits 0, 1 and every
whole number exactly, in Cycles and in Kiln alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Feed = Any
"""A socket of a node, or a number or tuple for an unlinked input."""


class Tree:
    """Makes nodes of one node tree and links them; knows the side of the picture in texels."""

    def __init__(self, node_tree: Any, side: int) -> None:
        self.nodes, self.links, self.side = node_tree.nodes, node_tree.links, side
        self._uv: tuple[Any, ...] = ()

    def node(self, type: str, inputs: dict[str, Feed] | None = None, **properties: Any) -> Any:
        """Return a new node; ``inputs`` are by identifier, ``properties`` by RNA name."""
        node = self.nodes.new(f"ShaderNode{type}")
        for name, value in properties.items():
            setattr(node, name, value)
        for identifier, feed in (inputs or {}).items():
            socket = next(s for s in node.inputs if s.identifier == identifier)
            if hasattr(feed, "is_linked"):
                self.links.new(feed, socket)
            else:
                socket.default_value = feed
        return node

    def out(self, node: Any, identifier: str) -> Any:
        """Return an output of a node by identifier."""
        return next(s for s in node.outputs if s.identifier == identifier)

    def math(self, operation: str, *feeds: Feed, clamp: bool = False) -> Any:
        """Return the result of a Math node."""
        inputs = dict(zip(("Value", "Value_001", "Value_002"), feeds, strict=False))
        return self.node("Math", inputs, operation=operation, use_clamp=clamp).outputs[0]

    def xyz(self, x: Feed, y: Feed, z: Feed) -> Any:
        """Return a vector of three numbers."""
        return self.node("CombineXYZ", {"X": x, "Y": y, "Z": z}).outputs[0]

    def split(self, vector: Any) -> tuple[Any, Any, Any]:
        """Return a vector's components."""
        x, y, z = self.node("SeparateXYZ", {"Vector": vector}).outputs
        return x, y, z

    @property
    def uv(self) -> Any:
        """Return the plane's UV."""
        return self.out(self.node("TexCoord"), "UV")

    def column(self, lowest: float = 0.0, step: float = 1.0) -> Any:
        """Return lowest + step * (the texel's column), exact where that is."""
        return self._count(0, lowest, step)

    def row(self, lowest: float = 0.0, step: float = 1.0) -> Any:
        """Return lowest + step * (the texel's row), exact where that is."""
        return self._count(1, lowest, step)

    def _count(self, axis: int, lowest: float, step: float) -> Any:
        if not self._uv:
            self._uv = self.split(self.uv)
        whole = self.math("FLOOR", self.math("MULTIPLY", self._uv[axis], float(self.side)))
        return self.math("ADD", self.math("MULTIPLY", whole, step), lowest)

    def zero(self) -> Any:
        """Return 0 that Cycles cannot know before it runs."""
        return self.math("FLOOR", self.math("MULTIPLY", self.column(), 1.0 / 4096.0))

    def infinity(self) -> Any:
        """Return infinity that Cycles cannot know before it runs."""
        return self.math("EXPONENT", self.math("ADD", self.zero(), 1000.0))

    def verdict(self, value: Any) -> Any:
        """Return 3 for a finite number, 2 for infinity, 1 for -infinity, 0 for not a number."""
        below = self.math("LESS_THAN", value, 1e30)
        above = self.math("GREATER_THAN", value, -1e30)
        return self.math("ADD", below, self.math("MULTIPLY", above, 2.0))

    def digits(self, values: Sequence[Any], base: float = 4.0) -> Any:
        """Return whole numbers below ``base`` as the digits of one number, the first lowest."""
        total = values[-1]
        for value in reversed(values[:-1]):
            total = self.math("ADD", self.math("MULTIPLY", total, base), value)
        return total
