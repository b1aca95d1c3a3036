"""Shaders and their mixes, map by map, against Cycles; and what only Kiln can say of them."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.maps import DIRECTIONS, LOBES, PRINCIPLED, maps_of
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent

from .agreement import Agreement, kiln_maps
from .oracle import bake_channel

EXTENT = Extent(64, 64)
EXACT = 2e-6
HERE = tuple(maps_of(bpy.app.version))
"""The maps that this Blender has."""


def by_identifier(sockets, identifier):
    return next(socket for socket in sockets if socket.identifier == identifier)


class Shaders:
    """Builds a material out of shaders whose every input varies, each in its own way."""

    def __init__(self):
        self.material = bpy.data.materials.new("Shaders")
        if self.material.node_tree is None:
            self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.scale = 2.0

    def noise(self, output="Color"):
        """A texture unlike every other one of the material."""
        node = self.tree.nodes.new("ShaderNodeTexNoise")
        self.scale += 1.0
        node.inputs["Scale"].default_value = self.scale
        return by_identifier(node.outputs, output)

    def shader(self, kind, *identifiers):
        """A shader with the named inputs linked to textures."""
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        if kind == "BsdfPrincipled":
            node.subsurface_method = "RANDOM_WALK_SKIN"  # the one that Subsurface IOR is for
        for identifier in identifiers:
            socket = by_identifier(node.inputs, identifier)
            self.tree.links.new(self.noise("Color" if socket.type != "VALUE" else "Fac"), socket)
        return node.outputs[0]

    def mix(self, first, second, factor=None):
        node = self.tree.nodes.new("ShaderNodeMixShader")
        if factor is None:
            self.tree.links.new(self.noise("Fac"), node.inputs["Fac"])
        else:
            node.inputs["Fac"].default_value = factor
        for shader, socket in ((first, node.inputs[1]), (second, node.inputs[2])):
            if shader is not None:
                self.tree.links.new(shader, socket)
        return node.outputs[0]

    def add(self, first, second):
        node = self.tree.nodes.new("ShaderNodeAddShader")
        self.tree.links.new(first, node.inputs[0])
        self.tree.links.new(second, node.inputs[1])
        return node.outputs[0]

    def surface(self, socket):
        output = self.tree.nodes.new("ShaderNodeOutputMaterial")
        if socket is not None:
            self.tree.links.new(socket, output.inputs["Surface"])
        return self.material


@pytest.fixture
def shaders():
    made = Shaders()
    yield made
    bpy.data.materials.remove(made.material)


@pytest.fixture
def held(catalog, bake_plan):
    def hold(material, *names, problems=()):
        maps, compiled = kiln_maps(material, names or HERE, EXTENT, catalog, bake_plan)
        assert {problem.code for problem in compiled.problems} == set(problems)
        for name in names or HERE:
            cycles = bake_channel(material, name, EXTENT)
            Agreement(name, cycles, maps[name], compiled).require(EXACT)
        return compiled

    return hold


PRINCIPLED_INPUTS = tuple(PRINCIPLED[name] for name in HERE if name in PRINCIPLED)


def test_every_map_of_a_principled_bsdf_agrees_when_all_its_inputs_vary(shaders, held):
    compiled = held(shaders.surface(shaders.shader("BsdfPrincipled", *PRINCIPLED_INPUTS)))
    assert set(compiled.constants) == {"normal", "coat_normal", "tangent", "height"}


def test_every_map_of_a_new_principled_bsdf_is_a_constant(shaders, held):
    compiled = held(shaders.surface(shaders.shader("BsdfPrincipled")))
    assert set(compiled.constants) == set(HERE)


def test_a_color_linked_to_a_float_input_is_its_luminance(shaders, held):
    node = shaders.tree.nodes.new("ShaderNodeBsdfPrincipled")
    shaders.tree.links.new(shaders.noise("Color"), node.inputs["Roughness"])
    shaders.tree.links.new(shaders.noise("Fac"), node.inputs["Base Color"])
    held(shaders.surface(node.outputs[0]), "roughness", "base_color")


def test_mix_shader_mixes_every_map_of_two_principled_bsdfs(shaders, held):
    first = shaders.shader("BsdfPrincipled", *PRINCIPLED_INPUTS, *DIRECTIONS.values())
    second = shaders.shader("BsdfPrincipled", *PRINCIPLED_INPUTS)
    held(shaders.surface(shaders.mix(first, second)), problems=("mixed-emission",))


@pytest.mark.parametrize("factor", [-1.0, 0.0, 0.25, 1.0, 2.0])
def test_a_factor_that_is_a_number_agrees(shaders, held, factor):
    first = shaders.shader("BsdfPrincipled", "Base Color", "Roughness")
    second = shaders.shader("BsdfDiffuse", "Color", "Roughness")
    material = shaders.surface(shaders.mix(first, second, factor))
    held(material, "base_color", "roughness", "diffuse_roughness", "specular", "ior")


def test_a_factor_past_0_and_1_is_held(shaders, held):
    first, second = (shaders.shader("BsdfDiffuse", "Color") for _ in range(2))
    node = shaders.mix(first, second).node
    steep = shaders.tree.nodes.new("ShaderNodeMath")
    steep.operation = "MULTIPLY_ADD"
    steep.inputs[1].default_value, steep.inputs[2].default_value = 10.0, -5.0
    shaders.tree.links.new(shaders.noise("Fac"), steep.inputs[0])
    shaders.tree.links.new(steep.outputs[0], node.inputs["Fac"])
    held(shaders.surface(node.outputs[0]), "base_color")


def test_an_emission_in_a_mix_takes_part_in_base_color_emission_and_alpha_only(shaders, held):
    first = shaders.shader("BsdfPrincipled", *PRINCIPLED_INPUTS, "Normal")
    second = shaders.shader("Emission", "Color", "Strength")
    held(shaders.surface(shaders.mix(first, second)), problems=("mixed-emission",))


SIDES = {
    "Emission": set(),
    "BsdfTransparent": set(),
    "BsdfDiffuse": {"metallic"},
    "BsdfGlass": {"roughness", "ior", "transmission", "specular", "metallic"}
    | ({"anisotropic"} if bpy.app.version >= (5, 3, 0) else set()),
    "BsdfAnisotropic": {"roughness", "anisotropic", "specular", "metallic"},
}
"""What a new shader in a mix with a Principled BSDF of other numbers makes a picture of."""
NUMBERS = {
    "Metallic": 0.25,
    "Roughness": 0.125,
    "IOR": 1.25,
    "Transmission Weight": 0.0,
    "Specular IOR Level": 0.25,
    "Coat Weight": 0.75,
    "Coat Roughness": 0.25,
    "Sheen Weight": 0.375,
    "Anisotropic": 0.625,
}


@pytest.mark.parametrize("kind", SIDES)
@pytest.mark.parametrize("first", [True, False], ids=["first", "second"])
def test_a_parameter_that_one_side_does_not_have_is_the_other_sides(shaders, catalog, kind, first):
    node = shaders.shader("BsdfPrincipled").node
    for identifier, number in NUMBERS.items():
        by_identifier(node.inputs, identifier).default_value = number
    other = shaders.shader(kind)
    sides = (node.outputs[0], other) if first else (other, node.outputs[0])
    names = {name: NUMBERS[socket] for name, socket in PRINCIPLED.items() if socket in NUMBERS}
    model = material_model(shaders.surface(shaders.mix(*sides)))
    made = compile_material(model, HERE, catalog, EXTENT)
    pictures = {out.name for out in made.plan.outputs} & names.keys()
    assert pictures == SIDES[kind]
    alone = {name: number for name, number in names.items() if name not in pictures}
    assert {name: made.constants[name] for name in alone} == pytest.approx(alone)


@pytest.mark.parametrize("weight", [name for name in LOBES if name in HERE])
@pytest.mark.parametrize("first", [True, False], ids=["first", "second"])
def test_a_layer_that_is_not_there_leaves_its_parameters_to_the_other_side(
    shaders, held, weight, first
):
    names = tuple(name for name in LOBES[weight] if name in HERE)
    sockets = [{**PRINCIPLED, **DIRECTIONS}[name] for name in names]
    one = shaders.shader("BsdfPrincipled", PRINCIPLED[weight], *sockets)
    other = shaders.shader("BsdfPrincipled", *sockets)
    by_identifier(other.node.inputs, PRINCIPLED[weight]).default_value = 0.0
    held(shaders.surface(shaders.mix(*((one, other) if first else (other, one)))), *names)


@pytest.mark.parametrize("kind", ["Anisotropic", "Metallic", "Glass", "Sheen"])
def test_the_parameters_of_the_other_bsdfs_agree_where_a_principled_bsdf_has_them(
    shaders, held, kind
):
    node = shaders.tree.nodes.new(f"ShaderNodeBsdf{kind}")
    for socket in node.inputs:
        if socket.enabled and socket.identifier != "Weight":
            shaders.tree.links.new(
                shaders.noise("Color" if socket.type != "VALUE" else "Fac"), socket
            )
    fixed = {"metallic", "transmission", "specular", "sheen", "ior"}
    held(shaders.surface(node.outputs[0]), *(name for name in HERE if name not in fixed))


def test_hair_is_a_surface_of_its_colour_and_says_what_it_loses(shaders, held):
    surface = shaders.surface(shaders.shader("BsdfHairPrincipled", "Color", "Roughness", "IOR"))
    held(surface, "base_color", "roughness", "ior", problems=("bsdf-in-part",))


@pytest.mark.parametrize("kind", ["BsdfGlass", "BsdfRefraction"])
def test_glass_beside_a_principled_bsdf_says_what_it_loses_and_mixes_all_the_same(
    shaders, held, kind
):
    sides = shaders.shader("BsdfPrincipled", "Base Color"), shaders.shader(kind, "Color")
    part = () if kind == "BsdfGlass" else ("bsdf-in-part",)
    surface = shaders.surface(shaders.mix(*sides))
    held(surface, "base_color", "roughness", "ior", problems=("mixed-natures", *part))


def test_a_side_whose_normal_is_not_linked_is_flat_in_a_mix(shaders, held):
    first = shaders.shader("BsdfPrincipled", "Normal")
    compiled = held(shaders.surface(shaders.mix(first, shaders.shader("BsdfDiffuse"))), "normal")
    assert "normal" not in compiled.constants


def test_a_side_that_is_unlinked_is_black(shaders, held):
    first = shaders.shader("Emission", "Color", "Strength")
    held(shaders.surface(shaders.mix(first, None)), "emission")


def test_a_transparent_side_only_takes_part_in_alpha(shaders, held):
    first = shaders.shader("BsdfPrincipled", *PRINCIPLED_INPUTS)
    second = shaders.shader("BsdfTransparent")
    compiled = held(shaders.surface(shaders.mix(second, first)))
    assert "alpha" not in compiled.constants


def test_mixes_nest(shaders, held):
    parts = [shaders.shader("BsdfPrincipled", "Base Color", "Metallic") for _ in range(3)]
    nested = shaders.mix(shaders.mix(parts[0], parts[1]), parts[2])
    held(shaders.surface(nested), "base_color", "metallic")


def test_add_shader_adds_emission_and_base_color(shaders, held):
    first = shaders.shader("Emission", "Color", "Strength")
    second = shaders.shader("BsdfPrincipled", *PRINCIPLED_INPUTS)
    compiled = held(shaders.surface(shaders.add(first, second)), "emission", "base_color")
    assert not compiled.approximate


def test_add_shader_says_that_a_parameter_of_both_is_their_mean(shaders, held, catalog):
    first, second = (shaders.shader("BsdfDiffuse", "Color", "Roughness") for _ in range(2))
    material = shaders.surface(shaders.add(first, second))
    compiled = held(material, "base_color")
    assert not compiled.approximate
    names = ("base_color", "diffuse_roughness")
    told = compile_material(material_model(material), names, catalog, EXTENT)
    assert [problem.code for problem in told.problems] == ["added-shaders"]
    assert "diffuse_roughness" in told.approximate


@pytest.mark.parametrize("output", ["Color", "Fac"])
def test_a_number_plugged_into_surface_emits(shaders, held, output):
    held(shaders.surface(shaders.noise(output)), "emission")


def test_a_number_plugged_into_a_mix_emits(shaders, held):
    material = shaders.surface(shaders.mix(shaders.noise(), shaders.shader("Emission", "Color")))
    held(material, "emission")


def test_a_muted_mix_shader_hands_on_its_first_side(shaders, held):
    first, second = (shaders.shader("BsdfDiffuse", "Color") for _ in range(2))
    mixed = shaders.mix(first, second)
    mixed.node.mute = True
    held(shaders.surface(mixed), "base_color")


@pytest.mark.parametrize("linked", [True, False])
def test_height_is_height_minus_midlevel_times_scale(shaders, held, linked):
    node = shaders.tree.nodes.new("ShaderNodeDisplacement")
    identifiers = ("Height", "Midlevel", "Scale") if linked else ("Height",)
    for identifier in identifiers:
        shaders.tree.links.new(shaders.noise("Fac"), by_identifier(node.inputs, identifier))
    material = shaders.surface(shaders.shader("BsdfDiffuse"))
    output = material.node_tree.get_output_node("CYCLES")
    shaders.tree.links.new(node.outputs[0], output.inputs["Displacement"])
    held(material, "height", "base_color")


def test_cycles_own_output_goes_before_one_for_all(shaders, held):
    material = shaders.surface(shaders.shader("Emission", "Color"))
    own = shaders.tree.nodes.new("ShaderNodeOutputMaterial")
    own.target = "CYCLES"
    shaders.tree.links.new(shaders.shader("Emission", "Color", "Strength"), own.inputs["Surface"])
    held(material, "emission")


def test_the_active_output_is_the_one_that_counts(shaders, held):
    material = shaders.surface(shaders.shader("Emission", "Color"))
    other = shaders.tree.nodes.new("ShaderNodeOutputMaterial")
    shaders.tree.links.new(shaders.shader("Emission", "Color", "Strength"), other.inputs["Surface"])
    other.is_active_output = True
    held(material, "emission")
