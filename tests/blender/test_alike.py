"""Many textures in one material: written once, in a loop, they compile, run, and change nothing.

Twelve noises of detail 15 are more than some drivers take when each is inlined three times by Bump.
"""

from __future__ import annotations

import bpy
import numpy as np
import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.snapshot import material_model
from addon.library.compose import compose
from addon.plan.fuse import fuse
from addon.plan.types import Extent
from tests.tolerances import BUMP_SLOPE

from .trees import Tree

SIDE = 32
NOISES = 12
UNFUSED = 2e-6
"""A few roundings: a driver may join a product and a sum across ops that share a dispatch."""


def noise(tree, n, detail=15.0):
    node = tree.node("TexNoise", {"Detail": detail, "Scale": 2.0 + n, "Roughness": 0.4 + 0.02 * n})
    tree.links.new(tree.uv, node.inputs["Vector"])
    return tree.out(node, "Fac")


def chained(tree):
    """Each into a Bump upon the last."""
    normal = None
    for n in range(NOISES):
        bump = tree.node("Bump", {"Height": noise(tree, n), "Distance": 0.01})
        if normal is not None:
            tree.links.new(normal, bump.inputs["Normal"])
        normal = bump.outputs[0]
    return normal


def summed(tree):
    """All into one height, each bent by the one before."""
    total = noise(tree, 0)
    for n in range(1, NOISES):
        total = tree.math("MULTIPLY_ADD", noise(tree, n), 0.5, total)
    return tree.node("Bump", {"Height": total, "Distance": 0.01}).outputs[0]


@pytest.mark.parametrize("build", [chained, summed])
def test_twelve_noises_of_detail_15_in_bumps_compile_and_agree(parity, build):
    found = parity(lambda nodes: build(Tree(nodes, SIDE)), SIDE)
    # A texel per thousand may have a cell's edge between its taps.
    found.require(NOISES * BUMP_SLOPE, off=1e-3)
    assert found.cycles.std() > 0.01


@pytest.mark.parametrize("build", [chained, summed])
def test_a_loop_over_alike_ops_changes_nothing_but_rounding(catalog, bake_plan, build):
    material = bpy.data.materials.new("Many")
    if material.node_tree is None:
        material.use_nodes = True
    tree = Tree(material.node_tree, SIDE)
    surface = next(n for n in tree.nodes if n.bl_idname == "ShaderNodeBsdfPrincipled")
    tree.links.new(build(tree), surface.inputs["Normal"])
    plan = compile_material(material_model(material), ("normal",), catalog, Extent(SIDE, SIDE)).plan
    bpy.data.materials.remove(material)
    texts = [compose(region, plan, catalog).source for region in fuse(plan, catalog)]
    calls = sum(text.count("kln_noise_texture_k") for text in texts)
    # 36 taps; of each text one is the function itself.
    assert calls < 3 * NOISES / 2
    fused, apart = bake_plan(plan)["normal"], bake_plan(plan, fused=False)["normal"]
    assert np.abs(fused - apart).max() < UNFUSED
