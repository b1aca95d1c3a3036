"""Math, Clamp and the number nodes against a Cycles bake of the same tree, on exact inputs."""

from __future__ import annotations

import pytest

from .trees import Tree

SIDE = 64
UNARY = (
    "SQRT INVERSE_SQRT ABSOLUTE EXPONENT SIGN ROUND FLOOR CEIL TRUNC FRACT SINE COSINE TANGENT "
    "ARCSINE ARCCOSINE ARCTANGENT SINH COSH TANH RADIANS DEGREES"
).split()
BINARY = (
    "ADD SUBTRACT MULTIPLY DIVIDE POWER LOGARITHM MINIMUM MAXIMUM LESS_THAN GREATER_THAN MODULO "
    "FLOORED_MODULO SNAP PINGPONG ARCTAN2"
).split()
TERNARY = "MULTIPLY_ADD COMPARE SMOOTH_MIN SMOOTH_MAX WRAP".split()
OPERATIONS = UNARY + BINARY + TERNARY


def threes(names: list[str]) -> list[tuple[str, ...]]:
    return [tuple(names[i : i + 3]) for i in range(0, len(names), 3)]


def padded(feeds: list) -> list:
    return feeds + [0.0] * (3 - len(feeds))


def label(names: tuple[str, ...]) -> str:
    return "-".join(names)


def test_every_operation_of_this_blender_is_held_against_cycles():
    import bpy

    known = bpy.types.ShaderNodeMath.bl_rna.properties["operation"].enum_items.keys()
    assert set(known) == set(OPERATIONS)


@pytest.mark.parametrize("operations", threes(OPERATIONS), ids=label)
@pytest.mark.parametrize("step", [0.125, 7.25])
def test_an_operation_agrees_on_a_grid_that_holds_zero_and_whole_and_negative_numbers(
    assert_agrees, operations, step
):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        a, b = tree.column(-32.0 * step, step), tree.row(-32.0 * step, step)
        return [tree.math(name, a, b, 0.75) for name in operations]

    assert_agrees(build, SIDE, names=operations, relative=True)


@pytest.mark.parametrize("operations", threes(TERNARY), ids=label)
@pytest.mark.parametrize("third", [0.0, -1.5, 3.0])
def test_a_third_input_of_zero_or_below_agrees(assert_agrees, operations, third):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        a, b = tree.column(-4.0, 0.125), tree.row(-4.0, 0.125)
        return [tree.math(name, a, b, tree.math("ADD", tree.zero(), third)) for name in operations]

    assert_agrees(build, SIDE, names=operations)


@pytest.mark.parametrize("operations", threes(OPERATIONS), ids=label)
def test_clamping_cuts_the_result_to_zero_and_one(assert_agrees, operations):
    def build(node_tree):
        tree = Tree(node_tree, 32)
        a, b = tree.column(-4.0, 0.25), tree.row(-4.0, 0.25)
        return [tree.math(name, a, b, 0.5, clamp=True) for name in operations]

    assert_agrees(build, 32, names=operations)


@pytest.mark.parametrize("start", range(0, len(OPERATIONS), 9))
@pytest.mark.parametrize("special", ["infinity", "minus infinity", "not a number"])
def test_infinity_and_not_a_number_come_out_as_cycles_has_them(assert_agrees, special, start):
    """Told by the verdict of comparisons, because an emission turns both into black."""
    operations = OPERATIONS[start : start + 9]

    def build(node_tree):
        tree = Tree(node_tree, 8)
        infinity = tree.infinity()
        a = {
            "infinity": infinity,
            "minus infinity": tree.math("MULTIPLY", infinity, -1.0),
            "not a number": tree.math("MULTIPLY", infinity, tree.zero()),
        }[special]
        b = tree.math("ADD", tree.zero(), 2.0)
        verdicts = [tree.verdict(tree.math(name, a, b, 0.5)) for name in operations]
        return [tree.digits(verdicts[i : i + 3]) for i in range(0, len(verdicts), 3)]

    assert_agrees(
        build, 8, names=[label(tuple(operations[i : i + 3])) for i in (0, 3, 6)], flat=True
    )


@pytest.mark.parametrize("base", [0.0, -2.0, 2.0])
@pytest.mark.parametrize("constant", [True, False], ids=["folded", "evaluated"])
def test_powers_of_zero_and_of_negative_numbers_agree_folded_and_evaluated(
    assert_agrees, base, constant
):
    """Cycles folds constants on the host, where 0 to a negative power is infinity."""

    def build(node_tree):
        tree = Tree(node_tree, 8)
        zero = 0.0 if constant else tree.zero()

        def power(exponent):
            a = tree.math("ADD", zero, base)
            result = tree.math("POWER", a, tree.math("ADD", zero, exponent))
            return tree.math("MAXIMUM", tree.math("MINIMUM", result, 5.0), -5.0)

        return [
            tree.xyz(power(-1.0), power(-2.0), power(0.0)),
            tree.xyz(power(0.5), power(3.0), power(-0.5)),
        ]

    for part in range(2):
        assert_agrees(
            lambda nodes, part=part: build(nodes)[part], 8, names=[f"part {part}"], flat=True
        )


@pytest.mark.parametrize("clamp_type", ["MINMAX", "RANGE"])
def test_clamp_agrees_with_its_ends_in_order_and_crossed(assert_agrees, clamp_type):
    def build(node_tree):
        tree = Tree(node_tree, 32)
        value = tree.column(-2.0, 0.125)

        def clamp(low, high):
            inputs = {"Value": value, "Min": low, "Max": high}
            return tree.node("Clamp", inputs, clamp_type=clamp_type).outputs[0]

        edge = tree.row(-2.0, 0.125)
        return [clamp(-0.5, 0.75), clamp(0.75, -0.5), clamp(edge, 0.5)]

    assert_agrees(build, 32, names=["in order", "crossed", "by another socket"])


def test_value_and_rgb_nodes_give_what_stands_on_them(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, 8)
        value = tree.node("Value")
        value.outputs[0].default_value = -3.25
        color = tree.node("RGB")
        color.outputs[0].default_value = (0.25, 2.0, -0.5, 0.75)
        split = tree.node("SeparateColor", {"Color": color.outputs[0]})
        return [value.outputs[0], split.outputs[1], split.outputs[2]]

    assert_agrees(build, 8, names=["value", "green", "blue"], flat=True)
