"""What the composer writes around a kernel, on a real driver: reading, wrapping, storing."""

from __future__ import annotations

import numpy as np
import pytest

from addon.library.catalog import load_catalog
from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Format, Role
from tests import tolerances

PASS = """\
/*---
summary = "Hands its colour on."
[inputs]
color = { type = "vec4" }
[outputs]
result = { type = "vec4" }
---*/
void kln_pass(Texel at, vec4 color, out vec4 result)
{
  result = color;
}
"""
LOOK = """\
/*---
summary = "Reads an image where another one says."
[inputs]
image = { type = "vec4" }
where = { type = "vec2", access = "value" }
[variants]
how = { choices = ["near", "linear", "cubic", "size"], default = "near" }
[outputs]
result = { type = "vec4" }
---*/
void kln_look(Texel at, vec2 where, out vec4 result)
{
#if how == near
  result = image_at(ivec2(floor(where)));
#elif how == linear
  result = image_linear(where);
#elif how == cubic
  result = image_cubic(where);
#else
  result = vec4(vec2(image_extent()), vec2(at.extent));
#endif
}
"""
EXTENT = Extent(48, 20)
SHAPE = (EXTENT.height, EXTENT.width)
WIDTH, HEIGHT = 7, 5


@pytest.fixture(scope="module")
def run(device, bake_plan, tmp_path_factory):
    """Return ``run(kernel, {input: texels}, format, formats={}, **variants) -> texels``."""
    from addon.device.evaluate import Evaluator

    folder = tmp_path_factory.mktemp("kernels")
    for kind, text in (("point/pass", PASS), ("sample/look", LOOK)):
        path = folder / f"{kind}.glsl"
        path.parent.mkdir()
        path.write_text(text, "utf-8")
    catalog = load_catalog(folder)
    own = Evaluator(device, catalog)

    def bake(kernel, pictures, format, formats=None, **variants):
        builder = PlanBuilder(catalog, EXTENT)
        inputs = {}
        for name, texels in pictures.items():
            extent = Extent(texels.shape[1], texels.shape[0])
            stored = (formats or {}).get(name, Format.RGBA32F)
            inputs[name] = builder.external(name, extent, stored, Role.SOURCE)
        role = Role.PRECISE if format.full_float else Role.PLAIN
        out = builder.op(
            kernel, inputs, {}, variants, key="out", role=role, formats={"result": format}
        )
        builder.output("out", out["result"])
        return bake_plan(builder.finish(), pictures, by=own)["out"]

    yield bake
    own.close()


def numbers(which: str) -> np.ndarray:
    random = np.random.default_rng(7)
    if which == "any bits":
        return random.integers(0, 2**32, (*SHAPE, 4), np.uint64).astype(np.uint32).view(np.float32)
    if which == "any size":
        sizes = 10.0 ** random.uniform(-9, 5.2, (*SHAPE, 4))
        return (random.standard_normal((*SHAPE, 4)) * sizes).astype(np.float32)
    halves = random.integers(0, 0x7BFF, (*SHAPE, 4)).astype(np.uint16)
    low, high = (
        bits.view(np.float16).astype(np.float32) for bits in (halves, halves + np.uint16(1))
    )
    return (low + high) / 2 if which == "ties" else low


@pytest.mark.parametrize("which", ["any bits", "any size", "ties", "exact"])
def test_a_half_float_store_rounds_to_nearest_even_and_stays_finite(run, which):
    texels = numbers(which)
    stored = run("pass", {"color": texels}, Format.RGBA16F)
    finite = np.clip(texels, -65504.0, 65504.0)
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = np.where(np.isfinite(texels), finite, texels).astype(np.float16).astype(np.float32)
    assert np.array_equal(stored, wanted, equal_nan=True)


@pytest.mark.parametrize(
    ("format", "channels"), [(Format.R8, 1), (Format.RG8, 2), (Format.R16F, 1), (Format.RGBA8, 4)]
)
def test_one_channel_reads_as_grey_and_two_as_grey_and_alpha(run, format, channels):
    texels = np.random.default_rng(2).integers(0, 256, (*SHAPE, channels)).astype(np.float32) / 255
    if format is Format.R16F:
        texels = texels.astype(np.float16).astype(np.float32)
    read = run("pass", {"color": texels}, Format.RGBA32F, {"color": format})
    wanted = texels if channels == 4 else np.repeat(texels[..., :1], 4, axis=2)
    if channels < 4:
        wanted[..., 3] = texels[..., 1] if channels == 2 else 1.0
    # A driver turns a byte into a float by a multiplication or a division: one last place apart.
    assert np.abs(read - wanted).max() <= 2.0**-23


