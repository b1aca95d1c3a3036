"""Grows a tree from genes: a whole number each node.

Every choice about a node is drawn from its own gene, so a gene that is taken away or made smaller
leaves the rest of the tree much as it was: that is what a search for a smaller failure needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..grid.inputs import EDGES, PARAMETERS, RANGES
from .description import Grown, Number, Planted, Wire
from .species import REROUTE, Entry, kinds, modes, sockets

COORDINATES = Planted("ShaderNodeTexCoord", (), "")
FEWEST, MOST = 20, 60
"""Nodes of a tree."""
GENE = 2**48

_DEAR = frozenset({"ShaderNodeTexSky"})
"""Cycles computes a sky anew for each picture of a bake. They are as rare as nodes that only make
trees flat because they have no inputs."""
_UNWIRED = frozenset({("ShaderNodeTexGabor", "Phase")})
"""Outputs that no link comes from: Cycles 4.5 has them with a few other last digits in each picture
of a bake (8e-7), which a chain carries far."""
_FINITE = tuple(edge for edge in EDGES if abs(edge) < 1e38)
_EDGES_IN_100 = 6
_MUTED_IN_100 = 4
_REROUTES_IN_100 = 5
_LINKED_IN_100 = 70
_PARAMETERS_LINKED_IN_100 = 15
_VARYING_IN_100 = 90
_NEAR_IN_100 = 40
_NEAR = 6
"""How far back a link reaches that is drawn from nearby: chains grow deep."""


@dataclass(slots=True)
class _Soil:
    """The outputs that a link may come from, with their types."""

    all: list[tuple[Wire, str]]
    varying: list[tuple[Wire, str]]
    """Those that some coordinate reaches: most links, or a tree would be one colour."""


def grow(genes: Sequence[int]) -> Grown:
    """Return the tree of some genes; its first node is the texture coordinates."""
    nodes = [COORDINATES]
    first = [(Wire(0, "Generated"), "VECTOR"), (Wire(0, "UV"), "VECTOR")]
    soil = _Soil(first, list(first))
    for gene in genes:
        planted, types = _node(Random(gene), soil)
        outputs = [
            (Wire(len(nodes), name), type)
            for name, type in types
            if (planted.kind, name) not in _UNWIRED
        ]
        nodes.append(planted)
        soil.all += outputs
        reached = {wire for wire, _ in soil.varying}
        if any(wire in reached for wire in planted.wires.values()):
            soil.varying += outputs
    return Grown(tuple(nodes))


def _node(draw: Random, soil: _Soil) -> tuple[Planted, tuple[tuple[str, str], ...]]:
    if draw.randrange(100) < _REROUTES_IN_100:
        wire, type = draw.choice(soil.all)
        return Planted(REROUTE, feeds=(("Input", wire),)), (("Output", type),)
    kind = draw.choice(kinds())
    settings, setup = draw.choice(modes(kind))
    if (kind in _DEAR or not sockets(kind, settings, setup).inputs) and draw.randrange(6):
        kind = draw.choice(kinds())
        settings, setup = draw.choice(modes(kind))
    found = sockets(kind, settings, setup)
    feeds = [(entry.identifier, _feed(draw, entry, soil)) for entry in found.inputs]
    muted = draw.randrange(100) < _MUTED_IN_100
    given = tuple((name, feed) for name, feed in feeds if feed is not None)
    return Planted(kind, settings, setup, given, muted), found.outputs


def _feed(draw: Random, entry: Entry, soil: _Soil) -> Wire | Number | None:
    odds = _PARAMETERS_LINKED_IN_100 if entry.identifier in PARAMETERS else _LINKED_IN_100
    # A texture's own coordinates are no socket that Cycles could be asked for.
    always = entry.identifier == "Vector" and entry.type == "VECTOR"
    if entry.linkable and (draw.randrange(100) < odds or always):
        outputs = soil.varying if draw.randrange(100) < _VARYING_IN_100 else soil.all
        near = draw.randrange(100) < _NEAR_IN_100
        return draw.choice(outputs[-_NEAR:] if near else outputs)[0]
    if entry.type == "INT":
        return draw.randrange(-3, 9)
    if entry.type == "BOOLEAN":
        return draw.random() < 0.5
    if entry.type == "ROTATION":
        return None
    if entry.type == "VALUE":
        return _number(draw, *RANGES.get(entry.identifier, (-2.0, 2.0)))
    if entry.type == "VECTOR":
        return tuple(_number(draw, -2.0, 2.0) for _ in range(3))
    return (*(_number(draw, 0.0, 1.25) for _ in range(3)), 1.0)


def _number(draw: Random, low: float, high: float) -> float:
    if draw.randrange(100) < _EDGES_IN_100:
        return draw.choice(_FINITE)
    return low + (high - low) * draw.random()


def genes_of(seed: int, number: int) -> list[int]:
    """Return the genes of one tree of a seed, whichever process grows it."""
    draw = Random(f"{seed}/{number}")
    return [draw.randrange(GENE) for _ in range(draw.randrange(FEWEST, MOST))]
