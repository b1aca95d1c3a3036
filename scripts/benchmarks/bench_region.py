"""A fused region against the same material written by hand as one kernel. Target: within 1.15."""

from __future__ import annotations

import hashlib
import pathlib
from dataclasses import replace

import numpy as np
from dispatches import RegionRun
from reference_plan import ramp_table, reference_plan
from table import Table

from addon.device.uploads import Uploads
from addon.library.catalog import load_catalog
from addon.library.composed import UniformLayout
from addon.plan.types import Format

TEXT = (pathlib.Path(__file__).parent / "hand_written.glsl").read_text(encoding="utf-8")
NUMBERS = (5.0, 2.0, 0.5, 2.0, 5.0, 1.0, 0.35)


def hand_written(kernel, constants: bool):
    """Return ``kernel`` with its text exchanged for the hand-written one, numbers as asked."""
    ((image, _, _),) = kernel.images
    ((table, _),) = kernel.samplers
    number = "#define NUMBER(i, constant) " + ("constant" if constants else "kln_p.f[i / 4][i % 4]")
    source = f"{number}\n#define hw_result {image}\n#define hw_table {table}\n{TEXT}"
    blocks = 0 if constants else 2
    return replace(
        kernel,
        source=source,
        typedefs="" if constants else "struct kln_Params {\n  vec4 f[2];\n};\n",
        layout=UniformLayout(blocks, 0, ()),
        digest=hashlib.sha256(source.encode()).hexdigest(),
        lines=(),
    )


def run(device, sizes, repeats) -> Table:
    """Time both; the pictures must agree, or the comparison means nothing."""
    catalog = load_catalog()
    table = Table("Fused region against one hand-written kernel (dispatch to dispatch, RGBA32F)")
    for size in sizes:
        uploads = Uploads(device)
        uploads.put("table", ramp_table(), Format.RGBA32F)
        plan = reference_plan(catalog, size)
        inner = 20 if size <= 1024 else 8
        if "llvmpipe" in device.info.renderer:
            inner = 2
        kiln = RegionRun(device, catalog, plan, uploads)
        composed, packed = kiln.kernel, kiln.uniforms
        pictures, timings = [], []
        for kernel, uniforms in (
            (composed, packed),
            (hand_written(composed, False), np.float32((*NUMBERS, 0.0)).tobytes()),
            (hand_written(composed, True), b""),
        ):
            kiln.free()
            kiln.use(kernel, uploads)
            kiln.uniforms = uniforms
            timings.append(kiln.time(repeats, inner))
            pictures.append(device.read(next(iter(kiln.images.values()))))
        apart = [float(np.abs(picture - pictures[0]).max()) for picture in pictures]
        table.add(
            f"{size}² hand-written, uniforms", timings[1], note=f"largest difference {apart[1]:.1e}"
        )
        table.add(
            f"{size}² hand-written, constants",
            timings[2],
            timings[1],
            f"largest difference {apart[2]:.1e}",
        )
        table.add(f"{size}² Kiln's region", timings[0], timings[1])
        kiln.free()
        uploads.free()
    return table
