"""What a material compiles to: which ops, which numbers, which images."""

from __future__ import annotations

import sys

import pytest

from addon.frontends.shader.maps import MAPS
from addon.frontends.shader.model import WorkingSpace
from addon.plan.types import Extent, Role, Transfer

from .models import (
    C,
    F,
    bump,
    checker,
    emission,
    entry,
    exit_,
    group,
    material,
    math,
    mix_shader,
    node,
    principled,
    socket,
    strange,
    tree,
    uv,
)

LIT = "Emission.Emission > Out.Surface"


def kernels(compiled):
    return [op.kernel for op in compiled.plan.ops]


def test_a_material_of_numbers_has_an_empty_plan_and_a_constant_for_every_map(compiled):
    model = material(
        [principled(Base_Color=(0.1, 0.2, 0.3, 1.0), Roughness=0.4)], "BSDF.BSDF > Out.Surface"
    )
    made = compiled(model, *MAPS)
    assert made.plan.ops == () and made.plan.outputs == ()
    assert set(made.constants) == set(MAPS)
    assert made.constants["base_color"] == (0.1, 0.2, 0.3)
    assert made.constants["roughness"] == 0.4
    assert made.constants["normal"] == (0.5, 0.5, 1.0)
    assert made.invariant == set(MAPS)


def test_each_evaluated_node_is_one_op(compiled):
    nodes = [uv(), checker(), math(), emission()]
    made = compiled(
        material(
            nodes,
            "UV.UV > Checker.Vector",
            "Checker.Fac > Math.Value",
            "Math.Value > Emission.Color",
            LIT,
        )
    )
    assert kernels(made) == ["plane_coordinate", "checker_texture", "math", "float_to_vector"]
    assert [op.origin for op in made.plan.ops][1:3] == ["Checker", "Math"]


def test_a_node_that_feeds_many_is_one_op(compiled):
    nodes = [checker(), math("A"), math("B"), emission()]
    made = compiled(
        material(
            nodes,
            "Checker.Fac > A.Value",
            "Checker.Fac > A.Value_001",
            "Checker.Fac > B.Value",
            "A.Value > B.Value_001",
            "B.Value > Emission.Color",
            LIT,
        )
    )
    assert kernels(made).count("checker_texture") == 1
    assert kernels(made).count("plane_coordinate") == 1


def test_numbers_stand_in_the_op_and_not_in_an_image(compiled):
    made = compiled(material([checker(), emission()], "Checker.Color > Emission.Color", LIT))
    op = made.plan.ops[-1]
    assert set(op.inputs) == {"vector"}
    assert op.params["scale"] == 5.0 and op.params["color_2"] == (1.0, 1.0, 1.0)


def test_what_no_map_asks_for_is_not_in_the_plan(compiled):
    nodes = [checker("A"), checker("B"), principled()]
    model = material(
        nodes, "A.Color > BSDF.Base Color", "B.Fac > BSDF.Roughness", "BSDF.BSDF > Out.Surface"
    )
    assert {op.origin for op in compiled(model, "roughness").plan.ops} == {"plane/generated", "B"}
    assert {op.origin for op in compiled(model, "metallic").plan.ops} == set()


def test_every_image_of_the_plan_is_declared_precise_and_written_once(compiled):
    nodes = [checker(), bump(), principled()]
    made = compiled(
        material(
            nodes,
            "Checker.Fac > Bump.Height",
            "Bump.Normal > BSDF.Normal",
            "BSDF.BSDF > Out.Surface",
        ),
        "normal",
    )
    assert all(image.role is Role.PRECISE and image.format.full_float for image in made.plan.images)
    written = [image for op in made.plan.ops for image in op.outputs.values()]
    assert sorted(written) == sorted(image.id for image in made.plan.images)
    assert len({op.key for op in made.plan.ops}) == len(made.plan.ops)


