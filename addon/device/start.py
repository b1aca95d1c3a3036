"""Starts Blender's GPU, with a window or without, and ends a process that used it.

In the window the GPU is there. Without one, 5.2 and later have ``gpu.init()``; before that the
module works once something has rendered with an engine that asks for a GPU context, so a render of
eight by eight texels of an empty scene is made, and the scene removed again.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from ..handlers import silenced
from .blender import BlenderDevice, device_info
from .capture import captured_output
from .drivers import none_installed
from .errors import NoDevice

ADVICE = (
    "No GPU driver answers, so nothing can be baked: install this machine's graphics driver, or on "
    "Debian the software ones (apt-get install mesa-vulkan-drivers libvulkan1 libegl1 "
    "libegl-mesa0 libgl1-mesa-dri libgl1)"
)

_open: BlenderDevice | None = None


def open_device() -> BlenderDevice:
    """Return the device, starting the GPU the first time.

    Errors: NoDevice, in one sentence, where no driver answers.
    """
    global _open
    if _open is None:
        if not _started():
            _start()
        _open = BlenderDevice()
    return _open


def close_device() -> None:
    """Let go of everything the device holds; unregister() calls it while there is a context."""
    global _open
    if _open is not None:
        _open.close()
        _open = None


def _started() -> bool:
    try:
        device_info()
    except NoDevice:
        return False
    return True


def _start() -> None:
    import bpy
    import gpu

    if bpy.app.background and none_installed():
        raise NoDevice(f"{ADVICE}.")
    with captured_output(f"Blender ended while it started the GPU. {ADVICE}. It said:") as printed:
        try:
            if hasattr(gpu, "init"):
                gpu.init()
            else:
                _render_once()
            failure: Exception | None = None
        except (SystemError, RuntimeError) as error:
            failure = error
    if failure is not None or not _started():
        said = str(failure or printed.text.strip().rpartition("\n")[2]).strip().rstrip(".")
        raise NoDevice(f"{ADVICE}." + (f" ({said})" if said else "")) from failure


def _render_once() -> None:
    """Render an empty temporary scene with an engine that asks for a GPU context."""
    import bpy

    class KILN_RE_start(bpy.types.RenderEngine):  # type: ignore[misc]
        bl_idname = "KILN_START"
        bl_label = "Kiln start-up"
        bl_use_gpu_context = True

        def render(self, depsgraph: object) -> None:
            pass

    images = {image.session_uid for image in bpy.data.images}
    bpy.utils.register_class(KILN_RE_start)
    scene = bpy.data.scenes.new("Kiln start-up")
    camera = bpy.data.cameras.new("Kiln start-up")
    eye = bpy.data.objects.new("Kiln start-up", camera)
    try:
        scene.render.engine = "KILN_START"
        scene.render.resolution_x = scene.render.resolution_y = 8
        scene.render.resolution_percentage = 100
        scene.collection.objects.link(eye)
        scene.camera = eye
        with silenced("render_", "composite_"):
            bpy.ops.render.render(scene=scene.name)
    finally:
        bpy.data.objects.remove(eye)
        bpy.data.cameras.remove(camera)
        bpy.data.scenes.remove(scene)
        bpy.utils.unregister_class(KILN_RE_start)
        for image in list(bpy.data.images):
            if image.session_uid not in images and image.type in {"RENDER_RESULT", "COMPOSITING"}:
                bpy.data.images.remove(image)


def leaves_badly() -> bool:
    """Return whether Blender's way out hangs: bpy 4.5 as a module, once the GPU ran (measured)."""
    import bpy

    return bool(bpy.app.module) and bpy.app.version < (5, 0, 0) and _open is not None


def leave(code: int) -> NoReturn:
    """End the process with an exit code, whatever a started GPU does to Blender's own way out."""
    if leaves_badly():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    close_device()
    sys.exit(code)
