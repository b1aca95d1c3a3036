"""A header says what a kernel is; a wrong one is refused by file and entry, with a remedy."""

from __future__ import annotations

import pytest

from addon.library.fault import KernelFileError
from addon.library.header import parse_header
from addon.plan.spec import Access, Kind, Unit

from .folders import PLAIN, PLAIN_BODY, catalog_of, kernel

HEADER = """\
summary = "Mean over a square window."
source = "Any textbook."
uses = ["sampling"]
cost = 9.0
[inputs]
color = { type = "vec4" }
mask = { type = "float", access = "value", default = 1.0 }
[params]
radius = { type = "float", unit = "texels_at_base", default = 1, min = 0.0, max = 64, reach = true }
tint = { type = "vec3", default = [1, 0.5, 0] }
count = { type = "int", unit = "texels_at_base", default = 2, rounding = "ceil" }
seed = { type = "int", unit = "seed" }
[variants]
shape = { choices = ["square", "round"], default = "round" }
[outputs]
result = { type = "vec4" }
"""


def parsed(header: str = HEADER, kind: Kind = Kind.AREA):
    return parse_header(header, "kernels/area/mean.glsl", "mean", kind)


def test_every_entry_of_a_header_is_in_the_spec():
    spec = parsed()
    assert (spec.name, spec.kind, spec.cost, spec.chain) == ("mean", Kind.AREA, 9.0, False)
    assert spec.uses == ("sampling",)
    assert [given.access for given in spec.inputs.values()] == [Access.TEXELS, Access.VALUE]
    assert spec.inputs["mask"].default == 1.0
    radius = spec.params["radius"]
    assert (radius.unit, radius.default, radius.min, radius.max) == (
        Unit.TEXELS_AT_BASE,
        1.0,
        0.0,
        64.0,
    )
    assert radius.reach == 1.0
    assert spec.params["tint"].default == (1.0, 0.5, 0.0)
    assert spec.params["count"].rounding == "ceil"
    assert spec.params["seed"].default == 0
    assert spec.outputs["result"].type == "vec4"


def test_names_keep_the_order_of_the_file():
    assert list(parsed().params) == ["radius", "tint", "count", "seed"]


def test_an_input_read_as_texels_gets_a_wrap_per_axis():
    variants = parsed().variants
    assert list(variants) == ["shape", "color_wrap_x", "color_wrap_y"]
    assert variants["color_wrap_x"].choices == ("repeat", "clamp", "mirror", "clip")
    assert variants["color_wrap_x"].default == "repeat"


def test_a_point_kernel_takes_its_inputs_as_values():
    spec = parse_header(PLAIN, "kernels/point/plain.glsl", "plain", Kind.POINT)
    assert spec.inputs["color"].access is Access.VALUE
    assert not spec.variants


WRONG = [
    ('summary = "Mean', 'sumary = "Mean', "summary", "is missing"),
    ("cost = 9.0", 'cost = "dear"', "cost", "must be a number"),
    ("cost = 9.0", "cost = 0", "cost", "more than 0"),
    ("cost = 9.0", "price = 9.0", "price", "is not known here; known are summary"),
    ("cost = 9.0", "cost = ", "header", "is not TOML"),
    ('uses = ["sampling"]', 'uses = "sampling"', "uses", "list of texts"),
    ('uses = ["sampling"]', 'uses = ["a", "a"]', "uses", "twice"),
    ('color = { type = "vec4" }', 'color = "vec4"', "inputs.color", "inline table"),
    (
        'color = { type = "vec4" }',
        'color = { type = "rgba" }',
        "inputs.color.type",
        "one of float, vec2",
    ),
    ('color = { type = "vec4" }', 'color = { kind = "vec4" }', "inputs.color.type", "is None"),
    (
        'color = { type = "vec4" }',
        'color = { type = "vec4", default = [0, 0, 0, 0] }',
        "inputs.color.default",
        "remove the default",
    ),
    ("default = 1, min", "default = 65, min", "params.radius.default", "outside min and max"),
    ("default = 1, min", "min", "params.radius.default", "is missing"),
    ("default = 1, min", 'default = "1", min', "params.radius.default", "made of numbers"),
    ("default = 1, min", "default = true, min", "params.radius.default", "made of numbers"),
    ("min = 0.0, max = 64", "min = 2.0, max = 1.0", "params.radius.min", "above max"),
    ("[1, 0.5, 0]", "[1, 0.5]", "params.tint.default", "list of 3 numbers"),
    ("[1, 0.5, 0]", "1.0", "params.tint.default", "list of 3 numbers"),
    ("default = 2, rounding", "default = 2.5, rounding", "params.count.default", "whole number"),
    ('rounding = "ceil"', 'rounding = "up"', "params.count.rounding", "nearest, floor, ceil"),
    ('seed = { type = "int"', 'seed = { type = "float"', "params.seed.type", "a seed is an int"),
    ('unit = "texels_at_base", default = 1', "default = 1", "params.radius.reach", "add unit"),
    ("reach = true", "reach = -1", "params.radius.reach", "how many times"),
    ('unit = "seed"', 'unit = "pixels"', "params.seed.unit", "texels_at_base"),
    ('["square", "round"]', '["round"]', "variants.shape.choices", "at least two"),
    (
        '["square", "round"]',
        '["square", "2d"]',
        "variants.shape.choices",
        "'2d' is not an identifier",
    ),
    ('default = "round"', 'default = "oval"', "variants.shape.default", "one of square, round"),
    ("shape = {", "color_wrap_x = {", "variants.color_wrap_x", "made by the composer"),
    ("tint = {", "mask = {", "mask", "used twice"),
    ("tint = {", "filter = {", "params.filter", "reserved word"),
    ("tint = {", "float4 = {", "params.float4", "reserved word"),
    ("tint = {", "options = {", "params.options", "reserved word"),
    ("tint = {", "kln_tint = {", "params.kln_tint", "drop the prefix"),
    ("tint = {", "my__tint = {", "params.my__tint", "underscore"),
    ('result = { type = "vec4" }', "", "outputs", "at least one image"),
]


