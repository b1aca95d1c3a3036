"""What a bake's straight look and its lack of rays and instances decide, against Cycles."""

from __future__ import annotations

from itertools import pairwise

import bpy
import pytest

from addon.frontends.shader.call import COVERAGE
from addon.frontends.shader.registry import load_rules
from addon.plan.types import Extent

from . import oracle
from .agreement import kiln_maps
from .textures import SIDE, Held, held_against_cycles  # noqa: F401
from .trees import Tree

load_rules()
EXACT = 2e-6
"""A few roundings of numbers up to 1."""
FACING = 2e-5
"""A power by up to 50,000 of a cosine: its logarithm's rounding counts 170 times at 1 / 300."""
IORS = (0.5, 0.0, -1.0, 1.0, 1.5, 2.5, 1e10, 1e30)
BLENDS = (-1.0, 0.0, 0.125, 0.25, 0.5, 0.75, 0.875, 1.0, 2.0)
NORMALS = ((0.0, 0.0, 1.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.6, 0.0, 0.8))
LENGTHS = ((0.0, 0.0, 2.0), (0.0, 0.0, 0.5), (0.0, 0.0, -1e20))
ONCE = ("ShaderNodeHairInfo", "ShaderNodeParticleInfo", "ShaderNodePointInfo")
ONCE = (*ONCE, "ShaderNodeVolumeInfo", "ShaderNodeLightPath")


def steps(tree, numbers):
    """Return numbers as bands over the columns: the last goes on."""
    at = tree.column()
    total = numbers[0]
    for index, (before, after) in enumerate(pairwise(numbers)):
        past = tree.math("GREATER_THAN", at, 2.0 * index + 1.5)
        total = tree.math("MULTIPLY_ADD", past, after - before, total)
    return total


def directions(tree, normals):
    """Return vectors as bands over the rows."""
    rows = tree.row()
    parts = []
    for axis in range(3):
        total = 0.0
        for index, normal in enumerate(normals):
            here = tree.math("COMPARE", rows, 4.0 * index + 1.5, 1.75)
            total = tree.math("MULTIPLY_ADD", here, normal[axis], total)
        parts.append(total)
    return tree.xyz(*parts)


@pytest.mark.parametrize("ior", IORS)
def test_fresnel_is_what_a_surface_reflects_along_its_normal(held: Held, ior):
    held(
        lambda tree: tree.out(tree.node("Fresnel", {"IOR": ior}), "Fac"),
        tolerance=EXACT,
        problems=("view-dependent",),
        size=4,
    )


@pytest.mark.parametrize("normals", [NORMALS, LENGTHS], ids=["unit", "of any length"])
def test_fresnel_of_an_ior_and_a_normal_that_vary(held: Held, normals):
    def build(tree):
        inputs = {
            "IOR": steps(tree, (0.5, 1.0, 1.25, 1.5, 2.5)),
            "Normal": directions(tree, normals),
        }
        return tree.out(tree.node("Fresnel", inputs), "Fac")

    found = held(build, tolerance=EXACT, problems=("view-dependent",))
    assert found.std() > 0.1


@pytest.mark.parametrize("blend", BLENDS)
@pytest.mark.parametrize("identifier", ["Fresnel", "Facing"])
def test_layer_weight_is_as_cycles_has_it_along_the_normal(held: Held, identifier, blend):
    held(
        lambda tree: tree.out(tree.node("LayerWeight", {"Blend": blend}), identifier),
        tolerance=EXACT,
        problems=("view-dependent",),
        size=4,
    )


@pytest.mark.parametrize("identifier", ["Fresnel", "Facing"])
def test_layer_weight_of_a_blend_and_a_normal_that_vary(held: Held, identifier):
    def build(tree):
        normals = (*NORMALS, (0.0, 0.0, 0.5), (0.0, 0.0, 0.997))
        inputs = {"Blend": steps(tree, BLENDS), "Normal": directions(tree, normals)}
        return tree.out(tree.node("LayerWeight", inputs), identifier)

    found = held(build, tolerance=FACING, problems=("view-dependent",))
    assert found.std() > 0.1


@pytest.mark.parametrize("identifier", ["Quadratic", "Linear", "Constant"])
def test_light_falloff_over_a_length_of_1(held: Held, identifier):
    def build(tree):
        inputs = {
            "Strength": tree.row(-4.0, 0.5),
            "Smooth": steps(tree, (-1.0, 0.0, 0.5, 1.0, 1000.0)),
        }
        return tree.out(tree.node("LightFalloff", inputs), identifier)

    held(build, tolerance=EXACT, relative=True)


@pytest.mark.parametrize("kind", ONCE)
def test_what_no_bake_has_is_as_cycles_has_it(parity, kind):
    """Every output, three at a time."""
    material = bpy.data.materials.new("Outputs")
    if material.node_tree is None:
        material.use_nodes = True
    names = [s.identifier for s in material.node_tree.nodes.new(kind).outputs]
    bpy.data.materials.remove(material)
    assert names
    for first in range(0, len(names), 3):

        def build(node_tree, first=first):
            node = node_tree.nodes.new(kind)
            given = [s for s in node.outputs if s.identifier in names[first : first + 3]]
            if len(given) == 1:
                return given[0]
            return given

        parity(build, 4, problems=("constant-in-a-bake",)).require(EXACT)