def test_ops_stand_after_what_they_read(compiled):
    nodes = [checker(), bump(), principled()]
    made = compiled(
        material(
            nodes,
            "Checker.Fac > Bump.Height",
            "Checker.Fac > BSDF.Roughness",
            "Bump.Normal > BSDF.Normal",
            "BSDF.BSDF > Out.Surface",
        ),
        "normal",
        "roughness",
    )
    known = set()
    for op in made.plan.ops:
        assert set(op.inputs.values()) <= known
        known |= set(op.outputs.values())


def test_bump_compiles_its_height_at_three_places_and_shares_what_does_not_vary(compiled):
    nodes = [
        # A colour of a node is not folded, so that what it feeds is an op.
        node("RGB", "ShaderNodeRGB", (), [socket("Color", C, (0.2, 0.4, 0.8, 1.0))]),
        math("Still", operation="SINE"),
        checker(),
        math("Moving", operation="MULTIPLY"),
        bump(),
        principled(),
    ]
    made = compiled(
        material(
            nodes,
            "RGB.Color > Still.Value",
            "Still.Value > Moving.Value",
            "Checker.Fac > Moving.Value_001",
            "Moving.Value > Bump.Height",
            "Bump.Normal > BSDF.Normal",
            "BSDF.BSDF > Out.Surface",
        ),
        "normal",
    )
    count = {
        origin: sum(op.origin == origin for op in made.plan.ops)
        for origin in ("Still", "Moving", "Checker")
    }
    assert count == {"Still": 1, "Moving": 3, "Checker": 3}
    shifts = {op.params["shift"] for op in made.plan.ops if op.kernel == "plane_coordinate"}
    assert len(shifts) == 3 and (0.0, 0.0) in shifts


def test_y_minus_turns_the_green_of_the_normal(compiled):
    nodes = [
        node(
            "N",
            "ShaderNodeCombineXYZ",
            [socket("X"), socket("Y", value=0.5), socket("Z", value=1.0)],
            [],
        )
    ]
    model = material([*nodes, principled()], "BSDF.BSDF > Out.Surface")
    assert compiled(model, "normal").constants["normal"] == (0.5, 0.5, 1.0)
    lit = [checker(), bump(), principled()]
    bumped = material(
        lit, "Checker.Fac > Bump.Height", "Bump.Normal > BSDF.Normal", "BSDF.BSDF > Out.Surface"
    )
    up, down = (compiled(bumped, "normal", y=y).plan.ops[-1].params["b"] for y in "+-")
    assert up == (0.5, 0.5, 0.5) and down == (0.5, -0.5, 0.5)


def test_an_unknown_map_is_refused_by_name(compiled):
    with pytest.raises(KeyError, match="'specularity'"):
        compiled(material([]), "specularity")


def test_a_material_without_an_output_gives_neutral_maps_and_says_so(compiled):
    from dataclasses import replace

    model = material([principled()])
    made = compiled(replace(model, tree=replace(model.tree, active_output="")), "base_color")
    assert made.constants == {"base_color": (0.0, 0.0, 0.0)}
    assert [problem.code for problem in made.problems] == ["no-output"]


def test_an_unlinked_surface_gives_every_map_its_neutral(compiled):
    made = compiled(material([]), *MAPS)
    assert [problem.code for problem in made.problems] == ["no-surface"]
    expected = {name: spec.neutral for name, spec in MAPS.items() if not spec.direction}
    assert made.constants == {
        **expected,
        "normal": (0.5, 0.5, 1.0),
        "coat_normal": (0.5, 0.5, 1.0),
        "tangent": (1.0, 0.5, 0.5),
    }


def test_a_chain_of_three_thousand_nodes_compiles_and_the_recursion_limit_is_as_before(compiled):
    before = sys.getrecursionlimit()
    nodes = [math(f"M{i}") for i in range(3000)]
    pairs = [f"M{i}.Value > M{i + 1}.Value" for i in range(2999)]
    made = compiled(
        material(
            [checker(), *nodes, emission()],
            "Checker.Fac > M0.Value",
            *pairs,
            "M2999.Value > Emission.Color",
            LIT,
        )
    )
    assert kernels(made).count("math") == 3000
    assert sys.getrecursionlimit() == before


