"""Changes to a graph that change nothing: the plan is the same up to its keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.model import Link, MaterialModel, Node, SocketType, Tree
from addon.library.catalog import load_catalog
from addon.plan.types import Extent

from .models import (
    S,
    bump,
    checker,
    emission,
    entry,
    exit_,
    material,
    math,
    mix_shader,
    principled,
    reroute,
    shape,
    socket,
    uv,
    value,
)

CATALOG = load_catalog()
MAPS = ("base_color", "roughness", "normal", "emission")
GRAPH = material(
    [
        uv(),
        checker("A"),
        checker("B"),
        value(),
        math("Sum"),
        math("Product", operation="MULTIPLY"),
        bump(),
        principled(),
        emission(),
        mix_shader(),
    ],
    "UV.UV > A.Vector",
    "A.Fac > Sum.Value",
    "Value.Value > Sum.Value_001",
    "Sum.Value > Product.Value",
    "B.Fac > Product.Value_001",
    "Product.Value > Bump.Height",
    "Bump.Normal > BSDF.Normal",
    "A.Color > BSDF.Base Color",
    "Sum.Value > BSDF.Roughness",
    "B.Color > Emission.Color",
    "A.Fac > Mix.Fac",
    "BSDF.BSDF > Mix.Shader",
    "Emission.Emission > Mix.Shader_001",
    "Mix.Shader > Out.Surface",
)
LINKS = st.sampled_from(GRAPH.tree.links)
INSIDE = ["A", "B", "Value", "Sum", "Product", "Bump", "UV"]


def plan_of(model: MaterialModel):
    made = compile_material(model, MAPS, CATALOG, Extent(64, 64))
    assert not made.problems and not made.approximate
    return shape(made.plan)


SHAPE = plan_of(GRAPH)


def with_tree(**changes) -> MaterialModel:
    return replace(GRAPH, tree=replace(GRAPH.tree, **changes))


def type_of(link: Link) -> SocketType:
    outputs = GRAPH.tree.nodes[link.from_node].outputs
    return next(s.type for s in outputs if s.identifier == link.from_socket)


def spliced(link: Link, node: Node, into: str, out: str) -> MaterialModel:
    """Put a node in a link's way."""
    links = [other for other in GRAPH.tree.links if other != link]
    links.append(Link(link.from_node, link.from_socket, node.name, into))
    links.append(Link(node.name, out, link.to_node, link.to_socket))
    return with_tree(nodes={**GRAPH.tree.nodes, node.name: node}, links=tuple(links))


def test_the_graph_is_not_trivial():
    kernels = [row[0] for row in SHAPE]
    assert kernels.count("checker_texture") == 6 and "mix_color" in kernels


@given(LINKS)
def test_a_reroute_in_a_link_changes_nothing(link):
    assert plan_of(spliced(link, reroute("R", type_of(link)), "Input", "Output")) == SHAPE


@given(LINKS)
def test_a_muted_node_in_a_link_changes_nothing(link):
    muted = replace(math("Muted"), muted=True, bypass=(("Value", "Value"),))
    if type_of(link) is S:
        muted = replace(mix_shader("Muted"), muted=True, bypass=(("Shader", "Shader"),))
        assert plan_of(spliced(link, muted, "Shader", "Shader")) == SHAPE
    else:
        assert plan_of(spliced(link, muted, "Value", "Value")) == SHAPE


@given(st.permutations(sorted(GRAPH.tree.links, key=str)), st.permutations(list(GRAPH.tree.nodes)))
def test_the_order_of_nodes_and_links_in_the_file_changes_nothing(links, names):
    nodes = {name: GRAPH.tree.nodes[name] for name in names}
    assert plan_of(with_tree(nodes=nodes, links=tuple(links))) == SHAPE


@given(st.text(min_size=1, max_size=20).filter(lambda name: name not in GRAPH.tree.nodes))
def test_the_name_of_a_node_changes_nothing(name):
    def renamed(old: str) -> str:
        return name if old == "Sum" else old

    nodes = {renamed(n): replace(v, name=renamed(n)) for n, v in GRAPH.tree.nodes.items()}
    links = tuple(
        replace(link, from_node=renamed(link.from_node), to_node=renamed(link.to_node))
        for link in GRAPH.tree.links
    )
    assert plan_of(with_tree(nodes=nodes, links=links)) == SHAPE


def grouped(names: set[str], tree: Tree = GRAPH.tree) -> Tree:
    """Return a tree with some nodes moved into a group, as Blender's Make Group does."""
    ins: dict[tuple[str, str], str] = {}
    outs: dict[tuple[str, str], str] = {}
    inner, outer = [], []
    for link in tree.links:
        source, to = (link.from_node, link.from_socket), (link.to_node, link.to_socket)
        if link.from_node in names and link.to_node in names:
            inner.append(link)
        elif link.to_node in names:
            if source not in ins:
                ins[source] = f"In{len(ins)}"
                outer.append(Link(*source, "Group", ins[source]))
            inner.append(Link("In", ins[source], *to))
        elif link.from_node in names:
            if source not in outs:
                outs[source] = f"Out{len(outs)}"
                inner.append(Link(*source, "Exit", outs[source]))
            outer.append(Link("Group", outs[source], *to))
        else:
            outer.append(link)

    def types(ends: dict[tuple[str, str], str]):
        for (node, identifier), name in ends.items():
            found = next(s for s in tree.nodes[node].outputs if s.identifier == identifier)
            yield socket(name, found.type)

    entries, exits = tuple(types(ins)), tuple(types(outs))
    inside = Tree(
        "G",
        {n: tree.nodes[n] for n in names}
        | {"In": entry(*entries), "Exit": replace(exit_(*exits), name="Exit")},
        tuple(inner),
        active_output="Exit",
    )
    group = Node("Group", "ShaderNodeGroup", entries, exits, tree=inside)
    rest = {n: v for n, v in tree.nodes.items() if n not in names}
    return replace(tree, nodes={**rest, "Group": group}, links=tuple(outer))


@settings(deadline=None)
@given(st.sets(st.sampled_from(INSIDE), min_size=1))
def test_moving_nodes_into_a_group_changes_nothing(names):
    assert plan_of(replace(GRAPH, tree=grouped(names))) == SHAPE


@settings(deadline=None)
@given(st.sets(st.sampled_from(["BSDF", "Emission", "Mix", "Bump", "A"]), min_size=1))
def test_moving_shaders_into_a_group_changes_nothing(names):
    assert plan_of(replace(GRAPH, tree=grouped(names))) == SHAPE


def test_the_law_would_notice_a_number_that_changed():
    nodes = {**GRAPH.tree.nodes, "Value": value(number=0.5)}
    assert plan_of(with_tree(nodes=nodes)) != SHAPE


@pytest.mark.parametrize("frame", [1.0, 7.5])
def test_the_frame_and_the_materials_name_change_nothing(frame):
    assert plan_of(replace(GRAPH, frame=frame, name="Other", library="//lib.blend")) == SHAPE
