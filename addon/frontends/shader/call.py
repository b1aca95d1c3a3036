"""What a rule sees of the compiler: one node, at one place, ready to be turned into ops.

A rule is a function of a NodeCall that returns the node's output signals by socket identifier:

    @rule("ShaderNodeGamma")
    def gamma(call: NodeCall) -> Outputs:
        ops = call.emit("gamma", {"color": call.input("Color"), "gamma": call.input("Gamma")})
        return {"Color": ops["result"]}

Adding a node touches its rule, its kernel, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from ...plan.types import Value
from .coverage import Coverage
from .domain import Domain
from .model import ImageRef, Node, SocketType, WorkingSpace
from .signal import Bundle, Closure, Function, Given, Item, Signal, SignalType
from .sky.table import SkyTable

Outputs = Mapping[str, Given]


class NodeCall(Protocol):
    """One node being compiled, inside its group path and at its bump shift."""

    node: Node

    @property
    def origin(self) -> str:
        """Return the node's path in the user's graph."""
        ...

    @property
    def version(self) -> tuple[int, int, int]:
        """Return the Blender whose Cycles is followed."""
        ...

    @property
    def luminance(self) -> tuple[float, float, float]:
        """Return the weights of colour -> float in the file's working space."""
        ...

    @property
    def working_space(self) -> WorkingSpace:
        """Return the file's scene-linear space."""
        ...

    @property
    def maps(self) -> frozenset[str]:
        """Return the names of the maps that are being baked: a shader's rule reads no other
        channel's inputs."""
        ...

    def prop(self, name: str) -> str:
        """Return an RNA enum property. Errors: KeyError naming the node."""
        ...

    def flag(self, name: str) -> bool:
        """Return an RNA boolean property."""
        ...

    def linked(self, identifier: str) -> bool:
        """Return whether an input is linked (through reroutes, groups and mutes) to something."""
        ...

    def has_input(self, identifier: str) -> bool:
        """Return whether this Blender's node has such an input at all."""
        ...

    def is_grey(self, identifier: str) -> bool:
        """Return whether an input's red, green and blue are known to be one number."""
        ...

    def wants(self, identifier: str) -> bool:
        """Return whether an output of the node is linked to anything."""
        ...

    def input(self, identifier: str) -> Signal:
        """Return an input's signal, implicitly converted to the socket's own type."""
        ...

    def shader(self, identifier: str) -> Closure:
        """Return a shader input's closure (empty where it is not linked)."""
        ...

    def passed(self, identifier: str) -> Given:
        """Return what an input is given, to be handed on as it is."""
        ...

    def links(self, identifier: str) -> int:
        """Return how many links an input has."""
        ...

    def known(self, identifier: str) -> Value | None:
        """Return a number that Blender knows while it builds the shader; None where it does not,
        or where only Blender computes it so early: that is said, and marks the outputs."""
        ...

    def text(self, identifier: str) -> str:
        """Return the input of a string or a menu."""
        ...

    def bundle(self, identifier: str, index: int = 0) -> Bundle:
        """Return a bundle's input, of several links one's; an empty one where it is none."""
        ...

    def item(self, item: Item) -> Given:
        """Return what a bundle's item is given, at this node's shift."""
        ...

    def held(self, identifier: str) -> Item:
        """Return an input as an item of a bundle."""
        ...

    def nothing(self, type: SocketType) -> Given:
        """Return what a socket of a type has where there is nothing: 0, '', no shader."""
        ...

    def handed(self, given: Given, source: SocketType, type: SocketType) -> Given:
        """Return what a socket of a type is given by one of another that it has no link to."""
        ...

    def function(self) -> Function:
        """Return the closure of the zone that this node ends."""
        ...

    def called(self, identifier: str) -> NodeCall | None:
        """Return the end of the closure that an input is given, as it is evaluated from here; None
        where there is none, or where that is too deep, which is said."""
        ...

    def begin(self) -> NodeCall | None:
        """Return the node that begins the zone which this one ends; None where there is none."""
        ...

    def turns(self, count: int) -> Iterator[NodeCall]:
        """Yield this node, which ends a zone, in each of its turns; fewer where they are too many,
        which is said."""
        ...

    def entered(self) -> tuple[int, NodeCall] | None:
        """Return the number of the turn that this node begins, and the node whose inputs it hands
        on; None outside of every turn and call."""
        ...

    @property
    def frame(self) -> float:
        """Return the frame that is baked."""
        ...

    @property
    def frames_per_second(self) -> float:
        """Return how many frames of the scene are a second."""
        ...

    def shifted(self, identifier: str, axis: int, texels: float) -> Signal:
        """Return an input as it is ``texels`` away along Cycles' differential ``axis`` (1 or 2).

        The tree above the input is compiled again with its coordinates moved; what does not vary
        is shared.
        """
        ...

    def still(self) -> Outputs | None:
        """Return what the node gives where no bump has moved it; None where this is that place."""
        ...

    @property
    def domain(self) -> Domain:
        """Return the surface, to be asked what it has."""
        ...

    @property
    def material_index(self) -> float:
        """Return the material's pass index."""
        ...

    def coordinate(self, kind: str, uv_map: str = "") -> Signal:
        """Return a ``Field`` of the domain: "uv", "generated", "object", "normal", ..."""
        ...

    def attribute(self, name: str) -> Signal | None:
        """Return an attribute of the domain's geometry; None where it has none of that name."""
        ...

    def texture_vector(self, identifier: str = "Vector", default: str = "generated") -> Signal:
        """Return the input's vector, or the coordinate Blender uses where it is not linked,
        with the node's hidden texture_mapping applied."""
        ...

    def convert(self, signal: Signal, to: SignalType) -> Signal:
        """Return a signal as another type, with Cycles' implicit conversion."""
        ...

    def emit(
        self,
        kernel: str,
        inputs: Mapping[str, Signal] = ...,
        params: Mapping[str, Value] = ...,
        variants: Mapping[str, str] = ...,
        *,
        types: Mapping[str, SignalType] = ...,
        suffix: str = "",
        gathers: Mapping[str, str] = ...,
    ) -> dict[str, Signal]:
        """Append an op; returns signals by the kernel's output names.

        Literal signals become numbers, others image inputs. ``types`` names outputs that are
        COLOR rather than VECTOR (default: COLOR for vec3). ``suffix`` tells several ops of one
        node apart. ``gathers`` binds TEXELS inputs to externals (names from ``picture``/``table``).
        """
        ...

    def picture(self, image: ImageRef) -> str:
        """Declare an image datablock as an external; returns the external's name."""
        ...

    def grid(self, name: str, rows: tuple[tuple[tuple[float, ...], ...], ...]) -> str:
        """Declare RGBA numbers that are known now, the lowest row first, as an external; returns
        the external's name."""
        ...

    def table(self, rows: Sequence[Sequence[float]]) -> tuple[str, int]:
        """Add 257 RGBA samples to the material's one table image; returns (external name, row)."""
        ...

    def sky(self, table: SkyTable) -> str:
        """Declare a table of the sky as an external; returns the external's name."""
        ...

    def warn(self, code: str, message: str, *, marks: bool = True) -> None:
        """Say that what comes out is not what Cycles would bake; marks every map that uses it.

        Without ``marks`` the rule marks what it is true of itself, with its ``origin``.
        """
        ...


Rule = Callable[[NodeCall], Outputs]

RULES: dict[str, Rule] = {}
"""Every rule by Blender's ``bl_idname``; filled by the decorator when rules/ is imported."""

COVERAGE: dict[str, Coverage] = {}
"""What each rule says of itself, by the same names."""

NOTHING: Mapping[str, str] = {}


def rule(
    *types: str,
    modes: tuple[str, ...] = (),
    covers: str = "",
    limits: Mapping[str, str] = NOTHING,
    switches: tuple[str, ...] = (),
) -> Callable[[Rule], Rule]:
    """Register a function as the rule for these ``bl_idname``s; the rest is told in coverage.py."""

    def register(function: Rule) -> Rule:
        note = " ".join((function.__doc__ or "").split("\n\n")[0].split())
        family = function.__module__.rpartition(".")[2]
        for name in types:
            if name in RULES:
                raise ValueError(f"two rules for '{name}'")
            RULES[name] = function
            COVERAGE[name] = Coverage(family, note, modes, covers, limits, switches)
        return function

    return register
