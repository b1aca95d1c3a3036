"""Writes the ops of one material: signals in, signals out, literals kept as numbers.

Every image it writes is 32-bit: in a region they are registers, and a coordinate in a half is
useless.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from ...plan.build import PlanBuilder, written_by
from ...plan.names import free_name
from ...plan.spec import KernelSpec
from ...plan.types import Extent, Format, ImageId, Role, Value
from .convert import converted, truncated
from .domain import Domain, Shift
from .fold import folded
from .model import ImageRef
from .signal import Signal, SignalType
from .sky.table import SkyTable
from .texels import stored_as

TABLE = "ramps and curves"
"""The external that holds the material's tables, one row each."""
SAMPLES = 257
"""Entries of a row. Source: Cycles' RAMP_TABLE_SIZE, which is one less."""

Grid = tuple[tuple[tuple[float, ...], ...], ...]
"""Rows of RGBA numbers, the lowest first."""

NO_SIGNALS: Mapping[str, Signal] = MappingProxyType({})
NO_NUMBERS: Mapping[str, Value] = MappingProxyType({})
NO_TYPES: Mapping[str, SignalType] = MappingProxyType({})
NO_NAMES: Mapping[str, str] = MappingProxyType({})

_CONVERSIONS = {
    SignalType.FLOAT: ("float_to_vector", "value"),
    SignalType.VECTOR: ("vector_to_float", "vector"),
    SignalType.COLOR: ("color_to_float", "color"),
}
"""Kernel and input by what a signal is converted from."""


