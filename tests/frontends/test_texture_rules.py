"""What the texture nodes become: which kernel, which of its variants, and what is said about it."""

from __future__ import annotations

import pytest

from addon.frontends.shader.model import ImageRef
from addon.frontends.shader.rules.image import texel_variants

from .models import C, F, V, emission, material, node, socket

LIT = "Emission.Emission > Out.Surface"


def noise(**properties):
    sockets = {"Scale": 5.0, "Detail": 2.0, "Roughness": 0.5, "Lacunarity": 2.0, "Offset": 0.0}
    sockets |= {"Gain": 1.0, "Distortion": 0.0, "W": 0.0}
    inputs = [socket("Vector", V), *(socket(k, F, v) for k, v in sockets.items())]
    plain = {"noise_dimensions": "3D", "noise_type": "FBM", "normalize": True}
    outputs = [socket("Fac", F), socket("Color", C)]
    return node("Noise", "ShaderNodeTexNoise", inputs, outputs, properties=plain | properties)


def picture(**differences):
    plain = {
        "name": "bark",
        "library": "",
        "extent": (8, 8),
        "channels": 4,
        "is_float": False,
        "colorspace": "sRGB",
        "is_data": False,
        "alpha_mode": "STRAIGHT",
        "source": "FILE",
        "filepath": "//bark.png",
    }
    return ImageRef(**plain | differences)


def image_node(image, **properties):
    plain = {"projection": "FLAT", "interpolation": "Linear", "extension": "REPEAT"}
    outputs = [socket("Color", C), socket("Alpha", F)]
    return node(
        "Bark",
        "ShaderNodeTexImage",
        [socket("Vector", V)],
        outputs,
        properties=plain | properties,
        image=image,
    )


def variants_of(made, kernel):
    (op,) = [op for op in made.plan.ops if op.kernel == kernel]
    return op.variants


@pytest.mark.parametrize(("out", "outputs"), [("Fac", "fac"), ("Color", "both")])
def test_noise_computes_its_colour_only_where_it_is_linked(compiled, out, outputs):
    made = compiled(material([noise(), emission()], f"Noise.{out} > Emission.Color", LIT))
    assert variants_of(made, "noise_texture")["outputs"] == outputs


def test_moving_a_slider_changes_no_variant(compiled):
    def made(number):
        model = noise()
        sockets = tuple(
            socket(s.identifier, s.type, number if s.type is F else None) for s in model.inputs
        )
        moved = node("Noise", model.type, sockets, model.outputs, properties=model.properties)
        return compiled(material([moved, emission()], "Noise.Color > Emission.Color", LIT))

    assert variants_of(made(0.0), "noise_texture") == variants_of(made(7.5), "noise_texture")


@pytest.mark.parametrize(
    ("version", "rounding"), [((4, 5, 0), "plain"), ((5, 0, 1), "plain"), ((5, 3, 0), "fma")]
)
def test_noise_rounds_its_offsets_as_the_version_does(compiled, version, rounding):
    model = material([noise(), emission()], "Noise.Color > Emission.Color", LIT, version=version)
    assert variants_of(compiled(model), "noise_texture")["rounding"] == rounding


@pytest.mark.parametrize("missing", [None, picture(extent=(0, 0), channels=0)])
def test_an_image_that_is_not_there_is_magenta_and_the_node_is_named(compiled, missing):
    model = material([image_node(missing), emission()], "Bark.Color > Emission.Color", LIT)
    made = compiled(model)
    (problem,) = made.problems
    assert problem.origin == "Bark"
    assert made.constants["emission"] == (1.0, 0.0, 1.0)
    assert made.approximate == {"emission": ("Bark",)}
    if missing is not None:
        assert "//bark.png" in problem.message


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"colorspace": "ACEScg"}, "image-colorspace"),
        ({"source": "TILED"}, "image-tiled"),
    ],
)
def test_an_image_that_is_not_read_as_cycles_reads_it_is_named(compiled, change, code):
    model = material(
        [image_node(picture(**change)), emission()], "Bark.Color > Emission.Color", LIT
    )
    assert [problem.code for problem in compiled(model).problems] == [code]


@pytest.mark.parametrize(
    ("change", "by_mode", "power", "encode", "decode"),
    [
        # What a file stores, times alpha for straight, encoded while it is filtered.
        ({}, True, "once", "off", "srgb"),
        ({"alpha_mode": "PREMUL"}, True, "once", "off", "srgb"),
        ({"alpha_mode": "PREMUL"}, False, "twice", "off", "srgb"),
        ({"is_float": True}, True, "once", "on", "srgb"),
        ({"is_float": True, "colorspace": "Linear Rec.709"}, True, "none", "off", "linear"),
        ({"is_float": True, "colorspace": "Linear Rec.709"}, False, "inverse", "off", "linear"),
        # Blender's own pixels.
        ({"is_packed": True}, True, "once", "off", "srgb"),
        ({"is_packed": True, "alpha_mode": "PREMUL"}, True, "none", "off", "srgb"),
        ({"is_packed": True, "alpha_mode": "PREMUL"}, False, "once", "off", "srgb"),
        ({"source": "GENERATED", "is_float": True}, True, "once", "off", "linear"),
        ({"source": "GENERATED", "is_float": True}, False, "none", "off", "linear"),
        # Never touched.
        ({"is_data": True, "colorspace": "Non-Color"}, True, "none", "off", "linear"),
        ({"alpha_mode": "CHANNEL_PACKED"}, True, "none", "off", "srgb"),
        ({"alpha_mode": "NONE"}, False, "none", "off", "srgb"),
    ],
)
def test_pixels_are_turned_into_what_cycles_keeps(change, by_mode, power, encode, decode):
    found = texel_variants(picture(**change), alpha_linked=False, by_mode=by_mode)
    assert (found["alpha_power"], found["encode"], found["decode"]) == (power, encode, decode)


@pytest.mark.parametrize(
    ("change", "divided"),
    [({}, "on"), ({"is_data": True}, "off"), ({"alpha_mode": "CHANNEL_PACKED"}, "off")],
)
def test_a_linked_alpha_is_divided_out_of_a_colour_that_carries_it(change, divided):
    assert texel_variants(picture(**change), True, True)["unassociate"] == divided
    assert texel_variants(picture(**change), False, True)["unassociate"] == "off"


@pytest.mark.parametrize(
    ("properties", "code"),
    [
        ({"object": "Empty"}, ["coordinate-object"]),
        ({"from_instancer": True}, []),
        ({}, []),
    ],
)
def test_a_coordinate_of_another_object_says_so(compiled, properties, code):
    outputs = [socket(name, V) for name in ("Generated", "Object")]
    given = {"from_instancer": False} | properties
    coordinate = node("Where", "ShaderNodeTexCoord", [], outputs, properties=given)
    model = material([coordinate, emission()], "Where.Object > Emission.Color", LIT)
    assert [problem.code for problem in compiled(model).problems] == code
