"""Blender's own plane against Cycles: two triangles, and an object that can be placed.

The oracle's surface is one triangle, which has other edges, another place within it, and no place
but the origin. A bake samples a thousandth of a texel off the centres, and texels on the cut twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bpy
import mathutils
import numpy as np
import pytest

from addon.frontends.shader.domain import Domain, FlatDomain, ObjectInfo
from addon.frontends.shader.snapshot_scene import scene_attribute
from addon.plan.types import Extent
from tests.tolerances import BUMP_SLOPE

from . import oracle
from .agreement import kiln_maps
from .domains import PlacedDomain
from .trees import Tree

SIDE = 16
EXACT = 2e-6
MESH = ("needs-mesh",)
TURNED = 2e-5
"""Matrices in floats, their inverses and lengths: some ten roundings of numbers up to 4."""
SAMPLED = 0.005 / SIDE
"""What samples off the centres make of a coordinate over a plane 2 wide: 0.004 texels and more."""
AROUND = 0.02
"""... and of a direction around the middle, 0.7 texels from it, stretched by 4."""


@pytest.fixture
def on_the_plane(catalog, bake_plan):
    """Return ``on_the_plane(build, width, height) -> (Cycles, Kiln)`` on a new plane of Blender's.

    ``place`` gets the object before it is baked; ``domain`` is what Kiln takes it for.
    """

    def baked(
        build: Callable[[Tree], Any],
        width: int = SIDE,
        height: int = SIDE,
        *,
        domain: Domain | None = None,
        place: Callable[[Any], None] = lambda plane: None,
        problems: tuple[str, ...] = MESH,
    ) -> tuple[Any, Any]:
        material = oracle.new_material(lambda nodes: build(Tree(nodes, width)))
        extent = Extent(width, height)
        try:
            maps, compiled = kiln_maps(
                material, ("emission",), extent, catalog, bake_plan, domain=domain or FlatDomain()
            )
            assert {problem.code for problem in compiled.problems} == set(problems)
            return bake_new_plane(material, extent, place), maps["emission"]
        finally:
            bpy.data.materials.remove(material)

    return baked


def bake_new_plane(material: Any, extent: Extent, place: Callable[[Any], None]) -> Any:
    """Return what a material emits on a plane that Blender has just made."""
    scene = bpy.data.scenes.new("Plane")
    image = bpy.data.images.new("Plane", extent.width, extent.height, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    target = material.node_tree.nodes.new("ShaderNodeTexImage")
    target.image = image
    material.node_tree.nodes.active = target
    oracle._exact(scene)
    override = {"scene": scene, "view_layer": scene.view_layers[0]}
    with bpy.context.temp_override(**override):
        bpy.ops.mesh.primitive_plane_add()
    (plane,) = scene.objects
    plane.name = "Plane"
    mesh = plane.data
    mesh.materials.append(material)
    place(plane)
    override |= {"object": plane, "active_object": plane, "selected_objects": [plane]}
    override |= {"selected_editable_objects": [plane]}
    with bpy.context.temp_override(**override), oracle._quiet():
        bpy.ops.object.bake(type="EMIT")
    texels = np.empty(extent.texels * 4, np.float32)
    image.pixels.foreach_get(texels)
    for block, kept in ((bpy.data.objects, plane), (bpy.data.meshes, mesh)):
        block.remove(kept)
    bpy.data.images.remove(image)
    bpy.data.scenes.remove(scene)
    return texels.reshape(extent.height, extent.width, 4)[..., :3]


def test_parametric_is_the_place_within_one_of_two_triangles(on_the_plane):
    cycles, kiln = on_the_plane(
        lambda tree: tree.out(tree.node("NewGeometry"), "Parametric"), SIDE, SIDE
    )
    off_the_cut = ~np.eye(SIDE, dtype=bool)
    assert np.abs(cycles - kiln)[off_the_cut].max() < 0.004 / SIDE


@pytest.mark.parametrize("size", [0.01, 0.3, 1.0, -0.7, 0.0, 1e6])
def test_a_wire_is_as_wide_as_its_size(on_the_plane, size):
    cycles, kiln = on_the_plane(
        lambda tree: tree.node("Wireframe", {"Size": size}).outputs[0], 32, 32
    )
    off_the_cut = ~np.eye(32, dtype=bool)
    assert (cycles == kiln)[off_the_cut].all()
    assert kiln.std() > 0.1 or size in (0.01, 0.0, 1e6)


@pytest.mark.parametrize("extent", [(32, 32), (48, 16)], ids=str)
@pytest.mark.parametrize("size", [0.9, 1.1, 1.9, 2.1, 3.3, -5.3])
def test_a_wire_in_texels_is_as_wide_as_cycles_takes_a_texel_to_be(on_the_plane, size, extent):
    cycles, kiln = on_the_plane(
        lambda tree: tree.node("Wireframe", {"Size": size}, use_pixel_size=True).outputs[0], *extent
    )
    width, height = extent
    y, x = np.mgrid[:height, :width]
    off_the_cut = np.abs((x + 0.5) / width - (y + 0.5) / height) > 1e-6
    assert (cycles == kiln)[off_the_cut].all()


def test_a_wires_size_may_vary(on_the_plane):
    def build(tree):
        return tree.node("Wireframe", {"Size": tree.split(tree.uv)[0]}).outputs[0]

    cycles, kiln = on_the_plane(build, 32, 32)
    off_the_cut = ~np.eye(32, dtype=bool)
    assert (cycles == kiln)[off_the_cut].mean() > 0.99


@pytest.mark.parametrize(
    "kind, out", [("ObjectInfo", "Random"), ("NewGeometry", "Random Per Island")]
)
def test_random_numbers_are_those_of_blenders_plane(on_the_plane, kind, out):
    cycles, kiln = on_the_plane(lambda tree: tree.out(tree.node(kind), out), 2, 2)
    assert np.abs(cycles - kiln).max() < EXACT


@pytest.mark.parametrize("kind, out", [("Wireframe", "Fac"), ("NewGeometry", "Parametric")])
def test_a_bump_is_made_of_what_a_triangle_has(on_the_plane, kind, out):
    """But beside the cut, where a step leads into the other triangle."""

    def build(tree):
        node = tree.node(kind, {"Size": 0.3} if kind == "Wireframe" else {})
        given = tree.out(node, out)
        height = tree.split(given)[1] if given.type == "VECTOR" else given
        inputs = {"Height": height, "Distance": 0.1, "Filter Width": 1.0}
        return tree.node("Bump", inputs).outputs[0]

    cycles, kiln = on_the_plane(build, 32, 32)
    y, x = np.mgrid[:32, :32]
    off_the_cut = abs(x - y) > 1
    assert np.abs(cycles - kiln)[off_the_cut].max() < BUMP_SLOPE
    assert cycles[off_the_cut].std() > 0.1


# --- an object that stands somewhere --------------------------------------------------------------

TO_WORLD = mathutils.Matrix.LocRotScale(
    (3.0, -1.0, 0.5), mathutils.Euler((0.4, -0.7, 1.1)), (0.5, 2.0, -1.5)
)
PLACED = PlacedDomain(
    ObjectInfo(
        "Placed",
        tuple(tuple(float(x) for x in row) for row in TO_WORLD[:3]),
        color=(0.25, 0.5, 0.75),
        alpha=0.125,
        index=3.0,
    )
)


def placed(plane: Any) -> None:
    plane.matrix_world = TO_WORLD
    plane.color, plane.pass_index = (0.25, 0.5, 0.75, 0.125), 3


@pytest.fixture
def on_an_object(on_the_plane):
    """Return ``on_an_object(build, problems=(), tolerance=...)``: a placed plane, by both."""

    def hold(
        build: Callable[[Tree], Any], problems: tuple[str, ...] = (), tolerance: float = TURNED
    ) -> None:
        cycles, kiln = on_the_plane(build, domain=PLACED, place=placed, problems=problems)
        off = np.abs(cycles - kiln) / np.maximum(1.0, np.abs(cycles))
        assert off[~np.eye(SIDE, dtype=bool)].max() < tolerance, (cycles[0, 3], kiln[0, 3])
        assert np.abs(cycles).max() > 0.0

    return hold


@pytest.mark.parametrize("out", ["Location", "Color", "Alpha", "Object Index"])
def test_an_objects_own_info_is_used_and_nothing_is_said(on_an_object, out):
    on_an_object(lambda tree: tree.out(tree.node("ObjectInfo"), out))


@pytest.mark.parametrize("kind", ["POINT", "VECTOR", "NORMAL"])
@pytest.mark.parametrize(
    "start, end",
    [
        (a, b)
        for a in ("WORLD", "OBJECT", "CAMERA")
        for b in ("WORLD", "OBJECT", "CAMERA")
        if a != b
    ],
)
def test_a_vector_goes_between_the_objects_space_and_others(on_an_object, kind, start, end):
    def build(tree):
        node = tree.node("VectorTransform", vector_type=kind, convert_from=start, convert_to=end)
        tree.links.new(tree.xyz(0.3, -0.2, 1.5), node.inputs["Vector"])
        return node.outputs[0]

    on_an_object(build, ("view-dependent",) if "CAMERA" in (start, end) else ())


@pytest.mark.parametrize("space", ["TANGENT", "OBJECT", "WORLD", "BLENDER_OBJECT", "BLENDER_WORLD"])
@pytest.mark.parametrize("strength", [1.0, 0.4])
def test_a_normal_map_turns_with_its_object(on_an_object, space, strength):
    def build(tree):
        inputs = {"Color": (0.7, 0.4, 0.9, 1.0), "Strength": strength}
        return tree.node("NormalMap", inputs, space=space).outputs[0]

    on_an_object(build)


@pytest.mark.parametrize("direction", ["RADIAL", "UV_MAP"])
def test_a_tangent_turns_with_its_object(on_an_object, direction):
    on_an_object(
        lambda tree: tree.node("Tangent", direction_type=direction).outputs[0],
        tolerance=AROUND if direction == "RADIAL" else TURNED,
    )


@pytest.mark.parametrize("out", ["Normal", "True Normal", "Tangent"])
def test_geometry_turns_with_its_object(on_an_object, out):
    on_an_object(
        lambda tree: tree.out(tree.node("NewGeometry"), out),
        tolerance=AROUND if out == "Tangent" else TURNED,
    )


@pytest.mark.parametrize("out", ["Normal", "Object", "Generated"])
def test_coordinates_stay_with_their_object(on_an_object, out):
    on_an_object(lambda tree: tree.out(tree.node("TexCoord"), out), tolerance=SAMPLED)


@pytest.mark.parametrize("space", ["OBJECT", "WORLD"])
def test_a_displacement_turns_with_its_object(on_an_object, space):
    def build(tree):
        inputs = {"Height": 0.75, "Midlevel": 0.25, "Scale": 0.5}
        return tree.node("Displacement", inputs, space=space).outputs[0]

    on_an_object(build)


@pytest.mark.parametrize("space", ["TANGENT", "OBJECT", "WORLD"])
def test_a_vector_displacement_turns_with_its_object(on_an_object, space):
    def build(tree):
        inputs = {"Vector": (0.3, 0.5, -0.2, 1.0), "Scale": 0.5}
        return tree.node("VectorDisplacement", inputs, space=space).outputs[0]

    on_an_object(build)


def test_a_box_turns_with_its_object(on_an_object):
    """It is the object's own normal that chooses between its faces."""
    image = bpy.data.images.new("Ramp", 8, 8, float_buffer=True, is_data=True)
    u, v = np.meshgrid(np.linspace(0.0, 1.0, 8), np.linspace(0.0, 1.0, 8))
    image.pixels[:] = np.stack((u, v, u * v, np.ones_like(u)), -1).ravel().tolist()

    def build(tree):
        node = tree.node("TexImage", projection="BOX", projection_blend=0.5, extension="EXTEND")
        node.image = image
        tree.links.new(tree.out(tree.node("TexCoord"), "Generated"), node.inputs["Vector"])
        return tree.out(node, "Color")

    on_an_object(build, tolerance=SAMPLED * 8.0 / 7.0)
    bpy.data.images.remove(image)


