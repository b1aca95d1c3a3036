"""What an evaluation asks of a device, in which order, and what it leaves behind."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from addon.device import guard
from addon.device.cpu import registry
from addon.device.errors import UsedAfterRelease, WrongTime
from addon.device.evaluate import Evaluator, evaluate, finish
from addon.device.uploads import Uploads
from addon.plan.build import PlanBuilder
from addon.plan.problem import RefusedPlan
from addon.plan.types import Extent, Format, ImageId, Role

from .plans import SIDE, chain

LONG = ("scale", "shift") * 4


def verbs(null, *wanted):
    return [asked.verb for asked in null.asked if asked.verb in wanted]


def test_a_long_plan_ping_pongs_between_two_textures(null, kernels, evaluator, uploads):
    finish(evaluator.evaluate(chain(kernels, *LONG), uploads))
    written = {asked.writes for asked in null.asked if asked.verb == "dispatch"}
    assert len(written) == 2


def test_every_texture_is_the_uploads_or_the_pools_after_a_bake_is_freed(
    null, kernels, evaluator, uploads
):
    bake = finish(evaluator.evaluate(chain(kernels, *LONG), uploads))
    assert evaluator.pool.lent == 1
    bake.free()
    assert evaluator.pool.lent == 0
    evaluator.close()
    assert null.live == {uploads.texture("picture").native.number}


def test_fifty_bakes_create_textures_once(null, kernels, evaluator, uploads):
    plan = chain(kernels, *LONG)
    finish(evaluator.evaluate(plan, uploads)).free()
    created = len(verbs(null, "create"))
    for _ in range(49):
        finish(evaluator.evaluate(plan, uploads)).free()
    assert len(verbs(null, "create")) == created


def test_a_bake_at_another_size_does_not_keep_the_textures_of_the_last(
    null, kernels, evaluator, uploads
):
    finish(evaluator.evaluate(chain(kernels, *LONG), uploads)).free()
    before = set(null.live)
    uploads.put("picture", np.zeros((16, 16, 4), np.float32), Format.RGBA16F)
    small = chain(kernels, "shift", extent=Extent(16, 16))
    finish(evaluator.evaluate(small, uploads)).free()
    assert not before & null.live


def test_the_memory_of_the_last_size_is_back_before_more_is_taken(
    null, kernels, evaluator, uploads
):
    """On Vulkan nothing is freed until a flush."""
    finish(evaluator.evaluate(chain(kernels, *LONG), uploads)).free()
    uploads.put("picture", np.zeros((16, 16, 4), np.float32), Format.RGBA16F)
    del null.asked[:]
    small = chain(kernels, "shift", extent=Extent(16, 16))
    finish(evaluator.evaluate(small, uploads)).free()
    asked = verbs(null, "release", "flush", "create")
    assert asked[: asked.index("create")] == ["release", "release", "flush"]


def test_an_evaluation_that_is_closed_gives_everything_back(null, kernels, evaluator, uploads):
    evaluation = evaluator.evaluate(chain(kernels, *LONG), uploads)
    for _ in range(len(LONG) // 2):
        next(evaluation)
    assert evaluator.pool.lent > 0
    evaluation.close()
    assert evaluator.pool.lent == 0
    assert guard.why_not_now() == ""
    finish(evaluator.evaluate(chain(kernels, *LONG), uploads)).free()


def test_an_evaluation_that_is_dropped_gives_everything_back(null, kernels, evaluator, uploads):
    evaluation = evaluator.evaluate(chain(kernels, *LONG), uploads)
    next(evaluation)
    del evaluation
    gc.collect()
    assert evaluator.pool.lent == 0
    assert guard.why_not_now() == ""


def test_an_evaluation_that_fails_gives_everything_back(
    null, kernels, evaluator, uploads, monkeypatch
):
    def fail(*arguments):
        raise RuntimeError("device lost")

    evaluation = evaluator.evaluate(chain(kernels, *LONG), uploads)
    next(evaluation)
    monkeypatch.setattr(null, "flush", fail)
    with pytest.raises(RuntimeError, match="device lost"):
        finish(evaluation)
    assert evaluator.pool.lent == 0
    assert guard.why_not_now() == ""


def test_a_second_evaluation_is_refused_while_one_runs(null, kernels, evaluator, uploads):
    first = evaluator.evaluate(chain(kernels, "scale"), uploads)
    next(first)
    with pytest.raises(WrongTime, match="Another evaluation is running"):
        next(Evaluator(null, kernels).evaluate(chain(kernels, "scale"), uploads))
    finish(first).free()


def test_a_cpu_op_reads_after_a_flush_and_its_answer_is_uploaded(
    null, kernels, evaluator, uploads, transpose
):
    square = Extent(32, 32)
    uploads.put("picture", np.zeros((32, 32, 4), np.float32), Format.RGBA16F)
    null.asked.clear()
    plan = chain(kernels, "scale", "cpu/transpose", "scale", extent=square)
    finish(evaluator.evaluate(plan, uploads)).free()
    order = verbs(null, "dispatch", "flush", "read", "upload")
    assert order == ["dispatch", "flush", "read", "upload", "dispatch", "flush"]


@pytest.mark.parametrize("format", [Format.R8, Format.RG8, Format.R32F, Format.RGBA8])
def test_a_cpu_op_is_given_as_many_channels_as_its_header_says(
    null, kernels, evaluator, uploads, transpose, format
):
    """A picture of one channel is grey to it, as it is to a kernel."""
    seen = []
    body = registry.body_of("cpu/transpose")
    registry.cpu_op("transpose")(
        lambda inputs, *rest: seen.append(inputs["color"].shape) or body(inputs, *rest)
    )
    uploads.put("picture", np.zeros((32, 32, format.channels), np.float32), format)
    builder = PlanBuilder(kernels, Extent(32, 32))
    picture = builder.external("picture", Extent(32, 32), format, Role.SOURCE)
    builder.output("out", builder.op("cpu/transpose", {"color": picture}, key="t")["result"])
    finish(evaluator.evaluate(builder.finish(), uploads)).free()
    assert seen == [(32, 32, 4)]


def test_a_cpu_op_leaves_the_pool_no_larger_than_the_schedule(
    null, kernels, evaluator, uploads, transpose
):
    uploads.put("picture", np.zeros((32, 32, 4), np.float32), Format.RGBA16F)
    plan = chain(kernels, "scale", "cpu/transpose", "scale", extent=Extent(32, 32))
    for _ in range(3):
        with finish(evaluator.evaluate(plan, uploads)) as bake:
            assert evaluator.pool.held_bytes <= bake.evaluated.pool_bytes


def test_a_bake_reads_out_after_a_flush(null, kernels, evaluator, uploads):
    bake = finish(evaluator.evaluate(chain(kernels, "scale"), uploads))
    null.asked.clear()
    bake.read("out")
    assert verbs(null, "flush", "read") == ["flush", "read"]


def test_a_freed_bake_answers_nothing_and_may_be_freed_again(kernels, evaluator, uploads):
    with finish(evaluator.evaluate(chain(kernels, "scale"), uploads)) as bake:
        texture = bake.texture("out")
    with pytest.raises(UsedAfterRelease, match="freed before"):
        bake.read("out")
    with pytest.raises(UsedAfterRelease, match="back to the pool"):
        _ = texture.native
    bake.free()


def test_an_unknown_output_is_named_with_those_there_are(kernels, evaluator, uploads):
    with (
        finish(evaluator.evaluate(chain(kernels, "scale"), uploads)) as bake,
        pytest.raises(KeyError, match="no output 'colour'; it has out"),
    ):
        bake.read("colour")


def test_a_bake_never_frees_an_upload(null, kernels, evaluator, uploads):
    plan = chain(kernels)
    with finish(evaluator.evaluate(plan, uploads)) as bake:
        assert bake.texture("out") is uploads.texture("picture")
    assert null.live == {uploads.texture("picture").native.number}


def test_a_kept_image_is_an_output_under_its_own_id(kernels, evaluator, uploads):
    plan = chain(kernels, "scale", "shift", "scale", "shift")
    with finish(evaluator.evaluate(plan, uploads, keep=[ImageId("op1")])) as bake:
        assert list(bake) == ["out", "op1"]
        assert bake.read("op1").shape == (SIDE.height, SIDE.width, 4)


def test_an_external_that_was_not_brought_is_refused_by_name(null, kernels, evaluator):
    with pytest.raises(RefusedPlan, match="'picture' was not brought"):
        finish(evaluator.evaluate(chain(kernels, "scale"), Uploads(null)))
    assert guard.why_not_now() == ""


def test_an_external_of_another_size_is_refused_by_name(null, kernels, evaluator, uploads):
    uploads.put("picture", np.zeros((8, 8, 4), np.float32), Format.RGBA16F)
    with pytest.raises(RefusedPlan, match="'picture' is 8x8 RGBA16F and the plan declares 48x32"):
        finish(evaluator.evaluate(chain(kernels, "scale"), uploads))


def test_a_plan_over_the_memory_budget_is_refused(kernels, evaluator, uploads):
    with pytest.raises(RefusedPlan):
        finish(evaluator.evaluate(chain(kernels, "scale"), uploads, budget_bytes=1000))


def test_progress_never_falls_and_ends_whole(kernels, evaluator, uploads):
    seen = [p.fraction for p in evaluator.evaluate(chain(kernels, *LONG), uploads)]
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_one_evaluation_keeps_nothing_once_its_bake_is_freed(null, kernels, uploads):
    finish(evaluate(chain(kernels, *LONG), kernels, null, uploads)).free()
    assert null.live == {uploads.texture("picture").native.number}


def test_fusion_off_gives_every_op_its_own_dispatch(null, kernels, evaluator, uploads):
    plan = chain(kernels, *["scale"] * 5)
    for fused, dispatches in ((True, 1), (False, 5)):
        with finish(evaluator.evaluate(plan, uploads, fused=fused)) as bake:
            assert bake.evaluated.dispatches == dispatches


def test_compilations_count_sources_and_not_bakes_or_numbers(null, kernels, evaluator, uploads):
    from dataclasses import replace

    plan = chain(kernels, "scale", "shift")
    finish(evaluator.evaluate(plan, uploads)).free()
    assert evaluator.compilations == null.compilations == 2
    other = replace(plan, ops=(replace(plan.ops[0], params={"amount": 0.125}), *plan.ops[1:]))
    finish(evaluator.evaluate(other, uploads)).free()
    finish(evaluator.evaluate(chain(kernels, "scale", "shift", "shift"), uploads)).free()
    assert evaluator.compilations == null.compilations == 2


def test_a_clock_that_shows_slow_kernels_brings_tiles_and_flushes(null, kernels, uploads):
    now = [0.0]

    class Slow(type(null)):
        def flush(self):
            now[0] += 0.3
            super().flush()

    device = Slow()
    held = Uploads(device)
    extent = Extent(512, 512)
    held.put("picture", np.zeros((512, 512, 4), np.float32), Format.RGBA16F)
    slow = Evaluator(device, kernels, clock=lambda: now[0])
    plan = chain(kernels, *["shift"] * 12, extent=extent)
    with finish(slow.evaluate(plan, held)) as bake:
        assert bake.evaluated.dispatches == 12
    with finish(slow.evaluate(plan, held)) as bake:
        assert bake.evaluated.dispatches > 12
    flushes = [asked.verb for asked in device.asked].count("flush")
    assert flushes > 2
