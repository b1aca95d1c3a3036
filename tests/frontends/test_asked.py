"""Sockets and AOVs as outputs of a plan, without Blender."""

from __future__ import annotations

from dataclasses import replace

import pytest

from addon.frontends.shader.aov import aov_asked, aov_names
from addon.frontends.shader.asked import NotThere
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.socket_path import socket_asked
from addon.library.catalog import load_catalog
from addon.plan.types import Extent

from .models import (
    C,
    F,
    V,
    checker,
    emission,
    entry,
    exit_,
    group,
    material,
    math,
    node,
    principled,
    reroute,
    shape,
    socket,
    strange,
    tree,
    value,
)

CATALOG = load_catalog()
LIT = "Emission.Emission > Out.Surface"


def baked(model, *texts, maps=(), aovs=()):
    asked = [socket_asked(model.tree, text) for text in texts]
    asked += [aov_asked(model, name) for name in aovs]
    return compile_material(model, maps, CATALOG, Extent(8, 8), asked=tuple(asked))


def aov(label, name="Dirt", color=(0.0, 0.0, 0.0, 1.0), number=0.0, **more):
    sockets = [socket("Color", C, color), socket("Value", F, number)]
    return node(label, "ShaderNodeOutputAOV", sockets, properties={"aov_name": name}, **more)


def test_an_output_is_what_an_emission_linked_to_it_would_give():
    model = material([checker(), emission()], LIT)
    linked = material([checker(), emission()], "Checker.Color > Emission.Color", LIT)
    asked = baked(model, "Checker:Color")
    map = compile_material(linked, ("emission",), CATALOG, Extent(8, 8))
    renamed = replace(asked.plan.outputs[0], name="emission")
    assert shape(replace(asked.plan, outputs=(renamed,))) == shape(map.plan)
    assert not asked.problems and not asked.approximate


def test_an_input_is_what_feeds_it_converted_to_its_own_type():
    model = material([value(number=0.25), principled()], "Value.Value > BSDF.Base Color")
    made = baked(model, "BSDF:Base Color", "BSDF:Roughness")
    assert made.constants == {"BSDF:Base Color": (0.25, 0.25, 0.25), "BSDF:Roughness": 0.0}


def test_sockets_and_maps_share_their_ops():
    model = material([checker(), principled()], "Checker.Color > BSDF.Base Color", LIT)
    model = material(
        [checker(), principled()], "Checker.Color > BSDF.Base Color", "BSDF.BSDF > Out.Surface"
    )
    alone = baked(model, maps=("base_color",))
    both = baked(model, "Checker:Color", maps=("base_color",))
    assert len(both.plan.ops) == len(alone.plan.ops)
    assert [output.name for output in both.plan.outputs] == ["base_color", "Checker:Color"]


def test_each_instance_of_a_group_has_a_socket_of_its_own():
    inside = tree(
        [entry(socket("In")), math("Sum", 0.0, 1.0), exit_(socket("Out"))],
        "In.In > Sum.Value",
        name="Inside",
    )
    groups = [group(n, inside, [socket("In", F, v)]) for n, v in (("A", 0.25), ("B", 0.5))]
    made = baked(material(groups), "A/Sum:in:Value", "B/Sum:in:Value", "A/In:In")
    assert made.constants == {"A/Sum:in:Value": 0.25, "B/Sum:in:Value": 0.5, "A/In:In": 0.25}


def test_a_muted_node_hands_on_its_bypass():
    made = baked(
        material(
            [value(), math(muted=True, bypass=(("Value", "Value"),))], "Value.Value > Math.Value"
        ),
        "Math:Value",
    )
    assert made.constants == {"Math:Value": 0.75}


def test_an_output_that_hands_on_nothing_is_said():
    made = baked(material([reroute()]), "Reroute:Output")
    assert made.constants == {"Reroute:Output": (0.0, 0.0, 0.0)}
    assert [(p.code, p.origin) for p in made.problems] == [("bare-socket", "Reroute")]


def test_an_input_that_shows_no_number_and_is_not_linked_is_said():
    made = baked(material([checker()]), "Checker:Vector", "Checker:Scale")
    assert [(p.code, p.origin) for p in made.problems] == [("bare-socket", "Checker")]
    assert "'Vector' is not linked" in made.problems[0].message


