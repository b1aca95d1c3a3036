"""The GPU starts without a window, leaves no trace in the file, and the process ends."""

from __future__ import annotations

import json

import pytest

from tests.processes import run_apart

NO_DRIVER = {
    "VK_ICD_FILENAMES": "/nonexistent",
    "VK_DRIVER_FILES": "/nonexistent",
    "__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent",
    "DISPLAY": "",
    "WAYLAND_DISPLAY": "",
}

LOOK = """
import json, bpy
from addon.device.start import open_device, leave

def look():
    names = {}
    for name in dir(bpy.data):
        held = getattr(bpy.data, name)
        if isinstance(held, bpy.types.bpy_prop_collection):
            names[name] = sorted(block.name_full for block in held)
    scene = bpy.context.scene
    return names, scene.name, scene.render.engine, scene.render.resolution_x, str(scene.camera)

heard = []
bpy.app.handlers.render_init.append(lambda *_: heard.append("render_init"))
bpy.app.handlers.render_complete.append(lambda *_: heard.append("render_complete"))
before = look()
device = open_device()
after = look()
handlers = len(bpy.app.handlers.render_init)
again = open_device() is device
leftover = hasattr(bpy.types, "KILN_RE_start")
print("SAID", json.dumps([before == after, heard, handlers, again, leftover, device.info.backend]))
leave(7)
"""


@pytest.fixture(scope="module")
def started(device):
    """Return what a process says that started the GPU, and how it ended. Needs a driver to."""
    ended = run_apart(LOOK)
    lines = [line for line in ended.stdout.splitlines() if line.startswith("SAID ")]
    assert lines, ended.stdout + ended.stderr
    keys = ("same", "heard", "handlers", "again", "leftover", "backend")
    said = dict(zip(keys, json.loads(lines[0][5:]), strict=True))
    return said, ended


def test_start_up_leaves_every_data_block_and_the_scene_as_they_were(started):
    assert started[0]["same"]
    assert not started[0]["leftover"]


def test_other_peoples_render_handlers_hear_nothing_and_stay(started):
    assert started[0]["heard"] == []
    assert started[0]["handlers"] == 1


def test_the_device_is_opened_once(started):
    assert started[0]["again"]


def test_the_backend_is_the_one_of_this_process(started, device):
    assert started[0]["backend"] == device.info.backend


def test_the_process_ends_with_the_code_it_was_given_and_all_output_written(started):
    assert started[1].returncode == 7


def test_with_no_driver_one_sentence_says_what_to_install():
    ended = run_apart(
        """
        import sys, bpy
        from addon.device.errors import NoDevice
        from addon.device.start import leave, open_device
        try:
            open_device()
        except NoDevice as error:
            print("SAID", error)
            leave(1)
        leave(0)
        """,
        variables=NO_DRIVER,
    )
    said = [line for line in ended.stdout.splitlines() if line.startswith("SAID ")]
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert len(said) == 1
    assert "No GPU driver answers" in said[0] and "mesa-vulkan-drivers" in said[0]


def test_where_blender_dies_for_want_of_a_driver_its_reason_is_told(device):
    if device.info.backend != "OPENGL":
        pytest.skip("does not apply: only OpenGL without a window needs EGL")
    ended = run_apart(
        "from addon.device.start import open_device; import bpy; open_device()",
        variables=NO_DRIVER | {"__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null"},
    )
    assert ended.returncode != 0
    assert "No GPU driver answers" in ended.stderr and "EGL" in ended.stderr, ended.stderr


def test_importing_the_device_starts_nothing():
    ended = run_apart(
        """
        import sys
        import addon.device.evaluate, addon.device.blender, addon.device.start
        print("gpu" in sys.modules, "bpy" in sys.modules)
        """
    )
    assert ended.stdout.split() == ["False", "False"], ended.stdout + ended.stderr
