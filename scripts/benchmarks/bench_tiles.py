"""How long a window stands still: the longest step of an evaluation cut into tiles."""

from __future__ import annotations

import time

import bpy
from materials import MAPS, SHIPPED, materials, quiet
from table import Table, Timing

from addon.bake.externals import gather_externals
from addon.device.evaluate import Evaluator
from addon.device.tiles import BUDGET_S
from addon.device.uploads import Uploads
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.snapshot import material_model
from addon.library.catalog import load_catalog
from addon.plan.types import Extent


def steps(evaluation) -> list[float]:
    """Return the seconds of every step that compiled nothing, and free what was baked."""
    seconds = []
    while True:
        start = time.perf_counter()
        try:
            progress = next(evaluation)
        except StopIteration as end:
            end.value.free()
            return seconds
        if not progress.label.startswith("compiled"):
            seconds.append(time.perf_counter() - start)


def run(device, options) -> Table:
    """Step through each material twice: kernels never measured, then measured."""
    table = Table(
        f"Steps of an evaluation in tiles, against the whole of it; the budget is {BUDGET_S:.1f} s"
    )
    catalog = load_catalog()
    for path, name in materials(SHIPPED[:1]):
        with quiet():
            bpy.ops.wm.open_mainfile(filepath=str(path), use_scripts=False)
        model = material_model(bpy.data.materials[name])
        for size in options.sizes:
            compiled = compile_material(model, MAPS, catalog, Extent(size, size))
            evaluator, uploads = Evaluator(device, catalog), Uploads(device)
            for external, given in gather_externals(
                compiled.pictures, compiled.tables, compiled.skies
            ).items():
                uploads.put(external, given.pixels, given.format)
            for state in ("never measured", "measured"):
                seconds = steps(evaluator.evaluate(compiled.plan, uploads))
                label = f"{name} {size}², {state}"
                whole = Timing((sum(seconds),))
                table.add(f"{label}: whole", whole, note=f"{len(seconds)} steps")
                table.add(f"{label}: longest step", Timing((max(seconds),)), whole)
            evaluator.close()
            uploads.free()
    return table
