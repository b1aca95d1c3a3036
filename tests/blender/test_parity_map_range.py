"""Map Range, for floats and for vectors, against Cycles."""

from __future__ import annotations

import pytest

from .trees import Tree

SIDE = 64
INTERPOLATIONS = ("LINEAR", "STEPPED", "SMOOTHSTEP", "SMOOTHERSTEP")
RANGES = {
    "rising": (-1.0, 2.0, 0.25, 3.0),
    "falling": (2.0, -1.0, 0.25, 3.0),
    "into a falling range": (-1.0, 2.0, 3.0, -0.5),
    "from an empty range": (0.5, 0.5, 0.25, 3.0),
}


def ranged(tree: Tree, kind: str, ends, steps, clamp: bool):
    low, high, to_low, to_high = (tree.math("ADD", tree.zero(), end) for end in ends)
    inputs = {
        "Value": tree.column(-2.0, 0.0625),
        "From Min": low,
        "From Max": high,
        "To Min": to_low,
        "To Max": to_high,
        "Steps": steps,
    }
    node = tree.node("MapRange", inputs, interpolation_type=kind, clamp=clamp)
    return tree.out(node, "Result")


def ranged_vector(tree: Tree, kind: str, ends, clamp: bool):
    x, y = tree.column(-2.0, 0.0625), tree.row(-2.0, 0.0625)
    low, high, to_low, to_high = ends
    inputs = {
        "Vector": tree.xyz(x, y, 0.25),
        "From_Min_FLOAT3": (low, high, low),
        "From_Max_FLOAT3": (high, low, low),
        "To_Min_FLOAT3": (to_low, to_high, to_low),
        "To_Max_FLOAT3": (to_high, to_low, to_high),
        "Steps_FLOAT3": (4.0, 2.5, 0.0),
    }
    properties = {"data_type": "FLOAT_VECTOR", "interpolation_type": kind, "clamp": clamp}
    return tree.out(tree.node("MapRange", inputs, **properties), "Vector")


@pytest.mark.parametrize("clamp", [False, True], ids=["free", "clamped"])
@pytest.mark.parametrize("ends", RANGES.values(), ids=RANGES)
@pytest.mark.parametrize("kind", INTERPOLATIONS)
def test_map_range_agrees_within_and_beyond_its_range(assert_agrees, kind, ends, clamp):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        return [ranged(tree, kind, ends, steps, clamp) for steps in (4.0, 2.5, tree.row(-2.0))]

    assert_agrees(
        build,
        SIDE,
        names=["4 steps", "2.5 steps", "linked steps"],
        relative=True,
        flat=ends[0] == ends[1],
    )


@pytest.mark.parametrize("clamp", [False, True], ids=["free", "clamped"])
@pytest.mark.parametrize("kind", INTERPOLATIONS)
@pytest.mark.parametrize("ends", RANGES.values(), ids=RANGES)
def test_map_range_of_vectors_agrees_component_by_component(assert_agrees, kind, ends, clamp):
    def build(node_tree):
        return ranged_vector(Tree(node_tree, SIDE), kind, ends, clamp)

    assert_agrees(build, SIDE, names=[kind], relative=True, flat=ends[0] == ends[1])


@pytest.mark.parametrize("kind", INTERPOLATIONS)
def test_an_empty_range_gives_nothing_for_floats_and_to_min_for_vectors(assert_agrees, kind):
    def build(node_tree):
        tree = Tree(node_tree, 16)
        half = (0.5, 0.5, 0.75, 2.0)
        vector = ranged_vector(tree, kind, half, False)
        x, y, _ = tree.split(vector)
        return [ranged(tree, kind, half, 4.0, False), x, y]

    assert_agrees(build, 16, names=["float", "vector x", "vector y"], flat=True)
