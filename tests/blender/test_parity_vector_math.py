"""Vector Math, Mapping, Vector Rotate, Combine and Separate XYZ against Cycles."""

from __future__ import annotations

import math

import pytest

from .trees import Tree

SIDE = 64
NUMBERS = ("DOT_PRODUCT", "DISTANCE", "LENGTH")
VECTORS = (
    "ADD SUBTRACT MULTIPLY DIVIDE MULTIPLY_ADD CROSS_PRODUCT PROJECT REFLECT REFRACT FACEFORWARD "
    "SCALE NORMALIZE ABSOLUTE POWER SIGN MINIMUM MAXIMUM ROUND FLOOR CEIL FRACTION MODULO WRAP "
    "SNAP SINE COSINE TANGENT"
).split()
ANGLES = (0.4, -0.7, 1.1)


def offered() -> set[str]:
    import bpy

    return set(bpy.types.ShaderNodeVectorMath.bl_rna.properties["operation"].enum_items.keys())


def skip_unless_offered(operation: str) -> None:
    if operation not in offered():
        pytest.skip(f"does not apply: this Blender's Vector Math has no {operation}")


def grid(tree: Tree):
    a = tree.xyz(tree.column(-4.0, 0.125), tree.row(-4.0, 0.125), 0.5)
    b = tree.xyz(tree.row(-2.0, 0.0625), 0.75, tree.column(-2.0, 0.0625))
    return a, b


def test_every_operation_of_this_blender_is_held_against_cycles():
    assert offered() <= set(VECTORS) | set(NUMBERS)


@pytest.mark.parametrize("operation", VECTORS)
def test_an_operation_agrees_on_a_grid_that_holds_zero_and_negative_numbers(
    assert_agrees, operation
):
    skip_unless_offered(operation)

    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        a, b = grid(tree)
        inputs = {"Vector": a, "Vector_001": b, "Vector_002": (0.25, -0.5, 1.0), "Scale": 0.75}
        node = tree.node("VectorMath", inputs, operation=operation)
        return tree.out(node, "Vector")

    assert_agrees(build, SIDE, names=[operation], relative=True)


