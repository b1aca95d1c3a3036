"""Colour models, corrections and conversions against Cycles."""

from __future__ import annotations

import pytest

from tests.tolerances import CONVERTER, REC709_MATRIX_5_0

from .trees import Tree

SIDE = 64


def color(tree: Tree):
    """Colours in and out of gamut, greys and black among them."""
    u, v = tree.column(-0.5, 0.03125), tree.row(-0.5, 0.03125)
    return tree.xyz(u, v, 0.5)


@pytest.mark.parametrize("mode", ["RGB", "HSV", "HSL"])
def test_separate_color_agrees_on_colours_in_and_out_of_gamut(assert_agrees, mode):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        node = tree.node("SeparateColor", {"Color": color(tree)}, mode=mode)
        return list(node.outputs)

    assert_agrees(build, SIDE, names=["first", "second", "third"], relative=True)


@pytest.mark.parametrize("third", [-0.5, 0.0, 0.5, 1.5])
@pytest.mark.parametrize("mode", ["RGB", "HSV", "HSL"])
def test_combine_color_agrees_with_hues_outside_zero_to_one(assert_agrees, mode, third):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inputs = {
            "Red": tree.column(-0.5, 0.03125),
            "Green": tree.row(-0.5, 0.03125),
            "Blue": third,
        }
        return tree.node("CombineColor", inputs, mode=mode).outputs[0]

    assert_agrees(build, SIDE, names=[mode], relative=True, flat=third == 0.0)


@pytest.mark.parametrize("name", ["RGB", "HSV"])
def test_the_combine_and_separate_nodes_of_older_blenders_agree(assert_agrees, name):
    import bpy

    if bpy.app.version >= (5, 0, 0):
        pytest.skip("does not apply: Blender 5.0 removed the nodes")

    def build(node_tree):
        tree = Tree(node_tree, 32)
        source = "Image" if name == "RGB" else "Color"
        apart = tree.node(
            f"Separate{name}", {source: tree.xyz(tree.column(0.0, 0.03125), 0.5, 0.25)}
        )
        inputs = dict(zip(name, reversed(apart.outputs), strict=True))
        return tree.node(f"Combine{name}", inputs).outputs[0]

    assert_agrees(build, 32, names=[name])


@pytest.mark.parametrize("factor", [0.0, 0.375, 1.0, 1.5])
@pytest.mark.parametrize("saturation", [0.0, 0.75, 2.0])
def test_hue_saturation_value_agrees(assert_agrees, saturation, factor):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inputs = {
            "Color": tree.xyz(tree.column(0.0, 0.015625), 0.375, tree.row(-0.25, 0.03125)),
            "Hue": tree.row(-0.5, 0.03125),
            "Saturation": saturation,
            "Value": 1.25,
            "Fac": factor,
        }
        return tree.node("HueSaturation", inputs).outputs[0]

    assert_agrees(build, SIDE, names=["hue/saturation/value"], relative=True)


@pytest.mark.parametrize("exponent", [0.0, 0.4545, 1.0, 2.2, -1.0])
def test_gamma_agrees_on_negative_colours_and_an_exponent_of_zero(assert_agrees, exponent):
    def build(node_tree):
        tree = Tree(node_tree, 32)
        inputs = {
            "Color": tree.xyz(tree.column(-0.5, 0.0625), tree.row(-0.5, 0.0625), 0.5),
            "Gamma": tree.math("ADD", tree.zero(), exponent),
        }
        return tree.node("Gamma", inputs).outputs[0]

    assert_agrees(build, 32, names=["gamma"], relative=True, flat=exponent == 0.0)


def test_invert_agrees_with_factors_beyond_the_ends(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inputs = {"Fac": tree.row(-1.0, 0.0625), "Color": color(tree)}
        return tree.node("Invert", inputs).outputs[0]

    assert_agrees(build, SIDE, names=["invert"], relative=True)


@pytest.mark.parametrize(("bright", "contrast"), [(0.25, 0.5), (-0.5, -0.75), (0.0, -2.0)])
def test_brightness_and_contrast_agree(assert_agrees, bright, contrast):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        inputs = {"Color": color(tree), "Bright": bright, "Contrast": contrast}
        return tree.node("BrightContrast", inputs).outputs[0]

    assert_agrees(build, SIDE, names=["brightness/contrast"], relative=True)


def test_luminance_and_the_mean_of_a_vector_are_told_apart(assert_agrees):
    """Explicit RGB to BW, and the implicit conversions of a colour and of a vector to a number."""

    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        vector = color(tree)
        inputs = dict(zip(("Red", "Green", "Blue"), tree.split(vector), strict=True))
        painted = tree.node("CombineColor", inputs).outputs[0]
        grey = tree.node("RGBToBW", {"Color": painted}).outputs[0]
        return [grey, tree.math("ADD", painted, 0.5), tree.math("ADD", vector, 0.5)]

    assert_agrees(build, SIDE, names=["RGB to BW", "colour to float", "vector to float"])


def test_a_number_becomes_a_colour_and_a_vector_three_times_over(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        u = tree.column(-1.0, 0.0625)
        doubled = tree.node("VectorMath", {"Vector": u, "Scale": 2.0}, operation="SCALE")
        inverted = tree.node("Invert", {"Color": u}).outputs[0]
        both = tree.node("VectorMath", {"Vector": doubled.outputs[0], "Vector_001": inverted})
        return both.outputs[0]

    assert_agrees(build, SIDE, names=["sum"], relative=True)


def test_blackbody_agrees_over_and_beyond_its_ranges(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        return tree.node("Blackbody", {"Temperature": tree.column(500.0, 200.0)}).outputs[0]

    assert_agrees(build, SIDE, names=["blackbody"], relative=True)


@pytest.fixture(params=["Linear Rec.2020", "ACEScg"])
def working_space(request):
    """Put the file into another working space, and back."""
    import bpy

    if bpy.app.version < (5, 0, 0):
        pytest.skip("does not apply: before Blender 5.0 there is one working space")
    convert = bpy.ops.wm.set_working_color_space
    convert(working_space=request.param, convert_colors=False)
    yield request.param
    convert(working_space="Linear Rec.709", convert_colors=False)


def test_luminance_and_blackbody_follow_the_working_space_of_the_file(assert_agrees, working_space):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        grey = tree.node("RGBToBW", {"Color": color(tree)}).outputs[0]
        glow = tree.node("Blackbody", {"Temperature": tree.column(500.0, 200.0)}).outputs[0]
        red, _, blue = tree.split(glow)
        return [grey, red, blue]

    import bpy

    tolerance = CONVERTER if bpy.app.version >= (5, 1, 0) else REC709_MATRIX_5_0
    names = ["luminance", "red", "blue"]
    assert_agrees(build, SIDE, names=names, relative=True, tolerance=tolerance)