def test_the_level_and_the_seed_are_the_plans(compiled):
    made = compiled(
        material([checker(), emission()], "Checker.Color > Emission.Color", LIT), level=-2, seed=7
    )
    assert (made.plan.base, made.plan.bake_level_offset, made.plan.seed) == (Extent(64, 64), -2, 7)


def test_colors_are_encoded_from_the_files_working_space_and_data_is_not(compiled):
    space = WorkingSpace(
        "ACEScg", (1.7, -0.6, -0.1, -0.1, 1.1, 0.0, 0.0, -0.1, 1.1), (0.27, 0.67, 0.06)
    )
    nodes = [checker(), principled()]
    made = compiled(
        material(
            nodes,
            "Checker.Color > BSDF.Base Color",
            "Checker.Color > BSDF.Roughness",
            "BSDF.BSDF > Out.Surface",
            working_space=space,
        ),
        "base_color",
        "roughness",
    )
    by_name = {output.name: output.encoding for output in made.plan.outputs}
    assert by_name["base_color"].transfer is Transfer.COLOR
    assert by_name["base_color"].to_rec709 == space.to_rec709
    assert by_name["roughness"].transfer is Transfer.DATA
    assert by_name["roughness"].channels == 1
    luminance = next(op for op in made.plan.ops if op.kernel == "color_to_float")
    assert luminance.params["weights"] == space.luminance


def test_a_number_times_a_number_is_multiplied_when_it_is_compiled(compiled):
    lamp = principled(Emission_Color=(0.5, 0.25, 1.0, 1.0), Emission_Strength=4.0)
    made = compiled(material([lamp], "BSDF.BSDF > Out.Surface"))
    assert made.constants["emission"] == (2.0, 1.0, 4.0)


def test_an_emission_of_strength_0_leaves_its_color_unread(compiled):
    nodes = [strange(), principled(Emission_Strength=0.0)]
    made = compiled(
        material(nodes, "Strange.Color > BSDF.Emission Color", "BSDF.BSDF > Out.Surface")
    )
    assert made.constants["emission"] == (0.0, 0.0, 0.0) and not made.problems


def test_a_mix_with_a_factor_of_0_or_1_leaves_the_other_side_unread(compiled):
    for factor, told in ((0.0, False), (1.0, True)):
        nodes = [strange(), emission("A"), emission("B"), mix_shader(factor=factor)]
        made = compiled(
            material(
                nodes,
                "Strange.Color > B.Color",
                "A.Emission > Mix.Shader",
                "B.Emission > Mix.Shader_001",
                "Mix.Shader > Out.Surface",
            )
        )
        assert bool(made.problems) is told


@pytest.mark.parametrize(
    ("version", "color"), [((4, 5, 0), (0.4, 0.4, 0.4)), ((5, 0, 0), (0.2, 0.4, 0.8))]
)
def test_until_5_0_a_groups_wall_converts_what_passes_through_it(compiled, version, color):
    inside = tree([entry(socket("In0", F)), exit_(socket("Out0", F))], "In.In0 > Out.Out0")
    grey = group("Group", inside, [socket("In0", F)], [socket("Out0", F)])
    rgb = node("RGB", "ShaderNodeRGB", (), [socket("Color", C, (0.2, 0.4, 0.8, 1.0))])
    model = material(
        [rgb, grey, emission()],
        "RGB.Color > Group.In0",
        "Group.Out0 > Emission.Color",
        LIT,
        version=version,
    )
    assert compiled(model).constants["emission"] == pytest.approx(color, abs=0.05)


def test_the_same_model_compiles_to_the_same_plan(compiled):
    nodes = [checker(), bump(), principled()]
    model = material(
        nodes, "Checker.Fac > Bump.Height", "Bump.Normal > BSDF.Normal", "BSDF.BSDF > Out.Surface"
    )
    assert compiled(model, "normal").plan == compiled(model, "normal").plan
