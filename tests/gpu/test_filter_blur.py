"""Box and Gaussian blur: closed forms, SciPy, the laws of wraps and of levels."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from tests.tolerances import FILTERED, LEVELS_AGREE

from .filters import BOTH_AXES, Filters, box_down, four, grown, noise


@pytest.fixture
def run(catalog, bake_plan):
    return Filters(catalog, bake_plan)


def impulse(width, height=1, at=None):
    texels = np.zeros((height, width, 4), np.float32)
    x, y = at or (width // 2, height // 2)
    texels[y, x] = 1.0
    return texels


@pytest.mark.parametrize("radius", [0, 1, 3, 8])
def test_a_box_spreads_an_impulse_evenly_over_its_window_and_no_further(run, radius):
    row = run("box_blur", {"color": impulse(41)}, {"radius": float(radius)}, {"axis": "x"})[0]
    window = slice(20 - radius, 20 + radius + 1)
    assert np.count_nonzero(row[:, 0]) == 2 * radius + 1
    np.testing.assert_allclose(row[window], 1 / (2 * radius + 1), rtol=1e-6)


@pytest.mark.parametrize("radius", [0.25, 1.5, 7.75])
def test_a_fractional_radius_weights_only_the_outermost_texels(run, radius):
    row = run("box_blur", {"color": impulse(41)}, {"radius": radius}, {"axis": "x"})[0, :, 0]
    whole = int(radius)
    expected = np.zeros(41)
    expected[20 - whole : 21 + whole] = 1.0
    expected[[19 - whole, 21 + whole]] = radius - whole
    np.testing.assert_allclose(row, expected / (2 * radius + 1), rtol=1e-6)


@pytest.mark.parametrize(("level", "texels"), [(0, 17), (1, 9), (-1, 33)])
def test_one_authored_radius_gives_a_bar_as_wide_at_every_level(run, level, texels):
    width, height = int(64 * 2.0**-level), int(2 * 2.0**-level)
    picture = impulse(width, height, (width // 2, 0))
    bar = run("box_blur", {"color": picture}, {"radius": 8.0}, base=(64, 2), level=level)
    assert np.count_nonzero(bar[0, :, 0]) == texels


@pytest.mark.parametrize("kernel", ["box_blur", "gaussian_blur"])
def test_the_two_passes_of_a_blur_make_its_square(run, kernel):
    size = {"radius": 2.5} if kernel == "box_blur" else {"sigma": 2.5}
    both = run(kernel, {"color": impulse(31, 31)}, size, passes=BOTH_AXES)[:, :, 0]
    line = run(kernel, {"color": impulse(31, 1)}, size)[0, :, 0]
    np.testing.assert_allclose(both, np.outer(line, line), atol=FILTERED)


@pytest.mark.parametrize("sigma", [0.6, 2.0, 5.3])
@pytest.mark.parametrize(
    ("wrap", "mode"), [("repeat", "wrap"), ("clamp", "nearest"), ("mirror", "reflect")]
)
def test_a_gaussian_is_that_of_scipy(run, sigma, wrap, mode):
    picture = noise(37, 52)
    blurred = run(
        "gaussian_blur", {"color": picture}, {"sigma": sigma}, wrap=wrap, passes=BOTH_AXES
    )
    for channel in range(4):
        expected = ndimage.gaussian_filter(
            picture[:, :, channel].astype(float), sigma, mode=mode, truncate=3.0
        )
        np.testing.assert_allclose(blurred[:, :, channel], expected, atol=FILTERED)


@pytest.mark.parametrize("radius", [2, 5])
def test_a_box_over_a_clipped_edge_is_that_of_scipy_over_zeros(run, radius):
    picture = noise(21, 34)
    blurred = run(
        "box_blur", {"color": picture}, {"radius": float(radius)}, wrap="clip", passes=BOTH_AXES
    )
    expected = ndimage.uniform_filter(
        picture.astype(float), (2 * radius + 1, 2 * radius + 1, 0), mode="constant"
    )
    np.testing.assert_allclose(blurred, expected, atol=FILTERED)


@pytest.mark.parametrize("kernel", ["box_blur", "gaussian_blur"])
@pytest.mark.parametrize("extent", [(1, 1), (1, 9), (33, 7)])
def test_a_blur_leaves_a_flat_colour_alone_at_any_size_and_radius(run, kernel, extent):
    flat = np.broadcast_to(np.float32([0.25, 0.5, 0.75, 1.0]), (extent[1], extent[0], 4))
    for size in (0.0, 0.3, 20.0):
        name = "radius" if kernel == "box_blur" else "sigma"
        blurred = run(kernel, {"color": np.ascontiguousarray(flat)}, {name: size}, passes=BOTH_AXES)
        np.testing.assert_allclose(blurred, flat, atol=FILTERED)


@pytest.mark.parametrize("kernel", ["box_blur", "gaussian_blur"])
def test_blurring_a_tiled_picture_is_tiling_the_blurred_one(run, kernel):
    tile = noise(18, 25)
    size = {"radius": 11.3} if kernel == "box_blur" else {"sigma": 4.1}
    once = run(kernel, {"color": tile}, size, passes=BOTH_AXES)
    twice = run(kernel, {"color": np.tile(tile, (2, 3, 1))}, size, passes=BOTH_AXES)
    np.testing.assert_allclose(twice, np.tile(once, (2, 3, 1)), atol=FILTERED)


def test_each_axis_has_its_own_wrap(run):
    tile = noise(12, 20)
    wraps = {"color_wrap_x": "repeat", "color_wrap_y": "clamp"}
    once = run("box_blur", {"color": tile}, {"radius": 4.0}, wraps, passes=BOTH_AXES)
    twice = run(
        "box_blur", {"color": np.tile(tile, (1, 2, 1))}, {"radius": 4.0}, wraps, passes=BOTH_AXES
    )
    np.testing.assert_allclose(twice, np.tile(once, (1, 2, 1)), atol=FILTERED)
    ends = ndimage.uniform_filter1d(tile[:, :, 0].astype(float), 9, axis=1, mode="wrap")
    ends = ndimage.uniform_filter1d(ends, 9, axis=0, mode="nearest")
    np.testing.assert_allclose(once[:, :, 0], ends, atol=FILTERED)


def two_levels(run, kernel, params):
    """Return a step edge blurred at level 0, and at level -2 brought down 4:1."""
    edge = four(np.repeat([[0.0, 1.0]], 32, axis=1).repeat(16, axis=0))
    at_base = run(kernel, {"color": edge}, params, passes=BOTH_AXES, wrap="clamp")
    larger = run(
        kernel, {"color": grown(edge, 4)}, params, passes=BOTH_AXES, wrap="clamp",
        base=(64, 16), level=-2,
    )  # fmt: skip
    return at_base, box_down(larger, 4)


SIZES = [("box_blur", {"radius": 8.0}), ("gaussian_blur", {"sigma": 4.0})]


@pytest.mark.parametrize(("kernel", "params"), SIZES)
def test_a_step_edge_is_as_soft_at_level_minus_two(run, kernel, params):
    at_base, larger = two_levels(run, kernel, params)
    assert np.abs(at_base - larger).max() < LEVELS_AGREE


@pytest.mark.parametrize(("kernel", "params"), SIZES)
def test_a_size_that_does_not_scale_would_be_seen(run, kernel, params, monkeypatch):
    from addon.plan.types import TexturePlan

    monkeypatch.setattr(TexturePlan, "resolve", lambda plan, length, image: float(length))
    at_base, larger = two_levels(run, kernel, params)
    assert np.abs(at_base - larger).max() > 2 * LEVELS_AGREE


def test_weighted_by_alpha_a_transparent_colour_does_not_bleed(run):
    picture = np.zeros((1, 24, 4), np.float32)
    picture[:, :12] = [1.0, 0.0, 0.0, 1.0]
    picture[:, 12:] = [0.0, 1.0, 0.0, 0.0]
    for kernel, size in (("box_blur", {"radius": 3.0}), ("gaussian_blur", {"sigma": 1.5})):
        weighted = run(kernel, {"color": picture}, size, {"alpha": "weighted"}, wrap="clamp")[0]
        plain = run(kernel, {"color": picture}, size, wrap="clamp")[0]
        shows = weighted[:, 3] > 0.0
        np.testing.assert_allclose(weighted[shows, :2], [[1.0, 0.0]] * shows.sum(), atol=FILTERED)
        np.testing.assert_allclose(weighted[:, 3], plain[:, 3], atol=FILTERED)
        assert plain[11, 1] > 0.2


def test_a_radius_past_the_ceiling_is_the_ceiling(run):
    picture = noise(2, 700)
    past = run("box_blur", {"color": picture}, {"radius": 400.0})
    at = run("box_blur", {"color": picture}, {"radius": 256.0})
    assert (past == at).all()
