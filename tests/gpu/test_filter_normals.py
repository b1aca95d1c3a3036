"""Height to normal, and back by the CPU op."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from addon.device.cpu.normal_to_height import integrate
from addon.plan.types import Role
from tests.tolerances import FILTERED, LEVELS_AGREE, NORMAL_RETURNED

from .filters import Filters, box_down, noise


@pytest.fixture
def run(catalog, bake_plan):
    return Filters(catalog, bake_plan)


def grey(values):
    return np.ascontiguousarray(np.asarray(values, np.float32)[:, :, np.newaxis])


def waves(height, width):
    """Return a smooth height in [0, 1] that repeats."""
    y, x = np.mgrid[0:height, 0:width] + 0.5
    x, y = 2 * np.pi * x / width, 2 * np.pi * y / height
    return grey(0.5 + 0.2 * np.sin(2 * x + y) + 0.2 * np.cos(3 * y - x) + 0.1 * np.sin(x))


def normals(rise_x, rise_y):
    """Return the encoded normals of slopes."""
    n = np.stack([-rise_x, -rise_y, np.ones_like(rise_x)], axis=2)
    return 0.5 * n / np.linalg.norm(n, axis=2, keepdims=True) + 0.5


def test_a_flat_height_has_the_neutral_normal(run):
    flat = run("height_to_normal", {"height": grey(np.full((4, 6), 0.7))})
    np.testing.assert_array_equal(flat, np.broadcast_to(np.float32([0.5, 0.5, 1, 1]), (4, 6, 4)))


def test_a_slope_of_one_leans_by_45_degrees_against_the_climb(run):
    # A height of 1 is 8 texels high, so a rise of 1/8 per texel is 45 degrees.
    climb = grey(np.broadcast_to(np.arange(8) / 8, (8, 8)))
    along_x = run("height_to_normal", {"height": climb}, {"depth": 8.0})[4, 4, :3]
    half = 0.5**0.5 / 2
    np.testing.assert_allclose(along_x, [0.5 - half, 0.5, 0.5 + half], atol=FILTERED)
    along_y = run("height_to_normal", {"height": climb.transpose(1, 0, 2).copy()}, {"depth": 8.0})
    np.testing.assert_allclose(along_y[4, 4, :3], [0.5, 0.5 - half, 0.5 + half], atol=FILTERED)


def test_y_minus_only_turns_green_about(run):
    height = noise(9, 9)[:, :, :1].copy()
    plus = run("height_to_normal", {"height": height})
    minus = run("height_to_normal", {"height": height}, variants={"y": "minus"})
    np.testing.assert_array_equal(minus[:, :, [0, 2, 3]], plus[:, :, [0, 2, 3]])
    np.testing.assert_allclose(minus[:, :, 1], 1 - plus[:, :, 1], atol=FILTERED)


@pytest.mark.parametrize("derivative", ["central", "sobel"])
@pytest.mark.parametrize(
    ("wrap", "mode"), [("repeat", "wrap"), ("clamp", "nearest"), ("mirror", "reflect"),
                       ("clip", "constant")],
)  # fmt: skip
def test_slopes_are_those_of_scipy(run, derivative, wrap, mode):
    height = noise(14, 19)[:, :, :1].copy()
    made = run(
        "height_to_normal",
        {"height": height},
        {"depth": 3.0},
        {"derivative": derivative},
        wrap=wrap,
    )
    plain = height[:, :, 0].astype(float)
    if derivative == "sobel":
        rise_x, rise_y = (ndimage.sobel(plain, axis, mode=mode) / 8 for axis in (1, 0))
    else:
        rise_x, rise_y = (
            ndimage.correlate1d(plain, [-0.5, 0.0, 0.5], axis, mode=mode) for axis in (1, 0)
        )
    np.testing.assert_allclose(made[:, :, :3], normals(3 * rise_x, 3 * rise_y), atol=FILTERED)


def test_normals_of_a_tiled_height_are_tiled_normals(run):
    height = noise(10, 15)[:, :, :1].copy()
    once = run("height_to_normal", {"height": height})
    twice = run("height_to_normal", {"height": np.tile(height, (2, 2, 1))})
    np.testing.assert_array_equal(twice, np.tile(once, (2, 2, 1)))


def test_one_texel_is_flat(run):
    for wrap in ("repeat", "clamp", "mirror"):
        one = run("height_to_normal", {"height": grey([[0.3]])}, wrap=wrap)
        np.testing.assert_array_equal(one, np.float32([[[0.5, 0.5, 1, 1]]]))


def test_a_depth_gives_the_same_slopes_at_every_level(run):
    at_base = run("height_to_normal", {"height": waves(64, 64)}, {"depth": 16.0})
    larger = run(
        "height_to_normal", {"height": waves(256, 256)}, {"depth": 16.0}, base=(64, 64), level=-2
    )
    assert np.abs(box_down(larger, 4) - at_base).max() < LEVELS_AGREE
    assert np.ptp(at_base[:, :, 0]) > 0.3


def test_a_depth_that_does_not_scale_would_be_seen(run, monkeypatch):
    from addon.plan.types import TexturePlan

    monkeypatch.setattr(TexturePlan, "resolve", lambda plan, length, image: float(length))
    at_base = run("height_to_normal", {"height": waves(64, 64)}, {"depth": 16.0})
    larger = run(
        "height_to_normal", {"height": waves(256, 256)}, {"depth": 16.0}, base=(64, 64), level=-2
    )
    assert np.abs(box_down(larger, 4) - at_base).max() > 2 * LEVELS_AGREE


# --- and back -----------------------------------------------------------------------------------


def there_and_back(
    run, height, derivative="central", edges="repeat", y="plus", depth=6.0, again=False
):
    """Return normals of a height, the height of those, and where ``again`` the normals of that."""
    rows, columns = height.shape[:2]
    builder = run.builder(columns, rows)
    image = run.picture(builder, "height", height)
    ways = {"derivative": derivative, "y": y}
    wraps = {"height_wrap_x": edges, "height_wrap_y": edges}
    first = builder.op(
        "height_to_normal", {"height": image}, {"depth": depth}, {**ways, **wraps}, key="first",
        role=Role.PRECISE,
    )["normal"]  # fmt: skip
    back = builder.op(
        "cpu/normal_to_height", {"normal": first}, {"depth": depth},
        {**ways, "edge_x": edges, "edge_y": edges}, key="back", role=Role.PRECISE,
    )["height"]  # fmt: skip
    second = builder.op(
        "height_to_normal", {"height": back}, {"depth": depth}, {**ways, **wraps}, key="second",
        role=Role.PRECISE,
    )["normal"]  # fmt: skip
    for name, made in (("first", first), ("back", back), ("second", second)):
        builder.output(name, made)
    return run.bake_plan(builder.finish(), {"height": height})


@pytest.mark.parametrize("edges", ["repeat", "mirror"])
@pytest.mark.parametrize("derivative", ["central", "sobel"])
@pytest.mark.parametrize("extent", [(64, 48), (33, 57), (1, 16), (16, 1), (1, 1)])
def test_normal_to_height_to_normal_returns(run, extent, derivative, edges):
    baked = there_and_back(run, noise(*extent)[:, :, :1].copy(), derivative, edges)
    np.testing.assert_allclose(baked["second"], baked["first"], atol=NORMAL_RETURNED)


@pytest.mark.parametrize("edges", ["repeat", "mirror"])
def test_a_smooth_height_comes_back_but_for_its_mean(run, edges):
    height = waves(64, 48)
    baked = there_and_back(run, height, edges=edges)
    np.testing.assert_allclose(baked["back"], height - height.mean() + 0.5, atol=NORMAL_RETURNED)


def test_y_minus_goes_back_as_it_came(run):
    height = waves(32, 32)
    plus, minus = (there_and_back(run, height, y=y)["back"] for y in ("plus", "minus"))
    np.testing.assert_allclose(minus, plus, atol=NORMAL_RETURNED)


def test_the_wrong_y_does_not_come_back(run):
    height = waves(32, 32)
    builder = run.builder(32, 32)
    normal = builder.op(
        "height_to_normal", {"height": run.picture(builder, "height", height)}, key="normal",
        role=Role.PRECISE,
    )["normal"]  # fmt: skip
    back = builder.op("cpu/normal_to_height", {"normal": normal}, None, {"y": "minus"}, key="back")
    builder.output("out", back["height"])
    baked = run.bake_plan(builder.finish(), {"height": height})["out"]
    assert np.abs(baked - height).max() > 0.2


def test_a_height_is_the_same_at_every_level(run):
    results = []
    for level, size in ((0, 64), (-1, 128)):
        flat = np.ones((size, size, 4), np.float32)
        flat[:, :, :3] = normals(*wave_slopes(size))
        results.append(
            run("cpu/normal_to_height", {"normal": flat}, {"depth": 16.0},
                {"derivative": "spectral"}, base=(64, 64), level=level)
        )  # fmt: skip
    np.testing.assert_allclose(box_down(results[1], 2), results[0], atol=2e-3)


def wave_slopes(size):
    """Return the exact slopes of a height of 16 texels at base 64, sampled at ``size``."""
    y, x = (np.mgrid[0:size, 0:size] + 0.5) / size * 2 * np.pi
    per_texel_at_base = 2 * np.pi / 64
    rise = 16 * 0.2 * np.cos(2 * x + y) * per_texel_at_base
    return 2 * rise, rise


def test_analytic_normals_give_the_analytic_height_by_the_spectral_derivative(run):
    size = 64
    y, x = (np.mgrid[0:size, 0:size] + 0.5) / size * 2 * np.pi
    flat = np.ones((size, size, 4), np.float32)
    flat[:, :, :3] = normals(*wave_slopes(size))
    back = run(
        "cpu/normal_to_height", {"normal": flat}, {"depth": 16.0}, {"derivative": "spectral"}
    )
    np.testing.assert_allclose(back[:, :, 0], 0.5 + 0.2 * np.sin(2 * x + y), atol=1e-5)


@pytest.mark.parametrize("repeats", [(True, True), (True, False), (False, True), (False, False)])
@pytest.mark.parametrize("extent", [(12, 17), (16, 8), (1, 7)])
def test_the_solve_is_the_least_squares_solution(repeats, extent):
    rng = np.random.default_rng(2)
    rise_x, rise_y = rng.standard_normal((2, *extent))
    rows, columns = extent

    def difference(n, repeat):
        matrix = np.zeros((n, n))
        for i in range(n):
            for step in (1, -1):
                j = (i + step) % n if repeat else min(max(i + step, 0), n - 1)
                matrix[i, j] += step / 2
        return matrix

    along_x = np.kron(np.eye(rows), difference(columns, repeats[1]))
    along_y = np.kron(difference(rows, repeats[0]), np.eye(columns))
    expected = np.linalg.lstsq(
        np.vstack([along_x, along_y]), np.concatenate([rise_x.ravel(), rise_y.ravel()]), rcond=None
    )[0]
    found = integrate(rise_x, rise_y, repeats, "central")
    np.testing.assert_allclose(found.ravel(), expected, atol=1e-9)


def test_normals_that_face_away_or_are_not_numbers_give_a_height_all_the_same(run):
    picture = np.full((8, 8, 4), 0.5, np.float32)
    picture[:, :, 2] = 1.0
    picture[3, 3] = [1.0, 0.5, 0.0, 1.0]
    picture[5, 5, 0] = np.nan
    back = run("cpu/normal_to_height", {"normal": picture})
    assert np.isfinite(back).all()
    assert np.ptp(back) > 0


def test_without_a_depth_there_is_only_the_midlevel(run):
    flat = noise(4, 4)
    back = run("cpu/normal_to_height", {"normal": flat}, {"depth": 0.0, "midlevel": 0.25})
    np.testing.assert_array_equal(back, np.float32(0.25))
