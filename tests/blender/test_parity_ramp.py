"""Color Ramp and the curves, which Cycles samples into tables, against Cycles."""

from __future__ import annotations

import pytest

from .trees import Tree

SIDE = 64
COLORS = [
    (0.9, 0.1, 0.05, 1.0),
    (0.05, 0.6, 0.9, 0.25),
    (0.3, 0.9, 0.1, 0.75),
    (0.0, 0.0, 0.0, 0.0),
]
INTERPOLATIONS = ("EASE", "CARDINAL", "LINEAR", "B_SPLINE", "CONSTANT")
HUES = ("NEAR", "FAR", "CW", "CCW")
STOPS = {
    "one": [0.4],
    "two": [0.0, 1.0],
    "three, unsorted": [0.7, 0.2, 0.45],
    "coincident": [0.25, 0.5, 0.5, 0.75],
    "at both ends": [0.0, 0.0, 1.0, 1.0],
    "thirty-two": [((7 * i) % 32) / 31.0 for i in range(32)],
}


def set_stops(ramp, positions) -> None:
    while len(ramp.elements) > 1:
        ramp.elements.remove(ramp.elements[-1])
    ramp.elements[0].position = positions[0]
    ramp.elements[0].color = COLORS[0]
    for i, position in enumerate(positions[1:], start=1):
        ramp.elements.new(position).color = COLORS[i % len(COLORS)]


def ramp_node(tree: Tree, factor, positions, **ramp_properties: str):
    node = tree.node("ValToRGB", {"Fac": factor})
    set_stops(node.color_ramp, positions)
    for name, value in ramp_properties.items():
        setattr(node.color_ramp, name, value)
    return node


def factor(tree: Tree):
    """4096 factors from below 0 to above 1, no two alike."""
    return tree.math("ADD", tree.column(-0.25, 0.0234375), tree.row(0.0, 0.0003662109375))


@pytest.mark.parametrize("positions", STOPS.values(), ids=STOPS)
@pytest.mark.parametrize("interpolation", INTERPOLATIONS)
def test_a_ramp_agrees_in_every_interpolation(assert_agrees, interpolation, positions):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        node = ramp_node(tree, factor(tree), positions, interpolation=interpolation)
        return tree.out(node, "Color")

    assert_agrees(build, SIDE, names=[interpolation], flat=len(positions) == 1)


@pytest.mark.parametrize("hue", HUES)
@pytest.mark.parametrize("mode", ["HSV", "HSL"])
def test_a_ramp_agrees_around_the_wheel_in_every_direction(assert_agrees, mode, hue):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        stops = STOPS["three, unsorted"]
        node = ramp_node(tree, factor(tree), stops, color_mode=mode, hue_interpolation=hue)
        return tree.out(node, "Color")

    assert_agrees(build, SIDE, names=[f"{mode} {hue}"])


@pytest.mark.parametrize("mode", ["HSV", "HSL"])
def test_constant_outside_rgb_blends_its_stops_but_steps_from_sample_to_sample(assert_agrees, mode):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        stops = STOPS["coincident"]
        node = ramp_node(tree, factor(tree), stops, color_mode=mode)
        node.color_ramp.interpolation = "CONSTANT"
        return tree.out(node, "Color")

    assert_agrees(build, SIDE, names=[mode])


@pytest.mark.parametrize("interpolation", INTERPOLATIONS)
def test_the_alpha_of_stops_agrees(assert_agrees, interpolation):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        node = ramp_node(tree, factor(tree), STOPS["three, unsorted"], interpolation=interpolation)
        red = tree.split(tree.out(node, "Color"))[0]
        return [tree.out(node, "Alpha"), red, 0.0]

    assert_agrees(build, SIDE, names=["Alpha", "red", "nothing"])


def test_three_ramps_in_one_material_keep_their_own_rows(assert_agrees):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        fac = factor(tree)
        names = ("two", "coincident", "thirty-two")
        return [tree.split(tree.out(ramp_node(tree, fac, STOPS[n]), "Color"))[1] for n in names]

    assert_agrees(build, SIDE, names=["first", "second", "third"])


def bend(curve, points) -> None:
    for x, y in points:
        curve.points.new(x, y)


def curve_input(tree: Tree):
    return tree.xyz(tree.column(-1.5, 0.046875), tree.row(-1.5, 0.046875), 0.3)


@pytest.mark.parametrize("extend", ["EXTRAPOLATED", "HORIZONTAL"])
@pytest.mark.parametrize("weight", [0.0, 0.375, 1.0, 1.5])
def test_rgb_curves_agree_within_and_beyond_their_points(assert_agrees, extend, weight):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        node = tree.node("RGBCurve", {"Fac": weight, "Color": curve_input(tree)})
        for curve, points in zip(
            node.mapping.curves, ([(0.3, 0.7)], [(0.5, 0.1)], [], [(0.6, 0.5)]), strict=True
        ):
            bend(curve, points)
        node.mapping.extend = extend
        node.mapping.update()
        return node.outputs[0]

    assert_agrees(build, SIDE, names=[extend], relative=True)


@pytest.mark.parametrize("extend", ["EXTRAPOLATED", "HORIZONTAL"])
def test_vector_curves_agree_within_and_beyond_their_points(assert_agrees, extend):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        node = tree.node("VectorCurve", {"Fac": 0.75, "Vector": curve_input(tree)})
        for curve, points in zip(
            node.mapping.curves, ([(-0.3, 0.7)], [(0.5, -0.9)], []), strict=True
        ):
            bend(curve, points)
        node.mapping.extend = extend
        node.mapping.update()
        return node.outputs[0]

    assert_agrees(build, SIDE, names=[extend], relative=True)


@pytest.mark.parametrize("extend", ["EXTRAPOLATED", "HORIZONTAL"])
def test_a_float_curve_agrees_within_and_beyond_its_points(assert_agrees, extend):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        results = []
        for weight in (1.0, 0.375, tree.row(-0.5, 0.03125)):
            inputs = {"Factor": weight, "Value": tree.column(-1.5, 0.046875)}
            node = tree.node("FloatCurve", inputs)
            bend(node.mapping.curves[0], [(0.3, 0.9), (0.7, 0.2)])
            node.mapping.extend = extend
            node.mapping.update()
            results.append(node.outputs[0])
        return results

    assert_agrees(build, SIDE, names=["whole", "part", "linked"], relative=True)