def test_a_mesh_has_attributes_of_its_own_and_nothing_is_said(catalog, bake_plan):
    """No new rule: what the domain has is what the node gives."""
    material = oracle.new_material(
        lambda nodes: Tree(nodes, 4).node("Attribute", attribute_name="Wear").outputs["Color"]
    )
    maps, compiled = kiln_maps(
        material, ("emission",), Extent(4, 4), catalog, bake_plan, domain=PLACED
    )
    bpy.data.materials.remove(material)
    assert not compiled.problems
    assert (maps["emission"] == 0.25).all()


# --- numbers of the scene -------------------------------------------------------------------------

NUMBERS = {
    "grey": 0.25,
    "count": 3,
    "truth": True,
    "untruth": False,
    "colour": [0.1, 0.2, 0.3],
    "with alpha": [0.1, 0.2, 0.3, 0.4],
    "pair": [0.1, 0.2],
    "dotted.name": 0.3,
    "many": [1.0, 2.0, 3.0, 4.0, 5.0],
    "text": "x",
    "frame_current": 0.111,
    "of both": 0.75,
}
PATHS = (
    '["grey"]',
    "render.resolution_x",
    "gravity",
    "gravity[2]",
    '["colour"][1]',
    "world.color",
    "color",
    'world["of the world"]',
    "of the world",
    "samples",
    "use_gravity",
    "render.engine",
    "camera",
    "view_layers[0].samples",
    "nowhere.at_all",
    "unit_settings.scale_length",
)


