"""The port over Blender's module: texels in and out, what it refuses, what it says."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from addon.device.errors import DeviceError, DeviceLimit, KernelError, UsedAfterRelease
from addon.library.catalog import load_catalog
from addon.library.compose import compose, pack
from addon.plan.build import PlanBuilder
from addon.plan.fuse import fuse
from addon.plan.types import Extent, Format, Role
from tests.tolerances import STORED

WIDE = Extent(37, 11)
ROUNDED = {Format.R8: 0.5 / 255, Format.RG8: 0.5 / 255, **STORED}


def ramp(format):
    """Return texels that are all different, so that a wrong stride shows."""
    count = WIDE.texels * format.channels
    ramp = np.arange(count, dtype=np.float32) / np.float32(count)
    return ramp.reshape(WIDE.height, WIDE.width, format.channels)


def composed(catalog, kernel, *, format=Format.RGBA16F):
    """Return (kernel, uniforms) of a plan with one op reading an external "picture"."""
    builder = PlanBuilder(catalog, WIDE)
    inputs = {}
    if catalog[kernel].inputs:
        inputs = {"color": builder.external("picture", WIDE, Format.RGBA32F, Role.SOURCE)}
    formats = {"result": format}
    builder.output("out", builder.op(kernel, inputs, key="op", formats=formats)["result"])
    plan = builder.finish()
    (region,) = fuse(plan, catalog)
    text = compose(region, plan, catalog)
    return text, pack(text.layout, region, [region.ops[0].params])


@pytest.mark.parametrize("format", list(Format), ids=str)
def test_texels_come_back_where_they_were_on_an_image_that_is_not_square(device, format):
    texels = ramp(format)
    texture = device.upload(texels, format)
    read = device.read(texture).astype(np.float32)
    read = read / 255 if format.endswith("8") else read
    assert read.shape == texels.shape
    assert np.abs(read - texels).max() <= ROUNDED[format] * (1 + 1e-4)
    device.release(texture)


def test_an_upload_does_not_follow_the_array_it_was_made_from(device):
    texels = ramp(Format.RGBA32F)
    texture = device.upload(texels, Format.RGBA32F)
    kept = texels.copy()
    texels[:] = -1
    assert np.array_equal(device.read(texture), kept)
    device.release(texture)


def test_texels_read_back_outlive_their_texture(device):
    texture = device.upload(ramp(Format.RGBA32F), Format.RGBA32F)
    read = device.read(texture)
    device.release(texture)
    gc.collect()
    assert np.array_equal(read, ramp(Format.RGBA32F))


def test_what_a_dispatch_wrote_is_read_right_after_it(device, catalog):
    kernel, _ = composed(catalog, "constant", format=Format.RGBA32F)
    shader = device.compile(kernel)
    target = device.create(WIDE, Format.RGBA32F)
    for value in range(1, 60):
        uniforms = np.full(4, value, np.float32).tobytes()
        device.dispatch(shader, {kernel.images[0][0]: target}, {}, uniforms, (0, 0), WIDE, WIDE)
        device.flush()
        assert (device.read(target) == value).all()
    device.release(target)


@pytest.mark.parametrize("format", [Format.R16F, Format.RGBA16F], ids=str)
def test_a_stored_half_is_the_nearest_one(device, catalog, format):
    picture = np.random.default_rng(3).random((WIDE.height, WIDE.width, 4), np.float32)
    kernel, uniforms = composed(catalog, "copy", format=format)
    source = device.upload(picture, Format.RGBA32F)
    target = device.create(WIDE, format)
    device.dispatch(
        device.compile(kernel),
        {kernel.images[0][0]: target},
        {kernel.samplers[0][0]: source},
        uniforms,
        (0, 0),
        WIDE,
        WIDE,
    )
    device.flush()
    nearest = picture[..., : format.channels].astype(np.float16).astype(np.float32)
    assert np.array_equal(device.read(target), nearest)
    device.release(source)
    device.release(target)


def test_a_released_texture_dies_at_once_and_answers_nothing(device):
    texture = device.upload(ramp(Format.RGBA16F), Format.RGBA16F)
    try:
        native = weakref.ref(texture.native)
    except TypeError:
        native = None
    held = device.allocated_bytes
    device.release(texture)
    assert held - device.allocated_bytes == WIDE.texels * 8
    assert native is None or native() is None
    with pytest.raises(UsedAfterRelease):
        device.read(texture)


def test_a_kernel_that_does_not_compile_is_told_by_its_own_file_and_line(device, tmp_path):
    path = tmp_path / "point" / "broken.glsl"
    path.parent.mkdir()
    path.write_text(
        '/*---\nsummary = "Broken."\n[inputs]\ncolor = { type = "vec4" }\n[outputs]\n'
        'result = { type = "vec4" }\n---*/\n// A comment moves the line.\n'
        "void kln_broken(Texel at, vec4 color, out vec4 result)\n{\n"
        "  float fine = 1.0;\n  result = color * missing_name * fine;\n}\n"
    )
    kernel, _ = composed(load_catalog(tmp_path), "broken")
    with pytest.raises(KernelError) as caught:
        device.compile(kernel)
    file, line, message = caught.value.places[0]
    assert (file, line) == ("kernels/point/broken.glsl", 12)
    assert "missing_name" in message
    assert device.info.renderer in str(caught.value)


def test_a_kernel_compiles_after_one_that_did_not(device, catalog, tmp_path):
    test_a_kernel_that_does_not_compile_is_told_by_its_own_file_and_line(device, tmp_path)
    kernel, _ = composed(catalog, "invert", format=Format.R32F)
    assert device.compile(kernel).native is not None


def test_a_source_is_compiled_once_and_kept_within_the_bound(catalog):
    from addon.device.blender import BlenderDevice

    device = BlenderDevice(shaders_kept=2)
    kernels = [composed(catalog, name)[0] for name in ("copy", "invert", "constant")]
    first = device.compile(kernels[0]).native
    assert device.compile(kernels[0]).native is first
    for kernel in kernels[1:]:
        device.compile(kernel)
    assert device.compilations == 3
    assert len(device._shaders) == 2
    device.compile(kernels[0])
    assert device.compilations == 3
    device.close()


def test_an_image_of_another_format_is_refused(device, catalog):
    kernel, uniforms = composed(catalog, "constant")
    target = device.create(WIDE, Format.RGBA32F)
    with pytest.raises(DeviceError, match="stores RGBA16F"):
        device.dispatch(
            device.compile(kernel), {kernel.images[0][0]: target}, {}, uniforms, (0, 0), WIDE, WIDE
        )
    device.release(target)


def test_a_texture_larger_than_the_device_holds_is_refused(device):
    with pytest.raises(DeviceLimit, match="bake at a higher level"):
        device.create(Extent(device.info.max_texture_size + 1, 1), Format.RGBA8)


@pytest.mark.parametrize(("images", "samplers"), [(9, 0), (1, 17)])
def test_more_images_than_blender_binds_are_refused_before_they_corrupt_memory(
    device, catalog, images, samplers
):
    from dataclasses import replace

    kernel, _ = composed(catalog, "constant")
    many = replace(
        kernel,
        images=tuple((f"kln_out{n}", f"i{n}", Format.RGBA16F) for n in range(images)),
        samplers=tuple((f"kln_tex{n}", f"s{n}") for n in range(samplers)),
        digest=f"{images} {samplers}",
    )
    with pytest.raises(DeviceLimit):
        device.compile(many)


def test_the_probe_measures_both_sides(device, catalog):
    from addon.device.probe import live_preview_pays, measure
    from tests.tolerances import is_software

    held = device.allocated_bytes
    measured = measure(device, catalog)
    assert measured.gpu_s > 0 and measured.numpy_s > 0
    assert device.allocated_bytes == held
    if is_software(device.info.renderer):
        assert not live_preview_pays(measured)
