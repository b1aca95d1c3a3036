"""Materials read out of Blender: whole, at any frame, and without a trace."""

from __future__ import annotations

import bpy
import pytest

from addon.frontends.shader.model import SocketType
from addon.frontends.shader.snapshot import material_model
from addon.plan.types import Extent

from .agreement import Agreement, kiln_maps
from .oracle import bake_emission, new_material

NEEDS_USE_NODES = bpy.app.version < (5, 0, 0)


def by_identifier(sockets, identifier):
    return next(socket for socket in sockets if socket.identifier == identifier)


@pytest.fixture
def material():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    made = bpy.data.materials.new("Made")
    if made.node_tree is None:
        made.use_nodes = True
    made.node_tree.nodes.clear()
    return made


def add(material, kind, name=""):
    node = material.node_tree.nodes.new(kind)
    node.name = name or node.name
    return node


def counts():
    """Return how much of everything the file holds."""
    collections = {
        name: getattr(bpy.data, name)
        for name in dir(bpy.data)
        if isinstance(getattr(bpy.data, name), bpy.types.bpy_prop_collection)
    }
    return {name: len(blocks) for name, blocks in collections.items()}


def test_values_types_and_links_are_read(material):
    noise = add(material, "ShaderNodeTexNoise", "N")
    emission = add(material, "ShaderNodeEmission", "E")
    noise.inputs["Scale"].default_value = 7.5
    noise.noise_type = "RIDGED_MULTIFRACTAL"
    emission.inputs["Color"].default_value = (0.25, 0.5, 0.75, 1.0)
    material.node_tree.links.new(noise.outputs[0], emission.inputs["Strength"])
    tree = material_model(material).tree
    assert tree.nodes["N"].input("Scale").value == 7.5
    assert tree.nodes["N"].properties["noise_type"] == "RIDGED_MULTIFRACTAL"
    assert tree.nodes["N"].properties["normalize"] is True
    assert tree.nodes["E"].input("Color").type is SocketType.RGBA
    assert tree.nodes["E"].input("Color").value == (0.25, 0.5, 0.75, 1.0)
    (link,) = tree.links
    assert (link.from_node, link.to_node, link.to_socket) == ("N", "E", "Strength")


def test_every_shader_node_of_this_blender_can_be_read(material):
    kinds = 0
    for name in dir(bpy.types):
        if name.startswith(("ShaderNode", "FunctionNode", "NodeReroute", "NodeFrame")):
            try:
                material.node_tree.nodes.new(name)
            except RuntimeError:
                continue
            kinds += 1
    assert kinds > 80
    assert len(material_model(material).tree.nodes) == kinds


def test_muted_links_are_left_out_and_mutes_kept_with_their_bypass(material):
    noise = add(material, "ShaderNodeTexNoise", "N")
    mapping = add(material, "ShaderNodeMapping", "M")
    mapping.mute = True
    material.node_tree.links.new(mapping.outputs[0], noise.inputs["Vector"])
    material.node_tree.links.new(mapping.outputs[0], noise.inputs["Scale"]).is_muted = True
    tree = material_model(material).tree
    assert [link.to_socket for link in tree.links] == ["Vector"]
    assert tree.nodes["M"].muted
    assert tree.nodes["M"].bypass == (("Vector", "Vector"),)


@pytest.mark.parametrize("used", [True, False], ids=["in the scene", "used by nothing"])
@pytest.mark.parametrize("frame", [1.0, 6.0, 6.5, 11.0])
def test_drivers_and_keyframes_are_evaluated_at_any_frame(material, used, frame):
    driven, keyed = add(material, "ShaderNodeValue", "D"), add(material, "ShaderNodeValue", "K")
    driven.outputs[0].driver_add("default_value").driver.expression = "frame * 2 + 1"
    for at, number in ((1, 0.0), (11, 10.0)):
        keyed.outputs[0].default_value = number
        keyed.outputs[0].keyframe_insert("default_value", frame=at)
    for curve in curves_of(material.node_tree):
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
    if used:
        mesh = bpy.data.meshes.new("Plane")
        mesh.materials.append(material)
        bpy.context.scene.collection.objects.link(bpy.data.objects.new("Plane", mesh))
    nodes = material_model(material, frame).tree.nodes
    assert nodes["D"].outputs[0].value == frame * 2.0 + 1.0
    assert nodes["K"].outputs[0].value == pytest.approx(frame - 1.0)


def curves_of(block):
    action = block.animation_data.action
    if hasattr(action, "layers"):
        return [
            c
            for layer in action.layers
            for s in layer.strips
            for b in s.channelbags
            for c in b.fcurves
        ]
    return action.fcurves


