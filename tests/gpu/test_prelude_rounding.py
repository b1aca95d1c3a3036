"""Arithmetic as a CPU rounds it, where a driver's own may be a few units in the last place off."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from addon.library.catalog import KERNELS, load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role

SIDE = 128
COUNT = SIDE * SIDE
PROBE = """/*---
summary = "Calls one function of the maths prelude."
uses = ["maths"]
[inputs]
x = { type = "float" }
y = { type = "float" }
z = { type = "float" }
[outputs]
result = { type = "float" }
---*/
void kln_NAME(Texel at, float x, float y, float z, out float result)
{
  result = CALL;
}
"""
CALLS = {
    "refined": "kln_refined_quotient(x, y, z)",
    "divided": "kln_divide(x, y)",
    "exp": "kln_exp(x)",
    "tanh": "kln_tanh(x)",
    "sinh": "kln_sinh(x)",
    "cosh": "kln_cosh(x)",
    "atan2": "kln_atan2(x, y)",
    "atan2_of": "kln_atan2(y, x)",
}


def even(low: float, high: float, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(low, high, COUNT).astype(np.float32)


def over_magnitudes(low: int, high: int, seed: int = 1) -> np.ndarray:
    return (2.0 ** even(low, high, seed).astype(np.float64)).astype(np.float32)


QUOTIENTS = {
    "any": (over_magnitudes(-20, 20), even(-50, 50, 2)),
    "whole": (np.floor(even(-999, 999)) * np.float32(0.3), np.full(COUNT, 0.3, np.float32)),
    "of whole numbers": (np.floor(even(-4096, 4096)), np.floor(even(1, 2048, 2))),
    "huge and tiny": (over_magnitudes(-120, 120), over_magnitudes(-120, 120, 2)),
}


@pytest.fixture(scope="module")
def probes(tmp_path_factory, device):
    """Return an evaluator whose catalog has one kernel per call, over the shipped prelude."""
    from addon.device.evaluate import Evaluator

    root: Path = tmp_path_factory.mktemp("kernels")
    shutil.copytree(KERNELS / "prelude", root / "prelude")
    (root / "point").mkdir()
    for name, call in CALLS.items():
        text = PROBE.replace("NAME", f"probe_{name}").replace("CALL", call)
        (root / "point" / f"probe_{name}.glsl").write_text(text)
    made = Evaluator(device, load_catalog(root))
    yield made
    made.close()


@pytest.fixture
def call(probes, bake_plan):
    """Return a function: name, arguments of COUNT numbers -> what the kernel made of them."""

    def called(name, *arguments):
        extent = Extent(SIDE, SIDE)
        builder = PlanBuilder(probes.catalog, extent)
        filled = [*arguments, *[np.ones(COUNT, np.float32)] * (3 - len(arguments))]
        uploads = dict(zip("xyz", filled, strict=True))
        inputs = {k: builder.external(k, extent, Format.R32F, Role.SOURCE) for k in uploads}
        result = builder.op(f"probe_{name}", inputs, key="probe", role=Role.PRECISE)["result"]
        builder.output("out", result)
        planes = {k: v.reshape(SIDE, SIDE, 1) for k, v in uploads.items()}
        return bake_plan(builder.finish(), planes, by=probes)["out"].ravel()

    return called


@pytest.mark.parametrize("name", list(QUOTIENTS))
@pytest.mark.parametrize("off", [-2, -1, 0, 1, 2])
def test_a_quotient_some_units_off_is_rounded_to_nearest(name, off, call):
    a, b = QUOTIENTS[name]
    with np.errstate(over="ignore", under="ignore"):
        want = a / b
    moved = (want.view(np.int32) + np.int32(off)).view(np.float32)
    size, by = np.abs(want), np.abs(b)
    held = (size > 2e-13) & (size < 5e12) & (by > 2e-13) & (by < 5e12)
    assert held.sum() > SIDE
    assert np.array_equal(call("refined", a, b, moved)[held], want[held])


@pytest.mark.parametrize("name", list(QUOTIENTS)[:3])
def test_division_is_the_cpus_bit_for_bit(name, call):
    a, b = QUOTIENTS[name]
    assert np.array_equal(call("divided", a, b), a / b)


@pytest.mark.parametrize("name", ["exp", "tanh", "sinh", "cosh", "atan2", "atan2_of"])
def test_what_is_not_a_number_stays_so(name, call):
    got = call(name, np.full(COUNT, np.nan, np.float32))
    assert np.isnan(got).all()
