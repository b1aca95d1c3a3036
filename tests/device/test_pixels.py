"""Texels on their way to and from the driver's buffers."""

from __future__ import annotations

import numpy as np
import pytest

from addon.device.pixels import prepared
from addon.plan.types import Extent, Format


def test_eight_bit_uploads_are_rounded_to_the_nearest_step():
    steps = np.array([0.0, 0.49, 0.51, 254.4, 254.6, 300.0, -3.0], np.float32)
    texels = (steps / 255).reshape(1, -1, 1)
    _, rows = prepared(texels, Format.R8)
    assert np.array_equal(np.rint(rows[0, :, 0] * 255), [0, 0, 1, 254, 255, 255, 0])


def test_a_quantised_value_is_a_step_that_both_floor_and_round_keep():
    """One driver floors an upload and another rounds it."""
    _, rows = prepared(np.arange(256, dtype=np.float32).reshape(1, -1, 1) / 255, Format.R8)
    driver = rows[0, :, 0] * np.float32(255)
    assert np.array_equal(np.floor(driver + np.float32(0.5)), np.arange(256))
    assert np.array_equal(rows[0, :, 0], np.arange(256, dtype=np.float32) / np.float32(255))


def test_not_a_number_becomes_black_in_eight_bits_and_stays_in_floats():
    texels = np.full((1, 1, 1), np.nan, np.float32)
    assert prepared(texels, Format.R8)[1][0, 0, 0] == 0
    assert np.isnan(prepared(texels, Format.R16F)[1][0, 0, 0])


def test_bytes_go_into_eight_bit_formats_as_they_are():
    texels = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    extent, rows = prepared(texels, Format.RGBA8)
    assert extent == Extent(3, 2)
    assert np.array_equal(np.rint(rows * 255), texels)


def test_a_transposed_view_becomes_contiguous_rows():
    texels = np.arange(24, dtype=np.float32).reshape(2, 3, 4).transpose(1, 0, 2)
    extent, rows = prepared(texels, Format.RGBA32F)
    assert extent == Extent(2, 3)
    assert rows.flags.c_contiguous and np.array_equal(rows, texels)


@pytest.mark.parametrize(
    ("texels", "said"),
    [
        (np.zeros((2, 3, 3), np.float32), r"takes \(height, width, 4\)"),
        (np.zeros((0, 3, 4), np.float32), r"takes \(height, width, 4\)"),
        (np.zeros((2, 3, 4), np.int32), "floats or uint8"),
        (np.zeros((2, 3, 4), np.uint8), "8-bit formats"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(texels, said):
    with pytest.raises(ValueError, match=said):
        prepared(texels, Format.RGBA32F)