@pytest.mark.parametrize("name", [*NUMBERS, *PATHS])
def test_a_number_of_the_scene_is_read_by_its_name_or_path(catalog, bake_plan, monkeypatch, name):
    """By color and alpha, in the scene that Cycles bakes in."""

    def build(node_tree):
        tree = Tree(node_tree, 4)
        node = tree.node("Attribute", attribute_type="VIEW_LAYER", attribute_name=name)
        r, g, _ = tree.split(tree.out(node, "Color"))
        fac = tree.math("MULTIPLY_ADD", tree.out(node, "Fac"), 10.0, r)
        return fac, g, tree.out(node, "Alpha")

    def set_up(scene):
        exact(scene)
        for key, value in NUMBERS.items():
            scene[key] = value
        scene.view_layers[0]["of both"] = 0.5
        scene.world = world
        held.append(scene_attribute_in(scene, name))

    exact, held = oracle._exact, []
    world = bpy.data.worlds.new("Numbers")
    world.color = (0.2, 0.4, 0.6)
    world["of the world"] = 0.625
    monkeypatch.setattr(oracle, "_exact", set_up)
    material = oracle.new_material(build)
    extent = Extent(4, 4)
    cycles = oracle.bake_emission(material, extent)[0, 0]
    bpy.data.materials.remove(material)
    bpy.data.worlds.remove(world)
    r, g, b, alpha = held[0] or (0.0, 0.0, 0.0, 0.0)
    kiln = (r + 10.0 * (r + g + b) / 3.0, g, alpha)
    assert np.abs(cycles - np.float32(kiln)).max() <= 1e-6 * max(1.0, np.abs(cycles).max())


