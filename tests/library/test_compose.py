"""Composing is text in, text out: structure decides the bytes, and names and numbers do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from addon.library.catalog import KernelCatalog
from addon.library.compose import compose
from addon.plan.region import MAX_IMAGES, MAX_SAMPLERS, Region
from addon.plan.types import Extent, Format, ImageId, PlanImage, TextureOp, TexturePlan

from .folders import PLAIN, PLAIN_BODY, catalog_of, kernel
from .regions import EXTENT, external

WARP = kernel(
    """\
summary = "Reads two images at other texels."
[inputs]
image = { type = "vec4" }
grey = { type = "float" }
[variants]
way = { choices = ["near", "smooth"], default = "near" }
[outputs]
result = { type = "vec4" }
""",
    """\
vec4 kln_warp_read(ivec2 xy)
{
#if way == smooth
  return image_cubic(vec2(xy));
#else
  return image_at(xy);
#endif
}
void kln_warp(Texel at, out vec4 result)
{
  result = kln_warp_read(at.xy) + grey_at(at.xy);
}
""",
)
MIXED = kernel(
    """\
summary = "Every type in and out."
[inputs]
a = { type = "float", default = 0.0 }
b = { type = "vec2", default = [0, 0] }
c = { type = "vec3", default = [0, 0, 0] }
[params]
count = { type = "int", default = 3 }
[outputs]
one = { type = "float" }
two = { type = "vec2" }
three = { type = "vec3" }
""",
    """\
