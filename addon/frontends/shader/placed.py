"""A node at one place of the nesting and one bump shift: what a rule is called with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ...plan.types import Value
from .call import Outputs
from .convert import SIGNAL_TYPES, own
from .domain import UNSHIFTED, Domain, Shift
from .model import ImageRef, Node, SocketType, WorkingSpace
from .scope import Entry, Scope, begin_of
from .signal import Bundle, Closure, Function, Given, Item, Signal, SignalType, Text
from .sky.table import SkyTable
from .versions import choice
from .writer import NO_NAMES, NO_NUMBERS, NO_SIGNALS, NO_TYPES, Grid

if TYPE_CHECKING:
    from .walk import Walk

IDENTITY_MAPPING = {
    "translation": (0.0, 0.0, 0.0),
    "rotation": (0.0, 0.0, 0.0),
    "scale": (1.0, 1.0, 1.0),
}
LEAST_DIVISOR = 1e-5
"""Of a texture mapping's scale. Source: measured; a scale of 0 maps 1 to 100,000."""
TURNS = 1000
"""How often the zones of a material may turn, nested ones and evaluated closures counted: each is
as many ops as the zone has nodes, and a shader of more takes drivers minutes to compile."""
DEEPEST = 100
"""How many closures deep a closure is evaluated. Source: measured, 5.3."""
ROUNDING = 1e-6
"""What a picker of colours leaves between the channels of a grey."""
PLAIN_AXES = {"mapping_x": "X", "mapping_y": "Y", "mapping_z": "Z"}


