"""Variants are resolved as text: one branch stays, and no line moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addon.library.fault import KernelFileError
from addon.library.preprocess import check_directives, resolve
from addon.plan.spec import VariantSpec

VARIANTS = {
    "shape": VariantSpec("shape", ("square", "round", "star"), "square"),
    "edge": VariantSpec("edge", ("hard", "soft"), "hard"),
}
TEXT = """\
before
#if shape == square
  square
  # if edge == soft
  softly
  # endif
#elif shape != star
  round
#else
  star
#endif
after"""


def left(text: str, shape: str, edge: str = "hard") -> list[str]:
    return resolve(text, {"shape": shape, "edge": edge}).split()


def test_one_branch_stays():
    assert left(TEXT, "square") == ["before", "square", "after"]
    assert left(TEXT, "square", "soft") == ["before", "square", "softly", "after"]
    assert left(TEXT, "round", "soft") == ["before", "round", "after"]
    assert left(TEXT, "star") == ["before", "star", "after"]


@pytest.mark.parametrize("shape", ["square", "round", "star"])
def test_a_line_that_stays_stays_where_it_was(shape):
    lines = resolve(TEXT, {"shape": shape, "edge": "soft"}).split("\n")
    for kept, line in zip(lines, TEXT.split("\n"), strict=True):
        assert kept in (line, "")


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (
            "shape == round || edge == soft && shape == star",
            [("round", "hard"), ("round", "soft"), ("star", "soft")],
        ),
        (
            "edge == soft && shape == star || shape == round",
            [("round", "hard"), ("round", "soft"), ("star", "soft")],
        ),
        ("shape != round && edge != soft", [("square", "hard"), ("star", "hard")]),
    ],
)
def test_and_binds_tighter_than_or(condition, holds):
    text = f"#if {condition}\nyes\n#endif"
    found = [
        (shape, edge)
        for shape in VARIANTS["shape"].choices
        for edge in VARIANTS["edge"].choices
        if left(text, shape, edge)
    ]
    assert sorted(found) == sorted(holds)


@given(st.lists(st.sampled_from(["square", "round", "star"]), min_size=1, max_size=4), st.data())
def test_exactly_one_branch_of_a_chain_is_taken(choices, data):
    lines = []
    for number, choice in enumerate(choices):
        lines += [f"#{'elif' if number else 'if'} shape == {choice}", f"branch{number}"]
    text = "\n".join([*lines, "#else", "other", "#endif"])
    shape = data.draw(st.sampled_from(VARIANTS["shape"].choices))
    wanted = f"branch{choices.index(shape)}" if shape in choices else "other"
    assert left(text, shape) == [wanted]


def test_a_directive_says_which_variants_it_asks_about():
    assert check_directives(TEXT, VARIANTS, "f") == {"shape", "edge"}
    assert check_directives("no directive", VARIANTS, "f") == frozenset()


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a\n#if size == big\n#endif", "line 12", "no variant 'size'; it has shape, edge"),
        ("#if shape == oval\n#endif", "line 11", "no choice 'oval'; it has square, round, star"),
        ("#if shape\n#endif", "line 11", "cannot read 'shape'"),
        ("#if (shape == star)\n#endif", "line 11", "cannot read"),
        ("#ifdef shape\n#endif", "line 11", "#ifdef is not allowed"),
        ("#define X 1", "line 11", "#define is not allowed"),
        ("#else", "line 11", "no #if before it"),
        ("#if shape == star\n#else\n#else\n#endif", "line 13", "no #if before it"),
        ("#if shape == star", "end of file", "not closed"),
    ],
)
def test_a_wrong_directive_is_refused_at_its_line(text, line, says):
    with pytest.raises(KernelFileError) as raised:
        check_directives(text, VARIANTS, "kernels/point/x.glsl", first_line=11)
    assert raised.value.entry == line
    assert says in raised.value.message
