"""From a material to a kernel that runs, for the first time: each stage against Cycles' first look.

Each run is a process of its own with empty shader caches. Cycles renders the material on a plane at
8 x 8 texels with one sample: its own way from a node tree to a compiled shader and one result.
"""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MARK = "KILN_TIMES "
GENERATED = "generated"
"""Stands for a file: materials that generated.py makes."""
MOST_RUNS = 3
"""Runs per material at most: each starts Blender, and compiles for seconds on a software driver."""
SIZE = 1024
STAGES = {
    "snapshot": "snapshot of the tree",
    "compile": "compile to a checked plan",
    "fuse": "fuse and schedule",
    "compose": "compose text",
    "build": "the driver's compiler and first dispatch",
    "again": "the same, text unchanged",
}


class Stages:
    """Seconds by name, each from the last call to this one."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.last = time.perf_counter()

    def end(self, name: str) -> None:
        now = time.perf_counter()
        self.seconds[name] = self.seconds.get(name, 0.0) + now - self.last
        self.last = time.perf_counter()


def kiln(material, device, times: Stages) -> dict[str, int]:
    """Take a material all the way once, and its shaders a second time. Returns what was made."""
    from materials import MAPS

    from addon.bake.externals import gather_externals
    from addon.device.evaluate import Evaluator  # noqa: F401  (imports register the CPU ops)
    from addon.device.uploads import Uploads
    from addon.frontends.shader.compile import compile_material
    from addon.frontends.shader.snapshot import material_model
    from addon.library.catalog import load_catalog
    from addon.library.compose import compose, pack
    from addon.plan.check import validate
    from addon.plan.fuse import fuse
    from addon.plan.numbers import resolved_params
    from addon.plan.schedule import schedule
    from addon.plan.types import Extent

    times.last = time.perf_counter()  # imports are Python's start-up, not a material's
    catalog = load_catalog()
    model = material_model(material)
    times.end("snapshot")
    compiled = compile_material(model, (*MAPS, "emission"), catalog, Extent(SIZE, SIZE))
    plan = compiled.plan
    validate(plan, catalog)
    times.end("compile")
    steps = schedule(plan, fuse(plan, catalog)).steps
    times.end("fuse")
    kernels = [compose(step.region, plan, catalog) for step in steps]
    times.end("compose")
    # Pictures and tables are the bake's: what is timed next is the shaders alone.
    uploads, images = Uploads(device), {}
    for name, pixels in gather_externals(
        compiled.pictures, compiled.tables, compiled.skies
    ).items():
        uploads.put(name, pixels.pixels, pixels.format)
    for step in steps:
        for image, slot in step.take.items():
            images[image] = device.create(slot.extent, slot.format)
    blocks = []
    for step, kernel in zip(steps, kernels, strict=True):
        values = [resolved_params(plan, op, catalog[op.kernel]).values for op in step.region.ops]
        blocks.append(pack(kernel.layout, step.region, values))
    table = plan.table()
    device.flush()
    times.last = time.perf_counter()
    for stage in ("build", "again"):
        for step, kernel, block in zip(steps, kernels, blocks, strict=True):
            shader = device.compile(kernel)
            written = {name: images[image] for name, image, _ in kernel.images}
            read = {}
            for name, image in kernel.samplers:
                external = table[image].external
                read[name] = uploads.texture(external.name) if external else images[image]
            extent = step.region.extent
            device.dispatch(shader, written, read, block, (0, 0), extent, Extent(16, 16))
        device.flush()
        times.end(stage)
    return {
        "ops": sum(len(step.region.ops) for step in steps),
        "dispatches": len(steps),
        "characters": sum(len(kernel.source) for kernel in kernels),
    }


def cycles(material, times: Stages) -> None:
    """Evaluate the material's dependencies, then render it for the first time."""
    import bpy
    from materials import quiet

    scene = bpy.data.scenes.new("bench")
    mesh = bpy.data.meshes.new("bench")
    mesh.from_pydata([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [], [(0, 1, 2, 3)])
    mesh.uv_layers.new()
    mesh.materials.append(material)
    plane = bpy.data.objects.new("bench", mesh)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = (0.0, 0.0, 3.0)
    for each in (plane, camera):
        scene.collection.objects.link(each)
    scene.camera = camera
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples = "CPU", 1
    scene.cycles.use_denoising = False
    scene.render.resolution_x = scene.render.resolution_y = 8
    scene.render.resolution_percentage = 100
    material.node_tree.update_tag()
    times.last = time.perf_counter()
    scene.view_layers[0].update()
    times.end("depsgraph")
    with quiet():
        bpy.ops.render.render(scene=scene.name)
    times.end("cycles")


def child(path: str, name: str) -> None:
    """Measure one material in this process and print the figures."""
    sys.path[:0] = [str(HERE), str(HERE.parents[1])]
    import bpy

    from addon.device.start import leave, open_device

    if path == GENERATED:
        import generated

        material = getattr(generated, name)()
    else:
        bpy.ops.wm.open_mainfile(filepath=path, use_scripts=False)
        material = bpy.data.materials[name]
    device = open_device()
    times = Stages()
    made = kiln(material, device, times)
    cycles(material, times)
    print(MARK + json.dumps({"seconds": times.seconds, **made}), flush=True)
    leave(0)


def measured(path: pathlib.Path | str, name: str) -> dict:
    """Return one material's figures from a process with empty caches. Errors: RuntimeError."""
    with tempfile.TemporaryDirectory() as cache:
        places = ("XDG_CACHE_HOME", "MESA_SHADER_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH")
        done = subprocess.run(
            [sys.executable, __file__, str(path), name],
            env=os.environ | dict.fromkeys(places, cache),
            capture_output=True,
            text=True,
            check=False,
        )
    for line in done.stdout.splitlines():
        if line.startswith(MARK):
            return json.loads(line.removeprefix(MARK))
    raise RuntimeError(f"'{name}' could not be measured: {done.stderr[-2000:]}")


def run(device, options):
    """Measure every material, each time in a process of its own."""
    from materials import materials
    from table import Table, Timing

    table = Table("From a material to its first texels, cold, against Cycles' first 8 x 8 render")
    made_here = [(GENERATED, name) for name in ("bump_chain", "large")]
    for path, name in [*materials(), *made_here]:
        runs = [measured(path, name) for _ in range(min(options.repeats, MOST_RUNS))]

        def timing(*stages, runs=runs):
            return Timing(tuple(sum(run["seconds"][s] for s in stages) for run in runs))

        against = timing("cycles")
        table.add(f"{name}: Cycles", against, note="the same material on a plane, 1 sample, CPU")
        table.add(f"{name}: Blender's depsgraph", timing("depsgraph"), against)
        size = "{ops} ops, {dispatches} dispatches, {characters} characters".format(**runs[0])
        for stage, label in STAGES.items():
            table.add(
                f"{name}: {label}", timing(stage), against, size if stage == "compose" else ""
            )
        whole = timing(*(stage for stage in STAGES if stage != "again"))
        table.add(f"{name}: all but the last", whole, against)
    return table


if __name__ == "__main__":
    child(*sys.argv[1:])
