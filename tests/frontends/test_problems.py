"""What cannot be evaluated: said, marked, and never an exception."""

from __future__ import annotations

from dataclasses import replace

import pytest

from addon.frontends.shader.maps import MAPS
from addon.frontends.shader.model import Tree
from addon.plan.problem import Severity

from .models import (
    C,
    F,
    S,
    V,
    bump,
    checker,
    emission,
    entry,
    exit_,
    group,
    links,
    material,
    math,
    mix_shader,
    node,
    principled,
    reroute,
    socket,
    strange,
    tree,
)

LIT = "Emission.Emission > Out.Surface"


def codes(made):
    return [problem.code for problem in made.problems]


def test_a_node_that_is_not_known_is_named_with_the_value_used_instead(compiled):
    made = compiled(material([strange(), emission()], "Strange.Color > Emission.Color", LIT))
    (problem,) = made.problems
    assert (problem.severity, problem.code) == (Severity.WARNING, "unsupported-node")
    assert problem.origin == "Strange"
    said = "ShaderNodeStrange is not evaluated; Color = (0.25, 0.25, 0.25) is used"
    assert problem.message == said
    assert made.constants["emission"] == (0.25, 0.25, 0.25)
    assert made.approximate == {"emission": ("Strange",)}


def test_a_node_is_named_as_blender_names_its_type_and_as_the_user_labels_it(compiled):
    odd = replace(strange(), type_name="Odd", label="Edge Shine")
    made = compiled(material([odd, emission()], "Strange.Fac > Emission.Color", LIT))
    (problem,) = made.problems
    assert problem.origin == "Strange", "the path stays as machines know it"
    assert problem.message == 'Odd "Edge Shine" is not evaluated; Fac = 0.25 is used'


def test_what_only_a_mesh_can_tell_is_marked_and_what_the_plane_has_is_not(compiled):
    outputs = [socket("Pointiness"), socket("Position", V), socket("Incoming", V)]
    geometry = node("Geometry", "ShaderNodeNewGeometry", (), outputs)
    made = compiled(material([geometry, emission()], "Geometry.Pointiness > Emission.Color", LIT))
    assert made.constants["emission"] == (0.5, 0.5, 0.5)
    assert (codes(made), made.approximate) == (["needs-mesh"], {"emission": ("Geometry",)})
    made = compiled(material([geometry, emission()], "Geometry.Position > Emission.Color", LIT))
    (op,) = made.plan.ops
    assert (op.kernel, op.variants["kind"]) == ("plane_coordinate", "object")
    assert not made.problems
    made = compiled(material([geometry, emission()], "Geometry.Incoming > Emission.Color", LIT))
    assert (codes(made), made.approximate) == (["view-dependent"], {})


@pytest.mark.parametrize("output", ["Normal", "Direction"])
def test_a_normal_that_is_not_evaluated_is_the_planes_and_never_0(compiled, output):
    odd = node("Odd", "ShaderNodeOdd", (), [socket(output, V)])
    model = material([odd, principled()], f"Odd.{output} > BSDF.Normal", "BSDF.BSDF > Out.Surface")
    made = compiled(model, "normal")
    assert made.constants["normal"] == (0.5, 0.5, 1.0)
    assert f"{output} = (0, 0, 1)" in made.problems[0].message
    assert made.approximate == {"normal": ("Odd",)}


def test_a_vector_that_is_not_evaluated_and_no_normal_stays_0(compiled):
    odd = node("Odd", "ShaderNodeOdd", (), [socket("Direction", V)])
    made = compiled(material([odd, emission()], "Odd.Direction > Emission.Color", LIT))
    assert made.constants["emission"] == (0.0, 0.0, 0.0)


def test_a_bevel_hands_on_the_normal_that_it_is_given(compiled):
    bevel = node("Bevel", "ShaderNodeBevel", [socket("Normal", V)], [socket("Normal", V)])
    nodes = [checker(), bump(), bevel, principled()]
    model = material(
        nodes,
        "Checker.Fac > Bump.Height",
        "Bump.Normal > Bevel.Normal",
        "Bevel.Normal > BSDF.Normal",
        "BSDF.BSDF > Out.Surface",
    )
    made = compiled(model, "normal")
    assert "bump_normal" in [op.kernel for op in made.plan.ops]
    assert made.approximate == {"normal": ("Bevel",)}


def test_a_surface_that_nothing_is_linked_to_is_said(compiled):
    made = compiled(material([]), "base_color", "height")
    assert codes(made) == ["no-surface"] and made.problems[0].origin == "Out"
    assert not compiled(material([]), "height").problems, "height asks for no surface"


