"""The parameters that few materials use, as files: their ranges, and which Blender has them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import bpy
import pytest

pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")

from addon.bake.engine import BakeEngine
from addon.bake.errors import BadArguments
from addon.bake.material import compiled
from addon.bake.settings import BakeSettings
from addon.frontends.shader.snapshot import material_model

from ...tolerances import RANGED_16_BITS
from .bakes import bake, by_map, decode, feed, principled, ramp_u


@pytest.mark.parametrize(
    ("map", "input", "low", "high"),
    [
        ("thin_film_thickness", "Thin Film Thickness", 100.0, 900.0),
        ("coat_ior", "Coat IOR", 1.0, 2.0),
        ("emission_strength", "Emission Strength", 0.0, 50.0),
        ("subsurface_radius", "Subsurface Radius", 0.0, 4.0),
    ],
)
def test_values_past_1_come_back_from_the_range_that_is_told(
    engine: BakeEngine, tmp_path: Path, map: str, input: str, low: float, high: float
) -> None:
    material = principled("Rock")
    feed(material, input, ramp_u(material, low, high))
    report = bake(engine, tmp_path, [material], maps=(map,), depth=16)
    assert report.problems == []
    file = by_map(report)[map]
    assert file.range is not None
    black, white = file.range
    values = decode(file.path)[0, :, 0] / 65535.0 * (white - black) + black
    expected = [low + (high - low) * (column + 0.5) / 8 for column in range(8)]
    assert values == pytest.approx(expected, abs=(white - black) * RANGED_16_BITS)


def test_a_tint_is_a_colour_and_a_radius_is_data(engine: BakeEngine, tmp_path: Path) -> None:
    maps = ("coat_tint", "subsurface_radius", "thin_film_ior")
    files = by_map(bake(engine, tmp_path, [principled("Rock")], maps=maps))
    assert {name: (file.colorspace, file.channels) for name, file in files.items()} == {
        "coat_tint": ("sRGB", 3),
        "subsurface_radius": ("Non-Color", 3),
        "thin_film_ior": ("Non-Color", 1),
    }


def test_what_emission_says_already_is_baked_by_name_only(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled("Lamp", Emission_Color=(1.0, 0.5, 0.25, 1.0))
    feed(material, "Emission Strength", ramp_u(material))
    assert set(by_map(bake(engine, tmp_path, [material]))) == {"emission"}
    named = bake(engine, tmp_path, [material], maps=("emission_color", "emission_strength"))
    assert set(by_map(named)) == {"emission_color", "emission_strength"}


@pytest.mark.parametrize(
    ("version", "map", "socket"),
    [
        ((5, 0, 0), "thin_wall", "Thin Wall"),
        ((5, 2, 0), "dispersion", "Transmission Dispersion Scale"),
    ],
)
def test_a_map_that_this_blender_does_not_have_is_refused_with_its_socket(
    engine: BakeEngine, version: tuple[int, int, int], map: str, socket: str
) -> None:
    model = replace(material_model(principled("Rock")), version=version)
    with pytest.raises(BadArguments) as refused:
        compiled(model, BakeSettings(maps=(map,)), engine.catalog)
    assert str(refused.value) == (
        f"there is no map '{map}' in Blender {version[0]}.{version[1]}: its Principled BSDF has no "
        f"{socket}; leave it out of --maps"
    )
    made = compiled(model, BakeSettings(), engine.catalog)
    assert map not in made.constants


def test_the_maps_of_this_blender_are_the_inputs_of_its_principled_bsdf() -> None:
    from addon.frontends.shader.maps import DIRECTIONS, PRINCIPLED, maps_of

    (node,) = (
        n for n in principled("Rock").node_tree.nodes if n.bl_idname == "ShaderNodeBsdfPrincipled"
    )
    sockets = {**PRINCIPLED, **DIRECTIONS}
    told = {sockets[name] for name in maps_of(bpy.app.version) if name in sockets}
    assert told == {socket.identifier for socket in node.inputs} - {"Weight"}
