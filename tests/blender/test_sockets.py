"""Sockets and AOVs that are asked for by name, against Cycles: what each would emit."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np
import pytest

from addon.bake.externals import gather_externals
from addon.frontends.shader.aov import aov_asked
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.snapshot import material_model
from addon.frontends.shader.socket_path import socket_asked
from addon.plan.types import Extent

from .agreement import Agreement
from .oracle import bake_emission

EXTENT = Extent(32, 32)
EXACT = 2e-6


@pytest.fixture
def tree():
    """A material whose Surface is an Emission "Light" of white."""
    material = bpy.data.materials.new("Sockets")
    if material.node_tree is None:
        material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    light = tree.nodes.new("ShaderNodeEmission")
    light.name = "Light"
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(light.outputs[0], output.inputs["Surface"])
    yield tree
    bpy.data.materials.remove(material)


def noise(tree, name="Noise", scale=5.0):
    node = tree.nodes.new("ShaderNodeTexNoise")
    node.name, node.inputs["Scale"].default_value = name, scale
    return node


def wood():
    """A group of one input and one output that holds a noise, a sum with the input, and an AOV."""
    group = bpy.data.node_groups.new("Wood", "ShaderNodeTree")
    group.interface.new_socket("Amount", in_out="INPUT", socket_type="NodeSocketFloat")
    group.interface.new_socket("Result", in_out="OUTPUT", socket_type="NodeSocketFloat")
    entry, exit_ = group.nodes.new("NodeGroupInput"), group.nodes.new("NodeGroupOutput")
    grain = noise(group, "Grain")
    total = group.nodes.new("ShaderNodeMath")
    total.name = "Sum"
    group.links.new(grain.outputs[0], total.inputs[0])
    group.links.new(entry.outputs[0], total.inputs[1])
    group.links.new(total.outputs[0], exit_.inputs[0])
    aov = group.nodes.new("ShaderNodeOutputAOV")
    aov.aov_name = "Dirt"
    group.links.new(total.outputs[0], aov.inputs["Value"])
    return group


def use(tree, group, name, amount):
    node = tree.nodes.new("ShaderNodeGroup")
    node.node_tree, node.name, node.inputs[0].default_value = group, name, amount
    return node


def baked(tree, catalog, bake_plan, *texts, aovs=()):
    """What Kiln makes of sockets and AOVs, by the name that it gives them."""
    material = next(m for m in bpy.data.materials if m.node_tree == tree)
    model = material_model(material)
    asked = [socket_asked(model.tree, text) for text in texts]
    asked += [aov_asked(model, name) for name in aovs]
    made = compile_material(model, (), catalog, EXTENT, asked=tuple(asked))
    brought = gather_externals(made.pictures, made.tables, made.skies)
    pixels = {name: external.pixels for name, external in brought.items()}
    texels = bake_plan(made.plan, pixels) if made.plan.ops else {}
    pictures = {}
    for name in (one.spec.name for one in asked):
        given = texels.get(name, np.asarray(made.constants.get(name, 0.0)))
        given = given[..., :3] if given.ndim > 1 else given
        pictures[name] = np.broadcast_to(given, (EXTENT.height, EXTENT.width, 3))
    return pictures, made


def emitted(tree, *sockets):
    """What Cycles emits where the sum of some sockets of the material's own tree is its light."""
    material = next(m for m in bpy.data.materials if m.node_tree == tree)
    total = sockets[0]
    for socket in sockets[1:]:
        add = tree.nodes.new("ShaderNodeVectorMath")
        tree.links.new(total, add.inputs[0])
        tree.links.new(socket, add.inputs[1])
        total = add.outputs[0]
    tree.links.new(total, tree.nodes["Light"].inputs["Color"])
    return bake_emission(material, EXTENT)


def test_an_output_agrees_whether_it_is_used_or_not(tree, catalog, bake_plan):
    node = noise(tree)
    pictures, made = baked(tree, catalog, bake_plan, "Noise:Color", f"Noise:{node.outputs[0].name}")
    assert not made.problems
    for socket in node.outputs:
        name = f"Noise:{socket.name}"
        Agreement(name, emitted(tree, socket), pictures[name], made).require(EXACT)


def test_an_input_agrees_with_what_feeds_it(tree, catalog, bake_plan):
    bright = tree.nodes.new("ShaderNodeMath")
    bright.name = "Bright"
    tree.links.new(noise(tree).outputs["Color"], bright.inputs[0])
    pictures, made = baked(tree, catalog, bake_plan, "Bright:in:Value")
    as_number = tree.nodes.new("ShaderNodeMath")
    as_number.inputs[1].default_value = 0.0
    tree.links.new(tree.nodes["Noise"].outputs["Color"], as_number.inputs[0])
    cycles = emitted(tree, as_number.outputs[0])
    Agreement("input", cycles, pictures["Bright:in:Value"], made).require(EXACT)


