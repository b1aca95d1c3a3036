"""Plans on a real driver: fusion, CPU ops, many outputs, and what is compiled when."""

from __future__ import annotations

import shutil
from dataclasses import replace

import numpy as np
import pytest

from addon.device.cpu import registry
from addon.device.evaluate import Evaluator, finish
from addon.device.uploads import Uploads
from addon.library.catalog import KERNELS, load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role
from tests.tolerances import FILTERED

WIDE = Extent(50, 30)
PICTURE = np.random.default_rng(1).random((30, 50, 4), np.float32)


def inverts(catalog, count, *, role=Role.PRECISE, extent=WIDE):
    """Return picture -> invert, ``count`` times over -> output "out"."""
    builder = PlanBuilder(catalog, extent)
    image = builder.external("picture", extent, Format.RGBA32F, Role.SOURCE)
    for number in range(count):
        image = builder.op("invert", {"color": image}, key=f"op{number}", role=role)["result"]
    builder.output("out", image)
    return builder.finish()


def test_a_plan_of_two_inverts_gives_the_picture_back(catalog, bake_plan):
    baked = bake_plan(inverts(catalog, 2), {"picture": PICTURE})
    assert np.abs(baked["out"] - PICTURE).max() <= 2.0**-23


def test_five_point_ops_are_one_dispatch_and_five_without_fusion(evaluator, catalog):
    plan = inverts(catalog, 5)
    uploads = Uploads(evaluator.device)
    uploads.put("picture", PICTURE, Format.RGBA32F)
    for fused, dispatches in ((True, 1), (False, 5)):
        before = evaluator.device.dispatches
        with finish(evaluator.evaluate(plan, uploads, fused=fused)) as bake:
            assert bake.evaluated.dispatches == dispatches
        # The sentinel of a flush dispatches too, on OpenGL.
        assert evaluator.device.dispatches - before >= dispatches
    uploads.free()


def test_a_region_and_its_ops_one_by_one_give_the_same_bits(catalog, bake_plan):
    plan = inverts(catalog, 5)
    fused = bake_plan(plan, {"picture": PICTURE})
    apart = bake_plan(plan, {"picture": PICTURE}, fused=False)
    assert np.array_equal(fused["out"], apart["out"])


def test_invert_transpose_invert_is_the_transpose(device, bake_plan, tmp_path):
    """A CPU op in the middle: what the GPU wrote is read, and what is uploaded is what it reads."""
    shutil.copytree(KERNELS, tmp_path / "kernels")
    (tmp_path / "kernels" / "cpu" / "transpose.toml").write_text(
        'summary = "Rows become columns."\n[inputs]\ncolor = { type = "vec4" }\n'
        '[outputs]\nresult = { type = "vec4" }\n'
    )
    catalog = load_catalog(tmp_path / "kernels")
    square = Extent(40, 40)
    picture = np.random.default_rng(2).random((40, 40, 4), np.float32)
    builder = PlanBuilder(catalog, square)
    image = builder.external("picture", square, Format.RGBA32F, Role.SOURCE)
    for key, kernel in (("a", "invert"), ("b", "cpu/transpose"), ("c", "invert")):
        image = builder.op(kernel, {"color": image}, key=key, role=Role.PRECISE)["result"]
    builder.output("out", image)
    registry.cpu_op("transpose")(
        lambda inputs, params, variants, extent: {"result": inputs["color"].transpose(1, 0, 2)}
    )
    try:
        baked = bake_plan(builder.finish(), {"picture": picture}, by=Evaluator(device, catalog))
    finally:
        registry._bodies.pop("cpu/transpose")
    twice = np.float32(1) - (np.float32(1) - picture)
    twice[..., 3] = picture[..., 3]
    assert np.array_equal(baked["out"], twice.transpose(1, 0, 2))


def test_a_bake_twice_and_with_other_numbers_compiles_nothing(device, catalog):
    evaluator = Evaluator(device, catalog)
    uploads = Uploads(device)

    def bake(value, role):
        builder = PlanBuilder(catalog, WIDE)
        params = {"color": (value, value, value, 1.0)}
        builder.output("out", builder.op("constant", params=params, key="op", role=role)["result"])
        with finish(evaluator.evaluate(builder.finish(), uploads)) as baked:
            return float(baked.read("out")[0, 0, 0]), evaluator.compilations

    assert bake(0.25, Role.PLAIN) == (0.25, 1)
    assert bake(0.25, Role.PLAIN) == (0.25, 1)
    assert bake(0.75, Role.PLAIN) == (0.75, 1)
    assert bake(0.75, Role.PRECISE) == (0.75, 2)
    evaluator.close()


def test_eight_outputs_of_four_formats_come_out_of_one_region(catalog, bake_plan, evaluator):
    formats = [Format.RGBA32F, Format.RGBA16F, Format.RGBA8, Format.RGBA32F] * 2
    builder = PlanBuilder(catalog, WIDE)
    picture = builder.external("picture", WIDE, Format.RGBA32F, Role.SOURCE)
    for number, format in enumerate(formats):
        made = builder.op(
            "invert",
            {"color": picture},
            key=f"op{number}",
            formats={"result": format},
            role=Role.PRECISE if format.full_float else Role.PLAIN,
        )
        builder.output(f"out{number}", made["result"])
    plan = builder.finish()
    uploads = Uploads(evaluator.device)
    uploads.put("picture", PICTURE, Format.RGBA32F)
    with finish(evaluator.evaluate(plan, uploads)) as bake:
        assert bake.evaluated.regions == 1
    uploads.free()
    wanted = np.float32(1) - PICTURE[..., :3]
    for number, texels in enumerate(bake_plan(plan, {"picture": PICTURE}).values()):
        step = {Format.RGBA8: 0.5 / 255, Format.RGBA16F: 2.0**-12}.get(formats[number], 0.0)
        assert np.abs(texels[..., :3] - wanted).max() <= step * (1 + 1e-5)


def test_a_mask_is_read_as_grey(catalog, bake_plan):
    mask = (np.arange(30 * 50) % 256).astype(np.float32).reshape(30, 50, 1) / 255
    builder = PlanBuilder(catalog, WIDE)
    picture = builder.external("mask", WIDE, Format.R8)
    builder.output(
        "out", builder.op("copy", {"color": picture}, key="op", role=Role.PRECISE)["result"]
    )
    baked = bake_plan(builder.finish(), {"mask": mask})["out"]
    assert np.abs(baked[..., :3] - mask).max() < FILTERED
    assert (baked[..., 3] == 1).all()


def test_the_stale_memory_check_sees_a_texel_that_is_not_written(
    catalog, bake_plan, stale_evaluator, monkeypatch
):
    """The check itself is checked: a dispatch that leaves half of its image shows."""
    plan = inverts(catalog, 1, extent=Extent(64, 64))
    picture = np.full((64, 64, 4), 0.25, np.float32)
    device = stale_evaluator.device
    whole = type(device).dispatch

    def half(self, shader, images, samplers, uniforms, origin, extent, tile):
        if extent == Extent(64, 64):
            tile = replace(tile, height=64) if origin != (0, 0) else Extent(64, 32)
        whole(self, shader, images, samplers, uniforms, origin, extent, tile)

    monkeypatch.setattr(type(device), "dispatch", half)
    with pytest.raises(AssertionError, match="stale memory"):
        bake_plan(plan, {"picture": picture})
