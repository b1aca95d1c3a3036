"""Kernels of the converter, colour and vector nodes against closed forms."""

from __future__ import annotations

import colorsys

import numpy as np
import pytest

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role
from tests.tolerances import CONVERTER, CURVE_BEYOND

SIDE = 16
EXTENT = Extent(SIDE, SIDE)
CLOSE = 2e-6


@pytest.fixture
def run(catalog, bake_plan):
    """Return a function that bakes one kernel over pictures and numbers: outputs by name."""

    def of(kernel, pictures=None, numbers=None, variants=None, extent=EXTENT, table=None):
        builder = PlanBuilder(catalog, extent)
        texels = {}
        inputs = {}
        for name, values in (pictures or {}).items():
            values = np.broadcast_to(np.asarray(values, np.float32), (*values.shape[:2], 4))
            size = Extent(values.shape[1], values.shape[0])
            inputs[name] = builder.external(name, size, Format.RGBA32F, Role.SOURCE)
            texels[name] = np.ascontiguousarray(values)
        if table is not None:
            size = Extent(table.shape[1], table.shape[0])
            inputs["table"] = builder.external("table", size, Format.RGBA32F, Role.TABLE)
            texels["table"] = table
        made = builder.op(kernel, inputs, numbers, variants, key="op", role=Role.PRECISE)
        for name, image in made.items():
            builder.output(name, image)
        return bake_plan(builder.finish(), texels)

    return of


def columns(values) -> np.ndarray:
    """A picture whose columns hold ``values`` in all four channels."""
    row = np.asarray(values, np.float32)
    return np.repeat(np.repeat(row[None, :, None], SIDE, 0), 4, 2)


def colors(seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).random((SIDE, SIDE, 4), np.float32)


def test_mapping_as_a_texture_undoes_mapping_as_a_point(run):
    vectors = colors() * 4 - 2
    numbers = {
        "location": (0.5, -1.0, 2.0),
        "rotation": (0.4, -0.7, 1.1),
        "scale": (2.0, 0.5, -3.0),
    }
    there = run("mapping", {"vector": vectors}, numbers, {"mode": "point"})["result"]
    back = run("mapping", {"vector": there}, numbers, {"mode": "texture"})["result"]
    assert np.abs(back[..., :3] - vectors[..., :3]).max() < CONVERTER


def test_mapping_turns_a_quarter_about_z_from_x_to_y(run):
    numbers = {"vector": (1.0, 0.0, 0.0), "rotation": (0.0, 0.0, np.pi / 2)}
    turned = run("mapping", None, numbers, {"mode": "vector"})["result"]
    assert np.abs(turned[..., :3] - (0.0, 1.0, 0.0)).max() < CLOSE


def test_rotating_about_z_is_the_same_by_axis_and_by_angles(run):
    pictures = {"vector": colors()}
    by_axis = run("vector_rotate", pictures, {"angle": 0.8}, {"mode": "z_axis"})["result"]
    numbers = {"rotation": (0.0, 0.0, 0.8)}
    by_angles = run("vector_rotate", pictures, numbers, {"mode": "euler_xyz"})["result"]
    assert np.abs(by_axis - by_angles)[..., :3].max() < CLOSE


def test_map_range_takes_its_ends_to_its_ends_in_every_interpolation(run):
    values = columns(np.linspace(2.0, 5.0, SIDE))
    numbers = {"from_min": 2.0, "from_max": 5.0, "to_min": 10.0, "to_max": -30.0}
    for kind in ("linear", "smoothstep", "smootherstep"):
        out = run("map_range", {"value": values}, numbers, {"interpolation": kind})["result"]
        assert np.allclose(out[0, [0, -1], 0], [10.0, -30.0], atol=CONVERTER), kind


def test_a_stepped_range_of_two_steps_has_three_levels(run):
    values = columns((np.arange(SIDE) + 0.5) / SIDE)
    out = run("map_range", {"value": values}, {"steps": 2.0}, {"interpolation": "stepped"})[
        "result"
    ]
    assert sorted(set(np.round(out[0, :, 0], 6))) == [0.0, 0.5, 1.0]


def test_mixing_is_exact_at_both_ends_in_the_weighted_form(run):
    pictures = {"a": colors(1) * 1e6, "b": colors(2)}
    for factor, expected in ((0.0, "a"), (1.0, "b")):
        out = run("mix_color", pictures, {"factor": factor}, {"mode": "mix"})["result"]
        assert np.array_equal(out[..., :3], pictures[expected][..., :3])


def test_hue_turned_by_a_third_carries_red_to_green(run):
    numbers = {"color": (0.75, 0.25, 0.25), "hue": 0.5 + 1.0 / 3.0}
    out = run("hue_saturation", None, numbers)["result"]
    assert np.abs(out[0, 0, :3] - (0.25, 0.75, 0.25)).max() < CLOSE


