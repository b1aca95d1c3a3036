"""scripts/parity: holds the grid, or a part of it, against Cycles, and prints the table.

Each line is a node in one mode, with all that it was fed with: cases, the largest and the mean
difference where it is settled, and the texels that are off. --write keeps the figures of this
Blender in scripts/docs_pages/parity.json, from which scripts/docs makes docs/parity.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
RECORD = ROOT / "scripts" / "docs_pages" / "parity.json"


@dataclass(slots=True)
class Row:
    """A node in one mode, over every case of it."""

    kind: str
    mode: str
    cases: int = 0
    texels: int = 0
    largest: float = 0.0
    mean: float = 0.0
    off: int = 0
    known: int = 0
    """Texels that are known to differ, not counted in ``off``."""
    flat: int = 0
    """Cases whose picture is one colour: they say little."""


def main(arguments: list[str]) -> int:
    given = _parse(arguments)
    if given.shard:
        return _shard(given)
    rows: dict[tuple[str, str], Row] = {}
    failed: list[str] = []
    renderer = ""
    for line in sorted(_told(given, arguments), key=lambda line: line["place"]):
        row = rows.setdefault((line["kind"], line["mode"]), Row(line["kind"], line["mode"]))
        row.mean = (row.mean * row.cases + line["mean"]) / (row.cases + 1)
        row.largest = max(row.largest, line["largest"])
        row.cases += 1
        row.texels += line["texels"]
        row.flat += line["flat"]
        row.known += line["known"]
        row.off += line["off"]
        renderer = line["renderer"]
        if line["off"]:
            failed.append(f"{line['case']}: {line['off']} texels off; {line['worst']}")
    _print(rows)
    for text in failed:
        print(text)
    count = sum(row.cases for row in rows.values())
    flat = sum(row.flat for row in rows.values())
    print(
        f"{count} cases, {len(rows)} nodes in a mode, {flat} of one colour, "
        f"{len(failed)} with texels off"
    )
    if given.write and not given.nodes and given.every == 1:
        _write(rows, renderer)
    return 1 if failed or not rows else 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/parity", description=__doc__)
    parser.add_argument("nodes", nargs="*", help="parts of bl_idnames; all where none are given")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th case")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument("--write", action="store_true", help="keep the figures for docs/parity.md")
    parser.add_argument("--shard", default="", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _told(given: argparse.Namespace, arguments: list[str]) -> Iterator[dict[str, Any]]:
    """Yield what each case came to, from processes that share the cases out by turns."""
    command = [sys.executable, "-m", "tests.blender.grid.main", *arguments]
    return from_shards(command, given.jobs, "scripts/parity")


def from_shards(command: list[str], jobs: int, program: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of JSON that ``jobs`` processes print, each given ``--shard``.

    Errors: SystemExit where one of them ends badly.
    """
    shards = [
        subprocess.Popen(
            [*command, "--shard", f"{n}/{jobs}"], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        for n in range(jobs)
    ]
    # All are read at once: one whose pipe is full would stand still until its turn.
    with ThreadPoolExecutor(len(shards)) as readers:
        for lines in readers.map(lambda shard: list(shard.stdout or ()), shards):
            yield from (json.loads(line) for line in lines if line.startswith("{"))
    codes = [shard.wait() for shard in shards]
    if any(codes):
        raise SystemExit(f"{program}: a process ended with {max(codes, key=abs)}")


def _shard(given: argparse.Namespace) -> int:
    """Hold this process's share of the cases, each told as a line of JSON."""
    from addon.device.evaluate import Evaluator
    from addon.device.start import close_device, open_device
    from addon.library.catalog import load_catalog
    from tests.conftest import plan_baker

    from .cases import every_case
    from .hold import hold

    first, jobs = map(int, given.shard.split("/"))
    catalog = load_catalog()
    device = open_device()
    evaluator = Evaluator(device, catalog)
    cases = every_case(given.nodes, given.every)
    for place, case in list(enumerate(cases))[first::jobs]:
        held = hold(case, catalog, plan_baker(evaluator))
        told = {
            "place": place,
            "renderer": device.info.renderer,
            "flat": held.flat,
            "kind": case.kind,
            "mode": case.mode,
            "case": str(case),
            "largest": held.largest,
            "mean": held.mean,
            "off": held.off,
            "texels": held.texels,
            "known": held.known,
            "worst": held.worst,
        }
        print(json.dumps(told), flush=True)
    evaluator.close()
    close_device()
    sys.stdout.flush()
    return 0


def _print(rows: dict[tuple[str, str], Row]) -> None:
    print(f"{'node':<20} {'mode':<48} {'cases':>5} {'largest':>8} {'mean':>8} {'off':>6} known")
    for row in rows.values():
        print(
            f"{row.kind.removeprefix('ShaderNode'):<20} {row.mode or 'as new':<48} {row.cases:5} "
            f"{row.largest:8.1e} {row.mean:8.1e} {row.off:6} {row.known or ''}"
        )


def _write(rows: dict[tuple[str, str], Row], renderer: str) -> None:
    import bpy

    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    kept = []
    for row in rows.values():
        figures = asdict(row)
        figures["largest"], figures["mean"] = (
            float(f"{figures[n]:.2g}") for n in ("largest", "mean")
        )
        kept.append(figures)
    version = bpy.app.version_string.removesuffix(" LTS")
    record[version] = {"renderer": renderer, "rows": kept}
    text = ",\n".join(
        f'{json.dumps(version)}: {{"renderer": {json.dumps(told["renderer"])}, "rows": [\n'
        + ",\n".join(json.dumps(row) for row in told["rows"])
        + "\n]}"
        for version, told in sorted(record.items(), reverse=True)
    )
    RECORD.write_text("{\n" + text + "\n}\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