def test_a_material_with_only_a_volume_is_said(compiled):
    fog = node("Fog", "ShaderNodeVolumeScatter", (), [socket("Volume", S)])
    model = material([fog], "Fog.Volume > Out.Volume")
    out = replace(model.tree.nodes["Out"], inputs=(socket("Surface", S), socket("Volume", S)))
    model = replace(model, tree=replace(model.tree, nodes={**model.tree.nodes, "Out": out}))
    made = compiled(model, "base_color")
    assert codes(made) == ["no-surface"] and "only a Volume" in made.problems[0].message


def test_a_surface_whose_group_is_missing_is_said_once(compiled):
    gone = group("Gone", None, (), [socket("Out", S)])
    made = compiled(material([gone], "Gone.Out > Out.Surface"), "base_color")
    assert codes(made) == ["missing-group"]


def test_only_the_maps_that_depend_on_it_are_approximate(compiled):
    nodes = [strange(), math(), checker(), principled()]
    model = material(
        nodes,
        "Strange.Fac > Math.Value",
        "Math.Value > BSDF.Roughness",
        "Checker.Color > BSDF.Base Color",
        "BSDF.BSDF > Out.Surface",
    )
    made = compiled(model, *MAPS)
    assert made.approximate == {"roughness": ("Strange",)}


def test_a_mix_is_approximate_where_its_factor_is(compiled):
    nodes = [strange(), emission("A"), principled(**{"Base Color": (1.0,) * 4}), mix_shader()]
    made = compiled(
        material(
            nodes,
            "Strange.Fac > Mix.Fac",
            "A.Emission > Mix.Shader",
            "BSDF.BSDF > Mix.Shader_001",
            "Mix.Shader > Out.Surface",
        ),
        "base_color",
        "roughness",
    )
    assert set(made.approximate) == {"base_color"}, "an Emission has no roughness to be mixed"


@pytest.mark.parametrize("number", [0.0, 0.25, 1.0, 2.0])
def test_a_number_used_instead_marks_what_it_decides(compiled, number):
    """A factor or strength of 0 or 1 leaves inputs unread; but that it is 0 is a guess."""
    mix = material(
        [strange(number=number), emission("A"), emission("B", (0.0, 1.0, 0.0, 1.0)), mix_shader()],
        "Strange.Fac > Mix.Fac",
        "A.Emission > Mix.Shader",
        "B.Emission > Mix.Shader_001",
        "Mix.Shader > Out.Surface",
    )
    light = material([strange(number=number), emission()], "Strange.Fac > Emission.Strength", LIT)
    flat = material(
        [strange(number=number), bump(), principled()],
        "Strange.Fac > Bump.Height",
        "Bump.Normal > BSDF.Normal",
        "BSDF.BSDF > Out.Surface",
    )
    for model, name in ((mix, "emission"), (light, "emission"), (flat, "normal")):
        assert compiled(model, name).approximate == {name: ("Strange",)}


def test_an_approximate_height_makes_an_approximate_normal(compiled):
    nodes = [strange(), checker(), bump(), principled()]
    model = material(
        nodes,
        "Strange.Fac > Checker.Scale",
        "Checker.Fac > Bump.Height",
        "Bump.Normal > BSDF.Normal",
        "BSDF.BSDF > Out.Surface",
    )
    assert compiled(model, "normal").approximate == {"normal": ("Strange",)}


def test_a_shader_that_is_not_known_marks_every_map_but_height(compiled):
    fur = node("Fur", "ShaderNodeFur", (), [socket("BSDF", S)])
    made = compiled(material([fur], "Fur.BSDF > Out.Surface"), *MAPS)
    assert set(made.approximate) == set(MAPS) - {"height"}
    assert codes(made) == ["unsupported-node"]


def test_it_is_said_once_however_often_it_is_read(compiled):
    nodes = [strange(), checker(), bump(), principled()]
    made = compiled(
        material(
            nodes,
            "Strange.Fac > Checker.Scale",
            "Strange.Fac > BSDF.Roughness",
            "Checker.Fac > Bump.Height",
            "Bump.Normal > BSDF.Normal",
            "BSDF.BSDF > Out.Surface",
        ),
        "normal",
        "roughness",
    )
    assert codes(made) == ["unsupported-node"]


def test_a_node_that_no_map_needs_is_not_mentioned(compiled):
    nodes = [strange(), checker(), principled()]
    made = compiled(
        material(nodes, "Strange.Fac > BSDF.Roughness", "BSDF.BSDF > Out.Surface"), "base_color"
    )
    assert not made.problems


def test_a_missing_group_is_named_and_what_it_feeds_is_as_if_unlinked(compiled):
    gone = group("Gone", None, (), [socket("Out", C)])
    lamp = emission(color=(0.5, 0.5, 0.5, 1.0))
    made = compiled(material([gone, lamp], "Gone.Out > Emission.Color", LIT))
    assert codes(made) == ["missing-group"]
    assert made.constants["emission"] == (0.5, 0.5, 0.5)
    assert made.approximate == {"emission": ("Gone",)}