@pytest.mark.parametrize("instance", ["First", "Second"])
def test_a_node_in_a_group_is_baked_as_the_instance_on_its_path_has_it(
    tree, catalog, bake_plan, instance
):
    group = wood()
    for name, amount in (("First", 0.25), ("Second", 2.0)):
        use(tree, group, name, amount)
    pictures, made = baked(tree, catalog, bake_plan, f"{instance}/Sum:Value")
    cycles = emitted(tree, tree.nodes[instance].outputs[0])
    Agreement(instance, cycles, pictures[f"{instance}/Sum:Value"], made).require(EXACT)


def test_a_group_nodes_output_and_the_group_outputs_input_agree(tree, catalog, bake_plan):
    use(tree, wood(), "First", 0.25)
    texts = ("First:Result", "First/Group Output:Result")
    pictures, made = baked(tree, catalog, bake_plan, *texts)
    cycles = emitted(tree, tree.nodes["First"].outputs[0])
    for text in texts:
        Agreement(text, cycles, pictures[text], made).require(EXACT)


def test_a_muted_node_agrees_with_what_it_hands_on(tree, catalog, bake_plan):
    bright = tree.nodes.new("ShaderNodeBrightContrast")
    bright.name, bright.mute = "Bright", True
    bright.inputs[1].default_value = 0.5
    tree.links.new(noise(tree).outputs["Color"], bright.inputs[0])
    pictures, made = baked(tree, catalog, bake_plan, "Bright:Color")
    cycles = emitted(tree, bright.outputs[0])
    Agreement("muted", cycles, pictures["Bright:Color"], made).require(EXACT)


def test_an_aov_is_the_sum_of_all_of_its_name(tree, catalog, bake_plan):
    group = wood()
    groups = [use(tree, group, name, amount) for name, amount in (("A", 0.25), ("B", 2.0))]
    pictures, made = baked(tree, catalog, bake_plan, aovs=("Dirt",))
    assert made.plan.outputs[0].encoding.channels == 1
    cycles = emitted(tree, *(node.outputs[0] for node in groups))
    Agreement("Dirt", cycles, pictures["aov_Dirt"], made).require(2 * EXACT)


def test_the_pass_that_cycles_writes_is_what_an_aov_is_baked_as(
    tree, catalog, bake_plan, tmp_path: Path
):
    """The facts that aov.py rests on: same names add up, in groups too; mutes as versions.py."""
    oiio = pytest.importorskip("OpenImageIO", reason="needs OpenImageIO")
    group = bpy.data.node_groups.new("Deep", "ShaderNodeTree")
    owners = [tree, tree, group, tree]
    for place, (owner, red) in enumerate(zip(owners, (0.5, 0.25, 0.125, 1.0), strict=True)):
        aov = owner.nodes.new("ShaderNodeOutputAOV")
        aov.aov_name, aov.mute = "Dirt", place == 3
        aov.inputs["Color"].default_value = (red, 0.0, 0.0, 1.0)
    for mute in (False, False, True):
        node = tree.nodes.new("ShaderNodeGroup")
        node.node_tree, node.mute = group, mute
    pictures, _ = baked(tree, catalog, bake_plan, aovs=("Dirt",))
    assert pictures["aov_Dirt"][0, 0, 0] == rendered_red(tree, tmp_path / "pass.exr", oiio)


def rendered_red(tree, path, oiio):
    """Render a plane with the material and return the red of its pass "Dirt"."""
    scene = bpy.data.scenes.new("AOV")
    layer = scene.view_layers[0]
    aov = layer.aovs.add()
    aov.name, aov.type = "Dirt", "COLOR"
    mesh = bpy.data.meshes.new("AOV")
    mesh.from_pydata([(-5, -5, 0), (5, -5, 0), (0, 5, 0)], [], [(0, 1, 2)])
    mesh.materials.append(next(m for m in bpy.data.materials if m.node_tree == tree))
    camera = bpy.data.objects.new("AOV camera", bpy.data.cameras.new("AOV"))
    camera.location = (0.0, 0.0, 1.0)
    for thing in (bpy.data.objects.new("AOV", mesh), camera):
        scene.collection.objects.link(thing)
    scene.camera, scene.render.engine = camera, "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising = 1, False
    scene.render.resolution_x = scene.render.resolution_y = 4
    settings = scene.render.image_settings
    if hasattr(settings, "media_type"):
        settings.media_type = "MULTI_LAYER_IMAGE"
    settings.file_format, settings.color_depth = "OPEN_EXR_MULTILAYER", "32"
    scene.render.filepath = str(path)
    try:
        bpy.ops.render.render(write_still=True, scene=scene.name)
        file = oiio.ImageInput.open(str(path))
        part = 0
        while file.seek_subimage(part, 0):
            names = list(file.spec().channelnames)
            if "ViewLayer.Dirt.R" in names:
                return float(file.read_image("float")[1, 1, names.index("ViewLayer.Dirt.R")])
            part += 1
        raise AssertionError("there is no pass 'Dirt'")
    finally:
        bpy.data.scenes.remove(scene)
