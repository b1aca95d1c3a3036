"""The last op before a file: finite numbers, the transfer curve, rounding, dither."""

from __future__ import annotations

import numpy as np
import pytest

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role
from tests import tolerances


@pytest.fixture
def encode(catalog, bake_plan):
    """Return ``encode(texels, format, seed=0, params, **variants) -> texels``."""

    def bake(texels, format=Format.RGBA32F, seed=0, params=None, **variants):
        extent = Extent(texels.shape[1], texels.shape[0])
        builder = PlanBuilder(catalog, extent, seed=seed)
        image = builder.external("picture", extent, Format.RGBA32F, Role.SOURCE)
        role = Role.PRECISE if format.full_float else Role.PLAIN
        out = builder.op(
            "encode",
            {"color": image},
            params or {},
            variants,
            key="out",
            role=role,
            formats={"result": format},
        )
        builder.output("out", out["result"])
        return bake_plan(builder.finish(), {"picture": texels.astype(np.float32)})["out"]

    return bake


def levels(steps: int) -> np.ndarray:
    """Return every level of a file of ``steps`` once, in a square of four equal channels."""
    side = int(np.sqrt(steps + 1))
    return np.repeat((np.arange(steps + 1) / steps).reshape(side, side, 1), 4, axis=2)


def to_linear(code: np.ndarray) -> np.ndarray:
    """Return sRGB codes as light. Source: IEC 61966-2-1."""
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("dither", ["off", "on"])
def test_a_level_that_the_file_holds_keeps_its_byte(encode, dither):
    codes = levels(255)
    stored = encode(codes, Format.RGBA8, dither=dither)
    assert np.array_equal(np.rint(stored * 255), np.rint(codes * 255))


def test_an_srgb_picture_that_passes_through_keeps_its_bytes_even_dithered(encode):
    codes = levels(255)
    light = to_linear(codes)
    light[..., 3] = codes[..., 3]
    stored = encode(light, Format.RGBA8, transfer="srgb", dither="on")
    assert np.array_equal(np.rint(stored * 255), np.rint(codes * 255))


def test_sixteen_bits_hold_every_level(encode):
    codes = levels(65535)
    assert np.array_equal(
        np.rint(encode(codes, params={"steps": 65535.0}) * 65535.0), np.rint(codes * 65535)
    )


def test_the_srgb_curve_is_within_a_rounding_at_16_bits_and_alpha_is_straight(encode):
    texels = np.random.default_rng(4).random((64, 64, 4))
    stored = encode(texels, params={"steps": 65535.0}, transfer="srgb").astype(float)
    curve = np.where(texels <= 0.0031308, texels * 12.92, 1.055 * texels ** (1 / 2.4) - 0.055)
    curve[..., 3] = texels[..., 3]
    assert np.abs(stored - curve).max() * 65535 <= tolerances.ENCODED_SRGB_STEPS


def test_half_a_step_rounds_up(encode):
    stored = encode(np.full((1, 1, 4), 0.5), params={"steps": 255.0})
    assert np.rint(stored * 255).ravel().tolist() == [128] * 4


def test_dither_keeps_the_mean_between_two_levels_only(encode):
    stored = encode(np.full((128, 128, 4), 100.3 / 255), Format.RGBA8, dither="on") * 255
    assert np.unique(np.rint(stored)).tolist() == [100, 101]
    assert np.abs(stored.reshape(-1, 4).mean(axis=0) - 100.3).max() < tolerances.DITHER_MEAN_STEPS


@pytest.mark.parametrize("beside", [-0.015, 0.015])
def test_a_value_within_a_fiftieth_of_a_step_is_its_level_undithered(encode, beside):
    stored = encode(np.full((64, 64, 4), (100 + beside) / 255), Format.RGBA8, dither="on")
    assert np.unique(np.rint(stored * 255)).tolist() == [100]


def test_dither_differs_between_channels_neighbours_and_seeds_and_repeats(encode):
    flat = np.full((64, 64, 4), 100.5 / 255)
    first, again, other = (encode(flat, Format.RGBA8, seed=s, dither="on") for s in (1, 1, 2))
    assert np.array_equal(first, again)
    for pattern in (other, np.roll(first, 1, 0), np.roll(first, 1, 1), np.roll(first, 1, 2)):
        assert 0.4 < np.mean(first != pattern) < 0.6


ODD = np.array([[np.nan, np.inf, -np.inf, np.nan], [-1.0, 2.0, 1e30, 2.0], [-1.0, 0.5, 0.25, 0.5]])


def test_what_is_not_finite_becomes_black_and_a_float_file_keeps_all_else(encode):
    stored = encode(ODD[None], params={"steps": 0.0})[0]
    assert np.array_equal(stored, np.where(np.isfinite(ODD), ODD, 0.0).astype(np.float32))


@pytest.mark.parametrize("transfer", ["linear", "srgb"])
def test_an_integer_file_clamps_to_0_and_1(encode, transfer):
    stored = encode(ODD[None], params={"steps": 255.0}, transfer=transfer)[0]
    assert stored[0].tolist() == [0.0, 0.0, 0.0, 0.0]
    assert stored[1].tolist() == [0.0, 1.0, 1.0, 1.0]
    assert stored[2, 0] == 0.0


EDGE = np.array([[0.0, 0.5, 1.0, 0.3], [-2e-6, 1.000002, 0.5, 0.3], [0.5, 1.001, -0.001, 0.3]])
"""What 0..1 holds, what rounding alone makes of it, and what leaves it."""


@pytest.mark.parametrize(
    ("format", "cut"), [(Format.RGBA8, [1.0, 0.0]), (Format.RGBA32F, [2.0, -1.0])]
)
@pytest.mark.parametrize("transfer", ["linear", "srgb"])
def test_a_marked_file_tells_where_a_colour_was_cut_and_nowhere_else(encode, format, cut, transfer):
    stored = encode(EDGE[None], format, params={"mark": 1.0}, transfer=transfer)[0]
    assert stored[:, 3].tolist() == [1.0, 1.0, 0.0]
    assert stored[2, 1:3].tolist() == cut
    assert stored[:2, :2].min() >= 0.0 and stored[:2, :3].max() <= 1.0


def test_the_matrix_turns_colour_and_leaves_alpha(encode):
    rows = {"row_r": (0.0, 1.0, 0.0), "row_g": (0.0, 0.0, 1.0), "row_b": (1.0, 0.0, 0.0)}
    texels = np.array([[[0.1, 0.2, 0.3, 0.4]]], np.float32)
    stored = encode(texels, params={"steps": 0.0, **rows})
    assert np.array_equal(stored, texels[..., [1, 2, 0, 3]])
