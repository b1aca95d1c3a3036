"""The example of docs/plan.md is a plan, and runs as the page says."""

from __future__ import annotations

import re
from pathlib import Path

from addon.library.catalog import load_catalog
from addon.plan.check import check
from addon.plan.encoding import encoded
from addon.plan.fuse import fuse
from addon.plan.roles import promote, promote_cuts
from addon.plan.text import parse_plan

PAGE = Path(__file__).resolve().parents[2] / "docs" / "plan.md"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_example_is_sound_and_fuses_into_the_regions_that_the_page_lists() -> None:
    catalog = load_catalog()
    plan = parse_plan(block("kiln"), catalog)
    assert check(plan, catalog) == ()
    regions = fuse(promote_cuts(promote(encoded(plan, catalog)), catalog), catalog)
    assert [" ".join(op.key for op in region.ops) for region in regions] == (
        block("regions").split("\n")[:-1]
    )
