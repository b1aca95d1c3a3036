"""Bakes a case by Cycles and by Kiln, and says how far apart the two are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from addon.plan.types import Extent

from ..agreement import kiln_maps
from ..oracle import bake_emission, new_material
from ..trees import Tree
from .cases import TRIED, UNREAD, Case, make
from .inputs import DRAWS, PARAMETERS, SIDE, STEPS, edge, field, slope
from .judge import excused, roundings, ties, tolerance

VECTORS = ("VECTOR", "ROTATION", "RGBA")
SLOPES = frozenset({("ShaderNodeBump", "Height")})
"""Inputs of which differences are taken between texels."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a case came to. Differences are divided by max(1, |value|)."""

    case: Case
    largest: float
    """... where a rounding of the inputs does not carry it further than the tolerance."""
    mean: float
    off: int
    """Texels that differ by more than the node's tolerance, or in what is no finite number."""
    known: int
    """Texels that differ as much where the case is known to."""
    texels: int
    flat: bool
    """Cycles' picture is one colour."""
    problems: tuple[str, ...] = ()
    worst: str = ""
    """Where the largest difference is, and what each has there."""


def hold(case: Case, catalog: Any, bake_plan: Callable[..., dict[str, Any]]) -> Held:
    """Return how a case agrees; edge cases are baked again as the verdict of comparisons."""
    cycles, kiln, nudged, problems = _pictures(case, False, catalog, bake_plan)
    size = np.maximum(1.0, np.abs(cycles))
    if case.whole:
        size = size.max(axis=-1, keepdims=True)
    difference = np.abs(kiln.astype(np.float64) - cycles) / size
    carried = np.abs(kiln.astype(np.float64) - nudged).max(axis=0) / size / STEPS
    over = (difference > tolerance(case) + roundings(case) * carried).any(axis=-1)
    if case.tried:
        told, kilns, nudges, _ = _pictures(case, True, catalog, bake_plan)
        unlike = ((told != kilns) & (kilns == nudges).all(axis=0)).any(axis=-1)
        over |= unlike
    differs = over & np.array(excused(case))
    if over.sum() <= ties(case):
        differs = over.copy()
    over &= ~differs
    worst = ""
    if over.any():
        y, x = np.argwhere(over)[0]
        worst = f"texel {x}, {y}: Kiln {kiln[y, x]}, Cycles {cycles[y, x]}"
        if case.tried and unlike[y, x]:
            worst += f", verdicts {kilns[y, x]}, {told[y, x]}"
    settled = np.where((over | differs)[..., None] | (carried > tolerance(case)), 0.0, difference)
    return Held(
        case,
        float(settled.max()),
        float(settled.mean()),
        int(over.sum()),
        int(differs.sum()),
        over.size,
        bool(np.ptp(cycles, axis=(0, 1)).max() == 0.0),
        problems,
        worst,
    )


def _pictures(
    case: Case, verdict: bool, catalog: Any, bake_plan: Callable[..., dict[str, Any]]
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], tuple[str, ...]]:
    """Return Cycles' picture, Kiln's, one of Kiln's for each draw of nudges, and the problems."""
    extent = Extent(SIDE, SIDE)
    kilns = []
    for draw in range(DRAWS + 1):
        material = new_material(lambda tree, draw=draw: _build(tree, case, verdict, draw))
        try:
            maps, compiled = kiln_maps(material, ("emission",), extent, catalog, bake_plan)
            kilns.append(maps["emission"])
            if draw == 0:
                cycles = bake_emission(material, extent)
        finally:
            bpy.data.materials.remove(material)
    return cycles, kilns[0], np.stack(kilns[1:]), tuple(sorted({p.code for p in compiled.problems}))


def _build(node_tree: Any, case: Case, verdict: bool, draw: int) -> Any:
    tree = Tree(node_tree, SIDE)
    node = make(tree, case)
    for place, socket in enumerate(node.inputs):
        if not socket.enabled or socket.type not in TRIED:
            continue
        if (case.kind, socket.identifier) in UNREAD:
            continue
        if socket.identifier == case.tried:
            tree.links.new(edge(tree, socket, place, draw), socket)
        elif (case.kind, socket.identifier) in SLOPES:
            tree.links.new(slope(tree, place), socket)
        elif case.look == "varied" or socket.identifier not in PARAMETERS:
            tree.links.new(field(tree, socket, place, draw), socket)
    outputs = [tree.out(node, identifier) for identifier in case.outputs]
    if not verdict:
        return outputs[0] if outputs[0].type in VECTORS else outputs
    if outputs[0].type in VECTORS:
        outputs = list(tree.split(outputs[0]))
    return [tree.verdict(output) for output in outputs]
