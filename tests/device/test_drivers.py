"""Whether a driver is installed: a false no would refuse a working GPU."""

from __future__ import annotations

import sys

import pytest

from addon.device.drivers import none_installed

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="does not apply: asked on Linux only"
)


def test_a_machine_without_a_drivers_file_has_none(tmp_path):
    assert none_installed({}, tmp_path)


@pytest.mark.parametrize(
    "where",
    [
        "usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
        "etc/vulkan/icd.d/nvidia_icd.json",
        "usr/share/glvnd/egl_vendor.d/50_mesa.json",
        "etc/glvnd/egl_vendor.d/10_nvidia.json",
        "home/me/.local/share/vulkan/icd.d/mine.json",
        "run/opengl-driver/share/vulkan/icd.d/radeon_icd.json",
    ],
)
def test_a_drivers_file_is_a_driver(tmp_path, where):
    file = tmp_path / where
    file.parent.mkdir(parents=True)
    file.write_text("{}")
    assert not none_installed({"HOME": "/home/me"}, tmp_path)


@pytest.mark.parametrize(
    "name", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "__EGL_VENDOR_LIBRARY_FILENAMES"]
)
def test_a_file_named_by_a_variable_is_a_driver_where_it_exists(tmp_path, name):
    assert none_installed({name: "/opt/driver.json"}, tmp_path)
    (tmp_path / "opt").mkdir()
    (tmp_path / "opt/driver.json").write_text("{}")
    assert not none_installed({name: "/elsewhere.json:/opt/driver.json"}, tmp_path)


def test_with_a_display_the_answer_is_left_to_blender(tmp_path):
    assert not none_installed({"DISPLAY": ":0"}, tmp_path)
