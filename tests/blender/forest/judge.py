"""Holds each node of a tree against Cycles, fed with what Cycles itself has on the node's inputs.

Deep chains carry roundings as far as they like, so the end of a tree says little. Each node alone,
from equal inputs, has to agree as the grid's cases have to: to the node's tolerance, a few times
what a step of the inputs' floats does, and which texels an infinite input reached left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from addon.bake.externals import gather_externals
from addon.frontends.shader.asked import Asked, Place, asked_spec
from addon.frontends.shader.compile import Compiled, compile_material
from addon.frontends.shader.signal import SignalType
from addon.frontends.shader.snapshot import material_model

from ..grid.cases import Case
from ..grid.inputs import STEPS
from ..grid.judge import excused_at, roundings, ties, tolerance
from ..trees import Tree
from .baked import EXTENT, MARK, SIDE, VECTORS, Shown, is_ordinary
from .build import link, socket_of
from .description import Grown, Number, Planted, Wire
from .species import REROUTE, made

Bake = Callable[..., dict[str, Any]]
FED = "Kiln fed "
"""How the names of pictures begin that stand for inputs."""
WITHOUT = frozenset({"ShaderNodeBump", "ShaderNodeAmbientOcclusion", "ShaderNodeBevel"})
"""A Bump asks its input at other places too, of which a picture does not say what is there. Rays
meet the surfaces that lie on each other to be baked at once."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an output agrees. Differences are divided by max(1, |value|)."""

    node: int
    output: str
    largest: float
    """... of the texels that are settled."""
    off: int
    known: int
    """Texels that differ as the grid knows them to."""
    texels: int
    """Texels that were held: those that no infinity reached."""
    worst: str = ""


def judge(
    grown: Grown, place: int, shown: Mapping[Wire, Shown], catalog: Any, bake: Bake
) -> list[Verdict]:
    """Return how each output of a node agrees, from Cycles' own inputs."""
    planted = grown.nodes[place]
    coordinates = planted.wires.get("Vector")
    if coordinates is not None and shown[coordinates].absent:
        # It takes the surface's own, which Cycles interpolates to a rounding and Kiln has exactly.
        return []
    outputs = {wire.output: seen for wire, seen in shown.items() if wire.node == place}
    if not outputs:
        return []
    compiled, pixels, wires = _compiled(grown, place, shown, catalog)
    fed = {wire: shown[wire] for wire in wires}
    kiln = _evaluated(compiled, pixels, fed, 0, bake)
    usable = np.logical_and.reduce(
        [np.ones((SIDE, SIDE), bool), *(s.ordinary for s in fed.values())]
    )
    verdicts = []
    draws: list[dict[str, NDArray[Any]]] = []
    for name, seen in outputs.items():
        case = Case(
            planted.kind,
            planted.settings,
            planted.setup,
            "forest",
            (name,),
            whole=seen.type in ("VECTOR", "ROTATION"),
        )
        verdict = _held(case, seen, kiln[name], [], usable, place)
        if verdict.off:
            if not draws:
                least = OFFSET_STEP if planted.kind in OFFSETS else 0.0
                draws = [_evaluated(compiled, pixels, fed, draw, bake, least) for draw in DRAWS]
            known = known_at(case, planted, shown)
            nudged = [d[name] for d in draws]
            longest = _longest(planted, shown)
            folded = _folded(planted, shown)
            verdict = _held(case, seen, kiln[name], nudged, usable, place, known, longest, folded)
        if verdict.off:
            at = tuple(
                int(n) for n in verdict.worst.split(":")[0].removeprefix("texel ").split(",")
            )
            verdict = replace(verdict, worst=f"{verdict.worst}; {_told(planted, shown, at)}")
        verdicts.append(verdict)
    return verdicts


