"""The tutorial's kernel and its test, run as they stand on the page."""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path

import pytest

from addon.library.catalog import KERNELS, load_catalog

PAGE = Path(__file__).resolve().parents[2] / "docs" / "writing-a-kernel.md"


def block(language: str) -> str:
    """Return the page's code in ``language``."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    assert len(found) == 1
    return found[0]


@pytest.fixture
def written(tmp_path):
    """Return a catalog of the shipped kernels and the tutorial's."""
    shutil.copytree(KERNELS, tmp_path / "kernels")
    (tmp_path / "kernels" / "area" / "relief.glsl").write_text(block("glsl"), "utf-8")
    return load_catalog(tmp_path / "kernels")


def test_the_kernel_of_the_tutorial_passes_the_test_of_the_tutorial(device, written, bake_plan):
    from addon.device.evaluate import Evaluator

    names: dict[str, object] = {}
    exec(compile(block("python"), str(PAGE), "exec"), names)
    tests = [test for name, test in names.items() if name.startswith("test_")]
    assert len(tests) == 1
    own = Evaluator(device, written)
    try:
        tests[0](written, partial(bake_plan, by=own))
    finally:
        own.close()
