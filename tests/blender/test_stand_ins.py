"""What is said of nodes without a rule, and that a bump survives normals that nothing gives."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent

from .trees import Tree

SIDE = 16
EXACT = 2e-6


@pytest.mark.parametrize("kind", ["Bevel", "NewGeometry"])
def test_a_bump_keeps_its_height_over_a_normal_that_no_ray_and_no_mesh_gives(
    catalog, bake_plan, kind
):
    """Against the same material with nothing linked to the Bump's Normal."""
    made = [bumped(kind, linked, catalog, bake_plan) for linked in (True, False)]
    assert made[1].std() > 0.01, "the bump is flat"
    assert abs(made[0] - made[1]).max() <= EXACT


def bumped(kind, linked, catalog, bake_plan):
    material = new()
    tree = Tree(material.node_tree, SIDE)
    normal = tree.node(kind)
    noise = tree.out(tree.node("TexNoise"), "Fac")
    inputs = {"Height": noise, **({"Normal": tree.out(normal, "Normal")} if linked else {})}
    shader = tree.node("BsdfPrincipled", {"Normal": tree.node("Bump", inputs).outputs[0]})
    tree.node("OutputMaterial", {"Surface": shader.outputs[0]})
    made = compile_material(material_model(material), ("normal",), catalog, Extent(SIDE, SIDE))
    bpy.data.materials.remove(material)
    return bake_plan(made.plan, {})["normal"][..., :3]


def test_a_warning_has_blenders_name_of_the_node_and_the_users_beside_it(catalog):
    material = new()
    tree = Tree(material.node_tree, SIDE)
    edge = tree.node("ShaderToRGB", label="Edge Shine")
    shine = tree.node("Emission", {"Strength": tree.out(edge, "Alpha")})
    tree.node("OutputMaterial", {"Surface": shine.outputs[0]})
    made = compile_material(material_model(material), ("emission",), catalog, Extent(4, 4))
    bpy.data.materials.remove(material)
    (problem,) = made.problems
    assert (problem.code, problem.origin) == ("link-dropped", "Shader to RGB")
    assert problem.message == (
        'Shader to RGB "Edge Shine" needs lighting, which no texture has: Cycles drops the link, '
        "and so does the bake; what it feeds is as if unlinked"
    )


def new():
    """Return a material with an empty tree."""
    material = bpy.data.materials.new("Bumped")
    if material.node_tree is None:
        material.use_nodes = True
    material.node_tree.nodes.clear()
    return material