SAMPLED = frozenset(
    {"ShaderNodeValToRGB", "ShaderNodeRGBCurve", "ShaderNodeVectorCurve", "ShaderNodeFloatCurve"}
)
"""Nodes that Cycles has a table of."""
FOLDED = 2e-3
"""How far a constant may be off that Blender computes, as a part of what comes in: 1.4e-3 is
measured for a ramp of 32 stops, two at each place."""
LEAP = 1e-3
"""What moves by so much for a few steps of its inputs is a cell's border, a hash or chance: where
Cycles' inputs go through a conversion first, nothing can be said of it."""
UP, DOWN, NEGATIVE_ZERO = -2, -3, -1
DRAWS = (UP, DOWN, 1, 2, NEGATIVE_ZERO)
"""Nudges of the inputs: all up, all down, each by chance; and -0 for 0, of which a picture loses
the sign."""
STEP = 2.0**-24
"""What a number is rounded by, as a part of it: a small sum may be of large inputs."""
OFFSETS = frozenset({"ShaderNodeTexNoise"})
OFFSET_STEP = 2.0**-19
"""Nodes that add up to 200 to their coordinates, which are then rounded by 2^-17, and go on to
smaller octaves with that; and how far their inputs are nudged at least."""


def _held(
    case: Case,
    seen: Shown,
    kiln: NDArray[Any],
    nudged: list[NDArray[Any]],
    usable: NDArray[Any],
    place: int,
    known: NDArray[Any] | None = None,
    longest: NDArray[Any] | float = 0.0,
    folded: float = 0.0,
) -> Verdict:
    ordinary = is_ordinary(kiln)
    if seen.absent and seen.type not in VECTORS:
        kiln = kiln + np.subtract(MARK, MARK[0], dtype=np.float32)
    both = seen.ordinary & ordinary
    kept = np.where(both[..., None], kiln, 0.0).astype(np.float64)
    cycles = np.where(both[..., None], seen.texels, 0.0).astype(np.float64)
    size = np.maximum(1.0, np.abs(cycles))
    if case.whole:
        size = size.max(axis=-1, keepdims=True)
    difference = np.abs(kept - cycles) / size
    carried = np.zeros_like(difference)
    same = np.ones_like(usable)
    for other in nudged:
        same &= is_ordinary(other) == ordinary
        moved = np.where((both & is_ordinary(other))[..., None], other, kept)
        carried = np.maximum(carried, np.abs(moved - kept) / size / STEPS)
    allowed = tolerance(case) + roundings(case) * (carried + STEP * longest / size)
    over = (difference > allowed).any(axis=-1)
    clearly = is_ordinary(kiln, 100.0) == is_ordinary(kiln, 0.01)
    over |= (seen.ordinary != ordinary) & same & clearly
    over &= usable & ~seen.doubtful & ~(carried.max(axis=-1) * STEPS > LEAP)
    excused = over & known if known is not None else np.zeros_like(over)
    excused |= over & (difference * size < folded * longest).all(axis=-1)
    if over.sum() <= ties(case):
        excused = over.copy()
    over &= ~excused
    worst = ""
    if over.any():
        y, x = np.argwhere(over)[0]
        values = f"Kiln {kiln[y, x]}, Cycles {seen.texels[y, x]}"
        worst = f"texel {x}, {y}: {values}" + ("" if seen.ordinary[y, x] else " (not ordinary)")
    settled = usable & ~over & ~excused & (carried.max(axis=-1) <= tolerance(case))
    largest = float(difference[settled].max()) if settled.any() else 0.0
    return Verdict(
        place,
        case.outputs[0],
        largest,
        int(over.sum()),
        int(excused.sum()),
        int(usable.sum()),
        worst,
    )


def known_at(case: Case, planted: Planted, shown: Mapping[Wire, Shown]) -> NDArray[Any]:
    """Return where an input has a value at which the grid knows the node to differ."""
    known = np.full((SIDE, SIDE), _weighted(planted, shown))
    for name, feed in planted.feeds:
        told = replace(case, look=f"edge {name}")
        values = shown[feed].texels if isinstance(feed, Wire) else np.atleast_1d(np.float64(feed))
        known |= np.vectorize(lambda value, told=told: excused_at(told, float(value)))(values).any(
            axis=-1
        )
    return known