@dataclass(slots=True)
class OpWriter:
    """Appends to ``plan``; the same conversion, coordinate, picture or table is written once."""

    plan: PlanBuilder
    domain: Domain
    luminance: tuple[float, float, float]
    pictures: dict[str, ImageRef] = field(default_factory=dict)
    skies: dict[str, SkyTable] = field(default_factory=dict)
    rows: list[tuple[tuple[float, ...], ...]] = field(default_factory=list)
    grids: dict[str, Grid] = field(default_factory=dict)
    _conversions: dict[tuple[ImageId, str], ImageId] = field(default_factory=dict)
    _coordinates: dict[str, dict[str, ImageId]] = field(default_factory=dict)
    _keys: set[str] = field(default_factory=set)
    _asked: dict[str, int] = field(default_factory=dict)
    """How many ops wanted a key."""
    _externals: dict[Hashable, str] = field(default_factory=dict)
    """Names of externals by what they hold."""

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
        known: dict[str, Value] = {}
        for name, given in inputs.items():
            if name not in spec.inputs:
                raise ValueError(f"kernel '{kernel}' has no input '{name}'")
            scalar = spec.inputs[name].type == "float"
            signal = given
            if scalar != (given.type is SignalType.FLOAT):
                signal = self.convert(given, SignalType.FLOAT if scalar else SignalType.COLOR)
            if signal.image is not None:
                images[name] = signal.image
            else:
                assert signal.value is not None
                numbers[name] = signal.value
            if signal.known is not None:
                known[name] = signal.known
        if inputs and len(known) == len(inputs):
            results = folded(kernel, variants, known)
            if results is not None:
                lost = frozenset().union(*(s.approximations for s in inputs.values()))
                return {
                    name: replace(
                        Signal.folded(_kind(spec, name, types), value), approximations=lost
                    )
                    for name, value in results.items()
                }
        written = self._append(kernel, key, images, numbers, variants, origin)
        return {
            name: Signal(
                _kind(spec, name, types),
                image=image,
                varies=any(signal.varies for signal in inputs.values()),
                approximations=frozenset().union(*(s.approximations for s in inputs.values())),
                folds=bool(inputs) and all(s.folds or s.known is not None for s in inputs.values()),
            )
            for name, image in written.items()
        }

    def convert(self, signal: Signal, to: SignalType) -> Signal:
        """Return a signal as another type; an image is converted by one op, whoever asks."""
        if signal.type is to:
            return signal
        if signal.known is not None:
            known = converted(signal.known, signal.type, to, self.luminance)
            signal = replace(signal, known=known)
        if signal.value is not None:
            value = converted(signal.value, signal.type, to, self.luminance)
            return replace(signal, type=to, value=value)
        if signal.type.glsl == to.glsl:
            return replace(signal, type=to)
        assert signal.image is not None
        kernel, argument = _CONVERSIONS[signal.type]
        memo = (signal.image, kernel)
        if memo not in self._conversions:
            weights = {"weights": self.luminance} if signal.type is SignalType.COLOR else {}
            key = f"{signal.image}>{to.glsl}"
            ops = self._append(kernel, key, {argument: signal.image}, weights)
            self._conversions[memo] = ops["result"]
        return replace(signal, type=to, image=self._conversions[memo])

    def extent_of(self, vector: Signal) -> Signal:
        """Return a number that is above 0 where a component of a vector is not 0."""
        if isinstance(vector.value, tuple):
            known = None if vector.known is None else float(any(vector.value))
            value = float(any(vector.value))
            return replace(vector, type=SignalType.FLOAT, value=value, known=known)
        assert vector.image is not None
        memo = (vector.image, "extent")
        if memo not in self._conversions:
            sizes = self._append(
                "vector_math",
                f"{vector.image}>absolute",
                {"a": vector.image},
                variants={"operation": "absolute"},
            )
            ops = self._append(
                "vector_math_value",
                f"{vector.image}>extent",
                {"a": sizes["result"]},
                {"b": (1.0, 1.0, 1.0)},
                {"operation": "dot_product"},
            )
            self._conversions[memo] = ops["result"]
        return replace(vector, type=SignalType.FLOAT, image=self._conversions[memo])

    def whole(self, signal: Signal, *, truth: bool) -> Signal:
        """Return a float truncated, or as 1 where it is above 0 and 0 elsewhere."""
        number = signal.known if signal.known is not None else signal.value
        if isinstance(number, (int, float)):
            value = float(number > 0.0) if truth else truncated(number)
            known = None if signal.known is None else value
            return replace(signal, value=value, image=None, varies=False, known=known)
        assert signal.image is not None
        operation = "greater_than" if truth else "trunc"
        memo = (signal.image, operation)
        if memo not in self._conversions:
            numbers: dict[str, Value] = {"b": 0.0} if truth else {}
            ops = self._append(
                "math",
                f"{signal.image}>{operation}",
                {"a": signal.image},
                numbers,
                {"operation": operation},
            )
            self._conversions[memo] = ops["result"]
        return replace(signal, image=self._conversions[memo])

    def coordinate(self, kind: str, uv_map: str, shift: Shift) -> Signal:
        """Return a coordinate of the domain, one op per kind and shift."""
        return self.domain.coordinate(self._emit_coordinate, kind, uv_map, shift)

    def attribute(self, name: str, shift: Shift) -> Signal | None:
        """Return an attribute of the domain's geometry, None where there is none of that name."""
        return self.domain.attribute(self._emit_coordinate, name, shift)

    def _emit_coordinate(
        self, kernel: str, key: str, params: Mapping[str, Value], variants: Mapping[str, str]
    ) -> dict[str, ImageId]:
        if key not in self._coordinates:
            self._coordinates[key] = self._append(kernel, key, {}, params, variants)
        return self._coordinates[key]

    def picture(self, image: ImageRef) -> str:
        """Declare an image datablock as an external, at 32 bits where it is a float picture."""
        name = self._external(image, image.key)
        self.pictures[name] = image
        self.plan.external(
            name,
            Extent(*image.extent),
            stored_as(image),
            Role.SOURCE if image.is_float else Role.PLAIN,
        )
        return name

    def grid(self, name: str, rows: Grid) -> str:
        """Declare a picture of numbers that are known now as an external; returns its name."""
        name = self._external(rows, name)
        self.grids[name] = rows
        extent = Extent(len(rows[0]), len(rows))
        self.plan.external(name, extent, Format.RGBA32F, Role.TABLE)
        return name

    def sky(self, table: SkyTable) -> str:
        """Declare a table of the sky as an external; returns its name."""
        name = self._external(table, table.key)
        self.skies[name] = table
        self.plan.external(name, table.extent, Format.RGBA32F, Role.TABLE)
        return name

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

    def _external(self, held: Hashable, wanted: str) -> str:
        """Return the name of an external, which goes by ``wanted`` where nothing else does.

        People name their images as they name their nodes.
        """
        if held not in self._externals:
            self._externals[held] = free_name(
                wanted, lambda name: name == TABLE or ImageId(name) in self.plan
            )
        return self._externals[held]

    def _append(
        self,
        kernel: str,
        key: str,
        inputs: Mapping[str, ImageId],
        params: Mapping[str, Value] = NO_NUMBERS,
        variants: Mapping[str, str] = NO_NAMES,
        origin: str = "",
    ) -> dict[str, ImageId]:
        self._asked[key] = self._asked.get(key, 0) + 1
        taken = partial(self._is_taken, self.plan.catalog[kernel])
        key = free_name(key, taken, self._asked[key])
        self._keys.add(key)
        return self.plan.op(
            kernel, inputs, params, variants, key=key, origin=origin or key, role=Role.PRECISE
        )

    def _is_taken(self, spec: KernelSpec, key: str) -> bool:
        """Return whether an op cannot have a key: another has, or an image that it would write."""
        images = written_by(spec, key).values()
        return key in self._keys or any(i == TABLE or i in self.plan for i in images)


def _kind(spec: KernelSpec, output: str, types: Mapping[str, SignalType]) -> SignalType:
    """Return what a kernel's output is: a float, or what the rule says that its vector is."""
    if spec.outputs[output].type == "float":
        return SignalType.FLOAT
    return types.get(output, SignalType.COLOR)
