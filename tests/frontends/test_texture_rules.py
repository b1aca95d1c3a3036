"""What the texture nodes become: which kernel, which of its variants, and what is said about it."""

from __future__ import annotations

import pytest

from addon.frontends.shader.model import ColorEncoding, ImageRef
from addon.frontends.shader.texels import conversion, stored_as, texel_variants
from addon.plan.types import Format

from .models import C, F, V, emission, material, node, socket

DATA, LINEAR, OTHER = ColorEncoding.DATA, ColorEncoding.LINEAR, ColorEncoding.OTHER
ASSOCIATED = {"is_associated": True}
OLD, NEW = (5, 0, 1), (5, 3, 0)
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
        "encoding": ColorEncoding.SRGB,
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
    ("change", "version", "power", "encode", "decode"),
    [
        # What a file stores, times alpha for straight, encoded while it is filtered.
        ({}, NEW, "once", "off", "srgb"),
        ({"alpha_mode": "PREMUL"}, NEW, "once", "off", "srgb"),
        ({"alpha_mode": "PREMUL"}, OLD, "twice", "off", "srgb"),
        ({"is_float": True}, NEW, "once", "on", "srgb"),
        ({"is_float": True, "encoding": LINEAR}, NEW, "none", "off", "linear"),
        ({"is_float": True, "encoding": LINEAR}, OLD, "none", "off", "linear"),
        ({"is_float": True, "encoding": LINEAR} | ASSOCIATED, OLD, "inverse", "off", "linear"),
        ({"is_float": True, "encoding": LINEAR} | ASSOCIATED, NEW, "none", "off", "linear"),
        ({"is_float": True} | ASSOCIATED, OLD, "inverse", "on", "srgb"),
        # Blender's own pixels.
        ({"is_packed": True}, NEW, "once", "off", "srgb"),
        ({"is_packed": True, "alpha_mode": "PREMUL"}, NEW, "none", "off", "srgb"),
        ({"is_packed": True, "alpha_mode": "PREMUL"}, OLD, "once", "off", "srgb"),
        ({"is_unsaved": True, "alpha_mode": "PREMUL"}, NEW, "none", "off", "srgb"),
        ({"source": "GENERATED", "is_float": True}, NEW, "once", "off", "linear"),
        ({"source": "GENERATED", "is_float": True}, OLD, "none", "off", "linear"),
        # Converted before they are uploaded.
        ({"encoding": OTHER}, NEW, "none", "off", "linear"),
        ({"encoding": OTHER, "is_float": True}, OLD, "none", "off", "linear"),
        ({"encoding": OTHER, "is_float": True, "is_packed": True}, NEW, "once", "off", "linear"),
        # Never touched.
        ({"encoding": DATA}, NEW, "none", "off", "linear"),
        ({"alpha_mode": "CHANNEL_PACKED"}, NEW, "none", "off", "srgb"),
        ({"alpha_mode": "NONE"}, OLD, "none", "off", "srgb"),
    ],
)
def test_pixels_are_turned_into_what_cycles_keeps(change, version, power, encode, decode):
    found = texel_variants(picture(**change), False, version)
    assert (found["alpha_power"], found["encode"], found["decode"]) == (power, encode, decode)


@pytest.mark.parametrize(
    ("change", "divided"),
    [({}, "on"), ({"encoding": DATA}, "off"), ({"alpha_mode": "CHANNEL_PACKED"}, "off")],
)
def test_a_linked_alpha_is_divided_out_of_a_colour_that_carries_it(change, divided):
    assert texel_variants(picture(**change), True, NEW)["unassociate"] == divided
    assert texel_variants(picture(**change), False, NEW)["unassociate"] == "off"


@pytest.mark.parametrize(
    ("change", "version", "multiplied", "divided"),
    [
        ({}, NEW, True, True),
        ({}, OLD, True, True),
        ({"alpha_mode": "PREMUL"}, NEW, False, True),
        ({"alpha_mode": "PREMUL"}, OLD, True, True),
        ({"is_associated": True}, NEW, True, True),
        ({"is_associated": True}, OLD, False, True),
        ({"alpha_mode": "CHANNEL_PACKED"}, OLD, False, False),
        ({"alpha_mode": "CHANNEL_PACKED"}, (4, 5, 0), False, True),
        ({"alpha_mode": "NONE"}, (4, 5, 0), False, False),
    ],
)
def test_a_picture_of_another_space_is_converted_without_its_alpha(
    change, version, multiplied, divided
):
    found = conversion(picture(encoding=OTHER, **change), version)
    assert (found.multiplied, found.divided) == (multiplied, divided)


@pytest.mark.parametrize(
    ("change", "version", "read", "made"),
    [
        ({}, NEW, False, False),
        ({}, OLD, False, True),
        ({"is_packed": True}, OLD, True, True),
        ({"is_packed": True}, NEW, False, False),
    ],
)
def test_halves_are_cut_off_where_cycles_cuts_them(change, version, read, made):
    found = conversion(picture(encoding=OTHER, **change), version)
    assert (found.by_bytes, found.cuts) == (read, made)


def test_a_picture_is_uploaded_as_deep_as_cycles_keeps_it():
    assert stored_as(picture()) is Format.RGBA8
    assert stored_as(picture(encoding=OTHER)) is Format.RGBA16F
    assert stored_as(picture(encoding=OTHER, is_float=True)) is Format.RGBA32F
    assert stored_as(picture(is_float=True)) is Format.RGBA32F


MOVED = (1.0, 0.0, 0.0, 3.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
"""A matrix that moves by 3 along X."""


@pytest.mark.parametrize(
    ("properties", "code"),
    [
        ({"object": "Empty", "object.to_world": MOVED}, []),
        (
            {"object": "Empty", "object.to_world": MOVED, "of_scene.elsewhen": True},
            ["coordinate-object"],
        ),
        ({"from_instancer": True}, []),
        ({}, []),
    ],
)
def test_a_coordinate_of_an_object_that_moves_says_so(compiled, properties, code):
    outputs = [socket(name, V) for name in ("Generated", "Object")]
    given = {"from_instancer": False} | properties
    coordinate = node("Where", "ShaderNodeTexCoord", [], outputs, properties=given)
    model = material([coordinate, emission()], "Where.Object > Emission.Color", LIT)
    assert [problem.code for problem in compiled(model).problems] == code
