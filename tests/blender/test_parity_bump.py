"""Bump, Normal Map and Displacement against Cycles.

A bump is a finite difference over a tenth of a texel, so rounding of the height shows a
thousandfold and the tolerance is that of the slope.
"""

from __future__ import annotations

import pytest

from tests.tolerances import BUMP_SLOPE

from .trees import Tree

SIDE = 64


def hills(tree: Tree, across: float = 9.0, up: float = 7.0):
    """A smooth height that differs along both axes."""
    u, v, _ = tree.split(tree.uv)
    sine = tree.math("SINE", tree.math("MULTIPLY", u, across))
    return tree.math("MULTIPLY", sine, tree.math("COSINE", tree.math("MULTIPLY", v, up)))


def bump(tree: Tree, height, *, distance=0.1, strength=1.0, width=1.0, invert=False, normal=None):
    inputs = {"Height": height, "Distance": distance, "Strength": strength, "Filter Width": width}
    if normal is not None:
        inputs["Normal"] = normal
    return tree.node("Bump", inputs, invert=invert).outputs[0]


@pytest.mark.parametrize("invert", [False, True], ids=["raised", "inverted"])
@pytest.mark.parametrize("strength", [0.0, 0.4, 1.0, 2.0, -1.0])
def test_a_bump_agrees_at_every_strength_and_inverted(assert_agrees, strength, invert):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        return bump(tree, hills(tree), strength=strength, invert=invert)

    assert_agrees(build, SIDE, names=["normal"], tolerance=BUMP_SLOPE, flat=strength <= 0.0)


@pytest.mark.parametrize("distance", [0.001, 0.1, 1.0, -0.5])
@pytest.mark.parametrize("width", [0.0, 0.1, 1.0, 4.0])
def test_a_bump_agrees_at_every_distance_and_filter_width(assert_agrees, width, distance):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        return bump(tree, hills(tree), distance=distance, width=width)

    assert_agrees(build, SIDE, names=["normal"], tolerance=BUMP_SLOPE, flat=width == 0.0)


@pytest.mark.parametrize("size", [(64, 32), (16, 64)], ids=["wide", "tall"])
def test_a_bump_agrees_on_a_picture_that_is_not_square(assert_agrees, size):
    """The step is then the mean of a texel's two sides, the same along both diagonals."""

    def build(node_tree):
        return bump(Tree(node_tree, 64), hills(Tree(node_tree, 64)), width=2.0)

    assert_agrees(build, size, names=["normal"], tolerance=BUMP_SLOPE)


def test_a_bump_on_object_coordinates_agrees(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        x, y, _ = tree.split(tree.out(tree.node("TexCoord"), "Object"))
        height = tree.math("MULTIPLY", tree.math("SINE", tree.math("MULTIPLY", x, 5.0)), y)
        return bump(tree, height)

    assert_agrees(build, SIDE, names=["normal"], tolerance=BUMP_SLOPE)


def test_a_bump_on_a_bump_agrees(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        first = bump(tree, hills(tree), distance=0.2)
        return bump(tree, hills(tree, 3.0, 23.0), distance=0.05, strength=0.7, normal=first)

    assert_agrees(build, SIDE, names=["normal"], tolerance=BUMP_SLOPE)


def test_three_bumps_agree_with_a_linked_strength_and_distance(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        u, v, _ = tree.split(tree.uv)
        normal = None
        for i in range(3):
            height = hills(tree, 5.0 + 4.0 * i, 11.0 - 3.0 * i)
            normal = bump(
                tree, height, distance=tree.math("MULTIPLY", v, 0.1), strength=u, normal=normal
            )
        return normal

    assert_agrees(build, SIDE, names=["normal"], tolerance=BUMP_SLOPE)


def test_a_bump_inside_a_height_adds_no_slope_of_its_own(assert_agrees):
    """Cycles shifts the rest of the height tree, and leaves the inner bump's normal where it is."""

    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inner = tree.split(bump(tree, hills(tree), distance=0.3))[0]
        return bump(tree, tree.math("ADD", inner, hills(tree, 5.0, 3.0)), distance=0.1)

    assert_agrees(build, SIDE, names=["normal"], tolerance=BUMP_SLOPE)


def test_a_height_that_does_not_vary_leaves_the_normal_alone(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        flat = tree.math("MULTIPLY", 3.0, 0.25)
        return bump(tree, flat, distance=5.0)

    assert_agrees(build, 16, names=["normal"], flat=True)


def test_a_bump_with_nothing_linked_gives_the_normal(assert_agrees):
    def build(node_tree):
        return Tree(node_tree, 16).node("Bump").outputs[0]

    assert_agrees(build, 16, names=["normal"], flat=True)


def test_a_linked_normal_that_is_not_of_unit_length_goes_through_a_flat_height_untouched(
    assert_agrees,
):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        normal = tree.xyz(tree.column(0.0, 0.25), tree.row(-1.0, 0.125), 2.0)
        return tree.node("Bump", {"Normal": normal}).outputs[0]

    assert_agrees(build, 16, names=["normal"])


@pytest.mark.parametrize("strength", [0.0, 0.6, 1.0, 1.7])
@pytest.mark.parametrize("space", ["TANGENT", "OBJECT", "WORLD", "BLENDER_OBJECT", "BLENDER_WORLD"])
def test_a_normal_map_agrees_in_every_space(assert_agrees, space, strength):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        color = tree.xyz(tree.column(0.0, 0.015625), tree.row(0.0, 0.015625), 0.8)
        node = tree.node("NormalMap", {"Color": color, "Strength": strength}, space=space)
        return node.outputs[0]

    assert_agrees(build, SIDE, names=[space], flat=strength == 0.0)


def test_a_normal_map_of_the_directx_convention_agrees(assert_agrees):
    import bpy

    if "convention" not in bpy.types.ShaderNodeNormalMap.bl_rna.properties:
        pytest.skip("does not apply: this Blender's Normal Map has no convention")

    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        color = tree.xyz(tree.column(0.0, 0.015625), tree.row(0.0, 0.015625), 0.8)
        return tree.node("NormalMap", {"Color": color}, convention="DIRECTX").outputs[0]

    assert_agrees(build, SIDE, names=["DirectX"])


def test_a_normal_map_of_grey_which_points_nowhere_gives_the_normal(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        half = tree.math("ADD", tree.zero(), 0.5)
        return tree.node("NormalMap", {"Color": tree.xyz(half, half, half)}, space="WORLD").outputs[
            0
        ]

    assert_agrees(build, 16, names=["grey"], flat=True)