def wrapped(index: np.ndarray, size: int, wrap: str) -> tuple[np.ndarray, np.ndarray]:
    """Return where each index reads and whether it reads anything, by np.pad's own modes."""
    modes = {"repeat": "wrap", "clamp": "edge", "mirror": "symmetric", "clip": "constant"}
    reach = 64
    options = {"constant_values": -1} if wrap == "clip" else {}
    line = np.pad(np.arange(size), reach, mode=modes[wrap], **options)
    read = line[index + reach]
    return np.maximum(read, 0), read >= 0


def looked_up(
    image: np.ndarray, x: np.ndarray, y: np.ndarray, wraps: tuple[str, str]
) -> np.ndarray:
    (column, in_x), (row, in_y) = wrapped(x, WIDTH, wraps[0]), wrapped(y, HEIGHT, wraps[1])
    return image[row, column] * (in_x & in_y)[..., None]


WRAPS = [("repeat", "clip"), ("mirror", "clamp"), ("clip", "mirror"), ("clamp", "repeat")]


def scene() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    image = random.random((HEIGHT, WIDTH, 4)).astype(np.float32)
    where = np.zeros((*SHAPE, 4), np.float32)
    where[..., :2] = random.uniform(-40, 40, (*SHAPE, 2))
    return image, where


@pytest.mark.parametrize("wraps", WRAPS)
def test_a_texel_outside_is_read_as_the_wrap_says(run, wraps):
    image, where = scene()
    chosen = {"image_wrap_x": wraps[0], "image_wrap_y": wraps[1]}
    read = run("look", {"image": image, "where": where}, Format.RGBA32F, how="near", **chosen)
    x, y = (np.floor(where[..., axis]).astype(int) for axis in (0, 1))
    assert np.array_equal(read, looked_up(image, x, y, wraps))


def test_a_grey_image_is_transparent_outside_where_it_is_clipped(run):
    image, where = scene()
    chosen = {"image_wrap_x": "clip", "image_wrap_y": "clip", "how": "near"}
    pictures = {"image": image[..., :1].copy(), "where": where}
    read = run("look", pictures, Format.RGBA32F, {"image": Format.R32F}, **chosen)
    x, y = np.floor(where[..., 0]), np.floor(where[..., 1])
    inside = (x >= 0) & (x < WIDTH) & (y >= 0) & (y < HEIGHT)
    assert np.array_equal(read[..., 3], inside)
    assert not read[~inside].any()


@pytest.mark.parametrize("wraps", WRAPS)
@pytest.mark.parametrize("how", ["linear", "cubic"])
def test_filters_are_the_b_splines_of_degree_one_and_three(run, how, wraps):
    interpolate = pytest.importorskip("scipy.interpolate", reason="needs scipy as the third party")
    image, where = scene()
    chosen = {"image_wrap_x": wraps[0], "image_wrap_y": wraps[1]}
    read = run("look", {"image": image, "where": where}, Format.RGBA32F, how=how, **chosen)
    degree = 1 if how == "linear" else 3
    knots = np.arange(degree + 2) - (degree + 1) / 2
    spline = interpolate.BSpline.basis_element(knots, extrapolate=False)
    x, y = where[..., 0].astype(float), where[..., 1].astype(float)
    column, row = np.floor(x - 0.5).astype(int), np.floor(y - 0.5).astype(int)
    wanted = np.zeros((*SHAPE, 4))
    for right in range(-1, 3):
        for up in range(-1, 3):
            weight = np.nan_to_num(spline(column + right + 0.5 - x))
            weight = weight * np.nan_to_num(spline(row + up + 0.5 - y))
            texel = looked_up(image, column + right, row + up, wraps)
            wanted += weight[..., None] * texel
    limit = tolerances.LINEAR_FILTER if how == "linear" else tolerances.CUBIC_FILTER
    assert np.abs(read - wanted).max() <= limit


def test_a_kernel_knows_the_size_it_reads_and_the_size_it_writes(run):
    image, where = scene()
    read = run("look", {"image": image, "where": where}, Format.RGBA32F, how="size")
    assert np.array_equal(read.reshape(-1, 4), np.tile([WIDTH, HEIGHT, 48.0, 20.0], (960, 1)))
