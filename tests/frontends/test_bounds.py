"""Materials too large to bake: one sentence, soon, and never a full memory or stack."""

from __future__ import annotations

import sys

import pytest

from addon.frontends.shader.aov import aov_asked, aov_names
from addon.frontends.shader.asked import NotThere
from addon.frontends.shader.bounds import DEEPEST, MOST_NODES
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.socket_path import socket_asked
from addon.library.catalog import load_catalog
from addon.plan.problem import Severity
from addon.plan.types import Extent

from .models import (
    C,
    F,
    checker,
    emission,
    entry,
    exit_,
    group,
    material,
    math,
    mix_shader,
    node,
    reroute,
    socket,
    tree,
    uv,
)

LIT = "Emission.Emission > Out.Surface"
TIMES = 40
"""A group doubled so often is 10^12 groups, which nothing finishes counting."""


def chain(count, make, out, into):
    """Return ``count`` nodes linked one behind the other, and the links."""
    nodes = [make(f"N{i}") for i in range(count)]
    return nodes, [f"N{i}.{out} > N{i + 1}.{into}" for i in range(count - 1)]


def sums(count):
    nodes, links = chain(count, math, "Value", "Value")
    ends = ("UV.UV > N0.Value", f"N{count - 1}.Value > Emission.Color", LIT)
    return material([uv(), emission(), *nodes], *links, *ends)


def shaders(count):
    nodes, links = chain(count, mix_shader, "Shader", "Shader")
    ends = ("Emission.Emission > N0.Shader", f"N{count - 1}.Shader > Out.Surface")
    factors = [f"Checker.Fac > N{i}.Fac" for i in range(count)]
    return material([checker(), emission(), *nodes], *links, *factors, *ends)


def textures(count):
    nodes, links = chain(count, checker, "Color", "Vector")
    return material([emission(), *nodes], *links, f"N{count - 1}.Color > Emission.Color", LIT)


def doubled(core, times, *, apart):
    """Return a material of a group with two of a group in it, and so on.

    The two are one behind the other, or, ``apart``, side by side and then added.
    """
    sides = [socket("I", F)], [socket("O", F)]
    for _ in range(times):
        links = ["In.I > A.I", "In.I > B.I", "A.O > Sum.Value", "B.O > Sum.Value_001"]
        links += ["Sum.Value > Out.O"]
        if not apart:
            links = ["In.I > A.I", "A.O > B.I", "B.O > Out.O"]
        pair = [group("A", core, *sides), group("B", core, *sides)]
        core = tree([entry(socket("I", F)), exit_(socket("O", F)), *pair, math("Sum")], *links)
    top = group("G", core, *sides)
    return material([uv(), top, emission()], "UV.UV > G.I", "G.O > Emission.Color", LIT)


def adding():
    nodes = [entry(socket("I", F)), exit_(socket("O", F)), math()]
    return tree(nodes, "In.I > Math.Value", "Math.Value > Out.O")


def handing_on():
    return tree([entry(socket("I", F)), exit_(socket("O", F))], "In.I > Out.O")


@pytest.mark.parametrize("build", [sums, shaders, textures])
def test_a_long_chain_is_compiled_and_pythons_own_bound_is_as_it_was(compiled, build):
    before = sys.getrecursionlimit()
    assert not compiled(build(DEEPEST - 10)).problems
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize("build", [sums, shaders, textures])
def test_a_longer_one_is_refused_and_the_node_named(compiled, build):
    made = compiled(build(DEEPEST + 10))
    (problem,) = made.problems
    assert (problem.severity, problem.code) == (Severity.REFUSAL, "too-deep")
    assert problem.origin.startswith("N") and "bake what it computes" in problem.message
    assert not made.plan.outputs and not made.constants


@pytest.mark.parametrize("apart", [True, False])
def test_groups_that_double_are_refused_and_not_counted_to_the_end(compiled, apart):
    made = compiled(doubled(adding(), TIMES, apart=apart))
    (problem,) = made.problems
    assert problem.severity is Severity.REFUSAL
    assert problem.code == ("too-many-nodes" if apart else "too-deep")
    assert problem.origin.startswith("G/"), "the user's node"


def test_groups_that_double_and_compute_nothing_are_refused_too(compiled):
    made = compiled(doubled(handing_on(), 16, apart=False))
    assert [problem.code for problem in made.problems] == ["too-many-nodes"]


def test_a_thousand_uses_of_a_group_are_not(compiled):
    made = compiled(doubled(adding(), 10, apart=False))
    assert not made.problems
    assert sum(op.kernel == "math" for op in made.plan.ops) == 1024


def test_reroutes_by_the_thousand_are_passed(compiled):
    nodes, links = chain(MOST_NODES - 10, reroute, "Output", "Input")
    ends = ("Checker.Color > N0.Input", f"N{len(nodes) - 1}.Output > Emission.Color", LIT)
    made = compiled(material([checker(), emission(), *nodes], *links, *ends))
    assert not made.problems and made.plan.outputs


def test_groups_in_groups_by_the_hundred_are_entered(compiled):
    sides = [socket("I", C)], [socket("O", C)]
    core = tree([entry(socket("I", C)), exit_(socket("O", C))], "In.I > Out.O")
    for _ in range(600):
        nodes = [entry(socket("I", C)), exit_(socket("O", C)), group("G", core, *sides)]
        core = tree(nodes, "In.I > G.I", "G.O > Out.O")
    nodes = [checker(), group("G", core, *sides), emission()]
    made = compiled(material(nodes, "Checker.Color > G.I", "G.O > Emission.Color", LIT))
    assert not made.problems and made.plan.outputs


def test_a_name_that_is_not_there_is_looked_for_to_some_depth_only():
    with pytest.raises(NotThere) as gone:
        socket_asked(doubled(adding(), TIMES, apart=True).tree, "Nowhere:Value")
    assert gone.value.known[:3] == ("UV", "G", "Emission"), "what is nearest first"
    assert len(gone.value.known) <= MOST_NODES


def test_aovs_are_not_looked_for_where_there_are_none():
    assert aov_names(doubled(adding(), TIMES, apart=True)) == ()


def test_an_aov_that_is_written_too_often_is_refused():
    dirt = [socket("Color", C), socket("Value", F, 0.5)]
    dirt = node("Dirt", "ShaderNodeOutputAOV", dirt, properties={"aov_name": "Dirt"})
    model = doubled(tree([dirt]), TIMES, apart=True)
    assert aov_names(model) == ("Dirt",)
    asked = (aov_asked(model, "Dirt"),)
    made = compile_material(model, (), load_catalog(), Extent(8, 8), asked=asked)
    assert [problem.code for problem in made.problems] == ["too-many-nodes"]
