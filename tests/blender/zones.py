"""Builders for tests of the nodes that hold a tree together: zones, closures, bundles, switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .trees import Feed, Tree

Items = Mapping[str, str]
"""Socket types (FLOAT, RGBA, ...) by the names of items."""


class Zones(Tree):
    """A ``Tree`` that makes these too. Sockets of items are found by name."""

    def add(self, type: str, inputs: dict[str, Feed] | None = None, **properties: Any) -> Any:
        """Return a new node by its whole bl_idname; ``inputs`` are by name."""
        node = self.nodes.new(type)
        for name, value in properties.items():
            setattr(node, name, value)
        for name, feed in (inputs or {}).items():
            self.feed(node, name, feed)
        return node

    def feed(self, node: Any, name: str, feed: Feed) -> None:
        """Link or set an input by name; of several of a name the first."""
        socket = next(s for s in node.inputs if s.name == name)
        if hasattr(feed, "is_linked"):
            self.links.new(feed, socket)
        else:
            socket.default_value = feed

    def given(self, node: Any, name: str) -> Any:
        """Return an output by name."""
        return next(s for s in node.outputs if s.name == name)

    def repeat(
        self,
        iterations: Feed,
        items: Items,
        start: Mapping[str, Feed],
        body: Callable[[Any], Mapping[str, Any]],
    ) -> Any:
        """Return the end of a repeat zone. ``body`` takes its beginning, and returns what its items
        become."""
        begin = self.nodes.new("GeometryNodeRepeatInput")
        end = self.nodes.new("GeometryNodeRepeatOutput")
        begin.pair_with_output(end)
        for name, type in items.items():
            end.repeat_items.new(type, name)
        self.feed(begin, "Iterations", iterations)
        for name, feed in start.items():
            self.feed(begin, name, feed)
        for name, feed in body(begin).items():
            self.feed(end, name, feed)
        return end

    def closure(
        self, inputs: Items, outputs: Items, body: Callable[[Any], Mapping[str, Any]]
    ) -> Any:
        """Return a closure's socket."""
        begin, end = self.nodes.new("NodeClosureInput"), self.nodes.new("NodeClosureOutput")
        begin.pair_with_output(end)
        for name, type in inputs.items():
            end.input_items.new(type, name)
        for name, type in outputs.items():
            end.output_items.new(type, name)
        for name, feed in body(begin).items():
            self.feed(end, name, feed)
        return end.outputs["Closure"]

    def evaluate(
        self, closure: Any, inputs: Items, outputs: Items, feeds: Mapping[str, Feed]
    ) -> Any:
        """Return an Evaluate Closure of a closure's socket; None links none."""
        node = self.nodes.new("NodeEvaluateClosure")
        for name, type in inputs.items():
            node.input_items.new(type, name)
        for name, type in outputs.items():
            node.output_items.new(type, name)
        if closure is not None:
            self.links.new(closure, node.inputs["Closure"])
        for name, feed in feeds.items():
            self.feed(node, name, feed)
        return node

    def bundle(self, items: Items, feeds: Mapping[str, Feed]) -> Any:
        """Return a bundle's socket."""
        node = self.nodes.new("NodeCombineBundle")
        for name, type in items.items():
            node.bundle_items.new(type, name)
        for name, feed in feeds.items():
            self.feed(node, name, feed)
        return node.outputs["Bundle"]

    def separate(self, bundle: Any, items: Items) -> Any:
        """Return a Separate Bundle of a bundle's socket; None links none."""
        node = self.nodes.new("NodeSeparateBundle")
        for name, type in items.items():
            node.bundle_items.new(type, name)
        if bundle is not None:
            self.links.new(bundle, node.inputs["Bundle"])
        return node

    def menu(self, names: Sequence[str], chosen: str, feeds: Mapping[str, Feed], type: str) -> Any:
        """Return a Menu Switch."""
        node = self.nodes.new("GeometryNodeMenuSwitch")
        node.data_type = type
        node.enum_items.clear()
        for name in names:
            node.enum_items.new(name)
        node.inputs["Menu"].default_value = chosen
        for name, feed in feeds.items():
            self.feed(node, name, feed)
        return node

    def index(self, index: Feed, feeds: Sequence[Feed], type: str) -> Any:
        """Return an Index Switch's output."""
        node = self.nodes.new("GeometryNodeIndexSwitch")
        node.data_type = type
        for _ in feeds[2:]:
            node.index_switch_items.new()
        self.feed(node, "Index", index)
        for number, feed in enumerate(feeds):
            self.feed(node, str(number), feed)
        return node.outputs[0]
