"""The strict device refuses what every driver lets through."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from addon.device.errors import DeviceError, DeviceLimit, UsedAfterRelease
from addon.device.null import NullDevice
from addon.device.pool import TexturePool
from addon.library.compose import compose
from addon.plan.fuse import fuse
from addon.plan.types import Extent, Format

from .plans import SIDE, chain

NUMBERS = b"\0" * 16


@pytest.fixture
def shader(null, kernels):
    """Return the compiled one-op plan "scale"."""
    plan = chain(kernels, "scale")
    (region,) = fuse(plan, kernels)
    return null.compile(compose(region, plan, kernels))


@pytest.fixture
def picture(null):
    """Return an uploaded texture."""
    return null.upload(np.zeros((SIDE.height, SIDE.width, 4), np.float32), Format.RGBA16F)


@pytest.fixture
def target(null):
    """Return a created texture that nothing wrote."""
    return null.create(SIDE, Format.RGBA16F)


def run(null, shader, written, read, *, uniforms=NUMBERS, origin=(0, 0), extent=SIDE, tile=SIDE):
    images = {shader.composed.images[0][0]: written}
    samplers = {shader.composed.samplers[0][0]: read}
    null.dispatch(shader, images, samplers, uniforms, origin, extent, tile)


def test_a_right_dispatch_is_recorded_and_its_texels_can_be_read(null, shader, picture, target):
    run(null, shader, target, picture)
    null.flush()
    assert null.read(target).shape == (SIDE.height, SIDE.width, 4)
    verbs = [asked.verb for asked in null.asked]
    assert verbs == ["compile", "upload", "create", "dispatch", "flush", "read"]


def test_reading_and_writing_one_texture_in_a_dispatch_is_refused(null, shader, picture):
    with pytest.raises(DeviceError, match="reads and writes"):
        run(null, shader, picture, picture)


def test_a_texture_of_another_format_is_refused(null, shader, picture):
    with pytest.raises(DeviceError, match="RGBA32F texture"):
        run(null, shader, null.create(SIDE, Format.RGBA32F), picture)


def test_a_store_to_a_mask_is_refused(null, shader, picture, target):
    from dataclasses import replace

    from addon.device.shader import CompiledShader

    name, image, _ = shader.composed.images[0]
    mask = replace(shader.composed, images=((name, image, Format.R8),))
    with pytest.raises(DeviceError, match="cannot be stored to"):
        run(null, CompiledShader(mask, None), null.create(SIDE, Format.R8), picture)


def test_a_texture_of_another_size_is_refused(null, shader, picture):
    with pytest.raises(DeviceError, match="a texture of 8x8"):
        run(null, shader, null.create(Extent(8, 8), Format.RGBA16F), picture)


def test_a_uniform_block_of_another_size_is_refused(null, shader, picture, target):
    with pytest.raises(DeviceError, match="16 bytes of numbers, not 12"):
        run(null, shader, target, picture, uniforms=NUMBERS[:12])


def test_a_forgotten_image_is_refused(null, shader, picture):
    with pytest.raises(DeviceError, match="writes"):
        null.dispatch(shader, {}, {}, NUMBERS, (0, 0), SIDE, SIDE)


@pytest.mark.parametrize(
    ("origin", "tile"),
    [((0, 0), Extent(64, 32)), ((8, 0), Extent(40, 32)), ((0, 0), Extent(24, 32)), ((48, 0), SIDE)],
)
def test_a_tile_that_is_not_made_of_whole_groups_inside_the_image_is_refused(
    null, shader, picture, target, origin, tile
):
    with pytest.raises(DeviceError, match="tile"):
        run(null, shader, target, picture, origin=origin, tile=tile)


def test_texels_that_nothing_wrote_are_not_read(null, shader, target):
    with pytest.raises(DeviceError, match="nothing wrote"):
        run(null, shader, null.create(SIDE, Format.RGBA16F), target)


def test_an_image_is_not_read_before_its_last_tile_is_written(null, shader, picture, target):
    run(null, shader, target, picture, tile=Extent(32, 32))
    with pytest.raises(DeviceError, match="nothing wrote"):
        run(null, shader, null.create(SIDE, Format.RGBA16F), target)
    run(null, shader, target, picture, origin=(32, 0), tile=Extent(16, 32))
    run(null, shader, null.create(SIDE, Format.RGBA16F), target)


def test_a_read_back_with_work_in_flight_is_refused(null, shader, picture, target):
    run(null, shader, target, picture)
    with pytest.raises(DeviceError, match="flush first"):
        null.read(target)


def test_a_released_texture_is_used_by_nobody(null, shader, picture, target):
    null.release(picture)
    with pytest.raises(UsedAfterRelease):
        run(null, shader, target, picture)
    with pytest.raises(UsedAfterRelease):
        null.release(picture)


def test_a_texture_that_went_back_to_the_pool_is_used_by_nobody(null, shader, picture):
    pool = TexturePool(null)
    lease = pool.take(SIDE, Format.RGBA16F)
    run(null, shader, lease, picture)
    pool.give_back(lease)
    null.flush()
    with pytest.raises(UsedAfterRelease):
        null.read(lease)


def test_a_lease_starts_undefined_whatever_the_texture_held_before(null, shader, picture):
    pool = TexturePool(null)
    lease = pool.take(SIDE, Format.RGBA16F)
    run(null, shader, lease, picture)
    pool.give_back(lease)
    again = pool.take(SIDE, Format.RGBA16F)
    null.flush()
    with pytest.raises(DeviceError, match="nothing wrote"):
        null.read(again)


def test_another_context_does_not_see_the_textures(null, shader, picture, target):
    with null.in_context("viewport"), pytest.raises(DeviceError, match="context 'first'"):
        run(null, shader, target, picture)


def test_another_thread_may_ask_nothing(null):
    caught = []

    def ask():
        try:
            null.flush()
        except DeviceError as error:
            caught.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert caught == ["the device is used from another thread than the one that opened it"]


def test_a_texture_larger_than_the_device_holds_is_refused():
    with pytest.raises(DeviceLimit, match="higher level"):
        NullDevice().create(Extent(16385, 1), Format.RGBA8)
