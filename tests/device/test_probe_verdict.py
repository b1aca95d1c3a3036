"""Whether live preview pays: a pure function of what was measured."""

from __future__ import annotations

import pytest

from addon.device.probe import MARGIN, Measurement, live_preview_pays


@pytest.mark.parametrize(
    ("measured", "pays"),
    [
        (Measurement(gpu_s=0.001, numpy_s=0.002), True),
        (Measurement(gpu_s=0.001, numpy_s=0.001 * MARGIN), False),
        (Measurement(gpu_s=0.037, numpy_s=0.002), False),
        (Measurement(gpu_s=0.0, numpy_s=0.002), False),
        (None, False),
    ],
)
def test_a_gpu_has_to_beat_numpy_by_the_margin_and_be_measured(measured, pays):
    assert live_preview_pays(measured) is pays
