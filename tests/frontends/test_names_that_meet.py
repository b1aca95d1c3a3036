"""Names that people give which are names in the plan too: nothing takes one thing for another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from addon.bake.constants import with_constants
from addon.frontends.shader.writer import TABLE
from addon.plan.check import check
from addon.plan.encoding import encoded
from addon.plan.types import Encoding

from .models import C, F, V, emission, entry, exit_, group, links, material, math, node, socket
from .models import tree as tree_of
from .test_texture_rules import image_node, picture

LIT = "Emission.Emission > Out.Surface"
RAMP = tuple((i / 256.0, 0.0, 0.0, 1.0) for i in range(257))


def noise(name):
    """Return a Noise Texture: an op of two images."""
    sockets = {"Scale": 5.0, "Detail": 2.0, "Roughness": 0.5, "Lacunarity": 2.0, "Offset": 0.0}
    sockets |= {"Gain": 1.0, "Distortion": 0.0, "W": 0.0}
    inputs = [socket("Vector", V), *(socket(k, F, v) for k, v in sockets.items())]
    modes = {"noise_dimensions": "3D", "noise_type": "FBM", "normalize": True}
    outputs = [socket("Fac", F), socket("Color", C)]
    return node(name, "ShaderNodeTexNoise", inputs, outputs, properties=modes)


def ramp(name):
    modes = {"interpolation": "LINEAR", "color_mode": "RGB", "hue_interpolation": "NEAR"}
    modes = {f"color_ramp.{key}": value for key, value in modes.items()}
    outputs = [socket("Color", C), socket("Alpha", F)]
    inputs = [socket("Fac", F, 0.5)]
    return node(name, "ShaderNodeValToRGB", inputs, outputs, properties=modes, table=RAMP)


def summed(model, *names):
    """Return a material that adds up the Fac or Value of nodes."""
    nodes, pairs, before = [], [], None
    for i, (name, out) in enumerate(names):
        nodes.append(math(f"+{i}"))
        pairs.append(f"{name}.{out} > +{i}.Value")
        if before:
            pairs.append(f"{before}.Value > +{i}.Value_001")
        before = f"+{i}"
    tree = model.tree
    nodes = {**tree.nodes, **{n.name: n for n in nodes}}
    pairs.append(f"{before}.Value > Emission.Color")
    return replace(model, tree=replace(tree, nodes=nodes, links=(*tree.links, *links(*pairs))))


def sound(made, catalog):
    """Return the ops of a plan that check finds nothing against, painted and encoded."""
    plan = with_constants(made.plan, {"base_color": 0.5}, {"base_color": Encoding()}, catalog)
    plan = encoded(plan, catalog)
    assert check(plan, catalog) == ()
    return plan.ops


@pytest.mark.parametrize("name", ["Noise:value", "Noise:color", "Noise~2", "Noise:value~2"])
def test_a_node_may_be_called_as_an_image_of_anothers(compiled, catalog, name):
    model = material([noise("Noise"), noise(name), math("Math"), emission()], LIT)
    made = compiled(summed(model, ("Noise", "Fac"), (name, "Fac")))
    assert sum(op.kernel == "noise_texture" for op in sound(made, catalog)) == 2
    model = material([noise("Noise"), math(name), emission()], f"Noise.Fac > {name}.Value", LIT)
    made = compiled(summed(model, (name, "Value"), ("Noise", "Fac")))
    assert sum(op.kernel == "math" for op in sound(made, catalog)) == 3


def test_a_node_may_be_called_as_one_inside_of_a_group(compiled, catalog):
    inside = tree_of([entry(), exit_(socket("O", F)), noise("N")], "N.Fac > Out.O", name="T")
    outer = group("G", inside, (), [socket("O", F)])
    model = material([outer, noise("G/N"), emission()], LIT)
    made = compiled(summed(model, ("G", "O"), ("G/N", "Fac")))
    assert sum(op.kernel == "noise_texture" for op in sound(made, catalog)) == 2


@pytest.mark.parametrize("name", ["encode/emission", "constant/base_color", "encode/base_color"])
def test_a_node_may_be_called_as_what_makes_the_file(compiled, catalog, name):
    model = material([noise("Noise"), math(name), emission()], f"Noise.Fac > {name}.Value", LIT)
    ops = sound(compiled(summed(model, (name, "Value"))), catalog)
    assert [op.kernel for op in ops].count("encode") == 2


@pytest.mark.parametrize("first", ["picture", "node"])
def test_an_image_may_be_called_as_a_node(compiled, catalog, first):
    """Whichever of them the plan meets first."""
    nodes = [noise("Noise"), math("bark"), image_node(picture()), emission()]
    pairs = ["Noise.Color > bark.Value", "bark.Value > Bark.Vector"]
    if first == "picture":
        pairs = ["Bark.Alpha > bark.Value"]
    made = compiled(summed(material(nodes, *pairs, LIT), ("Bark", "Alpha"), ("bark", "Value")))
    ops = sound(made, catalog)
    ((name, held),) = made.pictures.items()
    assert held.name == "bark"
    assert next(op for op in ops if name in op.inputs.values()).kernel.startswith("image")
    assert all(name not in op.outputs.values() for op in ops)


@pytest.mark.parametrize("kind", ["picture", "node"])
def test_anything_may_be_called_as_the_table_of_ramps(compiled, catalog, kind):
    odd = replace(image_node(picture(name=TABLE)), name="Odd")
    out = "Alpha"
    if kind == "node":
        odd, out = math(TABLE), "Value"
    pairs = [f"Noise.Fac > {TABLE}.Value"] if kind == "node" else []
    pairs += [f"{odd.name}.{out} > Ramp.Fac", "Ramp.Color > Emission.Color", LIT]
    made = compiled(material([noise("Noise"), odd, ramp("Ramp"), emission()], *pairs))
    (looked_up,) = [op for op in sound(made, catalog) if op.kernel == "color_ramp"]
    assert TABLE in looked_up.inputs.values() and made.tables[TABLE] == (RAMP,)


def test_two_images_whose_names_and_libraries_read_alike_are_two(compiled, catalog):
    one = replace(image_node(picture(name="a@b")), name="One")
    two = replace(image_node(picture(name="a", library="b")), name="Two")
    made = compiled(
        summed(material([one, two, emission()], LIT), ("One", "Alpha"), ("Two", "Alpha"))
    )
    sound(made, catalog)
    assert sorted(held.name for held in made.pictures.values()) == ["a", "a@b"]


def test_one_image_in_two_nodes_is_uploaded_once(compiled):
    one, two = (
        replace(image_node(picture()), name="One"),
        replace(image_node(picture()), name="Two"),
    )
    made = compiled(
        summed(material([one, two, emission()], LIT), ("One", "Alpha"), ("Two", "Alpha"))
    )
    assert list(made.pictures) == ["bark"]
