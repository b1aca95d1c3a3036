"""The text form reads back equal, is pleasant by hand, and says what is wrong where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addon.plan.build import PlanBuilder
from addon.plan.text import PlanTextError, format_op, format_plan, parse_plan
from addon.plan.types import (
    Encoding,
    Extent,
    Format,
    Role,
    TextureOp,
    TexturePlan,
    Transfer,
)

from .kernels import CATALOG
from .strategies import arbitrary_plans, plans

HEAD = "kiln-plan 1\nbase 64x32\n"


def first_op(text: str) -> TextureOp:
    return parse_plan(HEAD + text, CATALOG).ops[0]


@given(arbitrary_plans())
def test_what_is_printed_reads_back_equal(plan: TexturePlan) -> None:
    assert parse_plan(format_plan(plan)) == plan


@given(plans())
def test_a_sound_plan_reads_back_equal_with_the_catalog_too(plan: TexturePlan) -> None:
    assert parse_plan(format_plan(plan), CATALOG) == plan


@given(plans())
def test_the_text_has_one_line_per_image_and_op(plan: TexturePlan) -> None:
    lines = [line for line in format_plan(plan).splitlines() if line]
    assert len(lines) == 4 + len(plan.images) + len(plan.ops) + len(plan.outputs)


@given(plans())
def test_equal_plans_print_alike_whatever_the_order_of_their_arguments(plan: TexturePlan) -> None:
    def turned(op: TextureOp) -> TextureOp:
        maps = (op.inputs, op.params, op.variants)
        inputs, params, variants = (dict(reversed(list(m.items()))) for m in maps)
        return replace(op, inputs=inputs, params=params, variants=variants)

    other = replace(plan, ops=tuple(map(turned, plan.ops)))
    assert other == plan and format_plan(other) == format_plan(plan)


@given(st.floats(allow_nan=False))
def test_a_float_reads_back_to_the_last_bit(number: float) -> None:
    op = TextureOp("k", params={"x": number}, key="k")
    plan = TexturePlan(Extent(1, 1), ops=(op,))
    found = parse_plan(format_plan(plan)).ops[0].params["x"]
    assert isinstance(found, float) and found.hex() == number.hex()


def test_the_text_looks_like_this() -> None:
    b = PlanBuilder(CATALOG, Extent(64, 32), seed=7, level=-1)
    photo = b.external("my photo.png", Extent(640, 480), Format.RGBA8, readable=False)
    soft = b.op("blur", {"color": photo}, {"radius": 2.5}, {"color_wrap_x": "clamp"}, key="soft")
    noise = b.op("noise", key="Grain/1", origin="Grain", role=Role.HEIGHT, level_offset=1)
    b.output("base color", soft["result"], Encoding(Transfer.COLOR, 16), "Material")
    b.output("height", noise["fac"], Encoding(depth=32, is_float=True, channels=1))
    assert format_plan(b.finish()) == (
        "kiln-plan 1\n"
        "base 64x32\n"
        "level -1\n"
        "seed 7\n"
        "\n"
        'external "my photo.png" 640x480 RGBA8 readable=off\n'
        "image soft RGBA16F\n"
        "image Grain/1:fac R32F level=1 role=height\n"
        "image Grain/1:color RGBA32F level=1 role=height\n"
        "\n"
        'op blur color="my photo.png" radius=2.5 color_wrap_x:clamp color_wrap_y:repeat -> soft\n'
        "op noise offset=(0.0,0.5,1.0) scale=5.0 octaves:one "
        "-> color=Grain/1:color fac=Grain/1:fac @key=Grain/1 @origin=Grain\n"
        "\n"
        'output "base color"=soft transfer=color depth=16 float=off channels=4 dither=off '
        "origin=Material\n"
        "output height=Grain/1:fac transfer=data depth=32 float=on channels=1 dither=off\n"
    )


def test_what_a_hand_leaves_out_takes_the_headers_defaults() -> None:
    b = PlanBuilder(CATALOG, Extent(64, 32))
    photo = b.external("photo", Extent(64, 32), Format.RGBA8)
    soft = b.op("blur", {"color": photo}, {"radius": 8.0}, key="soft")["result"]
    dark = b.op("blend", {"a": photo, "b": soft}, variants={"mode": "multiply"}, key="dark")
    b.output("dark", dark["result"])
    by_hand = """kiln-plan 1
        base 64x32                    # what a texel of radius means
        external photo 64x32 RGBA8
        op blur color=photo radius=8 -> soft
        op blend a=photo b=soft \\
           mode:multiply -> dark
        output dark
    """
    assert parse_plan(by_hand, CATALOG) == b.finish()


def test_a_choice_may_be_written_like_a_number_where_the_header_knows_it() -> None:
    assert first_op("op blend a=x mode=add -> y").variants["mode"] == "add"


def test_an_output_of_another_name_needs_no_name_where_it_is_the_only_one() -> None:
    assert first_op("op cpu/solve normal=x -> y").outputs == {"height": "y"}


def test_outputs_that_nobody_needs_may_be_left_out() -> None:
    plan = parse_plan(HEAD + "op noise -> fac=n\noutput n", CATALOG)
    assert plan.ops[0].outputs == {"fac": "n"} and [i.id for i in plan.images] == ["n"]


def test_a_quoted_number_is_an_image() -> None:
    op = first_op('op blend a="12" factor=12 -> y')
    assert op.inputs == {"a": "12"} and op.params["factor"] == 12.0


def test_a_sign_for_comments_inside_quotes_is_a_letter() -> None:
    assert first_op('op invert color="a#b" -> y # a comment').inputs == {"color": "a#b"}


def test_an_attribute_is_told_from_an_argument_of_the_same_name() -> None:
    op = TextureOp("k", params={"key": 1, "for": 2}, outputs={"origin": "x"}, key="a", origin="b")
    assert format_op(op) == "op k for=2 key=1 -> origin=x @key=a @origin=b"


@pytest.mark.parametrize(
    ("text", "line", "token", "says"),
    [
        ("", 1, "", "a plan starts with 'kiln-plan 1'"),
        ("base 3x3", 1, "base", "a plan starts with 'kiln-plan 1'"),
        ("\n# x\nkiln-plan 2", 3, "2", "reads plans of version 1, not '2'"),
        ("kiln-plan 1", 1, "", "no base; add a line such as 'base 1024x1024'"),
        ("kiln-plan 1\nbase 3 by 3", 2, "3", "'3' is not a size; write it as 1024x512"),
        (HEAD + "base 2x2", 3, "base", "'base' is given twice, first on line 2; remove one"),
        (HEAD + "level x", 3, "x", "'x' is not a level; it is a whole number"),
        (HEAD + "seed", 3, "", "a number is missing at the end of the line"),
        (HEAD + "seed 1 2", 3, "2", "found 2 after the end of the statement"),
        (HEAD + "blur a", 3, "blur", "'blur' is no statement; a line starts with base, level,"),
        (HEAD + "image a RGBA9", 3, "RGBA9", "'RGBA9' is not a format; use one of R8, RG8,"),
        (HEAD + "image a R8 role=big", 3, "big", "'big' is not a role; use one of plain,"),
        (HEAD + "image a R8 size=1", 3, "size=1", "found size=1; here may stand level=, role="),
        (HEAD + "image a=b R8", 3, "a=b", "found a=b where an image's name should be"),
        (HEAD + "external a 3x3 R8 readable=no", 3, "readable=no", "'no' is neither on nor off"),
        (HEAD + "image a R8 level=1 level=2", 3, "level=2", "'level' is given twice"),
        (HEAD + "op invert color=x", 3, "", "the op says nothing it writes; end it with '-> NAME'"),
        (
            HEAD + "op invert x -> y",
            3,
            "x",
            "found x; write input=image, number=1.0 or choice:name",
        ),
        (HEAD + "op invert color=x color=y -> z", 3, "color=y", "'color' is given twice"),
        (HEAD + "op blend a=(1,x) -> z", 3, "a=(1,x)", "'x' is not a number"),
        (HEAD + "op noise -> z", 3, "z", "say which output 'z' is: fac=, color="),
        (HEAD + "op invert color=x -> a b", 3, "b", "output 'result' is given twice"),
        (HEAD + "op invert color=x -> a @name=b", 3, "@name=b", "use @key, @origin or @for"),
        (HEAD + "op invert color=x -> a @for=big", 3, "big", "'big' is not a size"),
        (HEAD + "op inver color=x -> a", 3, "a", "there is no kernel 'inver'"),
        (HEAD + "op invert color=x -> res=a", 3, "a", "kernel 'invert' has no output 'res'"),
        (HEAD + "output a depth=deep", 3, "deep", "'deep' is not a depth"),
        (HEAD + "output a to_rec709=1", 3, "to_rec709=1", "to_rec709 is a matrix"),
        (HEAD + 'image "a R8', 3, '"a', 'cannot read "a; put a name with odd characters'),
        (HEAD + 'image "\\q" R8', 3, '"\\q"', "quotes are as in JSON"),
        (HEAD + "op invert \\\n color=x ->> a", 3, "->>", "found ->>; write input=image"),
        (HEAD + "op invert \\", 3, "\\", "the last line ends in a backslash"),
    ],
)
def test_a_fault_is_told_with_its_line_and_token(
    text: str, line: int, token: str, says: str
) -> None:
    with pytest.raises(PlanTextError) as caught:
        parse_plan(text, CATALOG)
    assert (caught.value.line, caught.value.token) == (line, token)
    assert str(caught.value).startswith(f"line {line}: ") and says in str(caught.value)


@given(st.text(alphabet='abx0 1.()="@:#->\\\n', max_size=60))
def test_any_text_is_a_plan_or_a_plan_text_error(text: str) -> None:
    try:
        parse_plan(HEAD + text, CATALOG)
    except PlanTextError as error:
        assert error.line >= 1
