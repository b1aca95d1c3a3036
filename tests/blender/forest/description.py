"""A random node tree as pure data: it prints, pickles, and is built again in any process.

Nodes stand in an order in which every link comes from an earlier one. What groups there are is said
of runs of that order, so that no group ever feeds itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..grid.modes import Settings

Number = float | int | bool | tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Wire:
    """A link from an output of an earlier node."""

    node: int
    output: str
    """By identifier."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A node: what it is set to, and how each of its inputs is fed, by identifier."""

    kind: str
    """Its ``bl_idname``."""
    settings: Settings = ()
    setup: str = ""
    """Which of the grid's setups prepares it: stops of a ramp, points of curves, a picture."""
    feeds: tuple[tuple[str, Wire | Number], ...] = ()
    muted: bool = False

    @property
    def wires(self) -> dict[str, Wire]:
        """Return the inputs that are linked."""
        return {name: feed for name, feed in self.feeds if isinstance(feed, Wire)}

    @property
    def mode(self) -> str:
        """Return what it is set to, in words."""
        from ..grid.modes import label

        return ", ".join(filter(None, (label(self.settings), self.setup)))

    def __str__(self) -> str:
        name = self.kind.removeprefix("ShaderNode")
        return f"{name} [{self.mode or 'as new'}]" + (" muted" if self.muted else "")


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A run of nodes that is a group; runs of equal nodes at ``places`` use it."""

    places: tuple[int, ...]
    count: int
    inner: Wrapped | None = None
    """A group inside it, whose place counts from its own first node."""


@dataclass(frozen=True, slots=True)
class Grown:
    """A tree."""

    nodes: tuple[Planted, ...]
    groups: tuple[Wrapped, ...] = field(default=())
