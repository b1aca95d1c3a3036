"""Conversions of literal numbers, the flat domain, and the table of maps."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addon.frontends.shader.convert import converted, literal, truncated
from addon.frontends.shader.domain import FlatDomain
from addon.frontends.shader.maps import DIRECTIONS, MAPS, PRINCIPLED, maps_of
from addon.frontends.shader.model import SocketType
from addon.frontends.shader.signal import SignalType
from addon.frontends.shader.versions import SWITCHES, choice
from addon.plan.types import Extent, Transfer

LUMINANCE = (0.25, 0.5, 0.125)
NUMBERS = st.floats(-1e6, 1e6)
FLOAT, VECTOR, COLOR = SignalType.FLOAT, SignalType.VECTOR, SignalType.COLOR


@given(NUMBERS)
def test_a_float_becomes_three_and_comes_back_from_a_vector(x):
    assert converted(x, FLOAT, COLOR, LUMINANCE) == (x, x, x)
    assert converted((x, x, x), VECTOR, FLOAT, LUMINANCE) == pytest.approx(x)


def test_a_vector_becomes_its_mean_and_a_color_its_luminance():
    assert converted((1.0, 2.0, 6.0), VECTOR, FLOAT, LUMINANCE) == 3.0
    assert converted((1.0, 2.0, 8.0), COLOR, FLOAT, LUMINANCE) == 0.25 + 1.0 + 1.0


def test_between_vector_and_color_nothing_changes():
    assert converted((1.0, 2.0, 3.0), VECTOR, COLOR, LUMINANCE) == (1.0, 2.0, 3.0)


@pytest.mark.parametrize("x, whole", [(2.75, 2.0), (-2.75, -2.0), (0.0, 0.0)])
def test_an_integer_truncates_towards_zero(x, whole):
    assert truncated(x) == whole


@pytest.mark.parametrize("type", list(SocketType))
@pytest.mark.parametrize("value", [None, "text", 1.5, True, (1.0, 2.0), (1.0, 2.0, 3.0, 4.0)])
def test_every_socket_has_a_number_whatever_stands_on_it(type, value):
    signal = literal(type, value)
    assert isinstance(signal.value, tuple) is (signal.type is not FLOAT)


SIDES = st.integers(1, 4096)


@given(SIDES, SIDES, st.floats(0.01, 10.0))
def test_shifts_are_equally_long_on_the_surface_and_square_to_each_other(width, height, texels):
    first, second = (FlatDomain().along(axis, texels, Extent(width, height)) for axis in (1, 2))
    on_plane = [(2.0 * u / width, 2.0 * v / height) for u, v in (first, second)]
    lengths = [hypot(*shift) for shift in on_plane]
    side = (2.0 / width + 2.0 / height) / 2.0
    assert lengths[0] == pytest.approx(lengths[1]) == pytest.approx(side * texels)
    (ax, ay), (bx, by) = on_plane
    assert ax * bx + ay * by == pytest.approx(0.0, abs=1e-9 * side * side * texels * texels)


def test_a_surface_has_two_differentials():
    with pytest.raises(ValueError, match="not 3"):
        FlatDomain().along(3, 1.0, Extent(4, 4))


def test_a_blend_files_ticks_are_by_the_maps_places_so_these_stay():
    assert [name for name, spec in MAPS.items() if not spec.further] == (
        "base_color metallic roughness ior alpha normal height emission transmission specular coat "
        "coat_roughness sheen subsurface anisotropic".split()
    )
    assert [name for name, spec in MAPS.items() if spec.further] == (
        "diffuse_roughness specular_tint anisotropic_rotation tangent subsurface_scale "
        "subsurface_radius subsurface_ior subsurface_anisotropy dispersion dispersion_abbe_number "
        "coat_ior coat_tint coat_normal sheen_roughness sheen_tint thin_film_thickness "
        "thin_film_ior thin_wall emission_color emission_strength".split()
    )


def test_colors_are_transferred_and_data_is_not():
    colors = {name for name, spec in MAPS.items() if spec.transfer is Transfer.COLOR}
    tints = {"specular_tint", "coat_tint", "sheen_tint"}
    assert colors == {"base_color", "emission", "emission_color"} | tints


def test_every_map_but_two_stands_on_one_socket_of_a_principled_bsdf():
    sockets = {**PRINCIPLED, **DIRECTIONS}
    assert set(MAPS) - set(sockets) == {"height", "emission"}
    assert len(set(sockets.values())) == len(sockets)


def test_a_map_that_a_blender_does_not_have_is_not_among_its_maps():
    assert maps_of((4, 5, 0)).keys() == MAPS.keys() - {
        "thin_wall",
        "dispersion",
        "dispersion_abbe_number",
    }
    assert maps_of((5, 2, 0)).keys() == MAPS.keys() - {"dispersion", "dispersion_abbe_number"}
    assert maps_of((5, 3, 0)) == MAPS


def test_a_neutral_is_of_its_maps_type():
    for spec in MAPS.values():
        for value in (spec.neutral, *spec.defaults):
            assert isinstance(value, tuple) is (spec.type is not FLOAT)
        assert spec.defaults


@pytest.mark.parametrize("name", sorted(SWITCHES))
def test_a_switch_has_a_row_for_every_version_and_its_rows_rise(name):
    firsts = [first for first, _ in SWITCHES[name].rows]
    assert firsts == sorted(firsts) and firsts[0] == (0, 0, 0)
    assert choice(name, (4, 5, 0)) == str(SWITCHES[name].rows[0][1])
    assert choice(name, (9, 0, 0)) == str(SWITCHES[name].rows[-1][1])
