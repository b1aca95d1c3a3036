"""Our flattener against Blender's own: a material, and the tree that Blender hands to Cycles.

Both are compiled and baked by Kiln. What differs is what one of the two makes of groups, mutes,
reroutes, zones, closures, bundles, switches, conversions and numbers that are known.
"""

from __future__ import annotations

from dataclasses import replace

import bpy
import numpy as np
import pytest

from addon.bake.externals import gather_externals
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.maps import maps_of
from addon.frontends.shader.snapshot import TreeReader, material_model
from addon.plan.types import Extent
from tests.tolerances import CONVERTER

from .oracle import new_material
from .test_groups import group, instance
from .test_material_parity import MATERIALS, material  # noqa: F401
from .zones import Zones

SIDE = 16
EXTENT = Extent(SIDE, SIDE)
MAPS = tuple(maps_of(bpy.app.version))
pytestmark = pytest.mark.skipif(
    bpy.app.version < (5, 0, 0), reason="does not apply: Blender inlines from 5.0"
)


@pytest.fixture
def baked(catalog, bake_plan):
    """Return ``baked(model) -> maps``: texels, or the number that a map is everywhere."""

    def bake(model):
        made = compile_material(model, MAPS, catalog, EXTENT)
        brought = gather_externals(made.pictures, made.tables, made.skies)
        pixels = {name: external.pixels for name, external in brought.items()}
        texels = bake_plan(made.plan, pixels) if made.plan.outputs else {}
        found = {n: texels.get(n, np.float32(made.constants.get(n, np.nan))) for n in MAPS}
        shape = (SIDE, SIDE, 3)
        return {
            n: np.broadcast_to(t[..., :3] if t.ndim == 3 else t, shape) for n, t in found.items()
        }

    return bake


@pytest.fixture
def alike(baked):
    """Assert that a material and its inlined tree give the same maps; return them."""

    def hold(made):
        model = material_model(made)
        inlined = made.inline_shader_nodes()
        tree = TreeReader([], model.frame).tree(inlined.node_tree, ())
        types = {node.type for node in tree.nodes.values()}
        assert not types & {"NodeReroute", "ShaderNodeGroup", "GeometryNodeRepeatOutput"}
        ours, theirs = baked(model), baked(replace(model, tree=tree))
        for name in MAPS:
            scale = np.maximum(1.0, np.abs(theirs[name]))
            off = np.abs(ours[name] - theirs[name]) / scale
            assert not (off > CONVERTER).any(), f"{name}: {off.max()}"
        return ours

    return hold


def nested(tree):
    """A group in a group, whose inner input nothing is linked to on one side."""

    def inner(inside, entry, exit_):
        reroute = inside.nodes.new("NodeReroute")
        inside.links.new(entry.outputs[0], reroute.inputs[0])
        add = Zones(inside, SIDE).math("ADD", reroute.outputs[0], entry.outputs[1])
        inside.links.new(add, exit_.inputs[0])

    def outer(inside, entry, exit_):
        made = group({"A": "Float", "B": "Float"}, {"Out": "Color"}, inner)
        first, second = instance(inside, made), instance(inside, made)
        first.inputs[1].default_value = 0.25
        inside.links.new(entry.outputs[0], first.inputs[0])
        inside.links.new(first.outputs[0], second.inputs[0])
        inside.links.new(second.outputs[0], exit_.inputs[0])

    node = instance(tree, group({"In": "Color"}, {"Out": "Vector"}, outer))
    tree.links.new(tree.uv, node.inputs[0])
    return node.outputs[0]


def muted(tree):
    """Mute, reroute, group and sums of numbers (measured on 5.0.1: Blender leaves one node)."""

    def fill(inside, entry, exit_):
        reroute = inside.nodes.new("NodeReroute")
        inside.links.new(entry.outputs[0], reroute.inputs[0])
        invert = inside.nodes.new("ShaderNodeInvert")
        inside.links.new(reroute.outputs[0], invert.inputs["Color"])
        inside.links.new(tree_of(inside).math("ADD", 0.1, 0.2), invert.inputs["Fac"])
        inside.links.new(invert.outputs[0], exit_.inputs[0])

    def tree_of(inside):
        return Zones(inside, SIDE)

    node = instance(tree, group({"In": "Color"}, {"Out": "Color"}, fill))
    hue = tree.node("HueSaturation", {"Hue": 0.25, "Color": tree.uv})
    hue.mute = True
    tree.links.new(hue.outputs[0], node.inputs[0])
    return node.outputs[0]


def layers(tree):
    """A zone whose body reads a texture at the turn's own scale, and a closure that colours it."""

    def tinted(begin):
        color = tree.node("Gamma", {"Color": tree.given(begin, "c"), "Gamma": 1.5}).outputs[0]
        return {"c": color}

    tint = tree.closure({"c": "RGBA"}, {"c": "RGBA"}, tinted)

    def body(begin):
        scale = tree.math("MULTIPLY_ADD", tree.given(begin, "Iteration"), 3.0, 2.0)
        noise = tree.node("TexNoise", {"Vector": tree.uv, "Scale": scale})
        called = tree.evaluate(tint, {"c": "RGBA"}, {"c": "RGBA"}, {"c": noise.outputs["Color"]})
        mix = tree.node("MixRGB", {"Fac": 0.5}, blend_type="MULTIPLY")
        tree.links.new(tree.given(begin, "c"), mix.inputs["Color1"])
        tree.links.new(tree.given(called, "c"), mix.inputs["Color2"])
        return {"c": mix.outputs[0]}

    return tree.given(tree.repeat(3, {"c": "RGBA"}, {"c": tree.uv}, body), "c")


def chosen(tree):
    """A bundle through a group, taken apart by menus."""
    items = {"a": "FLOAT", "b": "RGBA"}
    made = tree.bundle(items, {"a": tree.row(), "b": tree.uv})

    def fill(inside, entry, exit_):
        zones = Zones(inside, SIDE)
        apart = zones.separate(entry.outputs["In"], items)
        feeds = {"A": zones.given(apart, "a"), "Bee": zones.given(apart, "b")}
        node = zones.menu(("A", "Bee"), "Bee", feeds, "RGBA")
        inside.links.new(entry.outputs["Which"], node.inputs["Menu"])
        inside.links.new(node.outputs["Output"], exit_.inputs[0])

    inside = group({"In": "Bundle", "Which": "Menu"}, {"Out": "Color"}, fill)
    found = []
    for name in ("A", "Bee"):
        node = instance(tree, inside)
        tree.links.new(made, node.inputs["In"])
        node.inputs["Which"].default_value = name
        found.append(node.outputs[0])
    return tree.math("ADD", *found)


@pytest.mark.parametrize("build", [nested, muted, layers, chosen])
def test_a_tree_and_what_blender_inlines_of_it_bake_alike(alike, build):
    made = new_material(lambda nodes: build(Zones(nodes, SIDE)))
    maps = alike(made)
    bpy.data.materials.remove(made)
    assert maps["emission"].std() > 0.01


def test_a_whole_material_and_what_blender_inlines_of_it_bake_alike(alike, material):  # noqa: F811
    maps = alike(material)
    assert any(texels.std() > 0.01 for texels in maps.values())
