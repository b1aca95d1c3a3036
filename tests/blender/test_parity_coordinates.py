"""Texture Coordinate and UV Map against Cycles, on the plane that is baked."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent

from .oracle import new_material
from .textures import Held, held_against_cycles  # noqa: F401

PLANE = 5e-7
"""Cycles interpolates three corners of up to 3: a few roundings of 2^-23."""


@pytest.mark.parametrize("size", [32, 50, (64, 32), (24, 96)], ids=str)
@pytest.mark.parametrize("out", ["Generated", "Normal", "UV", "Object"])
def test_a_coordinate_agrees_at_any_extent(parity, out, size):
    def build(node_tree):
        node = node_tree.nodes.new("ShaderNodeTexCoord")
        return next(s for s in node.outputs if s.identifier == out)

    parity(build, size).require(PLANE)


@pytest.mark.parametrize("facing", [(0.0, 0.0, 1.0), (0.6, 0.0, 0.8)], ids=str)
def test_reflection_is_the_normal_that_a_bake_looks_along(parity, facing):
    def build(node_tree):
        node = node_tree.nodes.new("ShaderNodeTexCoord")
        return next(s for s in node.outputs if s.identifier == "Reflection")

    found = parity(build, 4, problems=("view-dependent",), facing=facing)
    found.require(PLANE)
    assert not found.compiled.approximate


@pytest.mark.parametrize(
    ("kind", "out"),
    [
        ("TexCoord", "Camera"),
        ("TexCoord", "Window"),
        ("CameraData", "View Vector"),
        ("CameraData", "View Z Depth"),
        ("CameraData", "View Distance"),
    ],
)
def test_what_depends_on_a_camera_says_so_and_is_what_cycles_has_without_one(parity, kind, out):
    """In the middle of a picture of an odd width the View Vector is not a number."""

    def build(node_tree):
        node = node_tree.nodes.new(f"ShaderNode{kind}")
        return next(s for s in node.outputs if s.identifier == out)

    found = parity(build, 32, problems=("view-dependent",))
    found.require(PLANE)
    assert found.compiled.approximate


@pytest.mark.parametrize(
    "kind, out", [("TexCoord", "UV"), ("TexCoord", "Generated"), ("UVMap", "UV")]
)
def test_what_an_instancer_would_give_is_0(parity, kind, out):
    def build(node_tree):
        node = node_tree.nodes.new(f"ShaderNode{kind}")
        node.from_instancer = True
        return next(s for s in node.outputs if s.identifier == out)

    found = parity(build, 4, problems=("constant-in-a-bake",))
    found.require(0.0)
    assert not found.compiled.approximate


@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0), (0.5, -2.0, 4.0)], ids=str)
def test_object_is_where_the_plane_is_to_the_object_that_is_chosen(held: Held, empty, scale):
    empty.location, empty.rotation_euler, empty.scale = (1.0, -2.0, 0.5), (0.25, 0.5, -1.0), scale
    bpy.context.view_layer.update()

    def build(tree):
        node = tree.node("TexCoord", object=empty)
        return tree.out(node, "Object")

    found = held(build, tolerance=2e-6, relative=True, size=16)
    assert found.std() > 0.1


def test_an_object_without_extent_has_no_space_and_that_is_said(catalog, empty):
    """What Cycles has there is the rounding of 0."""
    empty.scale = (1.0, 1.0, 0.0)
    bpy.context.view_layer.update()

    def build(nodes):
        node = nodes.nodes.new("ShaderNodeTexCoord")
        node.object = empty
        return next(s for s in node.outputs if s.identifier == "Object")

    material = new_material(build)
    made = compile_material(material_model(material), ("emission",), catalog, Extent(4, 4))
    bpy.data.materials.remove(material)
    assert [problem.code for problem in made.problems] == ["coordinate-object"]
    assert made.approximate


@pytest.mark.parametrize("moves", [False, True])
@pytest.mark.parametrize("frame", [1, 5])
def test_an_object_that_moves_is_right_at_the_frame_that_is_shown(catalog, empty, moves, frame):
    if moves:
        empty.keyframe_insert("location", frame=1)

    def build(nodes):
        node = nodes.nodes.new("ShaderNodeTexCoord")
        node.object = empty
        return next(s for s in node.outputs if s.identifier == "Object")

    material = new_material(build)
    model = material_model(material, frame)
    bpy.data.materials.remove(material)
    made = compile_material(model, ("emission",), catalog, Extent(4, 4))
    said = ["coordinate-object"] if moves and frame == 5 else []
    assert [problem.code for problem in made.problems] == said


@pytest.fixture
def empty():
    made = bpy.data.objects.new("Projector", None)
    bpy.context.scene.collection.objects.link(made)
    yield made
    bpy.data.objects.remove(made)


def test_a_uv_map_that_is_not_there_is_the_active_one_and_that_is_said(catalog):
    """Cycles has 0 there, which no texture wants."""
    material = new_material(lambda nodes: uv_of(nodes, "Detail"))
    made = compile_material(material_model(material), ("emission",), catalog, Extent(4, 4))
    bpy.data.materials.remove(material)
    (problem,) = made.problems
    assert (problem.code, problem.origin) == ("needs-mesh", "UV Map")
    assert problem.message == "there is no UV map 'Detail' here; the active one is used"
    assert made.approximate == {"emission": ("UV Map",)}
    assert {op.variants.get("kind") for op in made.plan.ops} == {"uv"}


def uv_of(nodes, name):
    node = nodes.nodes.new("ShaderNodeUVMap")
    node.uv_map = name
    return node.outputs[0]


@pytest.mark.parametrize("name", ["", "UVMap"])
def test_a_uv_map_is_found_by_name_and_without_one(held: Held, name):
    held(lambda tree: tree.out(tree.node("UVMap", uv_map=name), "UV"), tolerance=PLANE)


def test_one_node_may_feed_several_coordinates(held: Held):
    def build(tree):
        node = tree.node("TexCoord")
        generated, place = tree.out(node, "Generated"), tree.out(node, "Object")
        return tree.node(
            "VectorMath", {"Vector": generated, "Vector_001": place}, operation="ADD"
        ).outputs[0]

    held(build, tolerance=1e-6)
