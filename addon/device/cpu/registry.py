"""Which CPU ops have a body, and where it is found.

A CPU op is named ``cpu/<name>`` in the catalog like any kernel; its body is a function in
``device/cpu/<name>.py`` that carries the decorator below. The evaluator finishes what is in flight,
reads the inputs back, calls it, uploads the answer and goes on.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from ...plan.types import Extent, Value

Pixels = NDArray[np.float32]
"""Texels, shape (height, width, channels), row 0 at v = 0."""

CpuBody = Callable[
    [Mapping[str, Pixels], Mapping[str, Value], Mapping[str, str], Extent], Mapping[str, Pixels]
]
"""(inputs, params, variants, extent of the outputs) -> outputs, by the header's names.

Lengths among the params are already in texels of the outputs.
"""

_bodies: dict[str, CpuBody] = {}


def cpu_op(name: str) -> Callable[[CpuBody], CpuBody]:
    """Return a decorator that makes a function the body of the CPU op ``cpu/<name>``."""

    def register(body: CpuBody) -> CpuBody:
        _bodies[f"cpu/{name}"] = body
        return body

    return register


def body_of(kernel: str) -> CpuBody:
    """Return the body of a CPU op, importing its module the first time.

    Errors: KeyError naming an op that has none.
    """
    if kernel not in _bodies:
        module = f".{kernel.removeprefix('cpu/')}"
        try:
            importlib.import_module(module, __package__)
        except ModuleNotFoundError as error:
            if error.name != f"{__package__}{module}":
                raise
    if kernel not in _bodies:
        raise KeyError(f"the CPU op '{kernel}' has no body under addon/device/cpu")
    return _bodies[kernel]
