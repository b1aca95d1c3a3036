"""The roof: a kernel that copies one image to another, against numpy copying the same bytes."""

from __future__ import annotations

import numpy as np
from dispatches import Dispatch, composed, is_software
from table import Table, Timing, timed

from addon.device.uploads import Uploads
from addon.library.catalog import load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format


def run(device, options) -> Table:
    """Time an invert (one read, one write, next to no arithmetic) and what surrounds a dispatch."""
    catalog = load_catalog()
    table = Table(
        "A copy kernel (invert), read-back and upload, against numpy's copy of the same bytes"
    )
    for size in options.sizes:
        pixels = np.random.default_rng(1).random((size, size, 4), dtype=np.float32)
        plain = timed(lambda pixels=pixels: pixels.copy(), options.repeats)
        uploads = Uploads(device)

        def upload_once(pixels=pixels):
            device.release(device.upload(pixels, Format.RGBA32F))

        upload = timed(upload_once, options.repeats)
        uploads.put("picture", pixels, Format.RGBA32F)
        build = PlanBuilder(catalog, Extent(size, size))
        source = build.external("picture", Extent(size, size), Format.RGBA32F)
        result = build.op(
            "invert", {"color": source}, key="out", formats={"result": Format.RGBA32F}
        )
        build.output("result", result["result"])
        plan = build.finish()
        region = Dispatch(device, plan, *composed(catalog, plan), uploads)
        inner = 4 if is_software(device) else 50
        whole = timed(lambda: region.run(inner), options.repeats)  # noqa: B023
        kernel = Timing(tuple(seconds / inner for seconds in whole.seconds))
        image = next(iter(region.images.values()))
        read = timed(lambda: device.read(image), options.repeats)  # noqa: B023
        table.add(f"{size}² RGBA32F numpy copy", plain)
        gigabytes = 2 * size * size * 16 / kernel.best / 1e9
        table.add(f"{size}² RGBA32F copy kernel", kernel, plain, f"{gigabytes:.0f} GB/s")
        table.add(f"{size}² RGBA32F read-back", read, plain)
        table.add(f"{size}² RGBA32F upload", upload, plain)
        region.free()
        uploads.free()
    return table
