"""A dispatch in tiles equals the whole one, and a batch is bounded on a real driver."""

from __future__ import annotations

import numpy as np

from addon.device.evaluate import Evaluator, finish
from addon.device.uploads import Uploads
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role

SIZE = Extent(331, 203)


def test_tiles_give_the_bits_of_the_whole_dispatch(device, catalog):
    picture = np.random.default_rng(5).random((SIZE.height, SIZE.width, 4), np.float32)
    builder = PlanBuilder(catalog, SIZE)
    image = builder.external("picture", SIZE, Format.RGBA32F, Role.SOURCE)
    for key in ("once", "twice"):
        made = builder.op("box_blur", {"color": image}, {"radius": 3.5}, key=key)
        image = made["result"]
    builder.output("out", image)
    plan = builder.finish()
    uploads = Uploads(device)
    uploads.put("picture", picture, Format.RGBA32F)
    read, dispatches = [], []
    for budget_s in (1e9, 1e-9):
        evaluator = Evaluator(device, catalog, budget_s=budget_s)
        with finish(evaluator.evaluate(plan, uploads)) as bake:
            read.append(bake.read("out"))
            dispatches.append(bake.evaluated.dispatches)
        evaluator.close()
    uploads.free()
    regions = dispatches[0]
    tiles = (-(-SIZE.width // 64)) * (-(-SIZE.height // 64))
    assert dispatches[1] == regions * tiles
    assert np.array_equal(read[0], read[1])
