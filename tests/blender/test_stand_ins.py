"""What stands in for nodes without a rule, against Cycles: the values, and what rests on them."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.registry import load_rules
from addon.frontends.shader.snapshot import material_model
from addon.frontends.shader.stand_ins import STAND_INS
from addon.plan.types import Extent

from .trees import Tree

EXACT = 2e-6
SIDE = 16
SAID = ("unsupported-node",)
TURNS = {("ShaderNodeNewGeometry", "Tangent")}
"""Cycles' own turns about Z from texel to texel; the stand-in is one direction."""
LISTED = [(t, i) for t, told in STAND_INS.items() for i in told if (t, i) not in TURNS]
IORS, BLENDS = (0.5, 1.0, 1.5, 2.5), (0.0, 0.125, 0.5, 0.875)


def test_nothing_is_listed_that_has_a_rule():
    assert not STAND_INS.keys() & load_rules().keys()


@pytest.mark.parametrize("type, identifier", LISTED)
def test_what_stands_in_is_what_cycles_gives_on_the_plane(parity, type, identifier):
    def build(nodes):
        tree = Tree(nodes, SIDE)
        more = {"direction_type": "UV_MAP"} if type == "ShaderNodeTangent" else {}
        return tree.out(tree.node(type.removeprefix("ShaderNode"), **more), identifier)

    parity(build, SIDE, identifier, problems=SAID).require(EXACT)


def test_an_output_that_is_not_listed_is_0_to_cycles_too(parity):
    def build(nodes):
        tree = Tree(nodes, SIDE)
        info, path = tree.node("ParticleInfo"), tree.node("LightPath")
        return (
            tree.out(info, "Age"),
            tree.out(path, "Is Shadow Ray"),
            tree.out(path, "Transparent Depth"),
        )

    parity(build, SIDE, problems=SAID).require(EXACT)


@pytest.mark.parametrize("ior", IORS)
def test_fresnel_is_what_a_surface_reflects_along_its_normal(parity, ior):
    def build(nodes):
        tree = Tree(nodes, SIDE)
        return tree.out(tree.node("Fresnel", {"IOR": ior}), "Fac")

    parity(build, SIDE, problems=SAID).require(EXACT)


@pytest.mark.parametrize("blend", BLENDS)
@pytest.mark.parametrize("identifier", ["Fresnel", "Facing"])
def test_layer_weight_is_as_cycles_has_it_along_the_normal(parity, identifier, blend):
    def build(nodes):
        tree = Tree(nodes, SIDE)
        return tree.out(tree.node("LayerWeight", {"Blend": blend}), identifier)

    parity(build, SIDE, problems=SAID).require(EXACT)


@pytest.mark.parametrize(
    "kind, identifier", [("AmbientOcclusion", "Color"), ("VectorTransform", "Vector")]
)
def test_what_an_open_plane_leaves_alone_passes_through(parity, kind, identifier):
    def build(nodes):
        tree = Tree(nodes, SIDE)
        return tree.out(tree.node(kind, {identifier: tree.uv}), identifier)

    parity(build, SIDE, problems=SAID).require(EXACT)


@pytest.mark.parametrize("kind", ["Bevel", "NewGeometry", "Tangent", "CameraData"])
def test_a_bump_keeps_its_height_over_a_normal_that_is_not_evaluated(catalog, bake_plan, kind):
    """Against the same material with nothing linked to the Bump's Normal."""
    made = [bumped(kind, linked, catalog, bake_plan) for linked in (True, False)]
    assert made[1].std() > 0.01, "the bump is flat"
    assert abs(made[0] - made[1]).max() <= EXACT or kind == "Tangent"
    assert made[0].std() > 0.01


def bumped(kind, linked, catalog, bake_plan):
    material = bpy.data.materials.new("Bumped")
    if material.node_tree is None:
        material.use_nodes = True
    tree = Tree(material.node_tree, SIDE)
    tree.nodes.clear()
    normal = tree.node(kind)
    feed = next(s for s in normal.outputs if s.type == "VECTOR" and s.name != "Position")
    noise = tree.out(tree.node("TexNoise"), "Fac")
    inputs = {"Height": noise, **({"Normal": feed} if linked else {})}
    shader = tree.node("BsdfPrincipled", {"Normal": tree.node("Bump", inputs).outputs[0]})
    tree.node("OutputMaterial", {"Surface": shader.outputs[0]})
    made = compile_material(material_model(material), ("normal",), catalog, Extent(SIDE, SIDE))
    bpy.data.materials.remove(material)
    return bake_plan(made.plan, {})["normal"][..., :3]


def test_a_warning_has_blenders_name_of_the_node_and_the_users_beside_it(catalog):
    material = bpy.data.materials.new("Named")
    if material.node_tree is None:
        material.use_nodes = True
    tree = Tree(material.node_tree, SIDE)
    tree.nodes.clear()
    edge = tree.node("NewGeometry", label="Edge Shine")
    feed = tree.out(edge, "Pointiness")
    shine = tree.node("Emission", {"Strength": feed})
    tree.node("OutputMaterial", {"Surface": shine.outputs[0]})
    made = compile_material(material_model(material), ("emission",), catalog, Extent(4, 4))
    bpy.data.materials.remove(material)
    (problem,) = made.problems
    assert problem.origin == "Geometry"
    assert problem.message == 'Geometry "Edge Shine" is not evaluated; Pointiness = 0.5 is used'
