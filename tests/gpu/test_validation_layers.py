"""Under Vulkan's validation layers a bake says nothing that starting the GPU does not say too.

The start-up baseline is recorded in the same environment, because it belongs to Blender and the
driver.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.processes import run_apart

LAYER = "VK_LAYER_KHRONOS_validation"
FOLDERS = ("/usr/share/vulkan", "/usr/local/share/vulkan", "/etc/vulkan")

START = """
import bpy
from addon.device.start import leave, open_device
device = open_device()
device.flush()
"""
BAKE = """
import numpy as np
from addon.device.evaluate import Evaluator, finish
from addon.device.uploads import Uploads
from addon.library.catalog import load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role

catalog = load_catalog()
size = Extent(150, 70)
builder = PlanBuilder(catalog, size)
uploads = Uploads(device)
rng = np.random.default_rng(1)
for format in Format:
    texels = rng.random((size.height, size.width, format.channels), np.float32)
    uploads.put(str(format), texels, format)
    image = builder.external(str(format), size, format, Role.SOURCE)
    for op, kernel in enumerate(("invert", "box_blur", "transform", "copy")):
        role = Role.PRECISE if op % 2 else Role.PLAIN
        made = builder.op(kernel, {"color": image}, key=f"{format}{op}", role=role)
        image = made["result"]
    builder.output(str(format), image)
plan = builder.finish()
for budget_s in (1.0, 1e-9):
    evaluator = Evaluator(device, catalog, budget_s=budget_s)
    for fused in (True, False):
        with finish(evaluator.evaluate(plan, uploads, fused=fused)) as bake:
            for output in bake:
                bake.read(output)
    evaluator.close()
uploads.free()
device.flush()
print("BAKED", device.info.backend)
"""
WRONG = """
import ctypes
vulkan = ctypes.CDLL("libvulkan.so.1")
instance = ctypes.c_void_p()
# VkInstanceCreateInfo: its type, next, flags (none of that number exists), and nothing else.
info = (ctypes.c_uint64 * 8)(1, 0, 0x40000000)
vulkan.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance))
"""


@pytest.fixture(scope="module")
def messages(device, tmp_path_factory):
    """Return a function: code -> (what the layers said, by message and count, and the output)."""
    if device.info.backend != "VULKAN":
        pytest.skip(f"does not apply: the layers check Vulkan, and this is {device.info.backend}")
    layers = [p for f in FOLDERS for p in Path(f).glob("explicit_layer.d/*validation*.json")]
    if not layers:
        pytest.skip(f"{LAYER} is missing (Debian: apt-get install vulkan-validationlayers)")

    def run(code):
        folder = tmp_path_factory.mktemp("layers")
        log = folder / "log.txt"
        (folder / "vk_layer_settings.txt").write_text(
            "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
            "khronos_validation.report_flags = error,warn,perf\n"
            f"khronos_validation.log_filename = {log}\n"
        )
        ended = run_apart(
            code,
            variables={"VK_INSTANCE_LAYERS": LAYER, "VK_LAYER_SETTINGS_PATH": str(folder)},
            seconds=300.0,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        said = log.read_text(errors="replace") if log.exists() else ""
        lines = [line for line in said.splitlines() if line.strip() and line[0] != " "]
        return Counter(line.partition("(")[0] for line in lines), ended.stdout + said

    return run


def test_the_layers_are_heard(messages):
    """An instance made wrongly on purpose is complained of: silence below means something."""
    found, output = messages(WRONG)
    assert "VUID-VkInstanceCreateInfo-flags-parameter" in found, output


def test_a_bake_adds_nothing_to_what_start_up_says(messages):
    baseline, _ = messages(START + "leave(0)")
    found, output = messages(START + BAKE + "leave(0)")
    assert "BAKED VULKAN" in output
    assert not found - baseline, output
