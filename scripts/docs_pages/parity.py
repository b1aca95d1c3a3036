"""docs/parity.md: what scripts/parity measured, from its record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RECORD = Path(__file__).with_name("parity.json")

HEAD = """# Kiln against Cycles, node by node

Written by `scripts/docs` from what `scripts/parity --write` measured; run that, not an editor. The
tests hold a sample of it on every change; all of it is run before a release, on every supported
Blender.

A row is a node in one mode, over all that its inputs were fed with: smooth fields, each parameter
varied, and each input in turn with 0, -0, 1, -1, fractions, 15, 20, 1e-6, 1000, -1000, 1e6,
infinity, minus infinity and NaN, against fields in the others. Cycles bakes the same tree in the
same process.

- **largest** and **mean** are differences of a channel, divided by max(1, |value|), where rounding
  the inputs alone does not carry the result further than the node's tolerance.
- **off** counts texels beyond the tolerance (1e-5; 1e-4 for the colour of noise, 1e-3 where that is
  not normalised, because Cycles itself has two opinions of it) plus a few times what one step of
  the inputs' floats does to Kiln's own result, and texels where one is finite and the other is
  infinite or no number. Of edge cases that is told by comparisons, because an emission turns both
  into black. In brackets: texels that are known to differ; `tests/blender/grid/judge.py` has the
  reasons and the values.
"""


def page() -> str:
    """Return the page."""
    told: dict[str, dict[str, Any]] = json.loads(RECORD.read_text("utf-8"))
    record = {version: each["rows"] for version, each in told.items()}
    renderers = {version: each["renderer"] for version, each in told.items()}
    versions = sorted(record, key=lambda name: [int(n) for n in name.split(".")], reverse=True)
    lines = [HEAD, *_totals(record, renderers, versions)]
    kinds = sorted({row["kind"] for rows in record.values() for row in rows})
    for kind in kinds:
        lines += ["", f"## {kind.removeprefix('ShaderNode')}", "", *_table(kind, record, versions)]
    return "\n".join(lines) + "\n"


def _totals(
    record: dict[str, list[dict[str, Any]]], renderers: dict[str, str], versions: list[str]
) -> list[str]:
    lines = [
        "| Blender | Kiln on | nodes | in a mode | cases | texels | off |",
        "|---|---|---|---|---|---|---|",
    ]
    for version in versions:
        rows = record[version]
        sums = {
            name: sum(row[name] for row in rows) for name in ("cases", "texels", "off", "known")
        }
        nodes = len({row["kind"] for row in rows})
        counts = (nodes, len(rows), sums["cases"], sums["texels"], _off(sums))
        cells = (version, renderers[version], *counts)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def _table(kind: str, record: dict[str, list[dict[str, Any]]], versions: list[str]) -> list[str]:
    by_mode: dict[str, dict[str, dict[str, Any]]] = {}
    for version in versions:
        for row in record[version]:
            if row["kind"] == kind:
                by_mode.setdefault(row["mode"], {})[version] = row
    heads = "".join(f" {version}: largest | mean | off |" for version in versions)
    lines = [f"| mode | cases |{heads}", "|---|---|" + "---|" * (3 * len(versions))]
    for mode, rows in by_mode.items():
        cells = "".join(_cells(rows.get(version)) for version in versions)
        cases = max(row["cases"] for row in rows.values())
        lines.append(f"| {mode or 'as new'} | {cases} |{cells}")
    return lines


def _cells(row: dict[str, Any] | None) -> str:
    if row is None:
        return " | | |"
    return f" {row['largest']:.1e} | {row['mean']:.1e} | {_off(row)} |"


def _off(row: dict[str, Any]) -> str:
    return f"{row['off']}" + (f" ({row['known']})" if row["known"] else "")
