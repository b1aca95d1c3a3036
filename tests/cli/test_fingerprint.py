"""What an output's pixels follow from: all of that changes the hash, and nothing else does."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from addon.bake.fingerprint import fingerprint
from addon.library.catalog import KERNELS, KernelCatalog, load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, TexturePlan

CONTENTS = {"picture": "digest"}


@pytest.fixture
def catalog(tmp_path: Path) -> KernelCatalog:
    """Return a catalog of a copy of the kernels, for a test to change."""
    shutil.copytree(KERNELS, tmp_path / "kernels")
    return load_catalog(tmp_path / "kernels")


def two_outputs(catalog: KernelCatalog) -> TexturePlan:
    """Return picture -> levels -> "soft", and a ramp that is "plain"."""
    builder = PlanBuilder(catalog, Extent(8, 4))
    picture = builder.external("picture", Extent(8, 4), Format.RGBA8)
    builder.output("soft", builder.op("levels", {"color": picture}, key="levels")["result"])
    builder.output("plain", builder.op("ramp", key="ramp")["result"])
    return builder.finish()


def marks(catalog: KernelCatalog, plan: TexturePlan, *facts: object) -> tuple[str, str]:
    """Return the hashes of both outputs."""
    soft, plain = (fingerprint(plan, o, CONTENTS, catalog, *facts) for o in ("soft", "plain"))
    return soft, plain


def edited(catalog: KernelCatalog, root: Path, file: str) -> KernelCatalog:
    """Return the catalog after a function was added to a file."""
    path = root / "kernels" / file
    before = path.read_text("utf-8")
    path.write_text(before + "\nfloat kln_" + path.stem + "_more(float x) { return x; }\n", "utf-8")
    return load_catalog(root / "kernels")


def test_the_same_plan_has_the_same_hash_in_another_catalog(
    catalog: KernelCatalog, tmp_path: Path
) -> None:
    plan = two_outputs(catalog)
    assert marks(catalog, plan) == marks(load_catalog(tmp_path / "kernels"), plan)


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("point/levels.glsl", (True, False)),
        ("source/ramp.glsl", (False, True)),
        ("prelude/tone.glsl", (True, False)),  # levels uses it
        ("prelude/hash.glsl", (True, False)),  # levels draws its dither by it
        ("point/invert.glsl", (False, False)),
    ],
)
def test_a_kernels_text_and_its_preludes_count(
    catalog: KernelCatalog, tmp_path: Path, file: str, changed: tuple[bool, bool]
) -> None:
    plan = two_outputs(catalog)
    before, after = marks(catalog, plan), marks(edited(catalog, tmp_path, file), plan)
    assert tuple(a != b for a, b in zip(before, after, strict=True)) == changed


def test_a_cpu_op_has_a_hash_too(catalog: KernelCatalog) -> None:
    builder = PlanBuilder(catalog, Extent(8, 4))
    normal = builder.op("ramp", key="ramp")["result"]
    height = builder.op("cpu/normal_to_height", {"normal": normal}, key="height")["height"]
    builder.output("height", height)
    plan = builder.finish()
    deeper = replace(plan, ops=(plan.ops[0], replace(plan.ops[1], params={"depth": 2.0})))
    assert fingerprint(plan, "height", {}, catalog) != fingerprint(deeper, "height", {}, catalog)


def test_a_picture_counts_for_what_reads_it(catalog: KernelCatalog) -> None:
    plan = two_outputs(catalog)
    before = marks(catalog, plan)
    after = tuple(fingerprint(plan, o, {"picture": "other"}, catalog) for o in ("soft", "plain"))
    assert (before[0] != after[0], before[1] == after[1]) == (True, True)


def test_the_seed_and_the_level_count(catalog: KernelCatalog) -> None:
    plan = two_outputs(catalog)
    for other in (replace(plan, seed=1), plan.at_level(1)):
        assert set(marks(catalog, plan)).isdisjoint(marks(catalog, other))


def test_facts_about_the_file_count(catalog: KernelCatalog) -> None:
    plan = two_outputs(catalog)
    assert set(marks(catalog, plan, "PNG", 8)).isdisjoint(marks(catalog, plan, "PNG", 16))


def test_what_is_baked_beside_it_does_not_count(catalog: KernelCatalog) -> None:
    plan = two_outputs(catalog)
    alone = replace(plan, outputs=plan.outputs[:1], ops=plan.ops[:1])
    assert fingerprint(alone, "soft", CONTENTS, catalog) == marks(catalog, plan)[0]