def _folded(planted: Planted, shown: Mapping[Wire, Shown]) -> float:
    """Return how far a node may be off that Blender itself takes for a number, before Cycles is
    asked, as a part of what comes in.

    From 5.0 on it does: a ramp or curve exactly, of which Cycles and Kiln have a table; and past
    the ends of a curve it does not extrapolate as they do.
    """
    fed = [shown[wire] for wire in planted.wires.values()]
    constant = planted.kind in SAMPLED and all(_is_constant(seen) for seen in fed)
    if bpy.app.version < (5, 0, 0) or not constant:
        return 0.0
    return np.inf if "extrapolated" in planted.setup else FOLDED


def _weighted(planted: Planted, shown: Mapping[Wire, Shown]) -> bool:
    """Return whether a constant colour comes in, of which Blender may have taken a luminance by
    weights of four digits, which a texture's octaves carry far."""
    fed = [shown[wire] for wire in planted.wires.values()]
    constant = any(seen.type == "RGBA" and _is_constant(seen) for seen in fed)
    return constant and bpy.app.version >= (5, 0, 0)


def _is_constant(seen: Shown) -> bool:
    return bool(np.ptp(seen.texels, axis=(0, 1)).max() == 0.0)


def _longest(planted: Planted, shown: Mapping[Wire, Shown]) -> NDArray[Any]:
    """Return how large the largest number among a node's inputs is, texel by texel."""
    longest = np.ones((SIDE, SIDE, 1))
    for _, feed in planted.feeds:
        values = shown[feed].texels if isinstance(feed, Wire) else np.atleast_1d(np.float64(feed))
        longest = np.maximum(longest, np.abs(values).max(axis=-1, keepdims=True))
    return longest


def _told(planted: Planted, shown: Mapping[Wire, Shown], at: tuple[int, ...]) -> str:
    """Return the inputs of a node at a texel, as numbers that read back exactly."""
    x, y = at
    words = []
    for name, feed in planted.feeds:
        value: Number | Wire = feed
        if isinstance(feed, Wire):
            told = [float(v) for v in shown[feed].texels[y, x]]
            value = tuple(told) if shown[feed].type in VECTORS else told[0]
        words.append(f"{name} = {value}")
    return ", ".join(words)


@dataclass(slots=True)
class _Alone:
    """A node in a tree of its own, whose inputs are pictures of what Cycles has there."""

    tree: Tree
    node_tree: Any
    grown: Grown
    shown: Mapping[Wire, Shown]
    wires: list[Wire] = field(default_factory=list)
    """What the pictures are of, in the order of their numbers."""

    def node(self, place: int) -> Any:
        planted = self.grown.nodes[place]
        node = made(self.node_tree, planted)
        sources = {name: self.source(wire) for name, wire in planted.wires.items()}
        link(self.node_tree, node, sources)
        return node

    def source(self, wire: Wire) -> Any:
        """Return a socket that carries what a wire does, of its type.

        What passes a node by has the type of what it comes from, and what is absent leaves the
        reader to itself: such nodes come along.
        """
        planted, seen = self.grown.nodes[wire.node], self.shown[wire]
        if planted.muted or planted.kind == REROUTE or seen.absent:
            return socket_of(self.node(wire.node).outputs, wire.output)
        if wire not in self.wires:
            self.wires.append(wire)
        name = f"{FED}{self.wires.index(wire)}"
        image = bpy.data.images.get(name)
        if image is None:
            image = bpy.data.images.new(name, SIDE, SIDE, float_buffer=True, is_data=True)
        read = self.tree.node("TexImage", interpolation="Closest", image=image)
        color = self.tree.out(read, "Color")
        if seen.type == "RGBA":
            return color
        parts = self.tree.split(color)
        return self.tree.xyz(*parts) if seen.type in VECTORS else parts[0]


