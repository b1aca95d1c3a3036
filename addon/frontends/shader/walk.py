"""The pull: from an input, through what feeds it, to the ops that compute it.

One ``Walk`` compiles one material. It remembers what each node gave at each shift, so that a node
feeding ten others is one op, and a shifted copy is made only of what depends on a coordinate. Every
image it writes is 32-bit: inside a region they are registers, and a coordinate in a half is useless.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...plan.build import PlanBuilder
from ...plan.problem import Problem, Severity
from ...plan.types import Extent, Format, ImageId, Role, Value
from .call import RULES, Outputs
from .convert import SIGNAL_TYPES, converted, literal, truncated
from .domain import UNSHIFTED, Domain, Shift
from .flatten import Scope, Source, source
from .model import ImageRef, MaterialModel, Node, SocketType
from .placed import NO_NAMES, NO_NUMBERS, NO_TYPES, PlacedNode
from .signal import Closure, Signal, SignalType

TABLE = "ramps and curves"
"""The external that holds the material's tables, one row each."""
SAMPLES = 257
"""Entries of a row. Source: Cycles' RAMP_TABLE_SIZE, which is one less."""

Place = tuple[Scope, str, Shift]


@dataclass(slots=True)
class Walk:
    """The state of compiling one material. ``plan`` grows as inputs are asked for."""

    model: MaterialModel
    plan: PlanBuilder
    extent: Extent
    """Size of the image being baked, in texels."""
    domain: Domain
    maps: frozenset[str] = frozenset()
    problems: list[Problem] = field(default_factory=list)
    pictures: dict[str, ImageRef] = field(default_factory=dict)
    rows: list[tuple[tuple[float, ...], ...]] = field(default_factory=list)
    _memo: dict[Place, Outputs] = field(default_factory=dict)
    _open: set[Place] = field(default_factory=set)
    _conversions: dict[tuple[ImageId, str], ImageId] = field(default_factory=dict)
    _coordinates: dict[str, dict[str, ImageId]] = field(default_factory=dict)
    _keys: dict[str, int] = field(default_factory=dict)

    def input(self, scope: Scope, node: Node, identifier: str, shift: Shift) -> Signal:
        """Return an input as its socket's own type."""
        found = source(scope, node, identifier, self.warn)
        given = self.given(found, shift)
        if isinstance(given, Closure):
            if found.node is not None:
                self.warn(
                    "shader-as-number",
                    scope.origin(node.name),
                    f"'{identifier}' is linked to a shader; 0 is used instead",
                )
            given = literal(node.input(identifier).type, None)
        return self._through(found, given)

    def shader(self, scope: Scope, node: Node, identifier: str, shift: Shift) -> Closure:
        """Return a shader input's closure. A number linked to it emits, as in Cycles."""
        found = source(scope, node, identifier, self.warn)
        if found.node is None:
            lost = {found.approximation} if found.approximation else ()
            return Closure(approximations=frozenset(lost))
        given = self.given(found, shift)
        if isinstance(given, Closure):
            return given
        return Closure({"emission": self.convert(given, SignalType.COLOR)})

    def linked(self, scope: Scope, node: Node, identifier: str) -> bool:
        """Return whether an input is fed by a node that computes."""
        return source(scope, node, identifier, _silent).node is not None

    def given(self, found: Source, shift: Shift) -> Signal | Closure:
        """Return what a source gives, before the conversions on the way to who asked."""
        if found.node is None:
            number = literal(found.type, found.value)
            if found.approximation:
                return replace(number, approximations=frozenset({found.approximation}))
            return number
        outputs = self.outputs(found.scope, found.node, shift)
        given = outputs.get(found.socket)
        if given is None:
            origin = found.scope.origin(found.node.name)
            self.warn(
                "missing-output", origin, f"its output '{found.socket}' is not evaluated; 0 is used"
            )
            return replace(literal(found.type, None), approximations=frozenset({origin}))
        return given

    def _through(self, found: Source, signal: Signal) -> Signal:
        for type in (found.type, *found.through):
            if type in SIGNAL_TYPES:
                signal = self.convert(signal, SIGNAL_TYPES[type])
            if type is SocketType.INT:
                signal = self._whole(signal)
        return signal

    def _whole(self, signal: Signal) -> Signal:
        if isinstance(signal.value, (int, float)):
            return replace(signal, value=truncated(signal.value))
        assert signal.image is not None
        memo = (signal.image, "whole")
        if memo not in self._conversions:
            ops = self._append(
                "math", f"{signal.image}>whole", {"a": signal.image}, {}, {"operation": "trunc"}
            )
            self._conversions[memo] = ops["result"]
        return replace(signal, image=self._conversions[memo])

    def outputs(self, scope: Scope, node: Node, shift: Shift) -> Outputs:
        """Return what a node gives at a shift, compiling it the first time it is asked."""
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
        self._open.add(place)
        try:
            self._memo[place] = self._compile(scope, node, shift)
        finally:
            self._open.discard(place)
        return self._memo[place]

    def _compile(self, scope: Scope, node: Node, shift: Shift) -> Outputs:
        rule = RULES.get(node.type)
        if rule is None:
            told = self._defaults(scope, node)
            values = ", ".join(
                f"{name} = {_shown(signal.value)}"
                for name, signal in told.items()
                if isinstance(signal, Signal) and scope.feeds(node.name, name)
            )
            self.warn(
                "unsupported-node",
                scope.origin(node.name),
                f"nodes of type {node.type} are not evaluated; {values or 'nothing'} is used instead",
            )
            return told
        call = PlacedNode(self, scope, node, shift)
        for code, where, message in self.model.problems:
            if where == call.origin:
                call.warn(code, message)
        given = rule(call)
        return {name: call.marked(signal) for name, signal in given.items()}

    def _defaults(self, scope: Scope, node: Node) -> dict[str, Signal | Closure]:
        """Return a node's outputs where it cannot be evaluated: their own values, or 0."""
        lost = frozenset({scope.origin(node.name)})
        return {
            socket.identifier: Closure(approximations=lost)
            if socket.type is SocketType.SHADER
            else replace(literal(socket.type, socket.value), approximations=lost)
            for socket in node.outputs
        }

    def convert(self, signal: Signal, to: SignalType) -> Signal:
        """Return a signal as another type; an image is converted by one op, whoever asks."""
        if signal.type is to:
            return signal
        if signal.value is not None:
            value = converted(signal.value, signal.type, to, self.model.working_space.luminance)
            return replace(signal, type=to, value=value)
        if signal.type.glsl == to.glsl:
            return replace(signal, type=to)
        assert signal.image is not None
        kernel = {
            SignalType.FLOAT: "float_to_vector",
            SignalType.VECTOR: "vector_to_float",
            SignalType.COLOR: "color_to_float",
        }[signal.type]
        memo = (signal.image, kernel)
        if memo not in self._conversions:
            argument = next(iter(self.plan.catalog[kernel].inputs))
            params: dict[str, Value] = {}
            if signal.type is SignalType.COLOR:
                params = {"weights": self.model.working_space.luminance}
            ops = self._append(
                kernel, f"{signal.image}>{to.glsl}", {argument: signal.image}, params, {}
            )
            self._conversions[memo] = ops["result"]
        return replace(signal, type=to, image=self._conversions[memo])

    def emit(
        self,
        kernel: str,
        key: str,
        inputs: Mapping[str, Signal],
        params: Mapping[str, Value] = NO_NUMBERS,
        variants: Mapping[str, str] = NO_NAMES,
        types: Mapping[str, SignalType] = NO_TYPES,
        gathers: Mapping[str, str] = NO_NAMES,
        origin: str = "",
    ) -> dict[str, Signal]:
        """Append an op; literal inputs become numbers. Returns signals by output name."""
        spec = self.plan.catalog[kernel]
        images = {name: ImageId(external) for name, external in gathers.items()}
        numbers = dict(params)
        varies = False
        lost: frozenset[str] = frozenset()
        for name, signal in inputs.items():
            if name not in spec.inputs:
                raise ValueError(f"kernel '{kernel}' has no input '{name}'")
            scalar = spec.inputs[name].type == "float"
            if scalar != (signal.type is SignalType.FLOAT):
                signal = self.convert(signal, SignalType.FLOAT if scalar else SignalType.COLOR)
            varies = varies or signal.varies
            lost |= signal.approximations
            if signal.image is not None:
                images[name] = signal.image
            else:
                assert signal.value is not None
                numbers[name] = signal.value
        written = self._append(kernel, key, images, numbers, variants, origin)
        floats = {name for name, out in spec.outputs.items() if out.type == "float"}
        return {
            name: Signal(
                SignalType.FLOAT if name in floats else types.get(name, SignalType.COLOR),
                image=image,
                varies=varies,
                approximations=lost,
            )
            for name, image in written.items()
        }

    def coordinate(self, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return a coordinate of the domain, one op per kind and shift."""
        return self.domain.coordinate(self._emit_coordinate, kind, uv_map, shift)

    def _emit_coordinate(
        self, kernel: str, key: str, params: Mapping[str, Value], variants: Mapping[str, str]
    ) -> dict[str, ImageId]:
        if key not in self._coordinates:
            self._coordinates[key] = self._append(kernel, key, {}, params, variants)
        return self._coordinates[key]

    def _append(
        self,
        kernel: str,
        key: str,
        inputs: Mapping[str, ImageId],
        params: Mapping[str, Value],
        variants: Mapping[str, str],
        origin: str = "",
    ) -> dict[str, ImageId]:
        self._keys[key] = self._keys.get(key, 0) + 1
        if self._keys[key] > 1:
            key = f"{key}~{self._keys[key]}"
        return self.plan.op(
            kernel, inputs, params, variants, key=key, origin=origin or key, role=Role.PRECISE
        )

    def picture(self, image: ImageRef) -> str:
        """Declare an image datablock as an external, at 32 bits where it is a float picture."""
        self.pictures[image.key] = image
        self.plan.external(
            image.key,
            Extent(*image.extent),
            Format.RGBA32F if image.is_float else Format.RGBA8,
            Role.SOURCE if image.is_float else Role.PLAIN,
        )
        return image.key

    def table(self, samples: Sequence[Sequence[float]]) -> tuple[str, int]:
        """Add a row to the material's table, once; returns (the external's name, the row)."""
        row = tuple(tuple(float(x) for x in sample) for sample in samples)
        if len(row) != SAMPLES or any(len(sample) != 4 for sample in row):
            raise ValueError(f"a table is {SAMPLES} RGBA samples, not {len(row)}")
        if row not in self.rows:
            self.rows.append(row)
        return TABLE, self.rows.index(row)

    def declare_table(self) -> None:
        """Declare the table's external, once every row is known."""
        if self.rows:
            self.plan.external(TABLE, Extent(SAMPLES, len(self.rows)), Format.RGBA32F, Role.TABLE)

    def warn(self, code: str, origin: str, message: str) -> None:
        """Say something once."""
        problem = Problem(Severity.WARNING, code, origin, message)
        if problem not in self.problems:
            self.problems.append(problem)


def _shown(value: Value | None) -> str:
    if isinstance(value, tuple):
        return "(" + ", ".join(f"{number:g}" for number in value) + ")"
    return f"{value:g}" if value is not None else "0"


def _silent(code: str, origin: str, message: str) -> None:
    """Warn of nothing: for questions that change nothing."""
