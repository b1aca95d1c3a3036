"""Rules of the house that every file under kernels/ keeps, so that every backend takes it."""

from __future__ import annotations

import re

import pytest

from addon.library.catalog import KERNELS, load_catalog
from addon.library.header import CLOSE
from addon.library.names import RESERVED, is_reserved
from addon.library.tokens import declared, identifiers

CATALOG = load_catalog()
NAMES = [name for name in CATALOG if not name.startswith("cpu/")]
BODIES = {name: CATALOG.glsl(name) for name in NAMES} | {
    f"prelude/{stem}": CATALOG.prelude(stem).body for stem in CATALOG.preludes
}
GLSL = {name: re.sub(r"^\s*#.*$", "", body.text, flags=re.M) for name, body in BODIES.items()}
"""The text without directives, whose words are variants and choices."""
ENGINE = re.compile(
    r"gl_\w+|layout|uniform|buffer|shared|imageStore|imageLoad|imageSize|texture\w*|texelFetch|"
    r"barrier|memoryBarrier\w*|atomic\w+|discard|main|kln_(?:xy|texel|origin|extent|p|tex\d+|out\d+)"
)
WORDS_OF_GLSL = frozenset(
    """void bool true false float int uint if else for while do return break continue switch case
    default const in out inout struct not Texel at discard""".split()
)
LONG_NUMBER = re.compile(r"(?<![\w.])(?:\d+\.\d*|\.\d+|\d{5,})(?:[eE][-+]?\d+)?|0x[0-9a-fA-F]{5,}")


def digits(number: str) -> int:
    """Return how many significant digits a literal has."""
    return len(re.sub(r"[eE].*|\.", "", number).strip("0")) if not number.startswith("0x") else 5


@pytest.mark.parametrize("name", list(BODIES))
def test_a_kernel_mentions_nothing_that_the_composer_owns(name):
    assert [word for word in identifiers(GLSL[name]) if ENGINE.fullmatch(word)] == []


@pytest.mark.parametrize("name", list(BODIES))
def test_no_name_is_a_word_of_another_shading_language(name):
    words = identifiers(GLSL[name]) - WORDS_OF_GLSL
    assert sorted(word for word in words if is_reserved(word) and not _glsl_type(word)) == []
    assert sorted(word for word in words if "__" in word) == []


def _glsl_type(word: str) -> bool:
    return re.fullmatch(r"[iub]?vec[234]|mat[234](?:x[234])?", word) is not None


@pytest.mark.parametrize("name", list(BODIES))
def test_what_a_file_declares_is_prefixed(name):
    prefix = "kln_" if name.startswith("prelude/") else f"kln_{name}"
    assert [
        word for word in declared(BODIES[name].text) if not word.lower().startswith(prefix)
    ] == []


@pytest.mark.parametrize("name", list(BODIES))
def test_nothing_at_file_scope_can_be_written_to(name):
    text = BODIES[name].text
    depth, bare = 0, []
    for letter in text:
        depth -= letter == "}"
        bare.append(letter if depth == 0 else " ")
        depth += letter == "{"
    lines = re.sub(r"\([^()]*\)", "", "".join(bare))
    globals_ = re.findall(r"(?:^|[;}])\s*(\w+\s+\w+\s*(?:=[^;]*)?;)", lines)
    assert [found for found in globals_ if not found.startswith(("const ", "return "))] == []


@pytest.mark.parametrize("name", list(BODIES))
def test_no_struct_is_made_by_a_constructor_call_which_metal_has_not(name):
    structs = {"Texel", *re.findall(r"\bstruct\s+(\w+)", GLSL[name])}
    assert [s for s in structs if re.search(rf"\b{s}\s*\(", GLSL[name])] == []


@pytest.mark.parametrize("name", list(BODIES))
def test_a_file_that_cites_constants_says_where_they_are_from(name):
    stem = name.removeprefix("prelude/")
    source = CATALOG.prelude(stem).source if name.startswith("prelude/") else CATALOG[name].source
    cited = [number for number in LONG_NUMBER.findall(BODIES[name].text) if digits(number) >= 5]
    text = (KERNELS.parent / BODIES[name].file).read_text("utf-8")
    body = text[text.index(CLOSE) :]
    assert not cited or source or "Source:" in body, f"{name} cites {cited[:4]} without a source"


@pytest.mark.parametrize("name", list(BODIES))
def test_a_file_is_printable_ascii_outside_its_comments(name):
    assert BODIES[name].text.isascii()
    assert "\t" not in BODIES[name].text


@pytest.mark.parametrize("stem", CATALOG.preludes)
def test_a_prelude_has_no_variants(stem):
    assert "#" not in CATALOG.prelude(stem).body.text


@pytest.mark.parametrize("stem", CATALOG.preludes)
def test_a_prelude_function_has_a_line_that_says_what_it_is(stem):
    text = (KERNELS.parent / CATALOG.prelude(stem).body.file).read_text("utf-8")
    lines = text[text.index(CLOSE) :].split("\n")
    told: set[str] = set()
    missing = []
    for number, line in enumerate(lines):
        match = re.match(r"\w+ (kln_\w+)\(", line)
        if match is None:
            continue
        before = lines[number - 1].strip()
        if before.endswith("*/") or before.startswith("//") or match[1] in told:
            told.add(match[1])
        elif not re.match(r"\w+ kln_\w+\(|\}", before):
            missing.append(match[1])
        elif match[1] not in told and before == "}":
            missing.append(match[1])
    assert missing == []


@pytest.mark.parametrize("name", list(CATALOG))
def test_a_summary_is_one_sentence(name):
    summary = CATALOG[name].summary
    assert summary.endswith(".")
    assert summary[0].isupper() or summary[0].isdigit()


def test_the_reserved_words_include_the_ones_that_broke_other_addons():
    assert {"options", "filter", "sample", "kernel", "texture", "half"} <= RESERVED
    assert is_reserved("float4")
    assert is_reserved("int2")
    assert not is_reserved("scale")
