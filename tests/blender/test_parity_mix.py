"""Mix, Mix RGB and what they do with factors beyond 0 and 1, against Cycles."""

from __future__ import annotations

import pytest

from .trees import Tree

SIDE = 64
BLENDS = (
    "MIX DARKEN MULTIPLY BURN LIGHTEN SCREEN DODGE ADD OVERLAY SOFT_LIGHT LINEAR_LIGHT DIFFERENCE "
    "EXCLUSION SUBTRACT DIVIDE HUE SATURATION COLOR VALUE"
).split()


def colors(tree: Tree):
    """Two colours that between them hold greys, black, white, negatives and values above 1."""
    u, v = tree.column(-0.5, 0.03125), tree.row(-0.5, 0.03125)
    a = tree.node("CombineColor", {"Red": u, "Green": v, "Blue": 0.375}).outputs[0]
    b = tree.node("CombineColor", {"Red": v, "Green": 0.25, "Blue": u}).outputs[0]
    return a, b


def mix_color(tree: Tree, a, b, factor, blend: str, **flags: bool):
    inputs = {"Factor_Float": factor, "A_Color": a, "B_Color": b}
    node = tree.node("Mix", inputs, data_type="RGBA", blend_type=blend, **flags)
    return tree.out(node, "Result_Color")


def test_every_blend_mode_of_this_blender_is_held_against_cycles():
    import bpy

    known = bpy.types.ShaderNodeMix.bl_rna.properties["blend_type"].enum_items.keys()
    assert set(known) == set(BLENDS)


@pytest.mark.parametrize("blend", BLENDS)
@pytest.mark.parametrize("factor", [0.0, 0.375, 1.0])
def test_a_blend_mode_agrees_on_colours_below_black_and_above_white(assert_agrees, blend, factor):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        a, b = colors(tree)
        return mix_color(tree, a, b, tree.math("ADD", tree.zero(), factor), blend)

    assert_agrees(build, SIDE, names=[f"{blend} at {factor}"], relative=True)


@pytest.mark.parametrize("blend", BLENDS)
def test_a_blend_mode_agrees_with_a_factor_that_is_not_clamped(assert_agrees, blend):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        _, b = colors(tree)
        a = (0.25, 0.75, 0.5, 1.0)
        return mix_color(tree, a, b, tree.row(-1.0, 0.0625), blend, clamp_factor=False)

    assert_agrees(build, SIDE, names=[blend], relative=True)


@pytest.mark.parametrize("clamp_factor", [False, True], ids=["free factor", "clamped factor"])
@pytest.mark.parametrize("clamp_result", [False, True], ids=["free result", "clamped result"])
def test_clamping_of_factor_and_result_agrees(assert_agrees, clamp_factor, clamp_result):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        a, b = colors(tree)
        flags = {"clamp_factor": clamp_factor, "clamp_result": clamp_result}
        return mix_color(tree, a, b, tree.row(-1.0, 0.0625), "LINEAR_LIGHT", **flags)

    assert_agrees(build, SIDE, names=["linear light"], relative=True)


@pytest.mark.parametrize("clamp", [False, True], ids=["free", "clamped"])
def test_mix_of_floats_agrees_beyond_the_ends_of_its_factor(assert_agrees, clamp):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inputs = {"Factor_Float": tree.column(-1.0, 0.0625), "A_Float": 0.75, "B_Float": tree.row()}
        node = tree.node("Mix", inputs, data_type="FLOAT", clamp_factor=clamp)
        result = tree.out(node, "Result_Float")
        return [result, tree.math("MULTIPLY", result, 2.0), 0.0]

    assert_agrees(build, SIDE, names=["mix", "mix twice over", "nothing"], relative=True)


def test_mixing_numbers_of_far_apart_magnitudes_agrees(assert_agrees):
    """The two forms of the lerp differ here: 1 survives beside 1e20 in one of them only."""

    def build(node_tree):
        tree = Tree(node_tree, 8)
        huge = tree.math("ADD", tree.zero(), 1e20)
        one = tree.math("ADD", tree.zero(), 1.0)
        inputs = {"Factor_Float": one, "A_Float": huge, "B_Float": one}
        number = tree.node("Mix", inputs, data_type="FLOAT")
        color = mix_color(tree, tree.xyz(huge, huge, huge), tree.xyz(one, one, one), one, "MIX")
        return [tree.out(number, "Result_Float"), tree.split(color)[0], 0.0]

    assert_agrees(build, 8, names=["float", "colour", "nothing"], flat=True)


@pytest.mark.parametrize("clamp", [False, True], ids=["free", "clamped"])
@pytest.mark.parametrize("mode", ["UNIFORM", "NON_UNIFORM"])
def test_mix_of_vectors_agrees_with_one_factor_and_with_three(assert_agrees, mode, clamp):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        u, v = tree.column(-1.0, 0.0625), tree.row(-1.0, 0.0625)
        factor = (
            {"Factor_Float": u} if mode == "UNIFORM" else {"Factor_Vector": tree.xyz(u, v, 0.5)}
        )
        inputs = {**factor, "A_Vector": tree.xyz(v, 0.25, -1.0), "B_Vector": (2.0, -3.0, 0.5)}
        node = tree.node("Mix", inputs, data_type="VECTOR", factor_mode=mode, clamp_factor=clamp)
        return tree.out(node, "Result_Vector")

    assert_agrees(build, SIDE, names=[mode], relative=True)


@pytest.mark.parametrize("clamp", [False, True], ids=["free result", "clamped result"])
@pytest.mark.parametrize("blend", BLENDS)
def test_mix_rgb_agrees_and_clamps_its_factor_always(assert_agrees, blend, clamp):
    def build(node_tree):
        tree = Tree(node_tree, 32)
        u, v = tree.column(-0.5, 0.0625), tree.row(-0.5, 0.0625)
        a = tree.xyz(u, 0.5, 0.25)
        b = tree.xyz(0.125, u, 1.5)
        inputs = {"Fac": v, "Color1": a, "Color2": b}
        return tree.node("MixRGB", inputs, blend_type=blend, use_clamp=clamp).outputs[0]

    assert_agrees(build, 32, names=[blend], relative=True)