def test_dot_product_distance_and_length_agree(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        a, b = grid(tree)
        nodes = [
            tree.node("VectorMath", {"Vector": a, "Vector_001": b}, operation=name)
            for name in NUMBERS
        ]
        return [tree.out(node, "Value") for node in nodes]

    assert_agrees(build, SIDE, names=NUMBERS, relative=True)


@pytest.mark.parametrize(
    "operation", ["PROJECT", "REFLECT", "REFRACT", "NORMALIZE", "WRAP", "SNAP"]
)
def test_a_vector_of_zero_agrees(assert_agrees, operation):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        zero = tree.zero()
        nothing = tree.xyz(zero, zero, zero)
        some = tree.xyz(tree.column(-2.0, 0.25), tree.row(-2.0, 0.25), 1.0)
        first, second = (nothing, nothing) if operation == "NORMALIZE" else (some, nothing)
        inputs = {"Vector": first, "Vector_001": second, "Scale": 1.5}
        return tree.out(tree.node("VectorMath", inputs, operation=operation), "Vector")

    assert_agrees(build, 16, names=[operation], flat=True)


@pytest.mark.parametrize("kind", ["POINT", "TEXTURE", "VECTOR", "NORMAL"])
def test_mapping_agrees_in_its_four_types(assert_agrees, kind):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        a, _ = grid(tree)
        inputs = {
            "Vector": a,
            "Location": (0.5, -0.25, 2.0),
            "Rotation": ANGLES,
            "Scale": (2.0, -0.5, 0.25),
        }
        return tree.node("Mapping", inputs, vector_type=kind).outputs[0]

    assert_agrees(build, SIDE, names=[kind], relative=True)


@pytest.mark.parametrize("kind", ["POINT", "TEXTURE", "NORMAL"])
def test_mapping_by_a_scale_of_zero_agrees(assert_agrees, kind):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        a = tree.xyz(tree.column(-2.0, 0.25), tree.row(-2.0, 0.25), 0.5)
        inputs = {"Vector": a, "Scale": tree.xyz(0.0, 1.0, tree.zero())}
        return tree.node("Mapping", inputs, vector_type=kind).outputs[0]

    assert_agrees(build, 16, names=[kind])


@pytest.mark.parametrize("linked", ["Vector", "Location", "Rotation", ""])
@pytest.mark.parametrize("kind", ["POINT", "TEXTURE", "NORMAL", "VECTOR"])
def test_mapping_by_a_scale_that_is_0_for_good_forgets_its_location_as_cycles_does(
    assert_agrees, kind, linked
):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        inputs = {"Vector": (0.5, 0.25, 0.125), "Location": (0.75, 0.5, 0.25), "Rotation": ANGLES}
        if kind in ("NORMAL", "VECTOR"):
            del inputs["Location"]
        node = tree.node("Mapping", inputs | {"Scale": (0.0, 0.0, 0.0)}, vector_type=kind)
        if linked in inputs:
            tree.links.new(tree.uv, node.inputs[linked])
        return node.outputs[0]

    assert_agrees(build, 16, names=[f"{kind}, {linked} linked"], flat=True)


def test_mapping_takes_location_rotation_and_scale_from_links(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        turn = tree.xyz(0.0, tree.row(0.0, math.pi / 32.0), tree.column(0.0, math.pi / 32.0))
        move = tree.xyz(tree.row(0.0, 0.125), 1.0, -1.0)
        inputs = {"Vector": (1.0, 2.0, 3.0), "Rotation": turn, "Location": move, "Scale": move}
        return tree.node("Mapping", inputs, vector_type="POINT").outputs[0]

    assert_agrees(build, SIDE, names=["linked"], relative=True)


def test_an_unlinked_mapping_maps_the_numbers_on_its_own_socket(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        inputs = {"Vector": (0.5, 0.25, 0.125), "Location": (1.0, 2.0, 3.0), "Rotation": ANGLES}
        return tree.node("Mapping", inputs, vector_type="POINT").outputs[0]

    assert_agrees(build, 16, names=["unlinked"], flat=True)


@pytest.mark.parametrize("invert", [False, True], ids=["forward", "inverted"])
@pytest.mark.parametrize("kind", ["AXIS_ANGLE", "X_AXIS", "Y_AXIS", "Z_AXIS", "EULER_XYZ"])
def test_vector_rotate_agrees_about_every_axis_and_both_ways(assert_agrees, kind, invert):
    def build(node_tree):
        tree = Tree(node_tree, 32)
        a = tree.xyz(tree.column(-2.0, 0.125), tree.row(-2.0, 0.125), 0.5)
        inputs = {
            "Vector": a,
            "Center": (0.5, 0.25, -1.0),
            "Axis": (0.3, 0.5, -0.8),
            "Angle": tree.row(-3.0, 0.25),
            "Rotation": ANGLES,
        }
        return tree.node("VectorRotate", inputs, rotation_type=kind, invert=invert).outputs[0]

    assert_agrees(build, 32, names=[kind], relative=True)


def test_rotating_about_an_axis_of_zero_leaves_the_vector_as_it_is(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        zero = tree.zero()
        inputs = {
            "Vector": tree.xyz(tree.column(), tree.row(), 1.0),
            "Center": (4.0, 2.0, 1.0),
            "Axis": tree.xyz(zero, zero, zero),
            "Angle": 1.0,
        }
        return tree.node("VectorRotate", inputs, rotation_type="AXIS_ANGLE").outputs[0]

    assert_agrees(build, 16, names=["no axis"])


def test_separate_and_combine_carry_components_across(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        x, y, z = tree.split(tree.xyz(tree.column(), tree.row(), -2.0))
        return tree.xyz(z, x, y)

    assert_agrees(build, 16, names=["z x y"])
