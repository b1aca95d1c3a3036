"""Holds a whole tree: every node of it from Cycles' inputs, and that it compiles as one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np

from addon.frontends.shader.asked import Asked, Place, asked_spec
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.model import MaterialModel
from addon.frontends.shader.signal import SignalType
from addon.frontends.shader.snapshot import material_model
from addon.plan.check import validate

from ..grid.cases import NUMBERS
from .baked import EXTENT, bake_outputs
from .build import build
from .description import Grown
from .judge import WITHOUT, Bake, Verdict, judge


@dataclass(slots=True)
class Held:
    """What a tree came to."""

    grown: Grown
    verdicts: list[Verdict] = field(default_factory=list)
    outputs: int = 0
    flat: int = 0
    """Outputs that are one colour."""

    @property
    def failures(self) -> list[str]:
        """Return a line for each output that is off, naming node, mode, texel and inputs."""
        return [
            f"node {v.node}, {self.grown.nodes[v.node]}, {v.output}: {v.off} texels off; {v.worst}"
            for v in self.verdicts
            if v.off
        ]


def hold(grown: Grown, catalog: Any, bake: Bake) -> Held:
    """Return how a tree agrees, node by node. Errors: whatever Kiln raises, which is a fault."""
    compile_whole(grown, catalog)
    shown = bake_outputs(grown)
    held = Held(grown, outputs=len(shown))
    held.flat = sum(bool(np.ptp(s.texels, axis=(0, 1)).max() == 0.0) for s in shown.values())
    for place, planted in enumerate(grown.nodes):
        if planted.kind not in WITHOUT:
            held.verdicts += judge(grown, place, shown, catalog, bake)
    return held


def compile_whole(grown: Grown, catalog: Any) -> None:
    """Compile a tree as it stands, all its ends asked for, and check the plan."""
    model, asked = whole(grown)
    validate(compile_material(model, (), catalog, EXTENT, asked=asked).plan, catalog)


def whole(grown: Grown) -> tuple[MaterialModel, tuple[Asked, ...]]:
    """Return a tree's model, in which each end has a reader, and the readers' inputs."""
    material = bpy.data.materials.new("Kiln forest")
    if material.node_tree is None:
        material.use_nodes = True
    node_tree = material.node_tree
    node_tree.nodes.clear()
    try:
        nodes = build(node_tree, grown)
        read = {wire.node for planted in grown.nodes for wire in planted.wires.values()}
        asked = []
        for n, node in enumerate(nodes):
            output = next((s for s in node.outputs if s.enabled and s.type in NUMBERS), None)
            if n in read or output is None:
                continue
            reader = node_tree.nodes.new("ShaderNodeEmission")
            node_tree.links.new(output, reader.inputs["Color"])
            name = f"end {n}"
            spec = asked_spec(name, SignalType.COLOR, name)
            asked.append(Asked(spec, (Place((), reader.name, "Color"),)))
        return material_model(material), tuple(asked)
    finally:
        bpy.data.materials.remove(material)
