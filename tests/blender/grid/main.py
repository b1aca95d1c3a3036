"""scripts/parity: holds the whole grid, or a part of it, against Cycles, and prints the table."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from .cases import cases_of, held_types
from .hold import hold


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="scripts/parity")
    parser.add_argument("nodes", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args(arguments)
    kinds = [k for k in held_types() if not given.nodes or any(n in k for n in given.nodes)]
    if given.list:
        total = 0
        for kind in kinds:
            n = len(list(cases_of(kind)))
            total += n
            print(kind, n)
        print(total)
        return 0
    from addon.device.evaluate import Evaluator
    from addon.device.start import open_device
    from addon.library.catalog import load_catalog
    from tests.conftest import bake_plan

    catalog = load_catalog()
    evaluator = Evaluator(open_device(), catalog)
    bake = bake_plan.__wrapped__(evaluator)
    for kind in kinds:
        started = time.time()
        n = off = 0
        for i, case in enumerate(cases_of(kind)):
            if i % given.every != given.first % given.every:
                continue
            n += 1
            held = hold(case, catalog, bake)
            if held.off:
                off += 1
                print(f"{held.off:4} {held.largest:.1e} {case} {held.worst}", flush=True)
        print(f"== {kind}: {n} cases, {off} off, {time.time() - started:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
