"""What the surface has, against Cycles on the plane: its shape, spaces, attributes and object."""

from __future__ import annotations

from typing import Any

import bpy
import pytest

from addon.frontends.shader.domain import PLANE_ATTRIBUTES
from addon.plan.types import Extent
from tests.tolerances import BUMP_SLOPE

from . import oracle
from .agreement import kiln_maps
from .textures import Held, held_against_cycles  # noqa: F401
from .trees import Tree

SIDE = 16
EXACT = 2e-6
MESH = ("needs-mesh",)
SPACES = ("WORLD", "OBJECT", "CAMERA")
TILTED = (0.6, 0.0, 0.8)
CRASHES = {"N"}
"""Names of attributes that end Blender 5.3 in a bake, so that none is asked for here."""


@pytest.mark.parametrize("out", ["Position", "Normal", "True Normal", "Backfacing", "Tangent"])
def test_geometry_is_the_planes_and_nothing_is_said(held: Held, out):
    held(lambda tree: tree.out(tree.node("NewGeometry"), out), tolerance=EXACT)


@pytest.mark.parametrize("out", ["Normal", "True Normal", "Incoming"])
def test_a_plane_that_faces_elsewhere_has_normals_of_its_own(parity, out):
    def build(node_tree):
        tree = Tree(node_tree, 4)
        return tree.out(tree.node("NewGeometry"), out)

    said = ("view-dependent",) if out == "Incoming" else ()
    parity(build, 4, problems=said, facing=TILTED).require(EXACT)


@pytest.mark.parametrize("out", ["Pointiness", "Random Per Island"])
def test_what_only_a_mesh_has_is_as_on_the_plane_and_that_is_said(parity, out):
    def build(node_tree):
        tree = Tree(node_tree, 4)
        return tree.out(tree.node("NewGeometry"), out)

    found = parity(build, 4, problems=MESH)
    found.require(EXACT)
    assert found.compiled.approximate


@pytest.mark.parametrize(
    ("axis", "size"), [("X", SIDE), ("Y", SIDE), ("Z", SIDE), ("Z", (24, 8))], ids=str
)
def test_a_radial_tangent_goes_around_its_axis(parity, axis, size):
    """Around X and Y the direction is the normal's, but for the rounding of the middle."""

    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        return tree.node("Tangent", direction_type="RADIAL", axis=axis).outputs[0]

    parity(build, size).require(EXACT)


@pytest.mark.parametrize("axis", ["X", "Y", "Z"])
def test_a_radial_tangent_that_has_no_direction_is_no_number(held: Held, axis):
    def build(tree):
        given = tree.node("Tangent", direction_type="RADIAL", axis=axis).outputs[0]
        return tuple(tree.verdict(part) for part in tree.split(given))

    held(build, tolerance=0.0, size=4)


@pytest.mark.parametrize("name", ["", "UVMap"])
def test_a_tangent_of_a_uv_map_is_the_direction_of_u(held: Held, name):
    held(
        lambda tree: tree.node("Tangent", direction_type="UV_MAP", uv_map=name).outputs[0],
        tolerance=EXACT,
        size=4,
    )


@pytest.mark.parametrize("kind", ["POINT", "VECTOR", "NORMAL"])
@pytest.mark.parametrize("end", SPACES)
@pytest.mark.parametrize("start", SPACES)
def test_a_vector_goes_from_space_to_space(held: Held, kind, start, end):
    def build(tree):
        vector = tree.xyz(tree.column(-4.0), tree.row(-8.0), 0.75)
        return transform(tree, kind, start, end, vector)

    seen = "CAMERA" in (start, end) and start != end
    held(build, tolerance=EXACT, relative=True, problems=("view-dependent",) if seen else ())


@pytest.mark.parametrize("end", SPACES)
@pytest.mark.parametrize("start", SPACES)
def test_a_normal_of_length_0_is_0_or_no_number_as_cycles_has_it(held: Held, start, end):
    def build(tree):
        nothing = tree.xyz(tree.zero(), tree.zero(), tree.zero())
        given = transform(tree, "NORMAL", start, end, nothing)
        return tuple(tree.verdict(part) for part in tree.split(given))

    seen = "CAMERA" in (start, end) and start != end
    held(build, tolerance=0.0, size=4, problems=("view-dependent",) if seen else ())


LIGHTS = pytest.mark.skipif(bpy.app.version < (5, 3), reason="does not apply: from 5.3")
"""Only in a group can such a node be read: elsewhere Blender calls its links invalid."""


@LIGHTS
@pytest.mark.parametrize("start, end", [(s, "LIGHT") for s in SPACES] + [("LIGHT", "CAMERA")])
def test_a_lights_space_changes_nothing(parity, start, end):
    def build(node_tree):
        def inside(tree):
            return transform(tree, "POINT", start, end, tree.uv)

        return grouped(node_tree, inside)

    parity(build, SIDE, problems=("not-a-texture",)).require(EXACT)


@LIGHTS
@pytest.mark.parametrize("out", ["Color", "Vector", "Fac", "Alpha"])
@pytest.mark.parametrize("name", ["Wear", "UVMap"])
def test_an_attribute_of_a_light_is_the_geometrys(parity, name, out):
    def build(node_tree):
        def inside(tree):
            node = tree.node("Attribute", attribute_type="LIGHT", attribute_name=name)
            return tree.out(node, out)

        return grouped(node_tree, inside)

    parity(build, 4, problems=MESH if name == "Wear" else ()).require(EXACT)