void kln_mixed(
    Texel at, float a, vec2 b, vec3 c, int count, out float one, out vec2 two, out vec3 three)
{
  one = a * float(count);
  two = b;
  three = c;
}
""",
)


@pytest.fixture
def catalog(tmp_path) -> KernelCatalog:
    return catalog_of(
        tmp_path,
        {
            "point/plain.glsl": kernel(PLAIN, PLAIN_BODY),
            "point/mixed.glsl": MIXED,
            "sample/warp.glsl": WARP,
        },
    )


def plain(key: str, reads: str, amount: float = 1.0) -> TextureOp:
    return TextureOp(
        "plain", {"color": ImageId(reads)}, {"result": ImageId(key)}, {"amount": amount}, {}, key
    )


def warp(key: str, image: str, grey: str, **variants: str) -> TextureOp:
    inputs = {"image": ImageId(image), "grey": ImageId(grey)}
    return TextureOp("warp", inputs, {"result": ImageId(key)}, {}, variants, key)


def composed(catalog, ops, *externals: PlanImage, formats=None, writes=None):
    formats = formats or {}
    images = list(externals)
    for op in ops:
        images += [PlanImage(i, formats.get(i, Format.RGBA16F)) for i in op.outputs.values()]
    plan = TexturePlan(EXTENT, tuple(images), tuple(ops))
    kept = tuple(ops[-1].outputs.values()) if writes is None else tuple(ImageId(w) for w in writes)
    return compose(Region(tuple(ops), tuple(e.id for e in externals), kept, EXTENT), plan, catalog)


def main_of(kernel) -> str:
    return kernel.source[kernel.source.index("void main()") :]


# --- the same structure gives the same bytes ------------------------------------------------------


def test_names_and_numbers_of_the_user_are_not_in_the_text(catalog):
    here = composed(
        catalog, [plain("wood", "pic", 0.25), plain("oak", "wood", 0.5)], external("pic")
    )
    there = composed(catalog, [plain("zinc", "a", 7.0), plain("alloy", "zinc", 8.0)], external("a"))
    assert here.source == there.source
    assert here.digest == there.digest
    for word in ("wood", "oak", "pic", "0.25"):
        assert word not in here.source


def test_the_order_of_what_a_region_declares_does_not_matter(catalog):
    ops = [plain("x", "p"), plain("y", "q")]
    pictures = (external("p"), external("q"))
    there = composed(catalog, ops, *pictures, writes=["x", "y"])
    back = composed(catalog, ops, *reversed(pictures), writes=["y", "x"])
    assert (there.source, there.digest) == (back.source, back.digest)
    assert there.images == back.images
    assert there.samplers == back.samplers


def test_a_size_and_a_tile_are_not_in_the_text(catalog):
    ops = (plain("x", "p"),)
    images = (external("p"), PlanImage(ImageId("x"), Format.RGBA8))
    texts = {
        compose(
            Region(ops, (ImageId("p"),), (ImageId("x"),), extent),
            TexturePlan(extent, images, ops),
            catalog,
        ).digest
        for extent in (Extent(64, 64), Extent(4096, 2048))
    }
    assert len(texts) == 1


def test_the_digest_tells_formats_apart(catalog):
    formats = [format for format in Format if format.writable]
    made = [
        composed(catalog, [plain("x", "p")], external("p"), formats={"x": format})
        for format in formats
    ]
    assert len({kernel.digest for kernel in made}) == len(formats)


def test_linking_a_socket_changes_the_text_and_moving_its_slider_does_not(catalog):
    def op(inputs, **numbers):
        outputs = {name: ImageId(name) for name in ("one", "two", "three")}
        held = {"a": 0.0, "b": (0.0, 0.0), "c": (0.0, 0.0, 0.0), "count": 3} | numbers
        return TextureOp("mixed", inputs, outputs, held, {}, "m")

    still = composed(catalog, [op({})], external("p"))
    moved = composed(catalog, [op({}, a=2.0, count=9)], external("p"))
    linked = composed(catalog, [op({"a": ImageId("p")})], external("p"))
    assert still.digest == moved.digest
    assert still.digest != linked.digest
    assert {slot.name for slot in still.layout.slots} == {"a", "b", "c", "count"}
    assert {slot.name for slot in linked.layout.slots} == {"b", "c", "count"}


# --- what the text does ---------------------------------------------------------------------------


def test_an_op_hands_the_next_one_a_register_and_only_what_is_needed_later_is_stored(catalog):
    kernel = composed(catalog, [plain("x", "p"), plain("y", "x"), plain("z", "y")], external("p"))
    assert kernel.source.count("texelFetch") == 1
    assert kernel.source.count("imageStore") == 1
    assert [(name, image) for name, image, _ in kernel.images] == [("kln_out0", "z")]
    call = "kln_plain_k0(kln_texel, kln_r0_0, kln_p.f[kln_zero + 0].y, kln_r1_0);"
    assert call in main_of(kernel)


def test_an_image_read_by_several_ops_is_fetched_once(catalog):
    kernel = composed(catalog, [plain("x", "p"), plain("y", "p")], external("p"), writes=["x", "y"])
    assert kernel.source.count("texelFetch") == 1
    assert kernel.samplers == (("kln_tex0", "p"),)


def test_ops_that_differ_only_in_numbers_share_one_function(catalog):
    ops = [plain("x", "p"), plain("y", "x", 2.0), plain("z", "y", 3.0)]
    assert composed(catalog, ops, external("p")).source.count("void kln_plain") == 1


def test_a_function_that_reads_texels_is_written_per_image_and_wrap(catalog):
    pictures = external("p"), external("q"), external("g", Format.R8)
    same = composed(catalog, [warp("x", "p", "g"), warp("y", "p", "g")], *pictures)
    assert same.source.count("void kln_warp_k") == 1
    for other in (warp("y", "q", "g"), warp("y", "p", "g", image_wrap_x="clip")):
        kernel = composed(catalog, [warp("x", "p", "g"), other], *pictures)
        assert kernel.source.count("void kln_warp_k") == 2
        assert kernel.source.count("vec4 kln_warp_read_k") == 2


def test_variants_of_one_kernel_stand_beside_each_other(catalog):
    pictures = external("p"), external("g", Format.R8)
    kernel = composed(catalog, [warp("x", "p", "g"), warp("y", "p", "g", way="smooth")], *pictures)
    assert kernel.source.count("void kln_warp_k") == 2
    assert kernel.source.count("vec4 kln_a0_at(ivec2 xy)") == 1
    assert kernel.source.count("kln_a0_cubic(vec2") == 2


def test_only_the_accessors_that_are_called_are_written(catalog):
    kernel = composed(catalog, [warp("x", "p", "g")], external("p"), external("g", Format.R8))
    assert "_linear" not in kernel.source
    assert "_cubic" not in kernel.source
    assert "float kln_a1_at(ivec2 xy)" in kernel.source


def test_the_bounds_check_comes_before_anything_is_read(catalog):
    main = main_of(composed(catalog, [plain("x", "p")], external("p")))
    assert main.index("greaterThanEqual(kln_xy, kln_extent)") < main.index("return;")
    assert main.index("return;") < main.index("texelFetch")


@pytest.mark.parametrize(
    ("format", "rounding"),
    [
        (Format.RGBA16F, "kln_half"),
        (Format.R16F, "kln_half"),
        (Format.RGBA32F, ""),
        (Format.RGBA8, "kln_byte"),
    ],
)
def test_a_store_is_rounded_to_what_its_format_holds(catalog, format, rounding):
    kernel = composed(catalog, [plain("x", "p")], external("p"), formats={"x": format})
    stores = [line for line in kernel.source.split("\n") if "imageStore" in line]
    assert all(f"{rounding}(" in line for line in stores)
    for other in {"kln_half", "kln_byte"} - {rounding}:
        assert other not in kernel.source


@pytest.mark.parametrize(
    ("format", "as_vec4"),
    [
        (Format.R8, "vec4(vec3(kln_t0.x), 1.0)"),
        (Format.R16F, "vec4(vec3(kln_t0.x), 1.0)"),
        (Format.RG8, "kln_t0.xxxy"),
        (Format.RGBA8, "kln_t0"),
    ],
)
def test_one_stored_channel_is_grey_and_two_are_grey_and_alpha(catalog, format, as_vec4):
    main = main_of(composed(catalog, [plain("x", "p")], external("p", format)))
    assert f"kln_plain_k0(kln_texel, {as_vec4}, kln_p.f[kln_zero + 0].x, kln_r0_0);" in main


def test_an_output_with_fewer_channels_than_its_image_is_stored_opaque(catalog):
    outputs = {name: ImageId(name) for name in ("one", "two", "three")}
    numbers = {"a": 0.0, "b": (0.0, 0.0), "c": (0.0, 0.0, 0.0), "count": 3}
    op = TextureOp("mixed", {}, outputs, numbers, {}, "m")
    main = main_of(composed(catalog, [op], formats=dict.fromkeys(outputs, Format.RGBA32F)))
    assert "imageStore(kln_out0, kln_xy, vec4(vec3(kln_r0_0), 1.0));" in main
    assert "imageStore(kln_out1, kln_xy, vec4(kln_r0_1, 0.0, 1.0));" in main
    assert "imageStore(kln_out2, kln_xy, vec4(kln_r0_2, 1.0));" in main


def test_a_grey_image_between_two_ops_is_grey_in_a_register_too(catalog):
    kernel = composed(
        catalog, [plain("x", "p"), plain("y", "x")], external("p"), formats={"x": Format.R16F}
    )
    passed = "vec4(vec3(vec4(kln_r0_0.x, 0.0, 0.0, 1.0).x), 1.0)"
    call = f"kln_plain_k0(kln_texel, {passed}, kln_p.f[kln_zero + 0].y, kln_r1_0);"
    assert call in main_of(kernel)


# --- what cannot be one dispatch ------------------------------------------------------------------


def test_reading_other_texels_of_an_image_the_region_writes_is_refused(catalog):
    ops = [plain("x", "p"), warp("y", "x", "g")]
    with pytest.raises(ValueError, match="'y' reads 'x' at other texels"):
        composed(catalog, ops, external("p"), external("g", Format.R8))


def test_a_store_to_a_format_that_is_only_read_is_refused(catalog):
    with pytest.raises(ValueError, match="'x' is R8"):
        composed(catalog, [plain("x", "p")], external("p"), formats={"x": Format.R8})


def test_an_output_that_no_op_writes_is_refused(catalog):
    with pytest.raises(ValueError, match="no op of the region writes 'p'"):
        composed(catalog, [plain("x", "p")], external("p"), writes=["p"])


def test_a_cpu_op_has_no_text(catalog):
    op = replace(plain("x", "p"), kernel="cpu/slow")
    with pytest.raises(ValueError, match="runs on the CPU"):
        composed(catalog, [op], external("p"))


def test_more_images_than_a_kernel_may_have_are_refused(catalog):
    ops = [plain(f"x{n}", "p") for n in range(MAX_IMAGES + 1)]
    with pytest.raises(ValueError, match="9 written images; 8 is the most"):
        composed(catalog, ops, external("p"), writes=[op.key for op in ops])
    pictures = [external(f"p{n}") for n in range(MAX_SAMPLERS + 1)]
    with pytest.raises(ValueError, match="17 read images; 16 is the most"):
        composed(catalog, [plain(f"x{n}", p.id) for n, p in enumerate(pictures)], *pictures)


def test_numbers_that_fit_no_uniform_block_are_refused(catalog):
    ops = [plain(f"x{n}", f"x{n - 1}" if n else "p") for n in range(4097)]
    with pytest.raises(ValueError, match="16400 bytes of numbers; 16384 is the most"):
        composed(catalog, ops, external("p"))
