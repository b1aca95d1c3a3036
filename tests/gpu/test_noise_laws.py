"""Closed forms and laws of gradient noise that need no other renderer."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tolerances import OCTAVE_SUM

from .nodes import NodeBench
from .test_hash_laws import number

DIMENSIONS = ("d1", "d2", "d3", "d4")
AXES = {"d1": [3], "d2": [0, 1], "d3": [0, 1, 2], "d4": [0, 1, 2, 3]}
TYPES = ("fbm", "multifractal", "hybrid_multifractal", "ridged_multifractal", "hetero_terrain")
UNIT_SCALE = {"scale": 1.0, "detail": 0.0}


@pytest.fixture(scope="module")
def node(catalog, bake_plan) -> NodeBench:
    return NodeBench(catalog, bake_plan)


def random_points(count: int, reach: float, seed: int = 3) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-reach, reach, (count, 4)).astype(np.float32)


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_one_octave_is_one_half_at_every_whole_coordinate(node, dimensions):
    points = np.round(random_points(512, 1000.0))
    fac = node("noise_texture", points, "fac", UNIT_SCALE, dimensions=dimensions)
    assert np.array_equal(fac, np.full(len(points), 0.5, np.float32))


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("detail", [0.0, 0.5, 15.0])
def test_normalised_noise_stays_within_zero_and_one_and_uses_the_range(node, dimensions, detail):
    numbers = {"scale": 1.0, "detail": detail}
    fac = node("noise_texture", random_points(8192, 50.0), "fac", numbers, dimensions=dimensions)
    assert fac.min() >= 0.0
    assert fac.max() <= 1.0
    assert fac.max() - fac.min() > 0.4
    assert abs(fac.mean() - 0.5) < 0.02


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_noise_is_continuous_across_the_borders_of_its_cells(node, dimensions):
    """A step of 1e-3 moves the value by no more than the steepest slope of about 5."""
    points = np.round(random_points(1024, 40.0))
    axis = AXES[dimensions][0]
    away = np.zeros(4, np.float32)
    away[axis] = 5e-4
    inside = random_points(1024, 0.5, 4) * (np.arange(4) != axis)
    below, above = points + inside - away, points + inside + away
    a = node("noise_texture", below, "fac", UNIT_SCALE, dimensions=dimensions)
    b = node("noise_texture", above, "fac", UNIT_SCALE, dimensions=dimensions)
    assert np.abs(a - b).max() < 5e-3
    assert np.abs(a - b).max() > 0.0


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("noise", TYPES)
def test_scaling_the_coordinate_is_scaling_the_node(node, dimensions, noise):
    points = random_points(256, 8.0)
    kind = {"dimensions": dimensions, "noise": noise}
    near = node("noise_texture", points, "fac", {"scale": 4.0, "gain": 1.5, "offset": 0.5}, **kind)
    far = node(
        "noise_texture", points * 4, "fac", {"scale": 1.0, "gain": 1.5, "offset": 0.5}, **kind
    )
    assert np.array_equal(near, far)


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_octaves_add_up_to_the_noise_of_their_detail(node, dimensions):
    """Detail 2 adds three raw octaves, each at twice the frequency and a third as strong."""
    points = random_points(512, 8.0)
    kind = {"dimensions": dimensions, "normalized": "off"}
    octaves = [
        node("noise_texture", points, "fac", {"scale": 2.0**i, "detail": 0.0}, **kind)
        for i in range(3)
    ]
    numbers = {"scale": 1.0, "detail": 2.0, "roughness": 1 / 3, "lacunarity": 2.0}
    summed = node("noise_texture", points, "fac", numbers, **kind)
    expected = octaves[0] + octaves[1] / 3 + octaves[2] / 9
    assert np.abs(summed - expected).max() < OCTAVE_SUM


@pytest.mark.parametrize("normalized", ["on", "off"])
def test_half_an_octave_is_half_way_between_two_details(node, normalized):
    points = random_points(512, 8.0)
    at = [
        node("noise_texture", points, "fac", {"scale": 1.0, "detail": d}, normalized=normalized)
        for d in (2.0, 2.5, 3.0)
    ]
    assert np.abs(at[1] - (at[0] + at[2]) / 2).max() < OCTAVE_SUM
    assert np.abs(at[2] - at[0]).max() > 0.01


@pytest.mark.parametrize("detail", [15.0, 20.0, 1000.0])
def test_detail_beyond_fifteen_counts_as_fifteen(node, detail):
    points = random_points(256, 8.0)
    highest = node("noise_texture", points, "fac", {"detail": 15.0, "roughness": 1.0})
    asked = node("noise_texture", points, "fac", {"detail": detail, "roughness": 1.0})
    assert np.array_equal(highest, asked)


@pytest.mark.parametrize("noise", TYPES)
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_fac_is_the_first_channel_of_color_and_the_others_are_independent(node, dimensions, noise):
    points = random_points(4096, 3000.0)
    kind = {"dimensions": dimensions, "noise": noise}
    numbers = {"scale": 1.0, "distortion": 0.5, "offset": 0.3}
    alone = node("noise_texture", points, "fac", numbers, outputs="fac", **kind)
    color = node("noise_texture", points, "color", numbers, outputs="both", **kind)
    assert np.array_equal(alone, color[:, 0])
    correlation = np.corrcoef(color.T)
    assert np.abs(correlation - np.eye(3)).max() < 0.15


@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_noise_repeats_after_a_hundred_thousand_units(node, dimensions):
    points = np.round(random_points(256, 100.0) * 4) / 4
    points = np.abs(points) + np.float32(1.0)
    moved = points.copy()
    moved[:, AXES[dimensions]] += np.float32(1e5)
    a = node("noise_texture", points, "fac", UNIT_SCALE, dimensions=dimensions)
    b = node("noise_texture", moved, "fac", UNIT_SCALE, dimensions=dimensions)
    assert np.abs(a - b).max() < OCTAVE_SUM
    assert a.std() > 0.05


def test_a_scale_of_zero_gives_one_value_everywhere(node):
    fac = node("noise_texture", random_points(64, 100.0), "fac", {"scale": 0.0})
    assert np.array_equal(fac, np.full(64, 0.5, np.float32))


def test_white_noise_at_one_cell_per_texel_has_no_preferred_direction(node):
    """No line of the spectrum stands out: case N08, diagonal bands of a hash that repeats."""
    side = 64
    y, x = np.mgrid[:side, :side]
    points = np.stack([x.ravel(), y.ravel()], 1)
    value = node("white_noise_texture", points, "value", dimensions="d2").reshape(side, side)
    power = np.abs(np.fft.fft2(value - value.mean())) ** 2
    assert power.max() < 16 * power.mean()


@pytest.mark.parametrize("dimensions", DIMENSIONS)
@pytest.mark.parametrize("rounding", ["fma", "plain"])
def test_green_and_blue_are_fac_where_the_hash_of_their_number_moves_it(node, dimensions, rounding):
    """100 + 100 hash(n, axis), rounded once as a fused multiply-add rounds, or twice."""
    points = random_points(256, 8.0)
    axes = AXES[dimensions]
    numbers = {"scale": 1.0}
    kind = {"dimensions": dimensions, "rounding": rounding}
    color = node("noise_texture", points, "color", numbers, **kind)
    for channel in (1, 2):
        seed = float(len(axes) + channel - 1)
        moved = points.copy()
        for i, axis in enumerate(axes):
            drawn = np.float32(number([seed] if len(axes) == 1 else [seed, float(i)]))
            once = np.float32(100.0 + 100.0 * float(drawn))
            twice = np.float32(100.0) + np.float32(100.0) * drawn
            moved[:, axis] += once if rounding == "fma" else twice
        fac = node("noise_texture", moved, "fac", numbers, **kind)
        assert np.array_equal(color[:, channel], fac)
