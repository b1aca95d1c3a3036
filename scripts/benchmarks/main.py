"""Runs benchmarks and prints their tables: ratios against something named in the same run."""

from __future__ import annotations

import argparse
import json
import pathlib
import platform
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from importlib import import_module  # noqa: E402

NAMES = ("copy", "region", "material", "tiles", "encode", "compile")


def positive(text: str) -> int:
    """Return a whole number above 0. Errors: argparse.ArgumentTypeError."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number above 0")
    return int(text)


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"{', '.join(NAMES)} (default: all)"
    )
    parser.add_argument(
        "--size",
        dest="sizes",
        type=positive,
        action="append",
        help="texels a side (default 1024 and 2048)",
    )
    parser.add_argument("--repeats", type=positive, default=5)
    parser.add_argument(
        "--samples",
        type=positive,
        action="append",
        help="samples of Cycles' bakes in 'material' (default 1 and 16)",
    )
    parser.add_argument("--json", type=pathlib.Path, help="the tables, every run's seconds in them")
    options = parser.parse_args()
    options.sizes = options.sizes or [1024, 2048]
    options.samples = sorted(options.samples or [1, 16])
    unknown = sorted(set(options.names) - set(NAMES))
    if unknown:
        parser.error(f"there is no benchmark '{unknown[0]}'; there are {', '.join(NAMES)}")

    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    from addon.device.start import leave, open_device

    device = open_device()
    head = {
        "blender": bpy.app.version_string,
        "backend": device.info.backend,
        "renderer": device.info.renderer,
        "driver": device.info.version,
        "processor": platform.processor() or platform.machine(),
        "repeats": options.repeats,
    }
    print("  ".join(f"{key}: {value}" for key, value in head.items()))
    tables = []
    for name in options.names or NAMES:
        table = import_module(f"bench_{name}").run(device, options)
        tables.append(table.data())
    if options.json:
        options.json.write_text(json.dumps({"machine": head, "tables": tables}, indent=1))
    leave(0)


if __name__ == "__main__":
    main()