def test_a_height_that_a_missing_group_would_give_is_approximate(compiled):
    gone = group("Gone", None, (), [socket("Out", V)])
    made = compiled(material([gone, emission()], "Gone.Out > Out.Displacement", LIT), "height")
    assert codes(made) == ["missing-group"]
    assert made.approximate == {"height": ("Gone",)}


def test_a_group_that_holds_itself_is_named_and_cut(compiled):
    nodes: dict = {}
    inside = Tree("G", nodes, links("Self.Out > Out.Out"), active_output="Out")
    nodes["Self"] = group("Self", inside, (), [socket("Out", C)])
    nodes["Out"] = exit_(socket("Out", C, (0.25, 0.25, 0.25, 1.0)))
    outer = group("Outer", inside, (), [socket("Out", C)])
    made = compiled(material([outer, emission()], "Outer.Out > Emission.Color", LIT))
    assert codes(made) == ["recursive-group"]
    assert [problem.origin for problem in made.problems] == ["Outer/Self"]
    assert made.constants["emission"] == (0.25, 0.25, 0.25)


def test_links_that_form_a_loop_are_cut_and_said(compiled):
    nodes = [math("A"), math("B"), emission()]
    made = compiled(
        material(nodes, "A.Value > B.Value", "B.Value > A.Value", "A.Value > Emission.Color", LIT)
    )
    assert codes(made) == ["loop"] and made.approximate


def test_reroutes_that_form_a_loop_are_cut_and_said(compiled):
    nodes = [reroute("A"), reroute("B"), emission()]
    made = compiled(
        material(
            nodes, "A.Output > B.Input", "B.Output > A.Input", "A.Output > Emission.Color", LIT
        )
    )
    assert codes(made) == ["loop"] and made.constants["emission"] == (1.0, 1.0, 1.0)


def test_a_link_from_a_node_that_is_gone_is_no_link(compiled):
    made = compiled(material([emission()], "Gone.Color > Emission.Color", LIT))
    assert made.constants["emission"] == (1.0, 1.0, 1.0) and not made.problems


def test_a_shader_where_a_number_belongs_is_said(compiled):
    nodes = [emission("A"), emission()]
    made = compiled(material(nodes, "A.Emission > Emission.Color", LIT))
    assert codes(made) == ["shader-as-number"]


def test_an_output_that_a_rule_does_not_give_is_0_and_said(compiled):
    odd = replace(math(), outputs=(socket("Value", F), socket("More", F)))
    made = compiled(material([odd, emission()], "Math.More > Emission.Color", LIT))
    assert codes(made) == ["missing-output"] and made.constants["emission"] == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("origin, told", [("Checker", True), ("Elsewhere", False), ("", True)])
def test_what_the_snapshot_found_is_said_where_it_matters(compiled, origin, told):
    model = material([checker(), emission()], "Checker.Color > Emission.Color", LIT)
    made = compiled(replace(model, problems=(("driver-not-evaluated", origin, "why"),)))
    assert bool(made.problems) is told
    assert bool(made.approximate) is (origin == "Checker")


@pytest.mark.parametrize("read", [True, False])
def test_what_is_wrong_with_a_group_nodes_own_number_is_said_where_it_is_read(compiled, read):
    inside = tree(
        [entry(socket("In", C)), exit_(socket("Out", C))],
        *(["In.In > Out.Out"] if read else []),
        name="G",
    )
    outer = group("Outer", inside, [socket("In", C, (0.5,) * 4)], [socket("Out", C)])
    model = material([outer, emission()], "Outer.Out > Emission.Color", LIT)
    made = compiled(replace(model, problems=(("driver-not-evaluated", "Outer", "why"),)))
    assert codes(made) == (["driver-not-evaluated"] if read else [])
    assert made.approximate == ({"emission": ("Outer",)} if read else {})


def test_a_problem_inside_a_group_names_the_whole_path(compiled):
    inside = tree(
        [entry(), strange(), exit_(socket("Out", C))], "Strange.Color > Out.Out", name="G"
    )
    outer = group("Outer", inside, (), [socket("Out", C)])
    made = compiled(material([outer, emission()], "Outer.Out > Emission.Color", LIT))
    assert [problem.origin for problem in made.problems] == ["Outer/Strange"]


def test_a_texture_reads_generated_where_its_vector_comes_from_a_missing_group(compiled):
    gone = group("Gone", None, (), [socket("Out", V)])
    nodes = [gone, checker(), emission()]
    made = compiled(
        material(nodes, "Gone.Out > Checker.Vector", "Checker.Color > Emission.Color", LIT)
    )
    assert made.plan.ops[0].variants["kind"] == "generated"
    assert made.approximate == {"emission": ("Gone",)}
