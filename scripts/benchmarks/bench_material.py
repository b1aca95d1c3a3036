"""Whole materials to arrays: Kiln once for all maps, Cycles' EMIT bake once per map."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Sequence

import bpy
from materials import MAPS, SHIPPED, materials, quiet
from table import Table, Timing, timed

from addon.bake.externals import gather_externals
from addon.device.evaluate import Evaluator, finish
from addon.device.uploads import Uploads
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.snapshot import material_model
from addon.library.catalog import load_catalog
from addon.plan.types import Extent
from tests.blender.channels import isolate

DEFAULT_SAMPLES = 4096
"""What a new scene bakes with. No one waits for that here: it is worked out from two counts."""


def kiln(device, evaluator, uploads, name: str, size: int) -> dict:
    """Return every map of a material as an array, from bpy data to numpy."""
    model = material_model(bpy.data.materials[name])
    compiled = compile_material(model, MAPS, evaluator.catalog, Extent(size, size))
    for external, pixels in gather_externals(
        compiled.pictures, compiled.tables, compiled.skies
    ).items():
        uploads.put(external, pixels.pixels, pixels.format)
    with finish(evaluator.evaluate(compiled.plan, uploads)) as bake:
        return {output.name: bake.read(output.name) for output in compiled.plan.outputs}


def opened(path: pathlib.Path, name: str) -> bpy.types.Material:
    """Return a material of a file just read: ``isolate`` writes into its groups."""
    with quiet():
        bpy.ops.wm.open_mainfile(filepath=str(path), use_scripts=False)
    return bpy.data.materials[name]


def cycles(path: pathlib.Path, name: str, size: int, samples: int, maps: Sequence[str]) -> Timing:
    """Return the time of one EMIT bake per map, added up; the bakes alone."""
    total = 0.0
    for channel in maps:
        material = opened(path, name)
        scene = bpy.context.scene
        scene.render.engine = "CYCLES"
        scene.cycles.device, scene.cycles.samples = "CPU", samples
        scene.cycles.use_denoising = False
        scene.render.bake.margin = 0
        # Alone: Cycles would wait for everything else in the file's scene.
        bpy.data.batch_remove(bpy.data.objects)
        scene.world = None
        bpy.ops.mesh.primitive_plane_add()
        isolate(material.node_tree, channel)
        bpy.context.object.data.materials.append(material)
        image = bpy.data.images.new("bench", size, size, float_buffer=True, is_data=True)
        node = material.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = image
        material.node_tree.nodes.active = node
        with quiet():
            total += timed(lambda: bpy.ops.object.bake(type="EMIT"), 1, warm=False).best
    return Timing((total,))


def worked_out(baked: dict[int, Timing]) -> Timing | None:
    """Return the time at DEFAULT_SAMPLES from those at the fewest and the most samples: what a bake
    costs at the start, and so much for each sample more. None where too few samples were added for
    their cost to stand out."""
    few, many = min(baked), max(baked)
    if baked[many].best < 1.5 * baked[few].best:
        return None
    each = (baked[many].best - baked[few].best) / (many - few)
    return Timing((baked[few].best + each * (DEFAULT_SAMPLES - few),))


def run(device, options) -> Table:
    """Bake each material both ways."""
    table = Table("Whole materials to arrays: all varying maps, Kiln against Cycles' EMIT bakes")
    catalog = load_catalog()
    for path, name in materials(SHIPPED[:1]):
        for size in options.sizes:
            opened(path, name)
            evaluator, uploads = Evaluator(device, catalog), Uploads(device)
            once = functools.partial(kiln, device, evaluator, uploads, name, size)
            first = timed(once, 1, warm=False)
            again = timed(once, options.repeats, warm=False)
            arrays = once()
            varying = tuple(m for m, a in arrays.items() if a.min() != a.max() or a.shape[2] > 1)
            evaluator.close()
            uploads.free()
            label = f"{name} {size}², {len(varying)} maps"
            baked = {}
            for samples in options.samples:
                against = baked[samples] = cycles(path, name, size, samples, varying)
                table.add(f"{label}: Cycles, {samples} spp", against, note=", ".join(varying))
                table.add(f"{label}: Kiln", again, against, f"against {samples} spp")
            against = worked_out(baked)
            if against is not None:
                table.add(f"{label}: Cycles, {DEFAULT_SAMPLES} spp", against, note="worked out")
                table.add(f"{label}: Kiln", again, against, f"against {DEFAULT_SAMPLES} spp")
            table.add(
                f"{label}: Kiln, the first time",
                first,
                note="shaders compiled, or read from caches",
            )
    return table
