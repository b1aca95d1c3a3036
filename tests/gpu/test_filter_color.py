"""Levels, blend and hue/saturation of pictures: closed forms."""

from __future__ import annotations

import colorsys

import numpy as np
import pytest

from addon.plan.types import Role
from tests.tolerances import FILTERED, HUE_TURNED

from .filters import Filters, four, noise

CORNERS = np.array([[r, g, b] for r in (0, 1) for g in (0, 1) for b in (0, 1)], np.float32)


@pytest.fixture
def run(catalog, bake_plan):
    return Filters(catalog, bake_plan)


def row(*greys):
    return four([greys])


# --- levels -------------------------------------------------------------------------------------


def test_levels_take_three_known_numbers_to_three_known_numbers(run):
    numbers = {"in_black": 0.2, "in_white": 0.6, "gamma": 2.0, "out_black": 0.1, "out_white": 0.9}
    levelled = run("levels", {"color": row(0.2, 0.3, 0.6)}, numbers)[0, :, 0]
    np.testing.assert_allclose(levelled, [0.1, 0.1 + 0.8 * 0.25**0.5, 0.9], atol=FILTERED)


def test_levels_by_default_give_the_picture_back_and_always_its_alpha(run):
    picture = noise(5, 9)
    np.testing.assert_array_equal(run("levels", {"color": picture}), picture)
    levelled = run("levels", {"color": picture}, {"in_black": 0.9, "gamma": 3.0})
    np.testing.assert_array_equal(levelled[:, :, 3], picture[:, :, 3])


def test_levels_hold_what_lies_outside_unless_told_not_to(run):
    numbers = {"in_black": 0.25, "in_white": 0.75}
    picture = row(-1.0, 0.0, 1.0, 2.0)
    held = run("levels", {"color": picture}, numbers)[0, :, 0]
    free = run("levels", {"color": picture}, numbers, {"clamped": "no"})[0, :, 0]
    np.testing.assert_allclose(held, [0, 0, 1, 1], atol=FILTERED)
    np.testing.assert_allclose(free, [-2.5, -0.5, 1.5, 3.5], atol=FILTERED)


def test_levels_without_a_range_are_a_threshold(run):
    picture = row(0.1, 0.49, 0.5, 0.8)
    cut = run("levels", {"color": picture}, {"in_black": 0.5, "in_white": 0.5})[0, :, 0]
    np.testing.assert_array_equal(cut, [0, 0, 1, 1])


def test_levels_of_each_channel_treat_each_channel_alone(run):
    picture = noise(4, 6)
    numbers = {"in_white": [0.5, 1.0, 1.0, 1.0], "gamma": [1.0, 2.0, 1.0, 1.0],
               "out_black": [0.0, 0.0, 1.0, 0.0], "out_white": [1.0, 1.0, 0.0, 0.5]}  # fmt: skip
    numbers = {name: tuple(values) for name, values in numbers.items()}
    levelled = run("levels_each", {"color": picture}, numbers)
    expected = np.stack(
        [np.minimum(picture[:, :, 0] * 2, 1), picture[:, :, 1] ** 0.5, 1 - picture[:, :, 2],
         picture[:, :, 3] / 2], axis=2,
    )  # fmt: skip
    np.testing.assert_allclose(levelled, expected, atol=FILTERED)


def dithered(run, seed, key="dithered", step=0.1):
    picture = four(np.full((64, 64), 0.5))
    builder = run.builder(64, 64)
    builder.seed = seed
    image = builder.op(
        "levels", {"color": run.picture(builder, "picture", picture)}, {"dither_step": step},
        {"dither": "on"}, key=key, role=Role.PRECISE,
    )["result"]  # fmt: skip
    builder.output("out", image)
    return run.bake_plan(builder.finish(), {"picture": picture})["out"]


