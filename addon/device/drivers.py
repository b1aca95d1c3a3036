"""Asks, before Blender does, whether any graphics driver is installed at all.

With none installed Blender does not fail, it crashes: the loaders give it nothing and it calls
through that (measured, 4.5 to 5.3 as a module). A loader finds a driver by a small JSON file, so
where there is no such file there is no driver. To open the libraries and ask them is no better: it
said no on a machine whose driver works.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

NAMED = {
    "vulkan/icd.d": ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"),
    "glvnd/egl_vendor.d": ("__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS"),
}
"""Where the files lie, and the variables that name others instead.

Source: the Vulkan loader's and libglvnd's documentation.
"""


def none_installed(environment: Mapping[str, str] = os.environ, root: Path = Path("/")) -> bool:
    """Return whether it is certain that no driver would answer a Blender without a window.

    Only Linux without a display is asked.
    """
    if not sys.platform.startswith("linux"):
        return False
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        return False
    return not any(_installed(part, environment, root) for part in NAMED)


def _installed(part: str, environment: Mapping[str, str], root: Path) -> bool:
    for variable in NAMED[part]:
        if named := environment.get(variable):
            return any((root / path.lstrip("/")).exists() for path in named.split(os.pathsep))
    folders = _folders(environment, root)
    return any(any((folder / part).glob("*.json")) for folder in folders)


def _folders(environment: Mapping[str, str], root: Path) -> list[Path]:
    shares = environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    configs = environment.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    home = environment.get("XDG_DATA_HOME") or environment.get("HOME", "") + "/.local/share"
    # The last two are NixOS's and Flatpak's.
    always = ["/etc", "/usr/share", "/run/opengl-driver/share", "/usr/lib/x86_64-linux-gnu/GL"]
    bases = dict.fromkeys([*shares.split(":"), *configs.split(":"), home, *always])
    return [root / base.lstrip("/") for base in bases if base]