def test_a_driver_inside_a_group_is_evaluated(material):
    inside = bpy.data.node_groups.new("G", "ShaderNodeTree")
    value = inside.nodes.new("ShaderNodeValue")
    value.outputs[0].driver_add("default_value").driver.expression = "frame / 4"
    add(material, "ShaderNodeGroup", "Group").node_tree = inside
    group = material_model(material, 10.0).tree.nodes["Group"]
    assert group.tree.nodes[value.name].outputs[0].value == 2.5


def test_a_driver_that_reads_another_object_is_evaluated(material):
    other = bpy.data.objects.new("Other", None)
    other.location.x = 3.0
    driver = add(material, "ShaderNodeValue", "D").outputs[0].driver_add("default_value").driver
    variable = driver.variables.new()
    variable.name = "x"
    variable.targets[0].id, variable.targets[0].data_path = other, "location.x"
    driver.expression = "x + 0.5"
    assert material_model(material).tree.nodes["D"].outputs[0].value == 3.5


def test_a_driver_that_needs_scripts_is_a_problem_with_its_nodes_name(material):
    node = add(material, "ShaderNodeValue", "D")
    node.outputs[0].default_value = 0.25
    node.outputs[0].driver_add("default_value").driver.expression = "__import__('os').getpid()"
    model = material_model(material)
    assert [(code, origin) for code, origin, _ in model.problems] == [("driver-not-evaluated", "D")]
    assert model.tree.nodes["D"].outputs[0].value == 0.0, "what Blender and Cycles use"


def test_a_nan_is_a_problem_with_its_nodes_name_and_read_as_0(material):
    nan = float("nan")
    add(material, "ShaderNodeValue", "V").outputs[0].default_value = nan
    add(material, "ShaderNodeRGB", "C").outputs[0].default_value = (0.5, nan, 0.25, 1.0)
    model = material_model(material)
    assert sorted((code, origin) for code, origin, _ in model.problems) == [
        ("not-a-number", "C"),
        ("not-a-number", "V"),
    ]
    assert model.tree.nodes["V"].outputs[0].value == 0.0
    assert model.tree.nodes["C"].outputs[0].value == (0.5, 0.0, 0.25, 1.0)


def test_a_driven_material_agrees_with_cycles_at_its_frame(catalog, bake_plan):
    def build(tree):
        noise = tree.nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].driver_add("default_value").driver.expression = "frame + 2"
        return by_identifier(noise.outputs, "Fac")

    made, extent = new_material(build), Extent(64, 64)
    for frame in (2.0, 5.0):
        maps, compiled = kiln_maps(made, ("emission",), extent, catalog, bake_plan, frame)
        cycles = bake_emission(made, extent, frame)
        Agreement(f"frame {frame}", cycles, maps["emission"], compiled).require(2e-6)
    bpy.data.materials.remove(made)


def test_reading_leaves_no_trace(material):
    driven = add(material, "ShaderNodeValue", "D").outputs[0]
    driven.default_value = 0.125
    driven.driver_add("default_value").driver.expression = "frame"
    curves = add(material, "ShaderNodeRGBCurve", "C")
    before = counts(), bpy.context.scene.frame_current, curves.mapping.extend, driven.default_value
    model = material_model(material, 42.0)
    after = counts(), bpy.context.scene.frame_current, curves.mapping.extend, driven.default_value
    assert model.tree.nodes["D"].outputs[0].value == 42.0
    assert before == after


@pytest.mark.parametrize("kind", ["frame_change_pre", "frame_change_post"])
def test_other_peoples_handlers_hear_nothing_of_it(material, kind):
    add(material, "ShaderNodeValue", "D").outputs[0].driver_add("default_value")
    heard = []

    def listen(*_):
        heard.append(bpy.context.scene.name)

    handlers = getattr(bpy.app.handlers, kind)
    handlers.append(listen)
    try:
        material_model(material, 42.0)
        assert not heard
        assert list(handlers) == [listen]
    finally:
        handlers.remove(listen)


def test_a_ramp_is_257_samples_of_itself(material):
    ramp = add(material, "ShaderNodeValToRGB", "R").color_ramp
    ramp.interpolation = "EASE"
    node = material_model(material).tree.nodes["R"]
    assert len(node.table) == 257
    for i in (0, 100, 256):
        assert node.table[i] == pytest.approx(tuple(ramp.evaluate(i / 256)))
    assert node.properties["color_ramp.interpolation"] == "EASE"


