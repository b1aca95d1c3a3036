"""Seeds follow from the key alone, in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from addon.plan.seed import seed_for
from addon.plan.types import Extent, ImageId, TextureOp, TexturePlan

from .strategies import NAMES, plans

ROOT = Path(__file__).resolve().parents[2]


@given(plans(), st.integers(0, 20))
def test_inserting_an_op_upstream_changes_no_downstream_seed(plan: TexturePlan, at: int) -> None:
    new = TextureOp("ramp", outputs={"result": ImageId("new")}, key="new", origin="Inserted")
    longer = replace(plan, ops=(*plan.ops[:at], new, *plan.ops[at:]))
    before = {op.key: seed_for(plan, op) for op in plan.ops}
    after = {op.key: seed_for(longer, op) for op in longer.ops if op is not new}
    assert after == before


@given(NAMES, st.integers())
def test_a_seed_is_a_signed_32_bit_number(key: str, seed: int) -> None:
    plan = TexturePlan(Extent(1, 1), seed=seed)
    assert -(2**31) <= seed_for(plan, TextureOp("noise", key=key)) < 2**31


def test_keys_and_plan_seeds_draw_apart() -> None:
    plans_ = [TexturePlan(Extent(1, 1), seed=seed) for seed in range(-20, 20)]
    ops = [TextureOp("noise", key=f"{a}{b}") for a in "ab1" for b in ("", "0", "1", "\0")]
    assert len({seed_for(plan, op) for plan in plans_ for op in ops}) == len(plans_) * len(ops)


def test_origin_and_numbers_have_no_part_in_the_seed() -> None:
    plan = TexturePlan(Extent(1, 1))
    op = TextureOp("noise", key="a")
    renamed = replace(op, origin="Renamed", params={"scale": 2.0}, kernel="ramp")
    assert seed_for(plan, op) == seed_for(plan, renamed)


def test_seeds_are_the_same_in_every_process() -> None:
    code = (
        "from addon.plan.seed import seed_for;"
        "from addon.plan.types import *;"
        "print(seed_for(TexturePlan(Extent(1, 1), seed=3), TextureOp('noise', key='grün')))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for hash_seed in ("1", "2")
    }
    here = seed_for(TexturePlan(Extent(1, 1), seed=3), TextureOp("noise", key="grün"))
    assert told == {str(here)}
