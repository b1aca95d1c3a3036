"""Each planted fault is found, with its code and a sentence that says what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from addon.plan import check as check_module
from addon.plan.check import check, validate
from addon.plan.problem import RefusedPlan, Severity
from addon.plan.spec import Kind, ParamSpec, Unit
from addon.plan.text import parse_plan
from addon.plan.types import ImageId, TextureOp, TexturePlan

from .kernels import CATALOG, spec, value
from .strategies import plans

HEAD = "kiln-plan 1\nbase 64x64\nexternal photo 64x64 RGBA8\n"
GOOD = HEAD + "op invert color=photo -> result\noutput result\n"

FAULTS = {
    "no-outputs": (HEAD, "the plan has no output; name at least one image"),
    "duplicate-output": (GOOD + "output result=photo", "2 outputs are called 'result'; rename one"),
    "unknown-output-image": (
        GOOD + "output map=resul",
        "output 'map' is image 'resul', which the plan does not have; did you mean 'result'?",
    ),
    "duplicate-image": (
        GOOD + "external photo 2x2 R8",
        "image 'photo' is declared 2 times; keep one",
    ),
    "unknown-image": (
        GOOD + "op invert color=fog -> b\noutput b",
        "'color' reads image 'fog', which the plan does not have; declare it or name another",
    ),
    "image-written-twice": (
        GOOD + "op grain color=photo -> result @key=again",
        "image 'result' is written by 'result' already; write to another image",
    ),
    "image-never-written": (
        GOOD + "image left RGBA16F",
        "no op writes image 'left'; remove it or declare it external",
    ),
    "external-written": (
        GOOD + "op ramp -> photo",
        "writes external image 'photo'; externals are only read, write to another",
    ),
    "reads-own-output": (
        GOOD + "op invert color=b -> b\noutput b",
        "reads and writes image 'b'; write to an image of its own",
    ),
    "read-before-written": (
        GOOD + "op invert color=late -> b\nop ramp -> late\noutput b",
        "reads image 'late' before 'late' writes it; move that op ahead",
    ),
    "duplicate-key": (
        GOOD + "op invert color=photo -> b @key=result\noutput b",
        "2 ops have the key 'result'; give each a key of its own",
    ),
    "missing-key": (
        GOOD + 'op invert color=photo -> b @key=""\noutput b',
        "an op of 'invert' has no key; give it one",
    ),
    "extent-below-one": (
        GOOD + "external empty 0x4 R8",
        "external 'empty' is 0x4; give it a size of at least 1x1",
    ),
    "level-out-of-range": (
        GOOD + "level -40",
        "level -40 is 2^40 times larger than the base; bake at a level between -24 and 24",
    ),
    "unknown-kernel": (
        GOOD + "op inver color=photo -> b\nimage b R16F",
        "there is no kernel 'inver'; did you mean 'invert'?",
    ),
    "unknown-cpu-op": (
        GOOD + "op cpu/guess color=photo -> b\nimage b R16F",
        "there is no CPU op 'cpu/guess'; there are cpu/solve",
    ),
    "unknown-input": (
        GOOD + "op invert color=photo colour=photo -> b",
        "'invert' has no input 'colour'; did you mean 'color'?",
    ),
    "input-given-twice": (None, "input 'factor' is given an image and a number; remove one"),
    "missing-input": (
        GOOD + "op invert -> b",
        "'invert' needs its input 'color'; give it an image",
    ),
    "unknown-param": (
        GOOD + "op blur color=photo radios=2 -> b",
        "'blur' has no number 'radios'; did you mean 'radius'?",
    ),
    "seed-given": (
        GOOD + "op grain color=photo seed=3 -> b",
        "'seed' is drawn from the op's key; remove it, and set the plan's seed",
    ),
    "missing-param": (None, "'blur' needs its number 'radius'; its default is 1.0"),
    "unknown-variant": (
        GOOD + "op blend a=photo mod:add -> b",
        "'blend' has no choice 'mod'; did you mean 'mode'?",
    ),
    "unknown-choice": (
        GOOD + "op blend a=photo mode:burn -> b",
        "'mode' cannot be 'burn'; choose one of mix, multiply, add",
    ),
    "missing-variant": (None, "'blend' needs its choice 'mode'; its default is mix"),
    "unknown-output": (
        GOOD + "op invert color=photo -> res=b\nimage b R16F",
        "'invert' has no output 'res'; did you mean 'result'?",
    ),
    "missing-output": (
        GOOD + "op invert color=photo -> @key=k",
        "writes nothing; name an image for one of result",
    ),
    "wrong-value-type": (
        GOOD + "op noise offset=(1,2) -> fac=b",
        "'offset' is (1.0, 2.0); it needs 3 numbers",
    ),
    "non-finite-number": (
        GOOD + "op ramp slope=inf -> b",
        "'slope' is not finite; give it a number",
    ),
    "impossible-encoding": (
        GOOD + "output b=result depth=12",
        "output 'b' asks for 12 bits for an integer file; use 8 or 16",
    ),
    "external-not-readable": (
        GOOD + 'external lent 4x4 RGBA8 readable=off name="Wood"\noutput b=lent',
        "output 'b' reads back external 'Wood', which cannot be; upload its pixels instead, or put "
        "an op between",
    ),
    "format-not-writable": (
        GOOD + "image b R8\nop invert color=photo -> b\noutput b",
        "image 'b' is R8, which no kernel can write; use R16F or RGBA8",
    ),
    "full-float-without-role": (
        GOOD + "image b R32F\nop invert color=photo -> b\noutput b",
        "image 'b' is R32F, which needs a role (position, height, table, source, precise); give it "
        "one or store it in half floats",
    ),
    "extent-mismatch": (
        GOOD + "image b RGBA16F level=1\nop invert color=photo -> b\noutput b",
        "reads 'photo' of 64x64 texel for texel into 'b' of 32x32; insert a resize between them",
    ),
    "outputs-of-different-extents": (
        GOOD + "image f R16F\nimage c RGBA16F level=1\nop noise -> fac=f color=c\noutput c",
        "writes 'f' of 64x64 and 'c' of 32x32 in one dispatch; give its outputs one level",
    ),
    "chain-without-extent": (
        GOOD + "op flood position=photo -> b",
        "'flood' belongs to a chain and does not say what extent it was emitted for; emit it by "
        "the chain's own function",
    ),
    "stale-chain": (
        GOOD + "op flood position=photo -> b @for=128x128",
        "it was written for 128x128 and cannot run at 64x64: how many steps it takes follows from "
        "the size; write the plan for 64x64",
    ),
    "too-much-for-one-kernel": (None, "has 9 images written, and one kernel may have 8; split it"),
    "texture-too-large": (
        GOOD + "op ramp -> b\nlevel -9\nop resize color=b -> c",
        "image 'result' is 32768x32768, and this device's largest side is 16384; bake at level -8",
    ),
    "memory-over-budget": (None, "fewer maps at once or raise the budget"),
}


def planted(code: str) -> TexturePlan:
    """Return the plan with the fault that the text form cannot write, or that of the table."""
    plan = parse_plan(GOOD + "op blend a=photo -> b\nop blur color=b -> c\noutput c", CATALOG)
    (blend,), (blur,) = ([op for op in plan.ops if op.kernel == k] for k in ("blend", "blur"))
    changed = {
        "input-given-twice": (blend, {"inputs": {"a": "photo", "factor": "photo"}}),
        "missing-param": (blur, {"params": {}}),
        "missing-variant": (blend, {"variants": {}}),
    }
    if code in changed:
        old, change = changed[code]
        new = replace(old, **change)  # type: ignore[arg-type]
        return replace(plan, ops=tuple(new if op is old else op for op in plan.ops))
    text = FAULTS[code][0]
    assert text is not None
    return parse_plan(text, CATALOG)


@pytest.mark.parametrize(
    "code", [c for c in FAULTS if c not in ("too-much-for-one-kernel", "memory-over-budget")]
)
def test_a_planted_fault_is_found_and_told(code: str) -> None:
    found = [p for p in check(planted(code), CATALOG) if p.code == code]
    assert [p.message for p in found] == [FAULTS[code][1]]
    assert found[0].severity is Severity.REFUSAL


def test_the_plan_that_the_faults_are_planted_in_has_none() -> None:
    assert check(parse_plan(GOOD, CATALOG), CATALOG) == ()


@given(plans())
def test_a_plan_of_the_builder_has_no_refusal(plan: TexturePlan) -> None:
    assert [p for p in check(plan, CATALOG) if p.severity is Severity.REFUSAL] == []


def test_every_code_of_the_rules_has_a_test() -> None:
    """The codes that stand in the rules' own text, against those planted here."""
    import re
    from pathlib import Path

    rules = Path(check_module.__file__).parent / "rules"
    text = "".join(path.read_text("utf-8") for path in rules.glob("*.py"))
    codes = set(re.findall(r'(?:refusal|warning)\(\s*"([a-z0-9-]+)"', text))
    codes |= set(re.findall(r'"(unknown-[a-z-]+)"', text))
    warned = {"number-clipped", "number-rounds-to-zero", "number-moved-by-rounding"}
    assert codes == set(FAULTS) | warned