@pytest.mark.parametrize(
    "kind, domain",
    [("RGBCurve", (0.0, 1.0)), ("VectorCurve", (-1.0, 1.0)), ("FloatCurve", (0.0, 1.0))],
)
def test_new_curves_are_the_identity_over_their_domain(material, kind, domain):
    add(material, f"ShaderNode{kind}", "C")
    node = material_model(material).tree.nodes["C"]
    low, high = domain
    assert node.table_domain == domain
    for i in (0, 77, 256):
        at = low + (high - low) * i / 256
        assert node.table[i][:3] == pytest.approx((at, at, at), abs=1e-6)


def test_the_combined_curve_goes_before_the_three_others(material):
    mapping = add(material, "ShaderNodeRGBCurve", "C").mapping
    mapping.curves[3].points[1].location = (1.0, 0.5)
    mapping.curves[0].points[1].location = (1.0, 0.25)
    table = material_model(material).tree.nodes["C"].table
    assert table[256][:2] == pytest.approx((0.125, 0.5), abs=1e-6)


def test_an_image_is_told_by_what_it_is(material):
    node = add(material, "ShaderNodeTexImage", "I")
    node.image = bpy.data.images.new("Picture", 24, 12, float_buffer=True, is_data=True)
    image = material_model(material).tree.nodes["I"].image
    assert (image.name, image.extent, image.is_float, image.is_data) == (
        "Picture",
        (24, 12),
        True,
        True,
    )
    assert image.source == "GENERATED"


def test_a_missing_image_has_no_extent_and_is_no_error(material, tmp_path):
    node = add(material, "ShaderNodeTexImage", "I")
    node.image = bpy.data.images.new("Gone", 4, 4)
    node.image.source = "FILE"
    node.image.filepath = str(tmp_path / "gone.png")
    assert material_model(material).tree.nodes["I"].image.extent == (0, 0)


def test_a_group_whose_tree_was_removed_has_none(material):
    inside = bpy.data.node_groups.new("G", "ShaderNodeTree")
    add(material, "ShaderNodeGroup", "Group").node_tree = inside
    bpy.data.node_groups.remove(inside)
    assert material_model(material).tree.nodes["Group"].tree is None


def test_a_group_used_twice_is_the_same_tree(material):
    inside = bpy.data.node_groups.new("G", "ShaderNodeTree")
    for name in "AB":
        add(material, "ShaderNodeGroup", name).node_tree = inside
    nodes = material_model(material).tree.nodes
    assert nodes["A"].tree is nodes["B"].tree


def test_a_linked_material_is_read_where_it_is(material, tmp_path):
    add(material, "ShaderNodeValue", "V").outputs[0].driver_add(
        "default_value"
    ).driver.expression = "frame * 3"
    material.asset_mark()
    library = tmp_path / "library.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(library))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with bpy.data.libraries.load(str(library), link=True) as (_, to):
        to.materials = ["Made"]
    model = material_model(bpy.data.materials["Made"], 4.0)
    assert model.library.endswith("library.blend")
    assert model.tree.nodes["V"].outputs[0].value == 12.0


def test_a_library_that_is_gone_is_no_error(material, tmp_path):
    inside = bpy.data.node_groups.new("G", "ShaderNodeTree")
    inside.use_fake_user = True
    library, user = tmp_path / "library.blend", tmp_path / "user.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(library))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with bpy.data.libraries.load(str(library), link=True) as (_, to):
        to.node_groups = ["G"]
    made = bpy.data.materials.new("User")
    if made.node_tree is None:
        made.use_nodes = True
    made.use_fake_user = True
    made.node_tree.nodes.new("ShaderNodeGroup").node_tree = bpy.data.node_groups["G"]
    bpy.ops.wm.save_as_mainfile(filepath=str(user))
    library.unlink()
    bpy.ops.wm.open_mainfile(filepath=str(user), use_scripts=False)
    nodes = material_model(bpy.data.materials["User"]).tree.nodes
    assert [node.tree for node in nodes.values() if node.type == "ShaderNodeGroup"] == [None]


def test_the_working_space_of_a_new_file_is_rec_709(material):
    space = material_model(material).working_space
    assert space.to_rec709 == (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    assert sum(space.luminance) == pytest.approx(1.0, abs=1e-5)
    assert space.luminance[1] == pytest.approx(0.71516, abs=1e-4)


@pytest.mark.skipif(not NEEDS_USE_NODES, reason="does not apply: every material has nodes from 5.0")
def test_a_material_without_nodes_is_a_diffuse_of_its_color(material):
    material.use_nodes = False
    material.diffuse_color = (0.25, 0.5, 0.75, 1.0)
    tree = material_model(material).tree
    assert next(node.type for node in tree.nodes.values()) == "ShaderNodeBsdfDiffuse"
    assert tree.nodes["Viewport Color"].input("Color").value == (0.25, 0.5, 0.75, 1.0)
