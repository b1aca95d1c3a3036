"""Gradient, Checker, Magic and Brick against Cycles, on their own coordinates and on given ones."""

from __future__ import annotations

import pytest

from tests.tolerances import CONVERTER

from .trees import Tree

SIDE = 64
GRADIENTS = "LINEAR QUADRATIC EASING DIAGONAL SPHERICAL QUADRATIC_SPHERE RADIAL".split()


def around(tree: Tree):
    """The square from -1 to 1, its corner and centre lines off the axes."""
    return tree.xyz(tree.column(-1.0, 0.03125), tree.row(-0.984375, 0.03125), 0.25)


@pytest.mark.parametrize("kind", GRADIENTS)
def test_a_gradient_agrees_on_both_sides_of_zero(assert_agrees, kind):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        node = tree.node("TexGradient", {"Vector": around(tree)}, gradient_type=kind)
        red = tree.split(tree.out(node, "Color"))[0]
        return [tree.out(node, "Fac"), red, 0.0]

    assert_agrees(build, SIDE, names=["Fac", "Color", "nothing"])


def test_checker_agrees_on_generated_coordinates(assert_agrees):
    def build(node_tree):
        node = Tree(node_tree, SIDE).node(
            "TexChecker", {"Color1": (1, 0.5, 0.25, 1), "Color2": (0, 0.125, 0.5, 1), "Scale": 7.3}
        )
        return node.outputs[0]

    assert_agrees(build, SIDE, names=["checker"])


def test_checker_agrees_on_whole_coordinates_where_cells_meet(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        where = tree.xyz(tree.column(-8.0, 0.25), tree.row(-8.0, 0.25), 1.0)
        node = tree.node("TexChecker", {"Vector": where, "Scale": 1.0})
        return [tree.out(node, "Fac"), tree.split(tree.out(node, "Color"))[1], 0.0]

    assert_agrees(build, SIDE, names=["Fac", "Color", "nothing"])


@pytest.mark.parametrize("depth", range(11))
def test_magic_agrees_at_every_depth(assert_agrees, depth):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        node = tree.node("TexMagic", {"Vector": around(tree), "Scale": 4.0}, turbulence_depth=depth)
        return tree.out(node, "Color")

    assert_agrees(build, SIDE, names=[f"depth {depth}"])


@pytest.mark.parametrize("distortion", [0.0, -0.5, 2.5])
def test_magic_agrees_at_other_distortions(assert_agrees, distortion):
    """Each step of the turbulence is the distortion steeper, so differences grow by its powers."""

    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inputs = {"Vector": around(tree), "Scale": 2.0, "Distortion": distortion}
        return tree.out(tree.node("TexMagic", inputs, turbulence_depth=3), "Color")

    steepness = max(1.0, abs(distortion)) ** 3
    assert_agrees(
        build,
        SIDE,
        names=[f"distortion {distortion}"],
        tolerance=CONVERTER * steepness,
        flat=distortion == 0.0,
    )


@pytest.mark.parametrize(
    ("smooth", "bias", "offset", "squash"),
    [
        (0.1, 0.0, (0.5, 2), (1.0, 2)),
        (0.0, 0.25, (0.3, 3), (0.6, 2)),
        (1.0, -0.5, (0.0, 1), (2.0, 4)),
    ],
)
def test_brick_agrees_with_offset_squash_bias_and_smooth_mortar(
    assert_agrees, smooth, bias, offset, squash
):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inputs = {
            "Vector": around(tree),
            "Color1": (0.9, 0.2, 0.1, 1.0),
            "Color2": (0.1, 0.8, 0.3, 1.0),
            "Mortar": (0.2, 0.2, 0.9, 1.0),
            "Scale": 3.1,
            "Mortar Size": 0.05,
            "Mortar Smooth": smooth,
            "Bias": bias,
            "Brick Width": 0.53,
            "Row Height": 0.27,
        }
        node = tree.node("TexBrick", inputs)
        node.offset, node.offset_frequency = offset
        node.squash, node.squash_frequency = squash
        red, green, _ = tree.split(tree.out(node, "Color"))
        return [red, green, tree.out(node, "Fac")]

    assert_agrees(build, SIDE, names=["red", "green", "Fac"])
