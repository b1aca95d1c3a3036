"""Changes to a graph that change nothing: the plan is the same up to its keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.model import Link, MaterialModel, SocketType
from addon.library.catalog import load_catalog
from addon.plan.types import Extent

from .models import (
    S,
    bump,
    checker,
    emission,
    material,
    math,
    mix_shader,
    principled,
    shape,
    uv,
    value,
)
from .rewrites import grouped, renamed, reordered, rerouted, spliced

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


def test_the_graph_is_not_trivial():
    kernels = [row[0] for row in SHAPE]
    assert kernels.count("checker_texture") == 6 and "mix_color" in kernels


@given(LINKS)
def test_a_reroute_in_a_link_changes_nothing(link):
    assert plan_of(replace(GRAPH, tree=rerouted(GRAPH.tree, link))) == SHAPE


@given(LINKS)
def test_a_muted_node_in_a_link_changes_nothing(link):
    muted = replace(math("Muted"), muted=True, bypass=(("Value", "Value"),))
    if type_of(link) is S:
        muted = replace(mix_shader("Muted"), muted=True, bypass=(("Shader", "Shader"),))
        assert (
            plan_of(replace(GRAPH, tree=spliced(GRAPH.tree, link, muted, "Shader", "Shader")))
            == SHAPE
        )
    else:
        assert (
            plan_of(replace(GRAPH, tree=spliced(GRAPH.tree, link, muted, "Value", "Value")))
            == SHAPE
        )


@given(st.permutations(sorted(GRAPH.tree.links, key=str)), st.permutations(list(GRAPH.tree.nodes)))
def test_the_order_of_nodes_and_links_in_the_file_changes_nothing(links, names):
    assert plan_of(replace(GRAPH, tree=reordered(GRAPH.tree, names, links))) == SHAPE


@given(st.text(min_size=1, max_size=20).filter(lambda name: name not in GRAPH.tree.nodes))
def test_the_name_of_a_node_changes_nothing(name):
    def called(old: str) -> str:
        return name if old == "Sum" else old

    assert plan_of(replace(GRAPH, tree=renamed(GRAPH.tree, called))) == SHAPE


@settings(deadline=None)
@given(st.sets(st.sampled_from(INSIDE), min_size=1))
def test_moving_nodes_into_a_group_changes_nothing(names):
    assert plan_of(replace(GRAPH, tree=grouped(GRAPH.tree, names))) == SHAPE


@settings(deadline=None)
@given(st.sets(st.sampled_from(["BSDF", "Emission", "Mix", "Bump", "A"]), min_size=1))
def test_moving_shaders_into_a_group_changes_nothing(names):
    assert plan_of(replace(GRAPH, tree=grouped(GRAPH.tree, names))) == SHAPE


def test_the_law_would_notice_a_number_that_changed():
    nodes = {**GRAPH.tree.nodes, "Value": value(number=0.5)}
    assert plan_of(with_tree(nodes=nodes)) != SHAPE


@pytest.mark.parametrize("frame", [1.0, 7.5])
def test_the_frame_and_the_materials_name_change_nothing(frame):
    assert plan_of(replace(GRAPH, frame=frame, name="Other", library="//lib.blend")) == SHAPE
