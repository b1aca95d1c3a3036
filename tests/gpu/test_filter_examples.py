"""The plans under docs/examples, on a picture of somebody's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from addon.plan.check import check
from addon.plan.encoding import encoded
from addon.plan.text import format_plan, parse_plan
from addon.plan.types import Extent
from tests.tolerances import LEVELS_AGREE

from .filters import box_down, noise

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "examples"
CHAINED = "auto_levels.kiln"
PLANS = sorted(path.name for path in FOLDER.glob("*.kiln") if path.name != CHAINED)


def example(catalog, name, side):
    """Return a shipped plan with its base, 1024 texels, made smaller for a test's sake."""
    plan = parse_plan((FOLDER / name).read_text(), catalog)
    return replace(plan, base=Extent(side, side))


def with_picture(plan, picture):
    """Return the plan with its external as large as a picture, as the command line brings it."""
    extent = Extent(picture.shape[1], picture.shape[0])
    images = tuple(
        image if image.external is None
        else replace(image, external=replace(image.external, extent=extent))
        for image in plan.images
    )  # fmt: skip
    return replace(plan, images=images)


def test_there_are_the_examples_that_the_readme_shows():
    assert {"soften.kiln", "height_to_normal.kiln", "normal_to_height.kiln"} <= set(PLANS)


@pytest.mark.parametrize("name", PLANS)
def test_an_example_has_nothing_wrong_with_it_at_any_usual_level(catalog, name):
    plan = parse_plan((FOLDER / name).read_text(), catalog)
    for level in (0, 1, -2):
        assert check(plan.at_level(level), catalog) == ()


@pytest.mark.parametrize("name", [*PLANS, CHAINED])
def test_an_example_is_the_same_after_printing(catalog, name):
    plan = parse_plan((FOLDER / name).read_text(), catalog)
    assert parse_plan(format_plan(plan)) == plan


@pytest.mark.parametrize("name", PLANS)
def test_an_example_looks_alike_at_two_levels(catalog, bake_plan, name):
    plan = example(catalog, name, 64)
    image = next(image for image in plan.images if image.external is not None)
    y, x = np.mgrid[0:96, 0:128] / 96 * 2 * np.pi
    waves = 0.5 + 0.15 * np.stack([np.sin(x * 1.5), np.cos(y * 2), np.sin(x * 0.75 + y)], axis=2)
    picture = np.ones((96, 128, 4), np.float32)
    picture[:, :, :3] = np.rint(waves * 255) / 255
    external = image.external.name
    if external == "normal":
        picture[:, :, 2] = 1.0
    picture = picture[:, :, : image.format.channels]
    # A plan's sizes are for 1024 texels; at 64 they are a sixteenth of that.
    ops = tuple(
        replace(
            op, params={n: v / 16 if n in ("sigma", "depth") else v for n, v in op.params.items()}
        )
        for op in plan.ops
    )
    plan = with_picture(replace(plan, ops=ops), picture)
    output = plan.outputs[0].name
    at_base = bake_plan(plan, {external: picture})[output]
    larger = bake_plan(plan.at_level(-1), {external: picture})[output]
    assert larger.shape[:2] == (128, 128)
    assert np.abs(box_down(larger, 2) - at_base).max() < LEVELS_AGREE
    assert np.ptp(at_base) > 0.05


def test_the_softened_picture_lies_between_the_original_and_white(catalog, bake_plan):
    plan = encoded(example(catalog, "soften.kiln", 64), catalog)
    picture = np.rint(noise(64, 64) * 255).astype(np.float32) / 255
    picture[:, :, 3] = 1.0
    soft = bake_plan(with_picture(plan, picture), {"picture": picture})["soft"]
    # A screen never darkens; the last step of 255 is rounding.
    assert (soft[:, :, :3] >= picture[:, :, :3] - 1.01 / 255).all()
    assert (soft[:, :, :3] > picture[:, :, :3] + 0.05).mean() > 0.5
    assert (soft[:, :, 3] == 1.0).all()


def test_the_example_with_a_chain_stretches_a_picture_at_its_own_size_only(catalog, bake_plan):
    plan = parse_plan((FOLDER / CHAINED).read_text(), catalog)
    picture = np.rint(noise(40, 30) * 100 + 50).astype(np.float32) / 255
    levelled = bake_plan(with_picture(plan, picture), {"picture": picture})["levelled"]
    assert levelled[:, :, :3].min() == 0.0
    assert levelled[:, :, :3].max() == 1.0
    with pytest.raises(ValueError, match="emit its chain again"):
        plan.at_level(1)
    codes = {problem.code for problem in check(replace(plan, bake_level_offset=1), catalog)}
    assert codes == {"stale-chain"}
