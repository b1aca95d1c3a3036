"""CPU ops: the one seam where texels leave the GPU."""

from __future__ import annotations

import pytest

from addon.device.cpu.registry import body_of


def test_exactly_one_cpu_op_is_shipped_and_it_has_a_body(catalog):
    shipped = [name for name in catalog if name.startswith("cpu/")]
    assert shipped == ["cpu/normal_to_height"]
    assert callable(body_of("cpu/normal_to_height"))


def test_a_cpu_op_without_a_body_is_named():
    with pytest.raises(KeyError, match="'cpu/paint' has no body"):
        body_of("cpu/paint")
