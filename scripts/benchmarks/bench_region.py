"""A fused region against the same material written by hand as one kernel. Target: within 1.15.

By hand in three ways. With the sliders of the nodes, a user may turn all that can be turned in
Kiln: the same job, and what the target is about. With the material's sliders only, its author left
out what the material does not use. With constants, every slider compiles anew.
"""

from __future__ import annotations

import hashlib
import pathlib
from dataclasses import replace

import numpy as np
from dispatches import Dispatch, clock_of, composed, is_software
from reference_plan import NODES, SLIDERS, ramp_table, reference_plan
from table import Table, Timing, interleaved

from addon.device.uploads import Uploads
from addon.library.catalog import load_catalog
from addon.library.composed import UniformLayout
from addon.plan.types import Format

TEXT = (pathlib.Path(__file__).parent / "hand_written.glsl").read_text(encoding="utf-8")
TURNED = (7.0, 2.5, 0.6, 2.1, 6.0, 0.8, 0.4, 0.7, 1.5, 0.6, 1.9)
"""Every slider somewhere else: there the two must agree as well."""
AGREE = 1e-5
"""The most that the pictures may differ by: some units in the last place of a sum of octaves."""


def hand_written(kernel, sliders: bool, extras: bool):
    """Return ``kernel`` with its text exchanged for the hand-written one, uniforms as asked."""
    ((image, _, _),) = kernel.images
    ((table, _),) = kernel.samplers
    uniform = "kln_p.f[hw_zero + i / 4][i % 4]"
    source = (
        f"#define SLIDER(i, value) ({uniform if sliders else 'value'})\n"
        f"#define EXTRA(i, value) ({uniform if extras else 'value'})\n"
        f"#define FRACTIONS {str(extras).lower()}\n"
        f"#define hw_result {image}\n#define hw_table {table}\n{TEXT}"
    )
    blocks = 3 if sliders else 0
    return replace(
        kernel,
        source=source,
        typedefs="struct kln_Params {\n  vec4 f[3];\n};\n" if sliders else "",
        layout=UniformLayout(blocks, 0, ()),
        digest=hashlib.sha256(source.encode()).hexdigest(),
        lines=(),
    )


def packed(numbers: tuple[float, ...]) -> bytes:
    """Return the hand-written kernel's uniform block."""
    return np.float32((*numbers, *[0.0] * (12 - len(numbers)))).tobytes()


def check(device, catalog, uploads, size: int) -> float:
    """Return how far apart the pictures are at most, sliders as they are and turned. Errors:
    RuntimeError where the hand-written kernel is another material, and the comparison worthless."""
    apart = 0.0
    for numbers in (SLIDERS + NODES, TURNED):
        plan = reference_plan(catalog, size, numbers=numbers)
        kernel, uniforms = composed(catalog, plan)
        ours = Dispatch(device, plan, kernel, uniforms, uploads)
        theirs = Dispatch(device, plan, hand_written(kernel, True, True), packed(numbers), uploads)
        apart = max(apart, float(np.abs(ours.picture() - theirs.picture()).max()))
        ours.free()
        theirs.free()
    if not apart <= AGREE:
        raise RuntimeError(f"the hand-written kernel's picture is {apart:.1e} away from Kiln's")
    return apart


def run(device, options) -> Table:
    """Time all four in turn."""
    catalog = load_catalog()
    what = "processor time" if is_software(device) else "dispatch to dispatch"
    table = Table(f"Fused region against one hand-written kernel ({what}, RGBA32F)")
    for size in options.sizes:
        uploads = Uploads(device)
        uploads.put("table", ramp_table(), Format.RGBA32F)
        apart = check(device, catalog, uploads, min(size, 512))
        plan = reference_plan(catalog, size)
        kernel, uniforms = composed(catalog, plan)
        numbers = packed(SLIDERS + NODES)
        runs = [
            Dispatch(device, plan, hand_written(kernel, True, True), numbers, uploads),
            Dispatch(device, plan, hand_written(kernel, True, False), numbers, uploads),
            Dispatch(device, plan, hand_written(kernel, False, False), b"", uploads),
            Dispatch(device, plan, kernel, uniforms, uploads),
        ]
        inner = 1 if is_software(device) else 20
        times = [
            Timing(tuple(seconds / inner for seconds in timing.seconds))
            for timing in interleaved(
                [lambda each=each: each.run(inner) for each in runs],  # noqa: B023
                max(options.repeats, 11),
                clock_of(device),
            )
        ]
        base = times[0]
        table.add(f"{size}² by hand, the nodes' sliders", base, note="what the ratios are to")
        table.add(f"{size}² by hand, the material's sliders", times[1], base, paired=True)
        table.add(f"{size}² by hand, constants", times[2], base, paired=True)
        note = f"largest difference {apart:.1e}"
        table.add(f"{size}² Kiln's region", times[3], base, note, paired=True)
        for each in runs:
            each.free()
        uploads.free()
    return table
