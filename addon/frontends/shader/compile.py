"""From a material's model to a texture plan: a pure function.

The active Material Output is asked for its maps; everything else follows from that by ``walk``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...plan.build import PlanBuilder
from ...plan.problem import Problem
from ...plan.spec import Catalog
from ...plan.types import Encoding, Extent, ImageId, TexturePlan, Transfer, Value
from .asked import Asked, entry_of, scope_at, with_probes
from .bounds import TooLarge, deep_calls, require_few
from .domain import UNSHIFTED, Domain, FlatDomain
from .maps import MAPS, MapSpec
from .model import ImageRef, MaterialModel, Node
from .registry import load_rules
from .scope import Scope
from .signal import Closure, Signal, SignalType
from .sky.table import SkyTable
from .walk import Walk
from .writer import TABLE, OpWriter

OF_ALL = frozenset({"loop", "output-in-group"})
"""What is wrong with a material as a whole though it is found at a node: told in any case."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A material as a plan, and what is needed beside it."""

    plan: TexturePlan
    """One output per map that is not in ``constants``, named after it, not encoded yet."""
    constants: Mapping[str, Value]
    """Maps that are one number, as it would stand in the picture."""
    pictures: Mapping[str, ImageRef]
    """Image datablocks to upload, by external name."""
    tables: Mapping[str, tuple[tuple[tuple[float, ...], ...], ...]]
    """Rows of 257 RGBA samples to upload, by external name."""
    skies: Mapping[str, SkyTable]
    """Tables of the sky to compute and upload, by external name."""
    problems: tuple[Problem, ...]
    approximate: Mapping[str, tuple[str, ...]]
    """Maps that are not what Cycles would bake, with the nodes that are to blame, by path."""
    invariant: frozenset[str] = frozenset()
    """Maps that depend on no coordinate: in ``constants``, or evaluated and the same everywhere."""


def compile_material(
    model: MaterialModel,
    maps: tuple[str, ...],
    catalog: Catalog,
    base: Extent,
    *,
    asked: tuple[Asked, ...] = (),
    level: int = 0,
    seed: int = 0,
    encodings: Mapping[str, Encoding] | None = None,
    y: str = "+",
    domain: Domain | None = None,
) -> Compiled:
    """Return the plan that bakes ``maps`` of a material, ``level`` powers of two below ``base``.

    ``asked`` are sockets and AOVs to bake beside the maps, each an output of its own. ``y`` is "+"
    for OpenGL normals and "-" for DirectX. Errors: KeyError for an unknown map. What is wrong with
    the material is a problem, never an exception; a refusal comes with a plan without outputs.
    """
    load_rules()
    for name in maps:
        if name not in MAPS:
            raise KeyError(f"there is no map '{name}'; there are {', '.join(MAPS)}")
    plan = PlanBuilder(catalog, base, seed=seed, level=level)
    ops = OpWriter(plan, domain or FlatDomain(), model.working_space.luminance)
    walk = Walk(model, ops, base.at_level(level), frozenset(maps))
    for code, origin, message in model.problems:
        if not origin or code in OF_ALL:
            walk.warn(code, origin or model.name, message)
    try:
        with deep_calls():
            scope = Scope(with_probes(model.tree, asked))
            signals, lost = _channels(walk, scope) if maps else ({}, frozenset())
            signals |= {one.spec.name: _asked(walk, scope, one) for one in asked}
    except TooLarge as refused:
        nothing = PlanBuilder(catalog, base, seed=seed, level=level).finish()
        return Compiled(nothing, {}, {}, {}, {}, (*walk.problems, refused.problem), {})
    constants: dict[str, Value] = {}
    approximate: dict[str, tuple[str, ...]] = {}
    invariant: set[str] = set()
    specs = {**{name: MAPS[name] for name in maps}, **{one.spec.name: one.spec for one in asked}}
    for name, spec in specs.items():
        signal = _as_baked(walk, spec, signals.get(name, spec.absent), y)
        on_surface = name in MAPS and name != "height"
        origins = signal.approximations | (lost if on_surface else frozenset())
        if origins:
            approximate[name] = tuple(sorted(origins))
        if not signal.varies:
            invariant.add(name)
        if signal.image is None:
            assert signal.value is not None
            constants[name] = signal.value
        else:
            encoding = (encodings or {}).get(name) or default_encoding(spec, model)
            plan.output(name, signal.image, encoding, origin=f"{model.name}: {name}")
    ops.declare_table()
    pruned = _reachable(plan.finish())
    used = {image.id for image in pruned.images}
    return Compiled(
        pruned,
        constants,
        {name: image for name, image in ops.pictures.items() if name in used},
        {
            name: rows
            for name, rows in {TABLE: tuple(ops.rows), **ops.grids}.items()
            if name in used
        },
        {name: sky for name, sky in ops.skies.items() if name in used},
        tuple(walk.problems),
        approximate,
        frozenset(invariant),
    )


def default_encoding(spec: MapSpec, model: MaterialModel) -> Encoding:
    """Return how a map is encoded where nobody says: 8 bits, colours from the working space."""
    if spec.transfer is Transfer.COLOR:
        return Encoding(
            spec.transfer, channels=spec.channels, to_rec709=model.working_space.to_rec709
        )
    return Encoding(spec.transfer, channels=spec.channels)


