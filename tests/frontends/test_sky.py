"""Laws of the skies that are formulas, and of what a table of scattered light is known by."""

from __future__ import annotations

from dataclasses import replace
from math import acos, cos, exp, pi, sin, tan

import pytest

from addon.frontends.shader.sky.daylight import DATA, hosek_wilkie, preetham
from addon.frontends.shader.sky.table import WIDTH, SkyModel, SkyTable

ROWS = [
    tuple(map(float, line.split()))
    for line in DATA.read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
TABLE = SkyTable(SkyModel.MULTIPLE, 0.25, 0.01, 100.0, 1.0, 1.0, 1.0)


def sun(elevation: float):
    return (0.0, cos(elevation), sin(elevation))


def test_the_data_are_three_channels_of_shapes_and_means():
    assert [len(row) for row in ROWS] == ([9] * 120 + [6] * 20) * 3


@pytest.mark.parametrize("albedo", [0.0, 1.0])
@pytest.mark.parametrize("turbidity", [1.0, 4.0, 10.0])
def test_at_noon_and_at_the_horizon_hosek_and_wilkie_are_their_last_point_and_their_first(
    turbidity, albedo
):
    for channel in range(3):
        first = 140 * channel + int(60 * albedo + 6 * (turbidity - 1))
        mean = ROWS[140 * channel + 120 + int(10 * albedo + turbidity - 1)]
        for elevation, point in ((0.0, 0), (pi / 2, 5)):
            sky = hosek_wilkie(sun(elevation), turbidity, albedo)
            found = [numbers[channel] for numbers in sky.coefficients]
            # The horizon's cosine is 6e-17 and not 0, and its cube root 3e-6.
            assert found == pytest.approx(ROWS[first + point], rel=1e-3, abs=1e-3)
            assert sky.zenith[channel] == pytest.approx(mean[point], rel=1e-3)


def test_between_two_turbidities_and_albedos_hosek_and_wilkie_are_their_mean():
    def at(turbidity, albedo):
        return hosek_wilkie(sun(0.7), turbidity, albedo).coefficients

    around = [at(t, a) for t in (3.0, 4.0) for a in (0.0, 1.0)]
    for middle, *four in zip(at(3.5, 0.5), *around, strict=True):
        means = [sum(numbers) / 4.0 for numbers in zip(*four, strict=True)]
        assert middle == pytest.approx(means)


def test_a_sun_below_the_horizon_stands_on_it_for_hosek_and_wilkie():
    set_, low = (hosek_wilkie(sun(elevation), 3.0, 0.2) for elevation in (-0.4, 0.0))
    assert set_.sun_theta == pytest.approx(pi / 2)
    for below, standing in zip(set_.coefficients, low.coefficients, strict=True):
        assert below == pytest.approx(standing, abs=1e-3)


@pytest.mark.parametrize("turbidity", [2.0, 6.0])
def test_preethams_formula_gives_at_the_zenith_the_luminance_that_he_has_there(turbidity):
    sky, theta = preetham(sun(pi / 4), turbidity), pi / 4
    c = [numbers[0] for numbers in sky.coefficients]
    shape = (1 + c[0] * exp(c[1])) * (1 + c[2] * exp(c[3] * theta) + c[4] * cos(theta) ** 2)
    chi = (4 / 9 - turbidity / 120) * (pi - 2 * theta)
    kilocandelas = (4.0453 * turbidity - 4.9710) * tan(chi) - 0.2155 * turbidity + 2.4192
    assert sky.zenith[0] * shape == pytest.approx(0.06 * kilocandelas)


def test_a_suns_direction_need_not_be_of_length_1():
    long = preetham((0.3, 0.6, 1.2), 3.0)
    assert long.sun_theta == pytest.approx(acos(1.2 / (0.09 + 0.36 + 1.44) ** 0.5))
    assert long == preetham((0.6, 1.2, 2.4), 3.0)


def test_the_name_of_a_table_tells_all_that_it_is_made_from():
    others = [
        replace(TABLE, model=SkyModel.SINGLE),
        replace(TABLE, sun_elevation=0.2500001),
        replace(TABLE, sun_size=0.02),
        replace(TABLE, altitude=101.0),
        replace(TABLE, air=0.0),
        replace(TABLE, aerosols=0.0),
        replace(TABLE, ozone=0.0),
    ]
    assert len({TABLE.key, *(other.key for other in others)}) == 8


def test_a_table_has_a_row_more_than_directions():
    assert TABLE.extent.width == WIDTH
    assert TABLE.extent.height == TABLE.rows + 1
    assert replace(TABLE, model=SkyModel.NISHITA).rows == TABLE.rows // 2
