"""A bake owns its textures, and fifty of them leave memory flat."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from addon.device.errors import UsedAfterRelease
from addon.device.evaluate import Evaluator, finish
from addon.device.uploads import Uploads
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role

SIDE = Extent(512, 512)
TEXTURE_BYTES = SIDE.texels * 16


def blurring(catalog, ops):
    """Return a plan of ``ops`` blurs, each of which needs a texture of its own.

    Not of a kernel that branches on its numbers: Mesa 22.3's software Vulkan specialises those anew
    at every dispatch and keeps a quarter of a megabyte each time (measured), whoever dispatches.
    """
    builder = PlanBuilder(catalog, SIDE)
    image = builder.external("picture", SIDE, Format.RGBA32F, Role.SOURCE)
    for number in range(ops):
        made = builder.op("box_blur", {"color": image}, key=f"op{number}", role=Role.PRECISE)
        image = made["result"]
        builder.output(f"out{number}", image)
    return builder.finish()


def resident_bytes():
    """Return this process's memory, which on a software driver holds the textures too."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS in /proc/self/status")


def test_fifty_bakes_leave_memory_flat(device, catalog):
    if not Path("/proc/self/status").exists():
        pytest.skip("does not apply: memory is measured through /proc")
    evaluator = Evaluator(device, catalog)
    uploads = Uploads(device)
    uploads.put("picture", np.zeros((512, 512, 4), np.float32), Format.RGBA32F)
    plan = blurring(catalog, 6)

    def bake():
        with finish(evaluator.evaluate(plan, uploads)) as baked:
            baked.read("out5")

    for _ in range(5):
        bake()
    allocated, resident = device.allocated_bytes, resident_bytes()
    for _ in range(50):
        bake()
    assert device.allocated_bytes == allocated
    # 50 bakes of 6 textures are 1.2 GB; a leak of one texture in ten bakes would show.
    assert resident_bytes() - resident < 4 * TEXTURE_BYTES
    evaluator.close()
    uploads.free()


def test_closing_the_evaluator_frees_everything_but_the_uploads(device, catalog):
    evaluator = Evaluator(device, catalog)
    uploads = Uploads(device)
    before = device.allocated_bytes
    uploads.put("picture", np.zeros((512, 512, 4), np.float32), Format.RGBA32F)
    finish(evaluator.evaluate(blurring(catalog, 3), uploads)).free()
    evaluator.close()
    assert device.allocated_bytes == before + TEXTURE_BYTES
    uploads.free()
    assert device.allocated_bytes == before


def test_a_freed_bake_answers_nothing(device, catalog):
    evaluator = Evaluator(device, catalog)
    uploads = Uploads(device)
    uploads.put("picture", np.zeros((512, 512, 4), np.float32), Format.RGBA32F)
    bake = finish(evaluator.evaluate(blurring(catalog, 1), uploads))
    bake.free()
    with pytest.raises(UsedAfterRelease):
        bake.read("out0")
    uploads.free()
    evaluator.close()


def test_an_output_reads_the_same_after_other_bakes(device, catalog, evaluator):
    """What a bake holds is not lent to the next one."""
    uploads = Uploads(device)
    picture = np.random.default_rng(4).random((512, 512, 4), np.float32)
    uploads.put("picture", picture, Format.RGBA32F)
    with finish(evaluator.evaluate(blurring(catalog, 2), uploads)) as first:
        before = first.read("out1").copy()
        uploads.put("picture", 1 - picture, Format.RGBA32F)
        finish(evaluator.evaluate(blurring(catalog, 2), uploads)).free()
        assert np.array_equal(first.read("out1"), before)
    uploads.free()