def test_dither_is_grey_noise_of_one_step_about_the_undithered_picture(run):
    noisy = dithered(run, 3)
    moved = noisy[:, :, :3] - 0.5
    assert (moved == moved[:, :, :1]).all()
    assert np.abs(moved).max() <= 0.05 + FILTERED
    assert np.ptp(moved) > 0.095
    # The mean of 4096 numbers evenly spread over 0.1 strays by 0.1 / sqrt(12 * 4096) = 4.5e-4.
    assert abs(moved[:, :, 0].mean()) < 5 * 4.5e-4
    assert (noisy[:, :, 3] == 1.0).all()


def test_dither_is_drawn_from_the_plans_seed_and_the_ops_key(run):
    assert (dithered(run, 3) == dithered(run, 3)).all()
    for other in (dithered(run, 4), dithered(run, 3, key="another")):
        correlation = np.corrcoef(dithered(run, 3)[:, :, 0].ravel(), other[:, :, 0].ravel())[0, 1]
        assert abs(correlation) < 0.1


# --- blend --------------------------------------------------------------------------------------

AT_CORNERS = {
    # What a mode is for black and white, the whole of the upper picture laid over: a, b -> result.
    "mix": lambda a, b: b,
    "darken": np.minimum,
    "multiply": lambda a, b: a * b,
    "burn": lambda a, b: np.where(b > 0, a, 0),
    "lighten": np.maximum,
    "screen": lambda a, b: a + b - a * b,
    "dodge": lambda a, b: a,
    "add": lambda a, b: a + b,
    "overlay": lambda a, b: a,
    "soft_light": lambda a, b: a,
    "linear_light": lambda a, b: a + 2 * b - 1,
    "difference": lambda a, b: abs(a - b),
    "exclusion": lambda a, b: a + b - 2 * a * b,
    "subtract": lambda a, b: a - b,
    "divide": lambda a, b: a,
}
INSIDE = {
    # The same for a = 0.4 and 0.8 under b = 0.25.
    "mix": (0.25, 0.25),
    "darken": (0.25, 0.25),
    "multiply": (0.1, 0.2),
    "burn": (0.0, 0.2),
    "lighten": (0.4, 0.8),
    "screen": (0.55, 0.85),
    "dodge": (0.4 / 0.75, 1.0),
    "add": (0.65, 1.05),
    "overlay": (0.2, 0.7),
    "soft_light": (0.6 * 0.1 + 0.4 * 0.55, 0.2 * 0.2 + 0.8 * 0.85),
    "linear_light": (-0.1, 0.3),
    "difference": (0.15, 0.55),
    "exclusion": (0.45, 0.65),
    "subtract": (0.15, 0.55),
    "divide": (1.6, 3.2),
}


def hsv(colour):
    return colorsys.rgb_to_hsv(*(float(c) for c in colour))


def hue_modes(mode, a, b):
    """Return what a hue mode makes of two colours with hue, by the standard library's HSV."""
    (ah, as_, av), (bh, bs, bv) = hsv(a), hsv(b)
    told = {"hue": (bh, as_, av), "saturation": (ah, bs, av), "value": (ah, as_, bv),
            "color": (bh, bs, av)}[mode]  # fmt: skip
    return colorsys.hsv_to_rgb(*told)


def blend(run, mode, a, b, opacity=1.0, alpha="over"):
    """Blend colours (n, 3 or 4); returns (n, 4)."""
    pictures = {}
    for name, colours in (("base", a), ("over", b)):
        texels = np.ones((1, len(colours), 4), np.float32)
        texels[0, :, : np.shape(colours)[1]] = colours
        pictures[name] = texels
    return run("blend", pictures, {"opacity": opacity}, {"mode": mode, "alpha": alpha})[0]


def test_there_are_the_nineteen_modes_of_blenders_mix_node(catalog):
    modes = catalog["blend"].variants["mode"].choices
    assert len(modes) == 19
    assert set(modes) == {*AT_CORNERS, "hue", "saturation", "color", "value"}
    assert set(modes) == set(catalog["mix_color"].variants["mode"].choices)


