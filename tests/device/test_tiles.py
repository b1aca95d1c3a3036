"""The tile scheduler with a clock of the tests' own."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from addon.device.tiles import BUDGET_S, SMALLEST, STEEPEST, TileScheduler
from addon.library.compose import GROUP
from addon.plan.types import Extent

EXTENTS = st.builds(Extent, st.integers(1, 600), st.integers(1, 600))


class Machine:
    """A device that takes a fixed time per texel, told only when it is flushed."""

    def __init__(self, per_texel_s, budget_s=BUDGET_S):
        self.now_s = 0.0
        self.waiting_s = 0.0
        self.longest_s = 0.0
        self.per_texel_s = per_texel_s
        self.tiles = TileScheduler(lambda: self.now_s, budget_s)

    def run(self, extent, key="kernel", cost=1.0, step=lambda: None):
        """Run one op the way the evaluator does; returns its tiles."""
        made = []
        for tile in self.tiles.tiles(key, cost, extent):
            self.tiles.begin()
            self.waiting_s += tile.extent.texels * self.per_texel_s
            self.tiles.queued(key, cost, tile.extent.texels)
            if self.tiles.due:
                self.flush()
            made.append(tile)
            step()
        return made

    def flush(self):
        self.tiles.begin()
        self.longest_s = max(self.longest_s, self.waiting_s)
        self.now_s += self.waiting_s
        self.waiting_s = 0.0
        self.tiles.flushed()


@settings(max_examples=60, deadline=None)
@given(EXTENTS, st.floats(1e-11, 1e-3), st.floats(0.05, 500.0), st.integers(1, 3))
def test_tiles_cover_every_texel_once(extent, per_texel_s, cost, runs):
    machine = Machine(per_texel_s)
    for _ in range(runs):
        times = np.zeros((extent.height, extent.width), int)
        for tile in machine.run(extent, cost=cost):
            (x, y), size = tile.origin, tile.extent
            times[y : y + size.height, x : x + size.width] += 1
        assert (times == 1).all()


@settings(max_examples=60, deadline=None)
@given(EXTENTS, st.floats(1e-11, 1e-3), st.floats(0.05, 500.0))
def test_tiles_start_at_whole_groups_and_end_at_them_or_at_the_edge(extent, per_texel_s, cost):
    for tile in Machine(per_texel_s).run(extent, cost=cost):
        for axis, whole in ((0, extent.width), (1, extent.height)):
            part = (tile.extent.width, tile.extent.height)[axis]
            assert tile.origin[axis] % GROUP[axis] == 0
            assert part % GROUP[axis] == 0 or tile.origin[axis] + part == whole


def test_a_cheap_op_goes_whole():
    machine = Machine(1e-11)
    machine.run(Extent(4096, 4096))
    machine.flush()
    assert len(machine.run(Extent(4096, 4096))) == 1


def test_a_dear_op_settles_on_tiles_of_about_the_budget():
    machine = Machine(4e-7)  # 512 x 512 in 0.105 s
    machine.run(Extent(2048, 2048), cost=40.0)
    tiles = machine.run(Extent(2048, 2048), cost=40.0)
    assert {tile.extent.width for tile in tiles[:-1]} <= {480, 496, 512, 2048 % 496}
    assert 16 <= len(tiles) <= 36


def test_a_dear_op_of_a_small_image_is_not_cut_finer_than_is_worth_it():
    tiles = Machine(1e-3).run(Extent(128, 128), cost=500.0)
    assert min(min(tile.extent.width, tile.extent.height) for tile in tiles) == SMALLEST


def test_no_batch_of_a_kernel_that_costs_what_its_header_says_exceeds_the_budget():
    machine = Machine(4e-8 * 40)
    machine.run(Extent(2048, 2048), cost=40.0)
    machine.flush()
    assert machine.longest_s <= BUDGET_S * 1.001


def test_a_kernel_twenty_times_dearer_than_its_header_says_is_bounded_after_its_first_tile():
    machine = Machine(4e-8 * 40 * 20)
    first = next(machine.tiles.tiles("kernel", 40.0, Extent(2048, 2048)))
    machine.run(Extent(2048, 2048), cost=40.0)
    machine.longest_s = 0.0
    machine.run(Extent(2048, 2048), cost=40.0)
    assert first.extent.texels <= 256 * 256
    assert machine.longest_s <= 2 * BUDGET_S


def test_a_kernel_whose_first_batch_was_slow_recovers():
    """The driver finishes compiling a kernel in its first batch."""
    machine = Machine(1e-8)
    machine.now_s = 0.0
    machine.tiles.begin()
    machine.tiles.queued("kernel", 1.0, 4096)
    machine.tiles.begin()
    machine.now_s += 1.0
    machine.tiles.flushed()
    extent = Extent(1024, 1024)
    assert len(machine.run(extent)) > 1
    machine.run(extent)
    machine.flush()
    assert len(machine.run(extent)) == 1


def test_one_flush_makes_tiles_larger_by_no_more_than_the_steepest_factor():
    machine = Machine(0.0)
    before = machine.tiles.predicted_s("kernel", 1.0, 4096)
    machine.tiles.begin()
    machine.tiles.queued("kernel", 1.0, 4096)
    machine.flush()
    after = machine.tiles.predicted_s("kernel", 1.0, 4096)
    assert after * STEEPEST >= before * (1 - 1e-9)


def test_time_between_the_steps_of_an_evaluation_is_not_the_kernels():
    """A modal operator may come back seconds later."""
    busy, calm = Machine(1e-7), Machine(1e-7)

    def away():
        busy.now_s += 5.0

    for _ in range(3):
        busy.run(Extent(1024, 1024), step=away)
        calm.run(Extent(1024, 1024))
    learnt = [machine.tiles.predicted_s("kernel", 1.0, 1) for machine in (busy, calm)]
    assert learnt[0] == pytest.approx(learnt[1])


def test_a_larger_radius_is_expected_to_cost_more_at_once():
    machine = Machine(1e-7)
    machine.run(Extent(512, 512), cost=3.0)
    machine.flush()
    near = machine.tiles.predicted_s("kernel", 3.0, 100)
    far = machine.tiles.predicted_s("kernel", 129.0, 100)
    assert far == pytest.approx(near * 43)
