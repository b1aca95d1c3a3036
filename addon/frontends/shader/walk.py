"""The pull: from an input, through what feeds it, to the ops that compute it.

One ``Walk`` compiles one material. It remembers what each node gave at each shift, so that a node
feeding ten others is one op, and a shifted copy is made only of what depends on a coordinate.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...plan.problem import Problem, Severity
from ...plan.types import Extent
from .bounds import require_few, require_shallow
from .call import RULES, Outputs
from .convert import SIGNAL_TYPES, fitted, literal, own
from .domain import UNSHIFTED, Shift
from .flatten import Source, Walls, source
from .model import MaterialModel, Node, SocketType
from .placed import TURNS, PlacedNode
from .scope import Scope
from .signal import Closure, Given, Signal, SignalType
from .stand_ins import as_normal, stand_in, used_instead
from .versions import choice
from .writer import OpWriter

WHOLE_TYPES = frozenset({SocketType.INT, SocketType.BOOLEAN})

Place = tuple[Scope, str, Shift]


@dataclass(slots=True)
class Walk:
    """The state of compiling one material. The plan grows as inputs are asked for."""

    model: MaterialModel
    ops: OpWriter
    extent: Extent
    """Size of the image being baked, in texels."""
    maps: frozenset[str] = frozenset()
    problems: list[Problem] = field(default_factory=list)
    _turns: dict[tuple[Scope, str], int] = field(default_factory=dict)
    """How often each zone turns, and each closure is evaluated, by its place."""
    _memo: dict[Place, Outputs] = field(default_factory=dict)
    _open: set[Place] = field(default_factory=set)

    @property
    def walls(self) -> Walls:
        """Return how this Blender's Cycles goes through groups, reroutes and mutes."""
        return Walls(choice("walls", self.model.version))

    def input(self, scope: Scope, node: Node, identifier: str, shift: Shift) -> Signal:
        """Return an input as its socket's own type."""
        found = self.source(scope, node, identifier)
        given = self.given(found, shift, normal=identifier.endswith("Normal"))
        if isinstance(given, Closure):
            if found.node is not None:
                self.warn(
                    "shader-as-number",
                    scope.origin(node.name),
                    f"'{identifier}' is linked to a shader; 0 is used instead",
                )
        if not isinstance(given, Signal):
            nothing = literal(node.input(identifier).type, None)
            given = replace(nothing, approximations=given.approximations)
        return self._through(found, given)

    def passed(
        self, scope: Scope, node: Node, identifier: str, shift: Shift, index: int = 0
    ) -> Given:
        """Return what an input is given, to be handed on as it is: not yet of the socket's type,
        unless it is known or a truth. ``index`` is which of several links it is."""
        found = self.source(scope, node, identifier, index)
        given = self.given(found, shift)
        if isinstance(given, Signal):
            given = self._through(found, given, handed_on=True)
        return fitted(given, node.input(identifier).type)

    def handed(self, given: Given, source: SocketType, type: SocketType) -> Given:
        """Return what a socket of a type is given by one of another that it has no link to."""
        if isinstance(given, Signal):
            if given.known is not None:
                given = self._as(given, type)
            elif type is SocketType.BOOLEAN and self.walls is Walls.INLINE_TRUTH:
                given = self._truth(given, source)
        return fitted(given, type)

    def take_turns(self, scope: Scope, node: Node, count: int) -> int:
        """Return how often of ``count`` a zone may turn; the same at every shift."""
        place = (scope, node.name)
        if place not in self._turns:
            self._turns[place] = max(0, min(count, TURNS - sum(self._turns.values())))
        return self._turns[place]

    def shader(self, scope: Scope, node: Node, identifier: str, shift: Shift) -> Closure:
        """Return a shader input's closure. A number linked to it emits, as in Cycles."""
        found = self.source(scope, node, identifier)
        if found.node is None and not found.emits:
            lost = {found.approximation} if found.approximation else ()
            return Closure(approximations=frozenset(lost))
        given = self.given(found, shift)
        if isinstance(given, Closure):
            return given
        if not isinstance(given, Signal):
            return Closure(approximations=given.approximations)
        return Closure({"emission": self.ops.convert(given, SignalType.COLOR)})

    def is_linked(self, found: Source, *, hidden: bool = False) -> bool:
        """Return whether a source is a node, or (from 5.0) a number further up.

        ``hidden`` is whether a number on a socket that shows none counts too.
        """
        if found.node is not None:
            return True
        return self.walls is not Walls.CONVERT and found.fixed and (hidden or not found.hidden)

    def source(self, scope: Scope, node: Node, identifier: str, index: int = 0) -> Source:
        """Return what feeds an input."""
        return source(scope, node, identifier, self.walls, self.warn, index)

    def given(self, found: Source, shift: Shift, *, normal: bool = False) -> Given:
        """Return what a source gives, before the conversions on the way to who asked.

        ``normal`` is whether a normal is asked for, which a stand-in of 0 is not.
        """
        if found.node is None:
            number = own(found.type, found.value)
            lost = {found.approximation} if found.approximation else set()
            # A rule tells what is wrong with its own node; a group's or a reroute's has none.
            if found.fixed and self.told(found.site, found.owner):
                lost.add(found.owner)
            return replace(number, approximations=frozenset(lost))
        outputs = self.outputs(found.scope, found.node, shift)
        given = outputs.get(found.socket)
        if given is None:
            origin = found.scope.origin(found.node.name)
            self.warn(
                "missing-output", origin, f"its output '{found.socket}' is not evaluated; 0 is used"
            )
            return replace(own(found.type, None), approximations=frozenset({origin}))
        return given if found.node.type in RULES else self._stood_in(found, given, normal)

    def _stood_in(self, found: Source, given: Given, normal: bool) -> Given:
        """Say what is used of a node that has no rule, and return it."""
        node = found.node
        assert node is not None
        used = "nothing"
        if isinstance(given, Signal):
            if normal:
                given = replace(as_normal(given), approximations=given.approximations)
            used = used_instead(node.output(found.socket), given)
        origin = found.scope.origin(node.name)
        self.warn("unsupported-node", origin, f"{node.title} is not evaluated; {used} is used")
        return given

    def _through(self, found: Source, signal: Signal, *, handed_on: bool = False) -> Signal:
        """Return a signal as it comes out of what it passes on the way to who asked.

        ``handed_on`` is whether that is a node that computes nothing with it.
        """
        if self.walls is Walls.CONVERT or signal.known is not None:
            for type in (found.type, *found.through):
                signal = self._as(signal, type)
            return signal
        before = found.type
        for type in found.through:
            if type is SocketType.BOOLEAN and self.walls is Walls.INLINE_TRUTH:
                signal = self._truth(signal, before)
            before = type
        return signal if handed_on else self._as(signal, before)

    def _truth(self, signal: Signal, source: SocketType) -> Signal:
        """Return a signal that a socket gives as a truth: above 0, and of a vector not 0."""
        if SIGNAL_TYPES.get(source) is SignalType.VECTOR:
            signal = self.ops.extent_of(self.ops.convert(signal, SignalType.VECTOR))
        return self.ops.whole(self.ops.convert(signal, SignalType.FLOAT), truth=True)

    def _as(self, signal: Signal, type: SocketType) -> Signal:
        """Return a signal as a socket of a type has it."""
        # Up to 4.5 Cycles knows booleans as integers.
        truth = type is SocketType.BOOLEAN and self.walls is not Walls.CONVERT
        if truth and signal.type is SignalType.VECTOR:
            return self._truth(signal, SocketType.VECTOR)
        if type in SIGNAL_TYPES:
            signal = self.ops.convert(signal, SIGNAL_TYPES[type])
        if type in WHOLE_TYPES:
            signal = self.ops.whole(signal, truth=truth)
        return signal

    def outputs(self, scope: Scope, node: Node, shift: Shift) -> Outputs:
        """Return what a node gives at a shift, compiling it the first time it is asked.

        Errors: TooLarge.
        """
        place = (scope, node.name, shift)
        if place in self._memo:
            return self._memo[place]
        if place in self._open:
            self.warn(
                "loop", scope.origin(node.name), "links form a loop; 0 is used where it closes"
            )
            return self._defaults(scope, node)
        if shift != UNSHIFTED:
            still = self.outputs(scope, node, UNSHIFTED)
            if not any(isinstance(s, Signal) and s.varies for s in still.values()):
                self._memo[place] = still
                return still
        origin = scope.origin(node.name)
        require_few(len(self._memo) + len(self._open), origin)
        require_shallow(len(self._open), origin)
        self._open.add(place)
        try:
            self._memo[place] = self._compile(scope, node, shift)
        finally:
            self._open.discard(place)
        return self._memo[place]

    def _compile(self, scope: Scope, node: Node, shift: Shift) -> Outputs:
        rule = RULES.get(node.type)
        call = PlacedNode(self, scope, node, shift)
        for code, message in self.told(scope.site(node.name), call.origin):
            call.warn(code, message)
        given = rule(call) if rule is not None else self._stand_ins(call)
        return {name: call.marked(signal) for name, signal in given.items()}

    def _stand_ins(self, call: PlacedNode) -> Outputs:
        """Return what is used of a node without a rule: of those outputs that are linked."""
        outputs = {
            socket.identifier: Closure()
            if socket.type is SocketType.SHADER
            else self.ops.convert(stand_in(socket), SIGNAL_TYPES.get(socket.type, SignalType.FLOAT))
            for socket in call.node.outputs
            if call.wants(socket.identifier)
        }
        call.lose()
        return outputs

    def told(self, site: str, origin: str) -> list[tuple[str, str]]:
        """Warn of what was found wrong with a node while it was read; return it again."""
        found = [(code, message) for code, at, message in self.model.problems if at == site]
        for code, message in found:
            self.warn(code, origin, message)
        return found

    def _defaults(self, scope: Scope, node: Node) -> dict[str, Given]:
        """Return a node's outputs where it cannot be evaluated: their own values, or 0."""
        lost = frozenset({scope.origin(node.name)})
        return {
            socket.identifier: replace(own(socket.type, socket.value), approximations=lost)
            for socket in node.outputs
        }

    def warn(self, code: str, origin: str, message: str) -> None:
        """Say something once."""
        problem = Problem(Severity.WARNING, code, origin, message)
        if problem not in self.problems:
            self.problems.append(problem)