@pytest.mark.parametrize("mode", AT_CORNERS)
def test_a_mode_has_its_closed_form_at_the_corners_of_the_cube(run, mode):
    a, b = np.repeat(CORNERS, 8, axis=0), np.tile(CORNERS, (8, 1))
    np.testing.assert_allclose(blend(run, mode, a, b)[:, :3], AT_CORNERS[mode](a, b), atol=FILTERED)


@pytest.mark.parametrize("mode", INSIDE)
def test_a_mode_has_its_closed_form_inside_the_cube(run, mode):
    a = [[0.4, 0.8, 0.4]]
    low, high = INSIDE[mode]
    blended = blend(run, mode, a, [[0.25, 0.25, 0.25]])[0, :3]
    np.testing.assert_allclose(blended, [low, high, low], atol=FILTERED)


@pytest.mark.parametrize("mode", ["hue", "saturation", "color", "value"])
def test_a_hue_mode_swaps_hue_saturation_or_value(run, mode):
    a = np.random.default_rng(5).random((40, 3)).astype(np.float32)
    b = np.random.default_rng(6).random((40, 3)).astype(np.float32)
    expected = [hue_modes(mode, x, y) for x, y in zip(a, b, strict=True)]
    np.testing.assert_allclose(blend(run, mode, a, b)[:, :3], expected, atol=HUE_TURNED)


@pytest.mark.parametrize("mode", [*AT_CORNERS, "hue", "saturation", "color", "value"])
def test_at_opacity_nothing_the_base_is_exactly_there(run, mode, catalog):
    a, b = noise(1, 50, 7), noise(1, 50, 8)
    for alpha in ("over", "keep"):
        blended = run(
            "blend", {"base": a, "over": b}, {"opacity": 0.0}, {"mode": mode, "alpha": alpha}
        )
        np.testing.assert_array_equal(blended, a)


@pytest.mark.parametrize("mode", ["mix", "darken", "difference", "soft_light", "exclusion"])
def test_half_the_opacity_is_half_way_for_a_mode_that_is_a_lerp(run, mode):
    a, b = noise(1, 30, 7)[0, :, :3] * 0.5, noise(1, 30, 8)[0, :, :3]
    none, half, whole = (blend(run, mode, a, b, opacity) for opacity in (0.0, 0.5, 1.0))
    np.testing.assert_allclose(half, (none + whole) / 2, atol=FILTERED)


def test_the_mask_is_an_opacity_for_each_texel(run):
    a, b = noise(3, 8, 1), noise(3, 8, 2)
    mask = np.random.default_rng(3).random((3, 8, 1), np.float32)
    masked = run("blend", {"base": a, "over": b, "mask": mask}, {"opacity": 0.5}, {"alpha": "keep"})
    t = 0.5 * mask
    expected = np.concatenate([(1 - t) * a + t * b, a[:, :, 3:]], axis=2)[:, :, [0, 1, 2, 4]]
    np.testing.assert_allclose(masked, expected, atol=FILTERED)


def test_laying_over_is_porter_duffs_over_in_straight_alpha(run):
    a, b = noise(6, 7, 1), noise(6, 7, 2)
    laid = run("blend", {"base": a, "over": b})
    alpha = b[:, :, 3:] + a[:, :, 3:] * (1 - b[:, :, 3:])
    colour = b[:, :, :3] * b[:, :, 3:] + a[:, :, :3] * a[:, :, 3:] * (1 - b[:, :, 3:])
    np.testing.assert_allclose(laid[:, :, 3:], alpha, atol=FILTERED)
    np.testing.assert_allclose(laid[:, :, :3] * laid[:, :, 3:], colour, atol=FILTERED)


def test_over_nothing_the_upper_colour_shows_unblended(run):
    laid = blend(run, "multiply", [[0.5, 0.5, 0.5, 0.0]], [[0.2, 0.4, 0.6, 0.7]])[0]
    np.testing.assert_allclose(laid, [0.2, 0.4, 0.6, 0.7], atol=FILTERED)