def test_what_is_exact_marks_no_map(parity):
    def build(node_tree):
        return node_tree.nodes.new("ShaderNodeFresnel").outputs[0]

    found = parity(build, 4, problems=("view-dependent",))
    assert not found.compiled.approximate


def test_every_node_whose_warning_marks_nothing_is_held_here():
    told = {t for t, c in COVERAGE.items() if "constant-in-a-bake" in c.limits}
    assert told - {"ShaderNodeTexCoord", "ShaderNodeUVMap"} == set(ONCE)


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("out", ["AO", "Color"])
def test_nothing_is_hidden_on_an_open_plane(held: Held, out, inside):
    def build(tree):
        normal = directions(tree, ((0.0, 0.0, 1.0), (0.6, 0.0, 0.8), (1.0, 0.0, 0.0)))
        inputs = {"Color": tree.uv, "Normal": normal}
        return tree.out(tree.node("AmbientOcclusion", inputs, inside=inside), out)

    found = held(build, tolerance=EXACT, problems=("ray-traced",), size=16)
    assert out == "AO" or found.std() > 0.1


def test_a_bevel_far_from_edges_gives_its_own_normal(held: Held):
    held(
        lambda tree: tree.node("Bevel").outputs[0],
        tolerance=EXACT,
        problems=("ray-traced",),
        size=4,
    )


def test_a_bevel_gives_the_direction_of_the_normal_that_it_is_given(held: Held):
    # Without (0, 0, 0), from which Cycles makes a direction of what its rays rounded.
    normals = (*LENGTHS, *(normal for normal in NORMALS if any(normal)), (0.0, 3.0, 4.0))
    found = held(
        lambda tree: tree.node("Bevel", {"Normal": directions(tree, normals)}).outputs[0],
        tolerance=EXACT,
        problems=("ray-traced",),
        size=32,
    )
    assert found.std() > 0.1


@pytest.mark.skipif(not hasattr(bpy.types, "ShaderNodeRaycast"), reason="does not apply: from 5.2")
@pytest.mark.parametrize(
    "out", ["Is Hit", "Self Hit", "Hit Distance", "Hit Position", "Hit Normal"]
)
@pytest.mark.parametrize(
    "ray", [((0.0,) * 3, (0.0, 0.0, 1.0)), ((0.1, 0.2, 1.0), (0.0, 0.0, -1.0))]
)
def test_a_raycast_hits_nothing_and_not_the_plane_itself(held: Held, out, ray):
    def build(tree):
        inputs = {"Length": tree.column(-2.0), "Position": ray[0], "Direction": ray[1]}
        return tree.out(tree.node("Raycast", inputs), out)

    found = held(build, tolerance=EXACT, problems=("ray-traced",), size=SIDE)
    assert out != "Hit Distance" or found.std() > 0.1


@pytest.mark.parametrize("strength", [0.0, 1.0, -0.5])
def test_an_ies_texture_without_a_profile_is_100_times_its_strength(held: Held, strength):
    held(
        lambda tree: tree.node("TexIES", {"Strength": strength}).outputs[0],
        tolerance=EXACT,
        problems=("not-a-texture",),
        size=4,
    )


@pytest.mark.skipif(
    not hasattr(bpy.types, "ShaderNodeTexPointDensity"), reason="does not apply: to 4.5"
)
@pytest.mark.parametrize("out", ["Color", "Density"])
def test_without_points_their_density_is_0(held: Held, out):
    held(
        lambda tree: tree.out(tree.node("TexPointDensity"), out),
        tolerance=EXACT,
        problems=("not-a-texture",),
        size=4,
    )


@pytest.mark.skipif(bpy.app.version < (5, 3), reason="does not apply: from 5.3")
@pytest.mark.parametrize("beside", ["MixShader", "AddShader"])
def test_what_lights_add_up_to_is_dark(catalog, bake_plan, beside):
    material = oracle.new_material(lambda nodes: Tree(nodes, 4).uv)
    tree = Tree(material.node_tree, 4)
    output = next(n for n in tree.nodes if n.bl_idname == "ShaderNodeOutputMaterial")
    both = tree.node(beside)
    shaders = [socket for socket in both.inputs if socket.type == "SHADER"]
    light = tree.node("LightAccumulation")
    for feed, socket in zip((light, output.inputs[0].links[0].from_node), shaders, strict=True):
        tree.links.new(feed.outputs[0], socket)
    tree.links.new(both.outputs[0], output.inputs["Surface"])
    extent = Extent(4, 4)
    maps, compiled = kiln_maps(material, ("emission",), extent, catalog, bake_plan)
    cycles = oracle.bake_emission(material, extent)
    bpy.data.materials.remove(material)
    assert {problem.code for problem in compiled.problems} == {"not-a-texture"}
    assert abs(maps["emission"] - cycles).max() < EXACT
    assert cycles.std() > 0.1