def test_separated_hue_saturation_and_value_are_those_of_the_standard_library(run):
    rgb = colors(3)
    out = run("separate_color", {"color": rgb}, None, {"mode": "hsv"})
    told = np.concatenate([out[name][..., :1] for name in "abc"], 2)
    expected = [colorsys.rgb_to_hsv(*map(float, c[:3])) for c in rgb.reshape(-1, 4)]
    assert np.abs(told.reshape(-1, 3) - expected).max() < CONVERTER


@pytest.mark.parametrize("mode", ["hsv", "hsl"])
def test_combining_undoes_separating(run, mode):
    rgb = colors(4)
    apart = run("separate_color", {"color": rgb}, None, {"mode": mode})
    again = run("combine_color", apart, None, {"mode": mode})["result"]
    assert np.abs(again[..., :3] - rgb[..., :3]).max() < CONVERTER


def test_a_ramp_gives_its_samples_at_their_places_and_the_mean_between_two(run):
    table = np.random.default_rng(5).random((3, 257, 4), np.float32)
    places = np.array([-1, 0, 1, 2.5, 17, 128, 200.5, 255, 255.5, 256, 300, 64, 65, 66, 67, 68])
    out = run("color_ramp", {"factor": columns(places / 256)}, {"row": 1}, table=table)
    held = np.clip(places, 0, 256)
    low, high = np.floor(held).astype(int), np.ceil(held).astype(int)
    expected = (table[1, low] + table[1, high]) / 2
    assert np.array_equal(out["color"][0, :, :3], expected[:, :3])
    assert np.array_equal(out["alpha"][0, :, 0], expected[:, 3])


def test_a_constant_ramp_keeps_a_sample_up_to_the_next(run):
    table = np.random.default_rng(6).random((1, 257, 4), np.float32)
    places = np.arange(SIDE) * 16 + 15.75
    out = run(
        "color_ramp",
        {"factor": columns(places / 256)},
        {},
        {"interpolation": "constant"},
        table=table,
    )
    assert np.array_equal(out["color"][0, :, :3], table[0, places.astype(int), :3])


def test_curves_go_on_in_a_straight_line_beyond_their_domain_or_stay(run):
    ramp = np.linspace(-1.0, 1.0, 257, dtype=np.float32)
    table = np.repeat((2.0 * ramp)[None, :, None], 4, 2)
    values = {"color": columns(np.linspace(-3.0, 3.0, SIDE))}
    numbers = {"domain": (-1.0, 1.0)}
    on = run("curves", values, numbers, {"beyond": "extrapolated"}, table=table)["result"]
    stay = run("curves", values, numbers, {"beyond": "horizontal"}, table=table)["result"]
    straight = 2.0 * values["color"][..., :3]
    assert np.abs(on[..., :3] - straight).max() < CURVE_BEYOND
    assert np.abs(stay[..., :3] - np.clip(straight, -2.0, 2.0)).max() < CONVERTER


@pytest.mark.parametrize("extent", [EXTENT, Extent(32, 8)], ids=str)
def test_a_bump_on_a_slope_leans_against_it(run, extent):
    """Height 0.3 x + 0.2 y on a plane two units wide leans to (-0.3, -0.2, 1), normalised."""
    width, texels = 0.5, 1.0
    step = width * texels * (1.0 / extent.width + 1.0 / extent.height)
    diagonal = step / np.sqrt(2.0)
    numbers = {
        "height": 0.0,
        "height_1": 0.3 * diagonal - 0.2 * diagonal,
        "height_2": 0.3 * diagonal + 0.2 * diagonal,
        "distance": 1.0,
        "first": tuple(np.array((1.0, -1.0, 0.0)) * diagonal / (width * texels)),
        "second": tuple(np.array((1.0, 1.0, 0.0)) * diagonal / (width * texels)),
        "filter_width": width,
        "differential_texels": texels,
    }
    out = run("bump_normal", None, numbers, None, extent)["result"]
    expected = np.array([-0.3, -0.2, 1.0])
    assert np.abs(out[..., :3] - expected / np.linalg.norm(expected)).max() < CONVERTER


def test_a_bump_of_no_strength_is_the_normal_it_was_given(run):
    normal = np.array([0.6, 0.0, 0.8])
    numbers = {"height_1": 0.1, "height_2": -0.2, "normal": tuple(normal), "strength": 0.0}
    out = run("bump_normal", None, numbers)["result"]
    assert np.abs(out[..., :3] - normal).max() < CLOSE


def test_the_implicit_conversions_weigh_a_vector_evenly_and_a_colour_by_luminance(run):
    mean = run("vector_to_float", None, {"vector": (3.0, 6.0, -3.0)})["result"]
    weights = (0.25, 0.5, 0.125)
    grey = run("color_to_float", None, {"color": (1.0, 2.0, 4.0), "weights": weights})["result"]
    assert (mean[0, 0, 0], grey[0, 0, 0]) == (2.0, 1.75)


def test_displacement_is_the_height_over_the_midlevel_times_scale_along_the_normal(run):
    out = run("displacement", None, {"height": 0.75, "midlevel": 0.25, "scale": 4.0})["result"]
    assert (out[..., :3] == (0.0, 0.0, 2.0)).all()
