"""The prelude's own elementary functions against NumPy in double precision."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from addon.library.catalog import KERNELS, load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role

SIDE = 128
PROBE = """/*---
summary = "Calls one function of the maths prelude."
uses = ["maths"]
[inputs]
x = {{ type = "float" }}
y = {{ type = "float" }}
[outputs]
result = {{ type = "float" }}
---*/
void kln_probe_{index}(Texel at, float x, float y, out float result)
{{
  result = {call};
}}
"""


def spread(low: float, high: float, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(low, high, SIDE * SIDE).astype(np.float32)


def over_magnitudes(low: int, high: int) -> np.ndarray:
    return (2.0 ** spread(low, high).astype(np.float64)).astype(np.float32)


def power(x, y):
    return np.abs(x) ** y * np.where(np.mod(y, 2) == 1, np.sign(x), 1.0)


CASES = {
    "sin": ("kln_sin(x)", np.sin, [spread(-8000, 8000)], 2e-7, 0.0),
    "cos": ("kln_cos(x)", np.cos, [spread(-8000, 8000)], 2e-7, 0.0),
    "sin far out": ("kln_sin(x)", np.sin, [spread(-1e5, 1e5)], 2e-6, 0.0),
    "sin of millions": ("kln_sin(x)", np.sin, [spread(-2.5e7, 2.5e7)], 4e-7, 0.0),
    "cos of millions": ("kln_cos(x)", np.cos, [spread(-2.5e7, 2.5e7)], 4e-7, 0.0),
    "sin of more, never beyond 1": (
        "kln_sin(x)",
        lambda x: 0.0 * x,
        [over_magnitudes(25, 127)],
        0.0,
        0.0,
    ),
    "tan": ("kln_tan(x)", np.tan, [spread(-1.5, 1.5)], 0.0, 4e-7),
    "exp": ("kln_exp(x)", np.exp, [spread(-87, 88)], 0.0, 3e-7),
    "log": ("kln_log(x)", np.log, [over_magnitudes(-126, 127)], 1e-7, 2e-7),
    "log near one": ("kln_log(x)", np.log, [spread(0.5, 2.0)], 1e-7, 2e-7),
    "pow": ("kln_pow(x, y)", np.power, [spread(0.001, 50), spread(-4, 4, 2)], 0.0, 6e-7),
    "pow of whole exponents": (
        "kln_pow(x, floor(y))",
        lambda x, y: power(x, np.floor(y)),
        [spread(-8, 8), spread(-6, 6, 2)],
        0.0,
        6e-7,
    ),
    "asin": ("kln_asin(x)", np.arcsin, [spread(-1, 1)], 4e-7, 0.0),
    "acos": ("kln_acos(x)", np.arccos, [spread(-1, 1)], 5e-7, 0.0),
    "atan": ("kln_atan(x)", np.arctan, [spread(-30, 30)], 3e-7, 0.0),
    "atan2": ("kln_atan2(x, y)", np.arctan2, [spread(-3, 3), spread(-3, 3, 2)], 5e-7, 0.0),
    "sinh": ("kln_sinh(x)", np.sinh, [spread(-20, 20)], 0.0, 6e-7),
    "cosh": ("kln_cosh(x)", np.cosh, [spread(-20, 20)], 0.0, 6e-7),
    "tanh": ("kln_tanh(x)", np.tanh, [spread(-12, 12)], 2e-7, 0.0),
    "fmod": ("kln_fmod(x, y)", np.fmod, [spread(-90, 90), spread(0.1, 5, 2)], 1e-7, 0.0),
    "fmod of quarters": (
        "kln_fmod(floor(x) / 4.0, floor(y) / 4.0)",
        lambda x, y: np.fmod(np.floor(x) / 4, np.floor(y) / 4),
        [spread(-400, 400), spread(1, 20, 2)],
        0.0,
        0.0,
    ),
    "sRGB there and back": (
        "kln_linear_to_srgb(kln_srgb_to_linear(x))",
        lambda x: x,
        [spread(0, 1)],
        1e-6,
        0.0,
    ),
}
"""By name: the call, what it should be, its arguments, absolute and relative error allowed. The
errors are those of the polynomials plus one rounding of a division or square root, of which Vulkan
guarantees 2.5 units in the last place."""


@pytest.fixture(scope="module")
def probes(tmp_path_factory, device):
    """Return an evaluator whose catalog has one kernel per case, over the shipped prelude."""
    from addon.device.evaluate import Evaluator

    root: Path = tmp_path_factory.mktemp("kernels")
    shutil.copytree(KERNELS / "prelude", root / "prelude")
    (root / "point").mkdir()
    for index, (call, *_) in enumerate(CASES.values()):
        text = PROBE.format(index=index, call=call)
        (root / "point" / f"probe_{index}.glsl").write_text(text)
    made = Evaluator(device, load_catalog(root))
    yield made
    made.close()


@pytest.mark.parametrize("name", list(CASES))
def test_a_function_is_as_exact_as_it_says(name, probes, bake_plan):
    _, expected, arguments, absolute, relative = CASES[name]
    extent = Extent(SIDE, SIDE)
    builder = PlanBuilder(probes.catalog, extent)
    uploads = dict(zip("xy", [*arguments, np.ones(SIDE * SIDE, np.float32)], strict=False))
    inputs = {k: builder.external(k, extent, Format.R32F, Role.SOURCE) for k in uploads}
    kernel = f"probe_{list(CASES).index(name)}"
    result = builder.op(kernel, inputs, key="probe", role=Role.PRECISE)["result"]
    builder.output("out", result)
    planes = {k: v.reshape(SIDE, SIDE, 1) for k, v in uploads.items()}
    got = bake_plan(builder.finish(), planes, by=probes)["out"].ravel().astype(np.float64)
    want = expected(*(a.astype(np.float64) for a in arguments))
    error = np.abs(got - want)
    allowed = absolute + relative * np.abs(want)
    worst = int(np.argmax(error - allowed))
    assert (error <= allowed).all(), (
        f"{name} of {[float(a[worst]) for a in arguments]} is {got[worst]!r}, not {want[worst]!r}"
    )