def test_nothing_over_nothing_keeps_the_base_colour_and_is_a_number(run):
    laid = blend(run, "screen", [[0.5, 0.25, 0.75, 0.0]], [[1.0, 1.0, 1.0, 0.0]])[0]
    np.testing.assert_array_equal(laid, np.float32([0.5, 0.25, 0.75, 0.0]))


def test_keeping_alpha_the_upper_alpha_is_not_looked_at(run):
    kept = blend(run, "mix", [[0.0, 0.0, 0.0, 0.3]], [[1.0, 0.5, 0.25, 0.0]], alpha="keep")[0]
    np.testing.assert_allclose(kept, [1.0, 0.5, 0.25, 0.3], atol=FILTERED)


# --- hue and saturation -------------------------------------------------------------------------


def test_hue_saturation_by_default_gives_the_picture_back(run):
    picture = noise(8, 8)
    same = run("hue_saturation_rgba", {"color": picture})
    np.testing.assert_allclose(same, picture, atol=FILTERED)
    np.testing.assert_array_equal(same[:, :, 3], picture[:, :, 3])


def test_a_third_of_a_turn_of_hue_passes_the_channels_on(run):
    picture = noise(8, 8)
    turned = run("hue_saturation_rgba", {"color": picture}, {"hue": 0.5 + 1 / 3})
    np.testing.assert_allclose(turned[:, :, :3], picture[:, :, [2, 0, 1]], atol=HUE_TURNED)


def test_without_saturation_a_colour_is_the_grey_of_its_value(run):
    picture = noise(8, 8)
    grey = run("hue_saturation_rgba", {"color": picture}, {"saturation": 0.0, "value": 0.5})
    top = picture[:, :, :3].max(axis=2, keepdims=True) / 2
    np.testing.assert_allclose(grey[:, :, :3], np.broadcast_to(top, (8, 8, 3)), atol=FILTERED)


def test_hue_saturation_of_a_picture_is_that_of_the_shader_editors_node(run):
    picture = noise(8, 8)
    numbers = {"hue": 0.61, "saturation": 1.7, "value": 0.8}
    ours = run("hue_saturation_rgba", {"color": picture}, numbers)[:, :, :3]
    node = run("hue_saturation", {"color": picture}, numbers)[:, :, :3]
    np.testing.assert_array_equal(ours, node)


# --- channels and sources -----------------------------------------------------------------------


def test_channels_taken_apart_and_put_together_are_the_picture(run, catalog, bake_plan):
    picture = noise(5, 6)
    builder = run.builder(6, 5)
    image = run.picture(builder, "picture", picture)
    parts = {
        name: builder.op("channel", {"color": image}, None, {"pick": name}, key=name,
                         role=Role.PRECISE)["result"]
        for name in ("red", "green", "blue", "alpha")
    }  # fmt: skip
    whole = builder.op("combine_channels", parts, key="whole", role=Role.PRECISE)["result"]
    builder.output("out", whole)
    np.testing.assert_array_equal(bake_plan(builder.finish(), {"picture": picture})["out"], picture)


def test_the_luminance_of_white_is_one(run):
    white = run("channel", {"color": four(np.ones((1, 1)))})
    np.testing.assert_allclose(white, 1.0, atol=FILTERED)


@pytest.mark.parametrize("axis", ["x", "y"])
def test_a_ramp_has_one_value_at_shared_coordinates_of_all_levels(run, axis):
    at_base = run("ramp", variants={"axis": axis}, base=(16, 8))
    larger = run("ramp", variants={"axis": axis}, base=(16, 8), level=-1)
    expected = (np.arange(16) + 0.5) / 16 if axis == "x" else (np.arange(8) + 0.5) / 8
    line = at_base[0, :, 0] if axis == "x" else at_base[:, 0, 0]
    np.testing.assert_allclose(line, expected, atol=FILTERED)
    means = larger.reshape(8, 2, 16, 2, 4).mean(axis=(1, 3))
    np.testing.assert_allclose(means, at_base, atol=FILTERED)