def scene_attribute_in(scene: Any, name: str) -> Any:
    with bpy.context.temp_override(scene=scene, view_layer=scene.view_layers[0]):
        return scene_attribute(name)


def test_a_number_of_the_scene_goes_into_all_four_outputs(catalog, bake_plan):
    scene = bpy.context.scene
    scene["Wear"] = [0.1, 0.2, 0.6, 0.5]
    try:
        for out, wanted in (
            ("Color", (0.1, 0.2, 0.6)),
            ("Vector", (0.1, 0.2, 0.6)),
            ("Fac", (0.3,) * 3),
            ("Alpha", (0.5,) * 3),
        ):
            for frame, said in (
                (None, []),
                (scene.frame_current + 4, ["attribute-of-another-frame"]),
            ):
                material = oracle.new_material(
                    lambda nodes, out=out: next(
                        s
                        for s in Tree(nodes, 4)
                        .node("Attribute", attribute_type="VIEW_LAYER", attribute_name="Wear")
                        .outputs
                        if s.identifier == out
                    )
                )
                maps, compiled = kiln_maps(
                    material, ("emission",), Extent(4, 4), catalog, bake_plan, frame
                )
                bpy.data.materials.remove(material)
                assert [problem.code for problem in compiled.problems] == said
                assert np.abs(maps["emission"] - np.float32(wanted)).max() < EXACT
    finally:
        del scene["Wear"]
