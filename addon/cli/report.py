"""``kiln report``: version, backend, device, limits and start-up times, for a bug report."""

from __future__ import annotations

import argparse
import json
import platform
import time
from typing import Any

import bpy

from ..bake.files.oiio import load_oiio
from ..bake.version import kiln_version
from ..device.start import open_device
from ..library.catalog import load_catalog
from .output import check_text_target, write_text
from .terminal import Terminal


def command(options: argparse.Namespace, terminal: Terminal) -> int:
    """Print the report."""
    check_text_target(options.json)
    facts: dict[str, Any] = {
        "kiln": kiln_version(),
        "blender": bpy.app.version_string,
        "python": platform.python_version(),
        "system": platform.platform(),
        "openimageio": getattr(load_oiio(), "VERSION_STRING", "unknown"),
    }
    start = time.perf_counter()
    catalog = load_catalog()
    catalog_seconds = time.perf_counter() - start
    start = time.perf_counter()
    device = open_device()
    device_seconds = time.perf_counter() - start
    info = device.info
    facts |= {
        "kernels": len(catalog),
        "backend": info.backend,
        "device": info.renderer,
        "vendor": info.vendor,
        "driver": info.version,
        "max_texture_size": info.max_texture_size,
        "max_groups": list(info.max_groups),
        "start_seconds": {
            "kernel catalog": round(catalog_seconds, 4),
            "device": round(device_seconds, 4),
        },
    }
    for name, value in facts.items():
        if isinstance(value, dict):
            value = ", ".join(f"{part} {seconds:.3f} s" for part, seconds in value.items())
        elif isinstance(value, list):
            value = " x ".join(map(str, value))
        terminal.say(f"{name.replace('_', ' ') + ':':18} {value}")
    if options.json is not None:
        write_text(options.json, json.dumps(facts, indent=2) + "\n")
    return 0