def _channels(walk: Walk, scope: Scope) -> tuple[dict[str, Signal], frozenset[str]]:
    """Return the output's channels by map, and the shaders that no channel speaks for."""
    output = scope.tree.nodes.get(scope.tree.active_output)
    if output is None:
        walk.warn(
            "no-output",
            walk.model.name,
            "no Material Output of it is for Cycles; maps are their defaults; add one",
        )
        return {}, frozenset()
    closure = Closure()
    if walk.maps - {"height"}:
        _say_bare(walk, scope, output)
        closure = walk.shader(scope, output, "Surface", UNSHIFTED)
    signals = dict(closure.channels)
    if "height" in walk.maps:
        signals["height"] = _height(walk, scope, output)
    return signals, closure.approximations


def _asked(walk: Walk, top: Scope, asked: Asked) -> Signal:
    """Return the sum of what stands on the sockets that are asked for."""
    total: Signal | None = None
    require_few(len(asked.places), asked.spec.name)
    for place in asked.places:
        scope = scope_at(top, place.path)
        name, entry = entry_of(place)
        node = scope.tree.nodes[name]
        found = walk.source(scope, node, entry)
        hidden = place.is_output or node.input(entry).hide_value
        bare = found.node is None and (found.value is None or not found.fixed)
        if hidden and bare and not found.approximation:
            why = "hands on nothing" if place.is_output else "is not linked, and shows no number"
            socket = scope.tree.nodes[place.node].name
            walk.warn("bare-socket", scope.origin(socket), f"'{place.socket}' {why}; 0 is baked")
        signal = walk.input(scope, node, entry, UNSHIFTED)
        total = signal if total is None else _sum(walk, asked.spec.name, total, signal)
    assert total is not None
    return total


def _sum(walk: Walk, name: str, a: Signal, b: Signal) -> Signal:
    """Return two signals of one type added."""
    if isinstance(a.value, tuple) and isinstance(b.value, tuple):
        value = tuple(x + y for x, y in zip(a.value, b.value, strict=True))
        return replace(a, value=value, approximations=a.approximations | b.approximations)
    kernel = "math" if a.type is SignalType.FLOAT else "vector_math"
    return walk.ops.emit(
        kernel, name, {"a": a, "b": b}, variants={"operation": "add"}, types={"result": a.type}
    )["result"]


def _say_bare(walk: Walk, scope: Scope, output: Node) -> None:
    """Warn where nothing reaches Surface, unless what should have is told of as missing, and where
    a Volume is left out."""
    found = walk.source(scope, output, "Surface")
    volume = any(s.identifier == "Volume" for s in output.inputs) and walk.is_linked(
        walk.source(scope, output, "Volume")
    )
    origin = scope.origin(output.name)
    if found.node is not None or found.emits or found.approximation:
        if volume:
            walk.warn("volume-unread", origin, "no map can say what its Volume adds to the surface")
        return
    why = "it has only a Volume" if volume else "nothing is linked to its Surface"
    walk.warn("no-surface", origin, f"{why}; maps are their defaults; link a shader to it")


def _height(walk: Walk, scope: Scope, output: Node) -> Signal:
    """Return the displacement along the normal.

    The Displacement node's rule gives that as a float; where Blender's vectors were computed with
    on the way it is their component along +Z, the flat plane's normal.
    """
    found = walk.source(scope, output, "Displacement")
    if found.node is None:
        lost = {found.approximation} if found.approximation else set()
        return replace(MAPS["height"].absent, approximations=frozenset(lost))
    given = walk.given(found, UNSHIFTED)
    if not isinstance(given, Signal):
        return replace(MAPS["height"].absent, approximations=given.approximations)
    if given.type is SignalType.FLOAT:
        return given
    if isinstance(given.value, tuple):
        return replace(given, type=SignalType.FLOAT, value=given.value[2])
    return walk.ops.emit("separate_xyz", "height", {"vector": given})["z"]


def _as_baked(walk: Walk, spec: MapSpec, signal: Signal, y: str) -> Signal:
    """Return a channel as its picture holds it: directions as n / 2 + 1 / 2, green up or down."""
    signal = walk.ops.convert(signal, spec.type)
    if not spec.direction:
        return signal
    half = (0.5, 0.5 if y == "+" else -0.5, 0.5)
    if isinstance(signal.value, tuple):
        value = tuple(n * h + 0.5 for n, h in zip(signal.value, half, strict=True))
        return replace(signal, value=value)
    inputs = {"a": signal, "b": Signal.vector(*half), "c": Signal.vector(0.5, 0.5, 0.5)}
    return walk.ops.emit("vector_math", spec.name, inputs, variants={"operation": "multiply_add"})[
        "result"
    ]


def _reachable(plan: TexturePlan) -> TexturePlan:
    """Return a plan without the ops that no output needs, and without their images."""
    needed: set[ImageId] = {output.image for output in plan.outputs}
    ops = []
    for op in reversed(plan.ops):
        if needed.intersection(op.outputs.values()):
            needed.update(op.inputs.values(), op.outputs.values())
            ops.append(op)
    images = tuple(image for image in plan.images if image.id in needed)
    return replace(plan, images=images, ops=tuple(reversed(ops)))
