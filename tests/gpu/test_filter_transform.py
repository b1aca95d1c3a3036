"""Transform and resize: exact moves, SciPy's splines, and the laws of wraps and of levels."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from tests.tolerances import FILTERED, INTERPOLATED, LEVELS_AGREE

from .filters import Filters, box_down, grown, noise


@pytest.fixture
def run(catalog, bake_plan):
    return Filters(catalog, bake_plan)


def at_texels(picture, x, y, order, mode):
    """Return SciPy's reading of each channel at texel coordinates, where centres are at + 1/2."""
    channels = [
        ndimage.map_coordinates(
            picture[:, :, c].astype(float), [y - 0.5, x - 0.5], order=order, mode=mode,
            prefilter=False,
        )
        for c in range(4)
    ]  # fmt: skip
    return np.stack(channels, axis=2)


@pytest.mark.parametrize("interpolation", ["nearest", "linear"])
def test_a_transform_by_nothing_is_the_picture(run, interpolation):
    picture = noise(13, 22)
    same = run("transform", {"color": picture}, variants={"interpolation": interpolation})
    np.testing.assert_allclose(same, picture, atol=FILTERED)


@pytest.mark.parametrize("interpolation", ["nearest", "linear"])
def test_whole_offsets_roll_a_picture_that_repeats(run, interpolation):
    picture = noise(13, 22)
    moved = run(
        "transform", {"color": picture}, {"offset_x": 5.0, "offset_y": -3.0},
        {"interpolation": interpolation},
    )  # fmt: skip
    np.testing.assert_allclose(moved, np.roll(picture, (-3, 5), (0, 1)), atol=FILTERED)


def test_a_quarter_turn_is_counter_clockwise(run):
    picture = noise(16, 16)
    turned = run(
        "transform", {"color": picture}, {"angle": float(np.pi / 2)}, {"interpolation": "nearest"}
    )
    # Row 0 is the bottom of the picture, so counter-clockwise for the eye is clockwise for numpy.
    np.testing.assert_array_equal(turned, np.rot90(picture, -1))


def test_a_negative_scale_mirrors(run):
    picture = noise(9, 12)
    flipped = run(
        "transform", {"color": picture}, {"scale": (-1.0, 1.0)}, {"interpolation": "nearest"}
    )
    np.testing.assert_array_equal(flipped, picture[:, ::-1])


@pytest.mark.parametrize(("interpolation", "order"), [("linear", 1), ("cubic", 3)])
@pytest.mark.parametrize(
    ("wrap", "mode"),
    [
        ("repeat", "grid-wrap"),
        ("clamp", "nearest"),
        ("mirror", "reflect"),
        ("clip", "grid-constant"),
    ],
)
def test_a_transform_reads_what_scipy_reads(run, interpolation, order, wrap, mode):
    picture = noise(30, 41)
    angle, scale, offset = 0.4, np.array([1.3, 0.8]), np.array([3.25, -7.5])
    moved = run(
        "transform", {"color": picture},
        {"angle": angle, "scale": tuple(scale), "offset_x": offset[0], "offset_y": offset[1],
         "centre": (0.25, 0.5)},
        {"interpolation": interpolation}, wrap=wrap,
    )  # fmt: skip
    y, x = np.mgrid[0:30, 0:41] + 0.5
    centre = np.array([0.25 * 41, 0.5 * 30])
    px, py = x - offset[0] - centre[0], y - offset[1] - centre[1]
    c, s = np.cos(angle), np.sin(angle)
    qx = centre[0] + (c * px + s * py) / scale[0]
    qy = centre[1] + (c * py - s * px) / scale[1]
    np.testing.assert_allclose(moved, at_texels(picture, qx, qy, order, mode), atol=INTERPOLATED)


def test_an_offset_is_the_same_way_at_every_level(run):
    picture = noise(16, 16)
    numbers = {"offset_x": 3.0, "offset_y": 6.0}
    at_base = run("transform", {"color": picture}, numbers)
    larger = run("transform", {"color": grown(picture, 4)}, numbers, base=(16, 16), level=-2)
    np.testing.assert_allclose(box_down(larger, 4), at_base, atol=FILTERED)


def test_a_turn_is_the_same_at_every_level(run):
    y, x = np.mgrid[0:64, 0:64] / 64 * 2 * np.pi
    wave = (0.5 + 0.25 * np.sin(2 * x) + 0.25 * np.cos(3 * y)).astype(np.float32)
    picture = np.repeat(wave[:, :, np.newaxis], 4, axis=2)
    numbers = {"angle": 0.7, "scale": (1.5, 1.5), "offset_x": 4.5}
    at_base = run("transform", {"color": picture}, numbers)
    larger = run("transform", {"color": picture}, numbers, base=(64, 64), level=-2)
    assert np.abs(box_down(larger, 4) - at_base).max() < LEVELS_AGREE


@pytest.mark.parametrize("interpolation", ["nearest", "linear", "cubic"])
def test_a_transform_of_one_texel_or_to_nothing_is_the_texel(run, interpolation):
    one = np.float32([[[0.1, 0.2, 0.3, 0.4]]])
    for numbers in ({"angle": 1.0}, {"scale": (0.0, 0.0)}, {"offset_x": 0.3}):
        turned = run("transform", {"color": one}, numbers, {"interpolation": interpolation})
        np.testing.assert_allclose(turned, one, atol=FILTERED)


@pytest.mark.parametrize("factor", [2, 4])
def test_a_resize_down_is_the_mean_of_what_a_texel_covers(run, factor):
    picture = noise(24, 40)
    smaller = run("resize", {"color": picture}, base=(40 // factor, 24 // factor))
    np.testing.assert_allclose(smaller, box_down(picture, factor), atol=FILTERED)


@pytest.mark.parametrize("extent", [(7, 5), (3, 11), (1, 1), (40, 24)])
def test_a_resize_down_by_any_ratio_keeps_the_mean(run, extent):
    picture = noise(24, 40)
    smaller = run("resize", {"color": picture}, base=extent)
    np.testing.assert_allclose(smaller.mean(axis=(0, 1)), picture.mean(axis=(0, 1)), atol=2e-5)


def test_a_resize_to_its_own_size_is_the_picture_but_for_the_cubic(run):
    picture = noise(10, 14)
    for interpolation in ("area", "nearest", "linear"):
        same = run("resize", {"color": picture}, variants={"interpolation": interpolation})
        np.testing.assert_allclose(same, picture, atol=FILTERED)


@pytest.mark.parametrize(("interpolation", "order"), [("area", 1), ("linear", 1), ("cubic", 3)])
def test_a_resize_up_reads_what_scipy_reads(run, interpolation, order):
    picture = noise(9, 13)
    larger = run(
        "resize", {"color": picture}, variants={"interpolation": interpolation}, base=(52, 27)
    )
    y, x = np.mgrid[0:27, 0:52] + 0.5
    expected = at_texels(picture, x * 13 / 52, y * 9 / 27, order, "grid-wrap")
    np.testing.assert_allclose(larger, expected, atol=INTERPOLATED)


def test_the_nearest_resize_up_repeats_texels(run):
    picture = noise(5, 6)
    larger = run("resize", {"color": picture}, variants={"interpolation": "nearest"}, base=(18, 15))
    np.testing.assert_array_equal(larger, grown(picture, 3))
