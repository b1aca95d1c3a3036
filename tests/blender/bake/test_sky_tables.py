"""Laws of the tables of the sky."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from addon.bake.sky.table import sky_texels
from addon.frontends.shader.sky.table import WIDTH, SkyModel, SkyTable

CLEAR = SkyTable(SkyModel.SINGLE, 0.5, 0.01, 100.0, 1.0, 1.0, 1.0)
MODELS = list(SkyModel)


def of(model: SkyModel, **settings: float) -> np.ndarray:
    return sky_texels(replace(CLEAR, model=model, **settings))[..., :3]


@pytest.mark.parametrize("model", MODELS)
def test_a_table_is_as_large_as_it_says_finite_and_not_negative(model):
    table = replace(CLEAR, model=model)
    texels = sky_texels(table)
    assert texels.shape == (table.extent.height, table.extent.width, 4)
    assert texels.dtype == np.float32
    assert np.isfinite(texels).all()
    assert (texels >= 0.0).all()


@pytest.mark.parametrize("model", MODELS)
def test_left_and_right_of_the_sun_are_alike(model):
    sky = of(model)[:-1]
    assert (sky == sky[:, ::-1]).all()
    assert np.ptp(sky, axis=1).max() > 0.0


@pytest.mark.parametrize("model", MODELS)
def test_where_there_is_nothing_nothing_is_scattered_and_nothing_lost(model):
    texels = of(model, air=0.0, aerosols=0.0, ozone=0.0)
    assert (texels[:-1] == 0.0).all()
    low, high = texels[-1, 0], texels[-1, 1]
    assert low == pytest.approx(high)
    assert low == pytest.approx(of(model, air=0.0, aerosols=0.0, ozone=0.0, altitude=5e4)[-1, 0])


@pytest.mark.parametrize("model", MODELS)
def test_a_suns_light_is_spread_over_its_disc(model):
    small, large = (of(model, sun_size=size)[-1, 0] for size in (0.01, 0.02))
    assert small / large == pytest.approx(4.0, rel=0.03)


@pytest.mark.parametrize("model", MODELS)
def test_the_horizon_is_redder_than_the_zenith_and_a_setting_sun_than_a_high_one(model):
    sky = of(model, sun_elevation=0.02)
    horizon = sky.shape[0] // 2 + 2 if model is not SkyModel.NISHITA else 1
    assert blue(sky[-2].mean(axis=0)) > blue(sky[horizon].mean(axis=0))
    assert blue(of(model, sun_elevation=1.0)[-1, 0]) > blue(sky[-1, 0])


def blue(xyz: np.ndarray) -> float:
    return float(xyz[2] / xyz[0])


@pytest.mark.parametrize("model", [SkyModel.NISHITA, SkyModel.SINGLE])
def test_single_scattering_is_black_deep_in_the_night(model):
    assert (of(model, sun_elevation=-0.5)[:-1] == 0.0).all()


def test_below_the_horizon_single_scattering_fades_from_it_and_is_gone_at_24_degrees():
    sky = of(SkyModel.SINGLE)[:256]
    assert (np.diff(sky[:128, WIDTH // 2, 1]) >= 0.0).all()
    assert (sky[127] <= sky[128]).all()
    assert sky[127] == pytest.approx(sky[128], rel=1e-3)
    gone = int(128 * (1.0 - np.sqrt(np.arcsin(0.4) / (np.pi / 2)))) - 1
    assert (sky[:gone] == 0.0).all()
    assert (sky[gone + 4] > 0.0).all()


def test_the_ground_begins_lower_the_higher_one_is():
    angles = [float(of(SkyModel.SINGLE, altitude=a)[-1, 2, 0]) for a in (0.0, 1e3, 5e4)]
    assert angles[0] == 0.0
    assert angles[1] == pytest.approx(np.sqrt(2 * 1e3 / 6.371e6), rel=1e-3)
    assert angles == sorted(angles)