def _compiled(
    grown: Grown, place: int, shown: Mapping[Wire, Shown], catalog: Any
) -> tuple[Compiled, dict[str, NDArray[Any]], list[Wire]]:
    """Return the plan of one node, what it reads besides, and which outputs its pictures are of."""
    material = bpy.data.materials.new("Kiln forest")
    if material.node_tree is None:
        material.use_nodes = True
    material.node_tree.nodes.clear()
    try:
        tree = Tree(material.node_tree, SIDE)
        alone = _Alone(tree, material.node_tree, grown, shown)
        node = alone.node(place)
        asked = []
        surface = None
        for wire, seen in shown.items():
            if wire.node == place:
                emission, one = _asked(
                    tree, socket_of(node.outputs, wire.output), seen, wire.output
                )
                asked.append(one)
                surface = _both(tree, surface, emission.outputs[0])
        tree.links.new(surface, tree.node("OutputMaterial").inputs["Surface"])
        model = material_model(material)
        compiled = compile_material(model, (), catalog, EXTENT, asked=tuple(asked))
        brought = gather_externals(compiled.pictures, compiled.tables, compiled.skies)
    finally:
        bpy.data.materials.remove(material)
    return compiled, {name: found.pixels for name, found in brought.items()}, alone.wires


def _both(tree: Tree, surface: Any, shader: Any) -> Any:
    """Return the sum of two shaders. What reaches no surface, Blender does not look at: it tells
    links invalid there that it would not have been asked about."""
    if surface is None:
        return shader
    return tree.node("AddShader", {"Shader": surface, "Shader_001": shader}).outputs[0]


def _asked(tree: Tree, socket: Any, seen: Shown, name: str) -> tuple[Any, Asked]:
    """Return an Emission of an output, and the input of a reader like that of Cycles' bake."""
    emission = tree.node("Emission", {"Color": (*MARK, 1.0)})
    reader, entry, kind = emission, "Color", SignalType.COLOR
    if seen.type not in VECTORS:
        reader, entry, kind = tree.node("CombineXYZ", {"X": MARK[0]}), "X", SignalType.FLOAT
        tree.links.new(reader.outputs[0], emission.inputs["Color"])
    tree.links.new(socket, reader.inputs[entry])
    place = Place((), reader.name, entry)
    return emission, Asked(asked_spec(name, kind, name), (place,))


def _evaluated(
    compiled: Compiled,
    pixels: Mapping[str, NDArray[Any]],
    fed: Mapping[Wire, Shown],
    draw: int,
    bake: Bake,
    least: float = 0.0,
) -> dict[str, NDArray[Any]]:
    """Return a node's outputs from its inputs as they are (draw 0), or nudged."""
    chosen = dict(pixels)
    for place, seen in enumerate(fed.values()):
        if (name := f"{FED}{place}") in chosen:
            texels = np.ones((SIDE, SIDE, 4), np.float32)
            texels[..., :3] = seen.texels
            chosen[name] = _nudged(texels, draw, place, least)
    baked = bake(compiled.plan, chosen) if compiled.plan.outputs else {}
    found = {}
    for name, constant in compiled.constants.items():
        found[name] = np.broadcast_to(np.asarray(constant, np.float32), (SIDE, SIDE, 3))
    for name, texels in baked.items():
        colors = texels if texels.ndim > 2 else texels[..., None]
        colors = colors[..., :3] if colors.shape[-1] >= 3 else np.repeat(colors[..., :1], 3, -1)
        found[name] = colors
    return found


def _nudged(texels: NDArray[Any], draw: int, place: int, least: float) -> NDArray[Any]:
    """Return a picture whose numbers are a few steps of floats up or down, but ones and zeros."""
    if draw == 0:
        return texels
    if draw == NEGATIVE_ZERO:
        return np.where(texels == 0.0, np.float32(-0.0), texels)
    moves = np.isin(texels, (0.0, 1.0), invert=True)
    up = np.full(texels.shape, draw == UP)
    if draw > 0:
        up = np.random.default_rng([draw, place]).random(texels.shape) < 0.5
    # Components that are equal stay so: a number that is three times the same is one number.
    alike = (texels[..., 0] == texels[..., 1]) & (texels[..., 1] == texels[..., 2])
    up = np.where(alike[..., None], up[..., :1], up)
    away = np.where(up, np.float32(np.inf), np.float32(-np.inf))
    moved = texels
    for _ in range(STEPS):
        moved = np.where(moves, np.nextafter(moved, away), moved)
    further = texels + np.where(up, np.float32(least), np.float32(-least))
    return np.where(moves & (np.abs(moved - texels) < least), further, moved)