@pytest.mark.parametrize(
    ("op", "said"),
    [
        ('blur color=photo radius="x"', "no input 'radius'; 'radius' takes a number, as in rad"),
        ("blur color=photo radius:x", "no choice 'radius'; 'radius' takes a number, as in rad"),
        ("blend a=photo mode=1.0", "no number 'mode'; 'mode' takes a choice, as in mode:mix"),
        ("invert color:photo", "no choice 'color'; 'color' takes an image, as in color=IMAGE"),
        ("grain color=photo seed=photo", "no input 'seed'; 'seed' is drawn from the op's key; rem"),
    ],
)
def test_a_name_given_the_wrong_thing_is_told_what_it_takes(op: str, said: str) -> None:
    problems = check(parse_plan(GOOD + f"op {op} -> b\noutput b", CATALOG), CATALOG)
    assert any(said in problem.message for problem in problems), problems


def test_lengths_are_resolved_without_searching_the_images(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search for each made the check of a thousand blurs quadratic."""
    plan = parse_plan(GOOD + "op blur color=photo radius=100 -> b\noutput b", CATALOG)
    monkeypatch.setattr(TexturePlan, "image", None)
    assert [problem.code for problem in check(plan, CATALOG)] == ["number-clipped"]


def test_all_problems_are_told_at_once() -> None:
    text = GOOD + "op inver color=fog -> b\nimage b R8\noutput c\noutput c depth=3"
    codes = {p.code for p in check(parse_plan(text, CATALOG), CATALOG)}
    assert codes == {
        "unknown-kernel",
        "unknown-image",
        "format-not-writable",
        "duplicate-output",
        "unknown-output-image",
        "impossible-encoding",
    }


def test_a_problem_carries_the_users_node() -> None:
    text = GOOD + 'op blur color=photo radios=1 -> b @origin="Wood/Blur.001"'
    (problem,) = check(parse_plan(text, CATALOG), CATALOG)
    assert problem.origin == "Wood/Blur.001"
    assert str(problem).startswith("refusal: Wood/Blur.001: 'blur' has no number")


def test_a_cpu_op_reads_back_only_what_may_be() -> None:
    text = HEAD + "external lent 64x64 RGBA8 readable=off\nop cpu/solve normal=lent -> b\noutput b"
    (problem,) = check(parse_plan(text, CATALOG), CATALOG)
    assert problem.code == "external-not-readable" and "runs on the CPU" in problem.message


def test_a_lent_external_may_be_read_by_a_kernel() -> None:
    text = HEAD + "external lent 64x64 RGBA8 readable=off\nop invert color=lent -> b\noutput b"
    assert check(parse_plan(text, CATALOG), CATALOG) == ()


def warnings(radius: str, level: int, kernel: str = "grow") -> list[tuple[str, str]]:
    head = f"kiln-plan 1\nbase 64x64\nlevel {level}\nop ramp -> a\n"
    text = f"{head}op {kernel} color=a radius={radius} -> b\noutput b"
    problems = check(parse_plan(text, CATALOG), CATALOG)
    assert all(p.severity is Severity.WARNING for p in problems)
    return [(p.code, p.message) for p in problems]


def test_a_radius_clipped_at_a_large_level_is_a_warning() -> None:
    assert warnings("20", -2, "blur") == [
        (
            "number-clipped",
            "'radius' is 20 texels at base, 80 in this bake and 'blur' takes 64, which is used; "
            "bake smaller or author it smaller to have it exact",
        )
    ]


def test_a_radius_inside_its_range_is_no_warning() -> None:
    assert warnings("16", -2, "blur") == [] and warnings("4", 2) == []


def test_a_length_that_rounds_to_nothing_is_a_warning() -> None:
    assert warnings("1", 2) == [
        (
            "number-rounds-to-zero",
            "'radius' is 1 texels at base, 0.25 in this bake, which rounds to 0 and does nothing; "
            "bake larger or author it larger",
        )
    ]


@pytest.mark.parametrize(("radius", "level", "said"), [("5", 1, True), ("21", 1, False)])
def test_a_length_moved_by_more_than_a_tenth_is_a_warning(
    radius: str, level: int, said: bool
) -> None:
    assert [code for code, _ in warnings(radius, level)] == ["number-moved-by-rounding"] * said


def test_a_length_of_nothing_is_what_was_asked_for() -> None:
    assert warnings("0", 3) == []


def test_validate_raises_on_refusals_with_every_problem() -> None:
    plan = parse_plan(
        GOOD + "op blur color=photo radios=1 -> b\nop inver -> c\nimage c R16F", CATALOG
    )
    with pytest.raises(RefusedPlan, match=r"no kernel 'inver'.*no number 'radios'") as e:
        validate(plan, CATALOG)
    assert {p.code for p in e.value.problems} == {"unknown-param", "unknown-kernel"}


def test_validate_returns_the_warnings() -> None:
    text = HEAD + "op blur color=photo radius=100 -> b\noutput b"
    assert [p.code for p in validate(parse_plan(text, CATALOG), CATALOG)] == ["number-clipped"]


@pytest.mark.parametrize("value_", [True, 1.5, (1.0,), "x"])
def test_an_int_takes_whole_numbers_only(value_: object) -> None:
    op = TextureOp("flood", {"position": ImageId("photo")}, {"result": ImageId("b")}, {}, {}, "b")
    plan = parse_plan(GOOD + "op flood position=photo -> b @for=64x64\noutput b", CATALOG)
    ops = (plan.ops[0], replace(plan.ops[1], params={"stride": value_}))
    assert op.kernel == plan.ops[1].kernel
    codes = [p.code for p in check(replace(plan, ops=ops), CATALOG)]
    assert codes == ["wrong-value-type"]


def test_a_length_in_texels_may_be_a_fraction_though_its_kernel_takes_an_int() -> None:
    assert warnings("4.25", 0) == []


def test_a_value_input_without_a_default_is_never_a_number() -> None:
    kernel = spec(
        "k", Kind.POINT, (value("a", "float"),), (ParamSpec("u", "float", 0.0, Unit.NONE),)
    )
    plan = parse_plan(HEAD + "op k a=0.5 -> b\noutput b", CATALOG | {"k": kernel})
    problems = check(plan, CATALOG | {"k": kernel})
    assert [p.message for p in problems] == ["'k' needs its input 'a'; give it an image"]
