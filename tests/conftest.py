"""Tiers by folder, what each needs, and the one GPU that every test shares.

``tests/plan``, ``tests/library`` and ``tests/frontends`` need neither Blender nor a GPU, and
``tests/device`` needs numpy only. ``tests/blender`` needs ``bpy``, ``tests/gpu`` a driver besides,
and ``tests/app`` a real Blender with a window. A tier that cannot run skips and names what is
missing.

``KILN_REQUIRE=vulkan,opengl,app`` names what must be there: a skip of a tier that it covers is a
failure unless it is one of ``LISTED``, and the backend really used must be the one named, because
bpy falls back from Vulkan to OpenGL silently.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
NEEDS_BPY = {"blender", "gpu"}
REQUIRED = frozenset(filter(None, os.environ.get("KILN_REQUIRE", "").lower().split(",")))
BACKENDS = {"vulkan": "VULKAN", "opengl": "OPENGL", "metal": "METAL"}
WITHOUT_WINDOW = {"plan", "library", "frontends", "cli", "device", "blender", "gpu"}
COVERS = {"vulkan": WITHOUT_WINDOW, "opengl": WITHOUT_WINDOW, "app": {"app"}}
LISTED = ("does not apply", "the corpus of materials by people outside")
"""How the reasons begin that stay skips: the version or backend under test has not what the test is
about, or the materials that the project does not ship are not beside it."""
NO_BPY = f"needs the module bpy, which {sys.executable} has not; scripts/test sets up one that has"


def tier(path: Path) -> str:
    """Return the folder under tests/ that a file stands in."""
    return path.resolve().relative_to(HERE).parts[0] if HERE in path.resolve().parents else ""


class Missing(pytest.Module):
    """Stands for a module whose tier cannot run here: one loud skip."""

    def collect(self) -> list[pytest.Item]:
        return [MissingItem.from_parent(self, name=self.path.stem)]


class MissingItem(pytest.Item):
    """The skip; with its tier required, the hook below makes it a failure."""

    def runtest(self) -> None:
        pytest.skip(NO_BPY)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.name


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> Missing | None:
    """Collect a skip instead of a module that would not import."""
    if tier(module_path) in NEEDS_BPY and importlib.util.find_spec("bpy") is None:
        return Missing.from_parent(parent, path=module_path)
    return None


def pytest_report_header() -> str:
    """Say what this run has and what it must have."""
    has = "bpy" if importlib.util.find_spec("bpy") else "no bpy"
    return f"kiln: {has}; required: {', '.join(sorted(REQUIRED)) or 'nothing'}"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """Fail skips of required tiers, and name renderer and driver under every failure."""
    outcome = yield
    report = outcome.get_result()
    covered = set().union(*(COVERS.get(name, set()) for name in REQUIRED))
    if report.skipped and tier(item.path) in covered and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        if not reason.startswith(LISTED):
            report.outcome = "failed"
            report.longrepr = f"KILN_REQUIRE={','.join(sorted(REQUIRED))}, but: {reason}"
    if report.failed and (info := started_device()) is not None:
        report.sections.append(
            ("GPU", f"{info.backend}: {info.renderer}, {info.vendor}, driver {info.version}")
        )


def started_device() -> Any:
    """Return who answers, None where no test has started the GPU."""
    blender = sys.modules.get("addon.device.start")
    return blender._open.info if blender is not None and blender._open is not None else None


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Let go of the GPU while there is a context, and remember how the run ended."""
    session.config.stash[ENDED] = int(exitstatus)


ENDED = pytest.StashKey[int]()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End the process the way the command line does: bpy 4.5 does not come back by itself."""
    if started_device() is not None:
        from addon.device.start import close_device, leaves_badly

        code = config.stash.get(ENDED, 1)
        bad = leaves_badly()
        close_device()
        if bad:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


@pytest.fixture(scope="session")
def catalog() -> Any:
    """Return the shipped kernels."""
    from addon.library.catalog import load_catalog

    return load_catalog()


@pytest.fixture(scope="session")
def device() -> Any:
    """Return the GPU, started once per run; its backend is the required one."""
    from addon.device.errors import NoDevice
    from addon.device.start import open_device

    try:
        opened = open_device()
    except NoDevice as error:
        pytest.skip(str(error))
    wanted = [BACKENDS[name] for name in sorted(REQUIRED) if name in BACKENDS]
    if wanted and opened.info.backend not in wanted:
        pytest.fail(f"KILN_REQUIRE asks for {' or '.join(wanted)}; {opened.info.backend} answered")
    return opened


@pytest.fixture(scope="session")
def evaluator(device: Any, catalog: Any) -> Iterator[Any]:
    """Return the evaluator that tests share, textures and shaders kept between them."""
    from addon.device.evaluate import Evaluator

    made = Evaluator(device, catalog)
    yield made
    made.close()


@pytest.fixture(scope="session")
def bake_plan(evaluator: Any) -> Callable[..., dict[str, Any]]:
    """Return ``bake_plan``, with the evaluator that tests share."""
    return plan_baker(evaluator)


def plan_baker(evaluator: Any) -> Callable[..., dict[str, Any]]:
    """Return ``bake_plan(plan, externals={}, *, fused=True, keep=(), by=None) -> {output:
    texels}``.

    ``externals`` holds (height, width, channels) arrays by external name, row 0 at v = 0; they are
    uploaded in the formats that the plan declares. ``keep`` adds images by id. ``by`` is another
    evaluator. Texels come back as float32, 8-bit ones divided by 255.
    """

    def bake(
        plan: Any,
        externals: Mapping[str, Any] | None = None,
        *,
        fused: bool = True,
        keep: Any = (),
        by: Any = None,
    ) -> dict[str, Any]:
        import numpy as np

        from addon.device.evaluate import finish
        from addon.device.uploads import Uploads

        chosen = by or evaluator
        uploads = Uploads(chosen.device)
        formats = {i.external.name: i.format for i in plan.images if i.external is not None}
        try:
            for name, texels in (externals or {}).items():
                uploads.put(name, texels, formats[name])
            with finish(chosen.evaluate(plan, uploads, fused=fused, keep=keep)) as baked:
                read = {output: baked.read(output) for output in baked}
        finally:
            uploads.free()
        return {
            name: texels.astype(np.float32) / 255 if texels.dtype == np.uint8 else texels
            for name, texels in read.items()
        }

    return bake