def grouped(node_tree: Any, build: Any) -> Any:
    """Return the output of a group that holds what ``build`` makes."""
    inside = bpy.data.node_groups.new("Inside", "ShaderNodeTree")
    inside.interface.new_socket("Out", in_out="OUTPUT", socket_type="NodeSocketVector")
    output = inside.nodes.new("NodeGroupOutput")
    inside.links.new(build(Tree(inside, SIDE)), output.inputs[0])
    group = node_tree.nodes.new("ShaderNodeGroup")
    group.node_tree = inside
    return group.outputs[0]


def transform(tree: Tree, kind: str, start: str, end: str, vector: Any) -> Any:
    node = tree.node("VectorTransform", vector_type=kind, convert_from=start, convert_to=end)
    tree.links.new(vector, node.inputs["Vector"])
    return node.outputs[0]


@pytest.mark.parametrize("name", [n for n in PLANE_ATTRIBUTES if n not in CRASHES])
@pytest.mark.parametrize("out", ["Color", "Vector", "Fac", "Alpha"])
def test_an_attribute_that_cycles_finds_on_every_plane_is_read(held: Held, name, out):
    held(
        lambda tree: tree.out(tree.node("Attribute", attribute_name=name), out),
        tolerance=EXACT,
        size=4,
    )


@pytest.mark.parametrize("out", ["Color", "Vector", "Fac", "Alpha"])
@pytest.mark.parametrize("name", ["", "Wear"])
@pytest.mark.parametrize("kind", ["GEOMETRY", "OBJECT", "INSTANCER", "VIEW_LAYER"])
def test_an_attribute_that_is_not_there_is_as_cycles_has_it_and_that_is_said(
    parity, kind, name, out
):
    def build(node_tree):
        tree = Tree(node_tree, 4)
        return tree.out(tree.node("Attribute", attribute_type=kind, attribute_name=name), out)

    of_scene = kind == "VIEW_LAYER"
    found = parity(build, 4, problems=("attribute-missing",) if of_scene else MESH)
    found.require(0.0)
    assert of_scene != bool(found.compiled.approximate)


@pytest.mark.parametrize("name", ["", "Col"])
@pytest.mark.parametrize("out", ["Color", "Alpha"])
def test_colours_that_are_not_there_are_as_cycles_has_them(parity, name, out):
    def build(node_tree):
        tree = Tree(node_tree, 4)
        return tree.out(tree.node("VertexColor", layer_name=name), out)

    parity(build, 4, problems=MESH).require(0.0)


@pytest.mark.parametrize("out", ["Location", "Color", "Alpha", "Object Index", "Random"])
def test_the_object_is_the_plane(parity, out):
    def build(node_tree):
        tree = Tree(node_tree, 4)
        return tree.out(tree.node("ObjectInfo"), out)

    parity(build, 4, problems=MESH).require(EXACT)


def test_the_materials_index_is_its_own_and_nothing_is_said(catalog, bake_plan):
    def build(node_tree):
        tree = Tree(node_tree, 4)
        return tree.out(tree.node("ObjectInfo"), "Material Index")

    material = oracle.new_material(build)
    material.pass_index = 7
    extent = Extent(4, 4)
    maps, compiled = kiln_maps(material, ("emission",), extent, catalog, bake_plan)
    cycles = oracle.bake_emission(material, extent)
    bpy.data.materials.remove(material)
    assert not compiled.problems
    assert (cycles == 7.0).all()
    assert (maps["emission"] == cycles).all()


# --- under a Bump ---------------------------------------------------------------------------------

MOVED = [
    ("NewGeometry", "Position", {}),
    ("Attribute", "Vector", {"attribute_name": "UVMap"}),
    ("Attribute", "Vector", {"attribute_name": "position"}),
    ("TexCoord", "Camera", {}),
    ("NewGeometry", "Tangent", {}),
    ("Tangent", "Tangent", {"direction_type": "RADIAL"}),
    ("CameraData", "View Vector", {}),
    ("CameraData", "View Distance", {}),
]
SEEN = ("TexCoord", "CameraData")


@pytest.mark.parametrize("kind, out, properties", MOVED, ids=lambda told: str(told))
def test_a_bump_moves_what_cycles_moves_and_nothing_else(parity, kind, out, properties):
    """Positions move along the differentials; tangents and Camera Data stay, so they are flat."""

    def build(node_tree):
        tree = Tree(node_tree, 64)
        given = tree.out(tree.node(kind, **properties), out)
        number = tree.split(given)[0] if given.type == "VECTOR" else given
        height = tree.math("SINE", tree.math("MULTIPLY", number, 3.0))
        return tree.node("Bump", {"Height": height, "Distance": 0.1, "Filter Width": 1.0}).outputs[
            0
        ]

    found = parity(build, 64, problems=("view-dependent",) if kind in SEEN else ())
    found.require(BUMP_SLOPE)
    stays = out == "Tangent" or kind == "CameraData"
    assert (found.cycles[..., :2].std() < 1e-6) == stays