@dataclass(slots=True)
class PlacedNode:
    """The compiler's NodeCall."""

    walk: Walk
    scope: Scope
    node: Node
    shift: Shift
    _used: set[str] = field(default_factory=set)
    """Approximations of the inputs asked for: what the outputs inherit."""
    _lost: set[str] = field(default_factory=set)
    """Own path, where the rule warned."""

    @property
    def version(self) -> tuple[int, int, int]:
        """Return the Blender whose Cycles is followed."""
        return self.walk.model.version

    @property
    def luminance(self) -> tuple[float, float, float]:
        """Return the weights of colour -> float in the file's working space."""
        return self.walk.model.working_space.luminance

    @property
    def working_space(self) -> WorkingSpace:
        """Return the file's scene-linear space."""
        return self.walk.model.working_space

    @property
    def maps(self) -> frozenset[str]:
        """Return the names of the maps that are being baked."""
        return self.walk.maps

    @property
    def origin(self) -> str:
        """Return the node's path in the user's graph."""
        return self.scope.origin(self.node.name)

    def prop(self, name: str) -> str:
        """Return an RNA enum property. Errors: KeyError naming the node."""
        if name not in self.node.properties:
            raise KeyError(f"node '{self.origin}' has no property '{name}'")
        return str(self.node.properties[name])

    def flag(self, name: str) -> bool:
        """Return an RNA boolean property. Errors: KeyError naming the node."""
        if name not in self.node.properties:
            raise KeyError(f"node '{self.origin}' has no property '{name}'")
        return bool(self.node.properties[name])

    def has_input(self, identifier: str) -> bool:
        """Return whether this Blender's node has such an input at all."""
        return any(socket.identifier == identifier for socket in self.node.inputs)

    def linked(self, identifier: str) -> bool:
        """Return whether an input is linked to something, through reroutes, groups and mutes."""
        return self._linked(identifier)

    def _linked(self, identifier: str, *, hidden: bool = False) -> bool:
        if not self.has_input(identifier):
            return False
        found = self.walk.source(self.scope, self.node, identifier)
        if found.approximation:
            self._used.add(found.approximation)
        return self.walk.is_linked(found, hidden=hidden)

    def is_grey(self, identifier: str) -> bool:
        """Return whether an input's red, green and blue are known to be one number."""
        found = self.walk.source(self.scope, self.node, identifier)
        if found.node is not None:
            return SIGNAL_TYPES.get(found.type) is SignalType.FLOAT
        given = self.input(identifier).value
        return not isinstance(given, tuple) or max(given) - min(given) < ROUNDING

    def wants(self, identifier: str) -> bool:
        """Return whether an output of the node is linked to anything."""
        return self.scope.feeds(self.node.name, identifier)

    def input(self, identifier: str) -> Signal:
        """Return an input's signal, as the socket's own type."""
        return self._noted(self.walk.input(self.scope, self.node, identifier, self.shift))

    def shader(self, identifier: str) -> Closure:
        """Return a shader input's closure; its channels carry their own approximations."""
        return self.walk.shader(self.scope, self.node, identifier, self.shift)

    def passed(self, identifier: str) -> Given:
        """Return what an input is given, to be handed on as it is."""
        return self.walk.passed(self.scope, self.node, identifier, self.shift)

    def links(self, identifier: str) -> int:
        """Return how many links an input has."""
        return self.scope.links_to(self.node.name, identifier)

    def known(self, identifier: str) -> Value | None:
        """Return a number that Blender knows while it builds the shader."""
        signal = self.input(identifier)
        if signal.known is None and signal.folds:
            self.warn(
                "not-folded",
                f"'{identifier}' is computed by nodes that Kiln evaluates on the GPU, too late to "
                "choose by it: put the number itself there",
            )
        return signal.known

    def text(self, identifier: str) -> str:
        """Return the input of a string or a menu."""
        given = self.passed(identifier)
        self._used |= given.approximations
        return given.text if isinstance(given, Text) else ""

    def bundle(self, identifier: str, index: int = 0) -> Bundle:
        """Return a bundle's input, of several links one's."""
        given = self.walk.passed(self.scope, self.node, identifier, self.shift, index)
        self._used |= given.approximations
        return given if isinstance(given, Bundle) else Bundle()

    def item(self, item: Item) -> Given:
        """Return what a bundle's item is given, at this node's shift."""
        return self.walk.passed(item.scope, item.node, item.identifier, self.shift)

    def held(self, identifier: str) -> Item:
        """Return an input as an item of a bundle."""
        return Item(self.scope, self.node, identifier)

    def nothing(self, type: SocketType) -> Given:
        """Return what a socket of a type has where there is nothing."""
        return own(type, None)

    def handed(self, given: Given, source: SocketType, type: SocketType) -> Given:
        """Return what a socket of a type is given by one of another that it has no link to."""
        return self.walk.handed(given, source, type)

    def function(self) -> Function:
        """Return the closure of the zone that this node ends."""
        return Function(self.scope, self.node)

    def called(self, identifier: str) -> PlacedNode | None:
        """Return the end of the closure that an input is given, as it is evaluated from here."""
        given = self.passed(identifier)
        self._used |= given.approximations
        if not isinstance(given, Function) or given.scope is None or given.node is None:
            return None
        begin = begin_of(given.scope.tree, given.node)
        name = begin.name if begin is not None else ""
        calls = self.scope.calls()
        itself = (id(given.scope.tree), name) in calls and choice(
            "closure_recursion", self.version
        ) == "none"
        if itself or len(calls) > DEEPEST:
            why = "the closure evaluates itself" if itself else "closures evaluate each other"
            deep = "" if itself else f" more than {DEEPEST} deep"
            self.walk.warn(
                "recursive-closure",
                self.scope.site(self.node.name),
                f"{why}{deep}; 0 is used, as in Cycles",
            )
            return None
        if not self.walk.take_turns(self.scope, self.node, 1):
            self._warn_turns()
            return None
        scope = given.scope.call(Entry(name, self.scope, self.node, called=True))
        return PlacedNode(self.walk, scope, given.node, self.shift)

    def begin(self) -> PlacedNode | None:
        """Return the node that begins the zone which this one ends; None where there is none."""
        begin = begin_of(self.scope.tree, self.node)
        if begin is None:
            return None
        # What is lost on its inputs is lost for this node.
        return PlacedNode(self.walk, self.scope, begin, self.shift, self._used, self._lost)

    def turns(self, count: int) -> Iterator[PlacedNode]:
        """Yield this node, which ends a zone, in each of its turns."""
        begin = begin_of(self.scope.tree, self.node)
        assert begin is not None
        allowed = self.walk.take_turns(self.scope, self.node, count)
        if allowed < count:
            self._warn_turns()
        scope, before = self.scope, begin
        for turn in range(allowed):
            scope = self.scope.turn(self.node, Entry(begin.name, scope, before, turn))
            before = self.node
            yield PlacedNode(self.walk, scope, self.node, self.shift)

    def _warn_turns(self) -> None:
        self.warn(
            "too-many-turns",
            f"all zones and closures of the material together turn more than {TURNS} times, which "
            "no shader bears; it stops there: lower Iterations",
        )

    def entered(self) -> tuple[int, PlacedNode] | None:
        """Return the number of the turn that this node begins, and the node it hands on from."""
        entry = self.scope.entry
        if entry is None or entry.begin != self.node.name:
            return None
        return entry.turn, PlacedNode(self.walk, entry.scope, entry.node, self.shift)

    @property
    def frame(self) -> float:
        """Return the frame that is baked."""
        return self.walk.model.frame

    @property
    def frames_per_second(self) -> float:
        """Return how many frames of the scene are a second."""
        return self.walk.model.frames_per_second

    def shifted(self, identifier: str, axis: int, texels: float) -> Signal:
        """Return an input as it is ``texels`` away along Cycles' differential ``axis``."""
        u, v = self.walk.ops.domain.along(axis, texels, self.walk.extent)
        moved = (self.shift[0] + u, self.shift[1] + v)
        return self._noted(self.walk.input(self.scope, self.node, identifier, moved))

    def still(self) -> Outputs | None:
        """Return what the node gives unshifted; None where it is not shifted."""
        if self.shift == UNSHIFTED:
            return None
        return self.walk.outputs(self.scope, self.node, UNSHIFTED)

    @property
    def domain(self) -> Domain:
        """Return the surface, to be asked what it has."""
        return self.walk.ops.domain

    @property
    def material_index(self) -> float:
        """Return the material's pass index."""
        return float(self.walk.model.pass_index)

    def coordinate(self, kind: str, uv_map: str = "") -> Signal:
        """Return a ``Field`` of the domain, at the node's shift."""
        return self.walk.ops.coordinate(kind, uv_map, self.shift)

    def attribute(self, name: str) -> Signal | None:
        """Return an attribute of the domain's geometry; None where it has none of that name."""
        return self.walk.ops.attribute(name, self.shift)

    def texture_vector(self, identifier: str = "Vector", default: str = "generated") -> Signal:
        """Return the vector a texture is looked up at, moved by its hidden texture_mapping."""
        # From 5.0 a number on a group's hidden socket is looked up at, except by Image Texture.
        linked = self._linked(identifier, hidden=default == "generated")
        vector = self.input(identifier) if linked else self.coordinate(default)
        properties = self.node.properties
        moved = {
            name: properties.get(f"texture_mapping.{name}", identity)
            for name, identity in IDENTITY_MAPPING.items()
        }
        axes = {
            name: properties.get(f"texture_mapping.{name}", a) for name, a in PLAIN_AXES.items()
        }
        if axes != PLAIN_AXES:
            variants = {name[-1]: str(axis).lower() for name, axis in axes.items()}
            vector = self.emit(
                "swap_axes",
                {"vector": vector},
                variants=variants,
                types={"result": SignalType.VECTOR},
                suffix="texture axes",
            )["result"]
        if moved == IDENTITY_MAPPING:
            return vector
        mode = str(properties.get("texture_mapping.vector_type", "POINT")).lower()
        scale = moved["scale"]
        assert isinstance(scale, tuple)
        if mode in ("texture", "normal"):
            # Cycles divides by it as it is compiled, and by no less than this.
            moved["scale"] = tuple(_away_from_0(number) for number in scale)
        inputs = {"vector": vector}
        for name, value in zip(("location", "rotation", "scale"), moved.values(), strict=True):
            assert isinstance(value, tuple)
            inputs[name] = Signal.vector(*value)
        return self.emit(
            "mapping",
            inputs,
            variants={"mode": mode},
            types={"result": SignalType.VECTOR},
            suffix="texture mapping",
        )["result"]

    def convert(self, signal: Signal, to: SignalType) -> Signal:
        """Return a signal as another type, with Cycles' implicit conversion."""
        return self.walk.ops.convert(signal, to)

    def emit(
        self,
        kernel: str,
        inputs: Mapping[str, Signal] = NO_SIGNALS,
        params: Mapping[str, Value] = NO_NUMBERS,
        variants: Mapping[str, str] = NO_NAMES,
        *,
        types: Mapping[str, SignalType] = NO_TYPES,
        suffix: str = "",
        gathers: Mapping[str, str] = NO_NAMES,
    ) -> dict[str, Signal]:
        """Append an op of this node; returns signals by the kernel's output names."""
        key = self.origin
        if self.shift != UNSHIFTED:
            key += f"@{self.shift[0]:+.6g}{self.shift[1]:+.6g}"
        if suffix:
            key += f" {suffix}"
        return self.walk.ops.emit(
            kernel, key, inputs, params, variants, types, gathers, self.origin
        )

    def picture(self, image: ImageRef) -> str:
        """Declare an image datablock as an external; returns the external's name."""
        return self.walk.ops.picture(image)

    def grid(self, name: str, rows: Grid) -> str:
        """Declare RGBA numbers that are known now as an external; returns the external's name."""
        return self.walk.ops.grid(name, rows)

    def table(self, rows: Sequence[Sequence[float]]) -> tuple[str, int]:
        """Add 257 RGBA samples to the material's table; returns (external name, row)."""
        return self.walk.ops.table(rows)

    def sky(self, table: SkyTable) -> str:
        """Declare a table of the sky as an external; returns the external's name."""
        return self.walk.ops.sky(table)

    def warn(self, code: str, message: str, *, marks: bool = True) -> None:
        """Say that what comes out is not what Cycles would bake."""
        self.walk.warn(code, self.origin, message)
        if marks:
            self._lost.add(self.origin)

    def lose(self) -> None:
        """Mark every output as not what Cycles would bake; who asks for one is told what it is."""
        self._lost.add(self.origin)

    def marked(self, given: Given) -> Given:
        """Return an output with what it rests on that is approximate.

        A number rests on every input that was asked for; a closure's channels carry their own, so
        that an approximate roughness does not mark the base colour.
        """
        if isinstance(given, Closure):
            lost = given.approximations | frozenset(self._lost)
            return replace(given, approximations=lost, shaders=given.shaders or (self.origin,))
        return replace(given, approximations=given.approximations | self._used | self._lost)

    def _noted(self, signal: Signal) -> Signal:
        self._used |= signal.approximations
        return signal


def _away_from_0(number: float) -> float:
    """Return a divisor no nearer to 0 than Cycles' own."""
    if abs(number) >= LEAST_DIVISOR:
        return number
    return LEAST_DIVISOR if number >= 0.0 else -LEAST_DIVISOR
