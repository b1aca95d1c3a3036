"""Who owns which texture, and for how long."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from addon.device.errors import DeviceLimit, UsedAfterRelease
from addon.device.pool import TexturePool
from addon.device.uploads import Uploads
from addon.plan.types import Extent, Format

PICTURE = np.linspace(0, 1, 8 * 4 * 4, dtype=np.float32).reshape(4, 8, 4)


def test_a_texture_given_back_is_lent_again(null):
    pool = TexturePool(null)
    lease = pool.take(Extent(8, 8), Format.RGBA16F)
    native = lease.native
    pool.give_back(lease)
    assert pool.take(Extent(8, 8), Format.RGBA16F).native is native


@pytest.mark.parametrize(
    ("extent", "format"),
    [(Extent(8, 4), Format.RGBA16F), (Extent(8, 8), Format.RGBA32F)],
)
def test_a_texture_of_another_extent_or_format_is_another(null, extent, format):
    pool = TexturePool(null)
    pool.give_back(pool.take(Extent(8, 8), Format.RGBA16F))
    pool.take(extent, format)
    assert len(null.live) == 2


def test_a_texture_is_given_back_once(null):
    pool = TexturePool(null)
    lease = pool.take(Extent(8, 8), Format.R16F)
    pool.give_back(lease)
    with pytest.raises(UsedAfterRelease, match="given back twice"):
        pool.give_back(lease)


def test_trimming_releases_what_is_free_and_nothing_that_is_lent(null):
    pool = TexturePool(null)
    lent = pool.take(Extent(8, 8), Format.R16F)
    pool.give_back(pool.take(Extent(8, 8), Format.R16F))
    pool.trim()
    assert null.live == {lent.native.number}
    assert (pool.free, pool.lent) == (0, 1)


def test_the_same_texels_are_uploaded_once(null):
    uploads = Uploads(null)
    first = uploads.put("wood", PICTURE, Format.RGBA32F)
    assert uploads.put("wood", PICTURE.copy(), Format.RGBA32F) is first
    assert len(null.live) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda: (PICTURE + np.float32(0.5), Format.RGBA32F),
        lambda: (PICTURE.reshape(8, 4, 4), Format.RGBA32F),
        lambda: (PICTURE, Format.RGBA16F),
    ],
    ids=["texels", "shape", "format"],
)
def test_other_texels_another_shape_or_format_replace_the_texture(null, change):
    uploads = Uploads(null)
    first = uploads.put("wood", PICTURE, Format.RGBA32F)
    second = uploads.put("wood", *change())
    assert null.live == {second.native.number}
    with pytest.raises(UsedAfterRelease):
        _ = first.native


@pytest.mark.parametrize("shape", [(1, 17, 4), (17, 1, 4)])
def test_a_picture_larger_than_the_device_holds_is_named_and_no_level_is_advised(null, shape):
    null.info = replace(null.info, max_texture_size=16)
    uploads = Uploads(null)
    said = f"'wall' is {shape[1]}x{shape[0]}, .* holds 16 texels a side; make the picture no larger"
    with pytest.raises(DeviceLimit, match=said):
        uploads.put("wall", np.zeros(shape, np.float32), Format.RGBA32F)
    uploads.put("wall", np.zeros((16, 16, 4), np.float32), Format.RGBA32F)


def test_uploads_are_freed_one_by_one_or_all(null):
    uploads = Uploads(null)
    for name in ("a", "b", "c"):
        uploads.put(name, PICTURE, Format.RGBA32F)
    assert uploads.held_bytes == 3 * 8 * 4 * 16
    uploads.free("b")
    assert list(uploads) == ["a", "c"]
    uploads.free()
    assert not null.live and len(uploads) == 0


def test_a_name_that_was_not_uploaded_is_named(null):
    with pytest.raises(KeyError, match="'stone' was not uploaded"):
        Uploads(null).texture("stone")
