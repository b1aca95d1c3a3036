"""Puts faults into a copy of the tree, runs the test that must notice each, prints a table."""

from __future__ import annotations

import argparse
import queue
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT)

from scripts.mutation.fault import Fault  # noqa: E402
from scripts.mutation.table import AREAS  # noqa: E402
from scripts.mutation.tree import TreeCopy, Verdict  # noqa: E402


def main(arguments: list[str]) -> int:
    """Return 0 where every fault that could be tried was caught, 1 where one was not."""
    parser = argparse.ArgumentParser(prog="scripts/mutants", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="areas or faults (default: all)")
    parser.add_argument("--list", action="store_true", help="print them and run nothing")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many at a time")
    options = parser.parse_args(arguments)
    chosen = _chosen(parser, options.names)
    width = max(len(fault.name) for fault in chosen)
    if options.list:
        for fault, area in chosen.items():
            print(f"{area:9} {fault.name:{width}}  {fault.tests}")
        return 0
    with tempfile.TemporaryDirectory(prefix="kiln-mutants-") as folder:
        # The root is a package, so the folder's name has to be one that Python can import.
        places = [Path(folder) / f"kiln{job}" for job in range(max(options.jobs, 1))]
        trees = [TreeCopy(ROOT, place) for place in places]
        if not _sound(trees[0], chosen):
            return 1
        copies: queue.Queue[TreeCopy] = queue.Queue()
        for tree in trees:
            copies.put(tree)
        words = _judged(copies, chosen, width)
    print(", ".join(f"{count} {word}" for word, count in words.items()))
    return 0 if set(words) <= {"caught", "skipped"} else 1


def _chosen(parser: argparse.ArgumentParser, names: list[str]) -> dict[Fault, str]:
    """Return the faults asked for, with their areas."""
    every = {fault: area for area, faults in AREAS.items() for fault in faults}
    known = {*AREAS, *(fault.name for fault in every)}
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"there is no area or fault '{unknown[0]}'; --list shows what there is")
    return {f: area for f, area in every.items() if not names or {f.name, area} & set(names)}


def _sound(copy: TreeCopy, chosen: dict[Fault, str]) -> bool:
    """Return whether the tests pass without a fault: else they would seem to catch everything."""
    tests = sorted({fault.tests for fault in chosen if not list(fault.stale(copy.folder))})
    found = copy.passes(tests) if tests else Verdict("survived", "")
    sound = found.word in ("survived", "skipped")
    if not sound:
        print(f"the tests fail without any fault: {found.told}", file=sys.stderr)
    return sound


def _judged(copies: queue.Queue[TreeCopy], chosen: dict[Fault, str], width: int) -> Counter[str]:
    """Judge every fault, print a line for each as it is done, and return how many of each word."""

    def judge(fault: Fault) -> tuple[Verdict, float]:
        copy = copies.get()
        start = time.monotonic()
        try:
            return copy.judge(fault), time.monotonic() - start
        finally:
            copies.put(copy)

    words: Counter[str] = Counter()
    with ThreadPoolExecutor(copies.qsize()) as pool:
        for fault, (found, seconds) in zip(chosen, pool.map(judge, chosen), strict=True):
            words[found.word] += 1
            told = found.told if len(found.told) < 160 else found.told[:157] + "..."
            print(
                f"{chosen[fault]:9} {fault.name:{width}}  {found.word:8} {seconds:4.0f} s  {told}",
                flush=True,
            )
    return words


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