@pytest.mark.parametrize(("right", "wrong", "entry", "says"), WRONG)
def test_a_wrong_header_is_refused_by_entry_and_with_a_remedy(right, wrong, entry, says):
    assert HEADER.count(right) >= 1
    with pytest.raises(KernelFileError) as raised:
        parsed(HEADER.replace(right, wrong, 1))
    assert raised.value.file == "kernels/area/mean.glsl"
    assert raised.value.entry == entry
    assert says in raised.value.message
    assert str(raised.value).startswith("kernels/area/mean.glsl: ")


@pytest.mark.parametrize(
    ("kind", "access", "says"),
    [
        (Kind.SOURCE, "value", "reads no image"),
        (Kind.POINT, "texels", "only its own texel"),
        (Kind.GATHER, "value", "belongs in point/"),
        (Kind.AREA, "value", "belongs in point/"),
    ],
)
def test_a_kernel_in_the_wrong_folder_is_refused(kind, access, says):
    header = PLAIN.replace('"vec4" }', f'"vec4", access = "{access}" }}', 1)
    with pytest.raises(KernelFileError, match=says):
        parsed(header, kind)


@pytest.mark.parametrize(
    "signature",
    [
        "void kln_plain(Texel at, float amount, vec4 color, out vec4 result)",
        "void kln_plain(Texel at, vec4 color, out vec4 result)",
        "void kln_plain(Texel at, vec3 color, float amount, out vec4 result)",
        "void kln_plain(Texel at, vec4 colour, float amount, out vec4 result)",
        "void kln_plain(Texel at, vec4 color, float amount, vec4 result)",
    ],
)
def test_a_function_that_does_not_match_its_header_is_refused(signature, tmp_path):
    body = f"\n{signature}\n{{\n  result = color * amount;\n}}\n"
    catalog = catalog_of(tmp_path, {"point/plain.glsl": kernel(PLAIN, body)})
    wanted = (
        r"line 11: .*write void kln_plain\(Texel at, vec4 color, float amount, out vec4 result\)"
    )
    with pytest.raises(KernelFileError, match=wanted):
        catalog["plain"]


def test_qualifiers_and_line_breaks_of_a_signature_do_not_matter(tmp_path):
    body = PLAIN_BODY.replace("Texel at, vec4 color", "const Texel at,\n    in vec4 color")
    assert "plain" in dict(catalog_of(tmp_path, {"point/plain.glsl": kernel(PLAIN, body)}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (PLAIN_BODY, "does not start with a header"),
        ("/*---\n" + PLAIN, "not closed"),
        (kernel(PLAIN, ""), "kln_plain: is not defined"),
        (kernel(PLAIN, PLAIN_BODY + PLAIN_BODY), "more than once"),
        (kernel(PLAIN, "float twice(float v)\n{\n  return v;\n}\n" + PLAIN_BODY), "kln_plain_"),
        (kernel('uses = ["nowhere"]\n' + PLAIN, PLAIN_BODY), "there is no prelude 'nowhere'"),
    ],
)
def test_a_kernel_file_that_is_no_kernel_is_refused(text, says, tmp_path):
    catalog = catalog_of(tmp_path, {"point/plain.glsl": text})
    with pytest.raises(KernelFileError, match=says):
        catalog["plain"]
