"""The device tier: order, lifetime and ownership on the strict null device. Needs numpy only."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from addon.device.cpu import registry
from addon.device.evaluate import Evaluator
from addon.device.null import NullDevice
from addon.device.uploads import Uploads
from addon.library.catalog import KernelCatalog
from addon.plan.types import Format

from .plans import SIDE, small_catalog


@pytest.fixture(scope="session")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> KernelCatalog:
    """Return the test's own kernels."""
    return small_catalog(tmp_path_factory.mktemp("kernels"))


@pytest.fixture
def null() -> NullDevice:
    """Return a fresh strict device."""
    return NullDevice()


@pytest.fixture
def evaluator(null: NullDevice, kernels: KernelCatalog) -> Evaluator:
    """Return an evaluator on it."""
    return Evaluator(null, kernels)


@pytest.fixture
def uploads(null: NullDevice) -> Uploads:
    """Return uploads that hold the plans' picture."""
    held = Uploads(null)
    held.put("picture", np.zeros((SIDE.height, SIDE.width, 4), np.float32), Format.RGBA16F)
    return held


@pytest.fixture
def transpose() -> Iterator[None]:
    """Give the test-only CPU op its body."""
    body = registry.cpu_op("transpose")
    body(lambda inputs, params, variants, extent: {"result": inputs["color"].transpose(1, 0, 2)})
    yield
    registry._bodies.pop("cpu/transpose")