def test_a_socket_of_a_node_that_is_not_evaluated_is_approximate():
    made = baked(material([strange()]), "Strange:Fac")
    assert made.approximate == {"Strange:Fac": ("Strange",)}
    assert [problem.code for problem in made.problems] == ["unsupported-node"]


def test_where_only_sockets_are_asked_for_nothing_is_said_of_the_surface():
    assert not baked(material([value()]), "Value:Value").problems


def test_a_shader_that_is_not_known_does_not_mark_sockets():
    fur = node("Fur", "ShaderNodeFur", (), [socket("BSDF", emission().outputs[0].type)])
    model = material([fur, value()], "Fur.BSDF > Out.Surface")
    assert set(baked(model, "Value:Value", maps=("base_color",)).approximate) == {"base_color"}


def test_aovs_of_a_name_are_added_in_groups_too_for_every_instance():
    inside = tree(
        [entry(socket("In", C)), aov("Deep")], "In.In > Deep.Color", name="Inside", active=""
    )
    groups = [
        group(name, inside, [socket("In", C, (red, 0.0, 0.0, 1.0))], [socket("Out")])
        for name, red in (("A", 0.5), ("B", 0.25))
    ]
    model = material([*groups, aov("Here", color=(0.125, 1.0, 0.0, 1.0))])
    assert baked(model, aovs=("Dirt",)).constants == {"aov_Dirt": (0.875, 1.0, 0.0)}


def test_aovs_that_vary_are_added_too():
    model = material([checker(), aov("A"), aov("B", number=1.0)], "Checker.Fac > A.Value")
    made = baked(model, aovs=("Dirt",))
    assert [output.name for output in made.plan.outputs] == ["aov_Dirt"]
    assert made.plan.ops[-1].kernel == "math" and made.plan.ops[-1].params["b"] == 1.0


@pytest.mark.parametrize(("version", "count"), [((4, 5, 0), 1), ((5, 0, 0), 2)])
def test_a_muted_aov_counts_from_5_0_on_and_one_in_a_muted_group_never(version, count):
    color = (0.25, 0.25, 0.25, 1.0)
    inside = tree([aov("Deep", color=color)], name="Inside", active="")
    nodes = [
        aov("A", color=color),
        aov("B", color=color, muted=True),
        replace(group("G", inside), muted=True),
    ]
    made = baked(material(nodes, version=version), aovs=("Dirt",))
    assert made.constants == {"aov_Dirt": (0.25 * count,) * 3}


def test_what_is_linked_says_whether_an_aov_is_a_colour_or_a_value():
    model = material([value(), aov("A"), aov("B", "Both")], "Value.Value > A.Value")
    assert baked(model, aovs=("Dirt", "Both")).constants == {
        "aov_Dirt": 0.75,
        "aov_Both": (0.0, 0.0, 0.0),
    }
    assert baked(model, aovs=("Dirt:Color", "Both:Value")).constants == {
        "aov_Dirt:Color": (0.0, 0.0, 0.0),
        "aov_Both:Value": 0.0,
    }
    told = compile_material(
        model, (), CATALOG, Extent(8, 8), asked=(aov_asked(model, "Both", "Value"),)
    )
    assert told.constants == {"aov_Both": 0.0}, "as a view layer declares it"


def test_aov_names_are_those_that_cycles_would_find():
    model = material([aov("A", "Dirt"), aov("B", ""), aov("C", "dirt"), aov("D", "Dirt")])
    assert aov_names(model) == ("Dirt", "dirt")
    with pytest.raises(NotThere) as gone:
        aov_asked(model, "DIRT")
    assert (gone.value.what, gone.value.known) == ("AOV", ("Dirt", "dirt"))


def test_a_vector_is_baked_as_it_stands_and_not_as_a_direction():
    up = node("Up", "ShaderNodeStrange", [socket("Normal", V, (0.0, 0.0, 1.0))])
    assert baked(material([up]), "Up:Normal").constants == {"Up:Normal": (0.0, 0.0, 1.0)}


def test_what_only_a_mesh_can_tell_is_said_of_a_socket_that_nothing_else_reads():
    geometry = node("Geometry", "ShaderNodeNewGeometry", (), [socket("Pointiness")])
    made = baked(material([geometry]), "Geometry:Pointiness")
    assert made.constants == {"Geometry:Pointiness": 0.5}
    assert [problem.code for problem in made.problems] == ["needs-mesh"]
    assert made.approximate == {"Geometry:Pointiness": ("Geometry",)}
