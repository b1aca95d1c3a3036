"""What no map can say of two shaders is said, with their names, and of nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from addon.frontends.shader.maps import MAPS

from .models import (
    C,
    F,
    S,
    V,
    bump,
    checker,
    emission,
    material,
    mix_shader,
    node,
    principled,
    socket,
    strange,
)


def codes(made):
    return [problem.code for problem in made.problems]


def glass(name="Glass", color=(1.0, 1.0, 1.0, 1.0), roughness=0.0):
    sockets = [
        socket("Color", C, color),
        socket("Roughness", F, roughness),
        socket("IOR", F, 1.5),
        socket("Normal", V, hide_value=True),
    ]
    return node(name, "ShaderNodeBsdfGlass", sockets, [socket("BSDF", S)])


def clear(color=(1.0, 1.0, 1.0, 1.0)):
    inputs = [socket("Color", C, color)]
    return node("Clear", "ShaderNodeBsdfTransparent", inputs, [socket("BSDF", S)])


def add_shader():
    sockets = (socket("Shader", S), socket("Shader_001", S))
    return node("Add", "ShaderNodeAddShader", sockets, [socket("Shader", S)])


def joined(a, b, *links, by=None, extra=()):
    """Two shaders under a mix, or another node ``by``, and what else there is."""
    by = by or mix_shader("Mix")
    return material(
        [a, b, by, *extra],
        f"{a.name}.{a.outputs[0].identifier} > {by.name}.Shader",
        f"{b.name}.{b.outputs[0].identifier} > {by.name}.Shader_001",
        f"{by.name}.Shader > Out.Surface",
        *links,
    )


BUMPS = (bump("Dents"), bump("Scratches"), checker())
BUMPED = (
    "Checker.Fac > Dents.Height",
    "Checker.Color > Scratches.Height",
    "Dents.Normal > A.Normal",
    "Scratches.Normal > B.Normal",
)


def test_two_normals_mixed_by_a_number_are_said_with_both_shaders(compiled):
    made = compiled(joined(principled("A"), principled("B"), *BUMPED, extra=BUMPS), *MAPS)
    assert [(p.code, p.origin) for p in made.problems] == [("mixed-normals", "Mix")]
    assert "'A' and 'B'" in made.problems[0].message
    assert made.approximate == {"normal": ("Mix",)}


@pytest.mark.parametrize(
    "links",
    [
        (*BUMPED, "Checker.Fac > Mix.Fac"),  # by a mask
        (BUMPED[0], "Dents.Normal > A.Normal", "Dents.Normal > B.Normal"),  # one for both
        BUMPED[:3],  # the other is flat
    ],
    ids=["masked", "shared", "flat"],
)
def test_layers_as_artists_make_them_are_not_mentioned(compiled, links):
    made = compiled(joined(principled("A"), principled("B"), *links, extra=BUMPS), *MAPS)
    assert made.problems == () and not made.approximate


@pytest.mark.parametrize("factor", [0.0, 1.0])
def test_a_side_that_is_not_mixed_in_loses_nothing(compiled, factor):
    mix = mix_shader("Mix", factor)
    model = joined(principled("A"), glass("B"), *BUMPED, by=mix, extra=BUMPS)
    assert compiled(model, *MAPS).problems == ()


def test_glass_beside_a_solid_is_said_with_what_they_have_in_common(compiled):
    made = compiled(joined(principled("Wood", Roughness=0.5), glass()), *MAPS)
    assert [(p.code, p.origin) for p in made.problems] == [("mixed-natures", "Mix")]
    assert "'Wood' and 'Glass'" in made.problems[0].message
    assert "one base_color, roughness and ior for both" in made.problems[0].message
    assert set(made.approximate) == {"base_color", "roughness", "ior"}


def test_it_is_said_of_the_maps_that_are_baked(compiled):
    model = joined(principled("Wood", Roughness=0.5), glass())
    assert "one roughness for both" in compiled(model, "roughness").problems[0].message
    assert compiled(model, "metallic", "transmission", "emission").problems == ()


@pytest.mark.parametrize(
    "other",
    [
        principled(**{"Transmission Weight": 1.0}),
        clear(),
        emission(),
        principled(Roughness=0.5, **{"Transmission Weight": 0.5}),
        principled(IOR=1.5, **{"Base Color": (1.0,) * 4}),
    ],
    ids=["glass too", "a hole", "light", "half glass", "alike in all"],
)
def test_glass_beside_what_it_goes_with_is_not_mentioned(compiled, other):
    assert "mixed-natures" not in codes(compiled(joined(other, glass()), *MAPS))


def test_metal_beside_paint_is_not_mentioned(compiled):
    metal = principled("Metal", Metallic=1.0, Roughness=0.25)
    made = compiled(joined(metal, principled("Paint", Roughness=0.75)), *MAPS)
    assert made.problems == ()


def test_emission_in_two_colours_is_said_where_its_parts_are_asked_for(compiled):
    green = emission("B", (0.0, 1.0, 0.0, 1.0))
    model = joined(emission("A"), green)
    made = compiled(model, "emission", "emission_color")
    assert codes(made) == ["mixed-emission"]
    assert set(made.approximate) == {"emission_color"}
    assert compiled(model, "emission").problems == ()
    assert compiled(joined(emission("A"), emission("B")), "emission_strength").problems == ()
    dark = principled(**{"Emission Color": (1.0, 0.0, 0.0, 1.0), "Emission Strength": 0.0})
    assert compiled(joined(dark, green), "emission_color").constants["emission_color"] == (0, 1, 0)


def test_added_parameters_that_differ_are_said_once_with_both_shaders(compiled):
    a = principled("A", Roughness=0.25, Metallic=1.0)
    made = compiled(joined(a, principled("B", Roughness=0.75), by=add_shader()), *MAPS)
    assert [(p.code, p.origin) for p in made.problems] == [("added-shaders", "Add")]
    told = "metallic and roughness are the mean of the shaders that it adds, 'A' and 'B'"
    assert made.problems[0].message == told
    assert set(made.approximate) == {"metallic", "roughness"}


def test_many_shaders_are_not_all_named(compiled):
    nodes = [principled(f"P{i}", Roughness=i / 8) for i in range(5)]
    adds = [replace(add_shader(), name=f"Add{i}") for i in range(4)]
    links = ["P0.BSDF > Add0.Shader", "Add3.Shader > Out.Surface"]
    links += [f"P{i + 1}.BSDF > Add{i}.Shader_001" for i in range(4)]
    links += [f"Add{i}.Shader > Add{i + 1}.Shader" for i in range(3)]
    made = compiled(material([*nodes, *adds], *links), "roughness")
    (last,) = (p.message for p in made.problems if p.origin == "Add3")
    assert last.endswith("'P0' + 'P1' + 'P2' + 1 more and 'P4'")


@pytest.mark.parametrize(
    ("color", "links", "said"),
    [
        ((1.0, 1.0, 1.0, 1.0), (), False),
        ((0.5, 0.5, 0.5, 1.0), (), False),
        ((1.0, 0.5, 0.5, 1.0), (), True),
        ((1.0, 1.0, 1.0, 1.0), ("Checker.Fac > Clear.Color",), False),
        ((1.0, 1.0, 1.0, 1.0), ("Checker.Color > Clear.Color",), True),
    ],
)
def test_the_colour_of_what_is_seen_through_is_said_to_be_lost(compiled, color, links, said):
    model = material([clear(color), checker()], "Clear.BSDF > Out.Surface", *links)
    made = compiled(model, "alpha", "base_color")
    assert codes(made) == ["tinted-transparency"] * said
    assert compiled(model, "base_color").problems == ()


def test_a_volume_beside_a_surface_is_said_to_be_lost(compiled):
    fog = node("Fog", "ShaderNodeVolumeScatter", (), [socket("Volume", S)])
    model = material([principled(), fog], "BSDF.BSDF > Out.Surface", "Fog.Volume > Out.Volume")
    out = replace(model.tree.nodes["Out"], inputs=(socket("Surface", S), socket("Volume", S)))
    model = replace(model, tree=replace(model.tree, nodes={**model.tree.nodes, "Out": out}))
    made = compiled(model, "base_color")
    assert [(p.code, p.origin) for p in made.problems] == [("volume-unread", "Out")]


@pytest.mark.parametrize("kind", ["Absorption", "Coefficients", "Principled", "Scatter"])
def test_a_volume_linked_as_a_surface_is_said_to_show_nothing(compiled, kind):
    fog = node("Fog", f"ShaderNodeVolume{kind}", (), [socket("Volume", S)])
    made = compiled(material([fog], "Fog.Volume > Out.Surface"), "base_color")
    assert codes(made) == ["volume-as-surface"]
    assert made.constants == {"base_color": (0.0, 0.0, 0.0)} and not made.approximate


def test_a_portal_is_a_hole(compiled):
    door = node("Door", "ShaderNodeBsdfRayPortal", [socket("Color", C)], [socket("BSDF", S)])
    made = compiled(joined(principled(Roughness=0.25), door), "alpha", "roughness")
    assert codes(made) == ["bsdf-in-part"]
    assert made.constants["roughness"] == 0.25


@pytest.mark.parametrize("by", ["COLOR", "MELANIN", "ABSORPTION"])
def test_hair_is_a_surface_of_its_colour_where_it_has_one(compiled, by):
    sockets = [socket("Color", C, (0.5, 0.25, 0.125, 1.0)), socket("Roughness", F, 0.25)]
    strands = node(
        "Fur",
        "ShaderNodeBsdfHairPrincipled",
        [*sockets, socket("IOR", F, 1.55)],
        [socket("BSDF", S)],
        properties={"parametrization": by},
    )
    made = compiled(material([strands], "Fur.BSDF > Out.Surface"), "base_color", "roughness", "ior")
    assert codes(made) == ["bsdf-in-part"]
    assert made.constants["base_color"] == ((0.5, 0.25, 0.125) if by == "COLOR" else (0, 0, 0))
    assert (made.constants["roughness"], made.constants["ior"]) == (0.25, 1.55)
    assert ("Direct Coloring" in made.problems[0].message) is (by != "COLOR")


def test_eevees_specular_bsdf_is_baked_as_eevee_has_it_and_said_to_be_black_in_cycles(compiled):
    numbers = {
        "Base Color": (C, (0.5, 0.25, 0.125, 1.0)),
        "Specular": (C, (0.25, 0.0, 0.0, 1.0)),
        "Roughness": (F, 0.25),
        "Emissive Color": (C, (1.0, 0.0, 0.0, 1.0)),
        "Transparency": (F, 0.75),
        "Normal": (V, None),
        "Clear Coat": (F, 0.5),
        "Clear Coat Roughness": (F, 0.125),
        "Clear Coat Normal": (V, None),
    }
    sockets = [socket(name, *told) for name, told in numbers.items()]
    shiny = node("Shiny", "ShaderNodeEeveeSpecular", sockets, [socket("BSDF", S)])
    names = ("base_color", "roughness", "emission", "alpha", "coat", "coat_roughness", "metallic")
    made = compiled(material([shiny], "Shiny.BSDF > Out.Surface"), *names)
    assert codes(made) == ["only-eevee"]
    assert made.constants == {
        "base_color": (0.5, 0.25, 0.125),
        "roughness": 0.25,
        "emission": (1.0, 0.0, 0.0),
        "alpha": 0.25,
        "coat": 0.5,
        "coat_roughness": 0.125,
        "metallic": 0.0,
    }


def test_a_shader_that_is_not_known_beside_another_is_said_once(compiled):
    fur = replace(strange("Fur"), outputs=(socket("BSDF", S),))
    made = compiled(joined(principled("A"), fur), "base_color")
    assert codes(made) == ["unsupported-node"]
