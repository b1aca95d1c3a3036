"""docs/shader-nodes.md against the Blender at hand: its nodes, and each mode of those evaluated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import bpy
import pytest

from addon.frontends.shader.call import COVERAGE
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.coverage import EVERYWHERE
from addon.frontends.shader.maps import MAPS
from addon.frontends.shader.model import MaterialModel, SocketType
from addon.frontends.shader.registry import load_rules
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent
from scripts.docs_pages import record_nodes

load_rules()
RECORDED = record_nodes.by_release(json.loads(record_nodes.FILE.read_text("utf-8")))
HERE = record_nodes.release()
NODES = record_nodes.offered()
EVALUATED = sorted(COVERAGE.keys() & NODES.keys())


class Reads(dict[str, Any]):
    """A node's properties, that remember which were asked for."""

    def __init__(self, properties: Any) -> None:
        super().__init__(properties)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.asked.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


@pytest.fixture
def material() -> Iterator[Any]:
    made = bpy.data.materials.new("Modes")
    if made.node_tree is None:
        made.use_nodes = True
    made.node_tree.nodes.clear()
    yield made
    bpy.data.materials.remove(made)
    for image in list(bpy.data.images):
        bpy.data.images.remove(image)


def read_out(material: Any, node: Any) -> None:
    """Link every output of a node into what a bake reads: shaders mixed, numbers as a colour's."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    output = nodes.new("ShaderNodeOutputMaterial")
    feed = None
    for socket in node.outputs:
        shader = socket
        if socket.type != "SHADER":
            emission = nodes.new("ShaderNodeEmission")
            emission.name = f"reads {socket.identifier}"
            number = socket
            if socket.type == "STRING":
                length = nodes.new("FunctionNodeStringLength")
                links.new(socket, length.inputs["String"])
                number = length.outputs[0]
            links.new(number, emission.inputs["Color"])
            shader = emission.outputs[0]
        if feed is None:
            feed = shader
            continue
        both = nodes.new("ShaderNodeMixShader")
        links.new(feed, both.inputs[1])
        links.new(shader, both.inputs[2])
        feed = both.outputs[0]
    links.new(feed, output.inputs["Surface"])


def with_reads(model: MaterialModel, name: str) -> tuple[MaterialModel, Reads]:
    """Return the model with one node's properties watched."""
    node = model.tree.nodes[name]
    reads = Reads(node.properties)
    nodes = {**model.tree.nodes, name: replace(node, properties=reads)}
    return replace(model, tree=replace(model.tree, nodes=nodes)), reads


def modes_of(node: Any, enums: dict[str, Any]) -> Iterator[None]:
    """Set a node to each item of each of its enums, under each item of the first of them."""
    first, *others = enums or [""]
    for under in enums[first]["items"] if enums else [""]:
        if enums:
            setattr(node, first, under)
        yield
        for name in others:
            before = getattr(node, name)
            for item in enums[name]["items"]:
                setattr(node, name, item)
                yield
            setattr(node, name, before)


def test_the_nodes_of_this_blender_are_those_recorded():
    if HERE not in RECORDED:
        pytest.skip(f"does not apply: Blender {HERE} is not recorded")
    assert RECORDED[HERE] == NODES


@pytest.mark.parametrize("type", EVALUATED)
def test_every_mode_compiles_reads_the_enums_it_declares_and_warns_of_declared_limits(
    type, material, catalog
):
    node = material.node_tree.nodes.new(type)
    node.name = "Watched"
    if hasattr(node, "image"):
        node.image = bpy.data.images.new("Watched", 2, 2)
    read_out(material, node)
    enums, coverage = NODES[type]["modes"], COVERAGE[type]
    read: set[str] = set()
    codes: set[str] = set()
    for _ in modes_of(node, enums):
        model, reads = with_reads(material_model(material), "Watched")
        compiled = compile_material(model, tuple(MAPS), catalog, Extent(8, 8))
        read |= reads.asked
        codes |= {problem.code for problem in compiled.problems if problem.origin == "Watched"}
    assert read & enums.keys() == set(coverage.modes) & enums.keys()
    assert codes <= {*coverage.limits, *EVERYWHERE}


def test_every_declared_mode_is_an_enum_of_some_blender():
    known = {
        (type, mode)
        for nodes in RECORDED.values()
        for type, told in nodes.items()
        for mode in told["modes"]
    }
    assert {(t, mode) for t, told in COVERAGE.items() for mode in told.modes} <= known


def test_socket_types_of_every_output_are_known_or_carry_no_number():
    types = {s["type"] for nodes in RECORDED.values() for n in nodes.values() for s in n["outputs"]}
    assert types - set(SocketType.__members__) <= {"MATRIX", "OBJECT", "IMAGE"}
