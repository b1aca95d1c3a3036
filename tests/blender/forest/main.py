"""scripts/random-trees: grows random node trees and holds every node of them against Cycles.

Each node is fed with what Cycles itself has on its inputs, so a failure names one node, its mode,
its inputs at a texel, and what each of the two made of them. A tree is told by its seed and number,
whatever the shards: --only grows one again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def main(arguments: list[str]) -> int:
    given = _parse(arguments)
    if given.shard:
        return _shard(given)
    began = time.monotonic()
    failed: list[str] = []
    total: Counter[str] = Counter()
    held: Counter[tuple[str, str]] = Counter()
    largest: dict[str, float] = {}
    for line in _told(given, arguments):
        for what in ("nodes", "outputs", "flat", "known", "texels"):
            total[what] += line[what]
        total["trees"] += 1
        held.update((kind, mode) for kind, mode in line["held"])
        for kind, difference in line["largest"].items():
            largest[kind] = max(largest.get(kind, 0.0), difference)
        for text in line["failures"]:
            failed.append(f"tree {line['number']} of seed {given.seed}, {text}")
    for text in failed:
        print(text)
    _print(total, held, largest)
    print(
        f"{total['trees']} trees of seed {given.seed}, {len(failed)} outputs off, "
        f"{time.monotonic() - began:.0f} s"
    )
    return 1 if failed or not total["trees"] else 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/random-trees", description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="how many trees")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, nargs="*", metavar="N", help="trees by number")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument("--shard", default="", metavar="I/N", help="the I-th of N shares, as JSON")
    return parser.parse_args(arguments)


def _told(given: argparse.Namespace, arguments: list[str]) -> Iterator[dict[str, Any]]:
    """Yield what each tree came to, from processes that share them out by turns."""
    from tests.blender.grid.main import from_shards

    command = [sys.executable, "-m", "tests.blender.forest.main", *arguments]
    return from_shards(command, given.jobs, "scripts/random-trees")


def _shard(given: argparse.Namespace) -> int:
    """Hold this process's share of the trees, each told as a line of JSON."""
    from addon.device.evaluate import Evaluator
    from addon.device.start import close_device, open_device
    from addon.library.catalog import load_catalog
    from tests.conftest import plan_baker

    from .growth import genes_of, grow
    from .hold import Held, hold

    first, jobs = map(int, given.shard.split("/"))
    numbers = given.only or range(given.count)
    catalog = load_catalog()
    evaluator = Evaluator(open_device(), catalog)
    for number in list(numbers)[first::jobs]:
        grown = grow(genes_of(given.seed, number))
        try:
            held = hold(grown, catalog, plan_baker(evaluator))
            failures = held.failures
        except Exception:
            held = Held(grown)
            failures = [traceback.format_exc()]
        # What is told to nobody until all is over would be lost with a process that ends badly.
        for text in failures:
            print(f"tree {number}, {text}", file=sys.stderr, flush=True)
        print(json.dumps({"number": number, "failures": failures, **_figures(held)}), flush=True)
    evaluator.close()
    close_device()
    sys.stdout.flush()
    return 0


def _figures(held: Any) -> dict[str, Any]:
    largest: dict[str, float] = {}
    modes = set()
    for verdict in held.verdicts:
        planted = held.grown.nodes[verdict.node]
        modes.add((planted.kind, planted.mode))
        largest[planted.kind] = max(largest.get(planted.kind, 0.0), verdict.largest)
    return {
        "nodes": len(held.grown.nodes),
        "outputs": held.outputs,
        "flat": held.flat,
        "known": sum(verdict.known for verdict in held.verdicts),
        "texels": sum(verdict.texels for verdict in held.verdicts),
        "held": sorted(modes),
        "largest": largest,
    }


def _print(total: Counter[str], held: Counter[tuple[str, str]], largest: dict[str, float]) -> None:
    kinds = {kind for kind, _ in held}
    print(
        f"{total['nodes']} nodes and {total['outputs']} outputs, {total['flat']} of one colour; "
        f"{len(kinds)} types of node in {len(held)} modes; of {total['texels']} texels "
        f"{total['known']} are known to differ"
    )
    worst = sorted(largest.items(), key=lambda item: -item[1])[:5]
    print("largest differences: " + ", ".join(f"{k} {v:.1e}" for k, v in worst))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
