"""There is one copy of every shared function: in the prelude, and in no kernel."""

from __future__ import annotations

import re

import pytest

from addon.library.catalog import load_catalog
from addon.library.tokens import functions, rename, tokens

from .streams import normalised, streams

CATALOG = load_catalog()
KERNELS = [name for name in CATALOG if not name.startswith("cpu/")]
PRELUDES = {stem: CATALOG.prelude(stem).body for stem in CATALOG.preludes}
SHARED = [stream for body in PRELUDES.values() for stream in streams(body.file, body.text)]


def copies(file: str, text: str) -> list[str]:
    """Return what in ``text`` is a prelude function by another name."""
    known = {shared.tokens: shared for shared in SHARED}
    return [
        f"{stream.name} of {file} is {known[stream.tokens].name} of {known[stream.tokens].file}"
        for stream in streams(file, text)
        if stream.tokens in known
    ]


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_holds_no_copy_of_a_prelude_function(name):
    body = CATALOG.glsl(name)
    assert copies(body.file, body.text) == []


def test_no_two_files_hold_the_same_function():
    seen: dict[tuple[str, ...], str] = {}
    same = []
    bodies = [*PRELUDES.values(), *(CATALOG.glsl(name) for name in KERNELS)]
    for body in bodies:
        for stream in streams(body.file, body.text):
            here = f"{stream.name} of {stream.file}"
            there = seen.setdefault(stream.tokens, here)
            if there != here and not there.endswith(f" of {stream.file}"):
                same.append(f"{here} is {there}")
    assert same == []


@pytest.mark.parametrize("stem", list(PRELUDES))
def test_a_renamed_copy_of_any_prelude_function_is_caught(stem):
    text = PRELUDES[stem].text
    for stream in streams("", text):
        source = next(
            text[f.start : f.end]
            for f in functions(text)
            if f.name == stream.name
            and stream.tokens[-8:] == normalised(text[f.start : f.end])[-8:]
        )
        words = {word for word in tokens(source) if re.fullmatch(r"[a-z]\w*", word)}
        builtin = {w for w in words if normalised(f"{w} x") == (w, "#0") or normalised(w) == (w,)}
        called = {
            w for w in words if re.search(rf"\b{w}\s*\(", source) and not w.startswith("kln_")
        }
        new = {
            w: f"kln_copy_{n}" if w.startswith("kln_") else f"copied{n}"
            for n, w in enumerate(sorted(words - builtin - called))
        }
        disguised = "/* mine */\n" + rename(source, new).replace("\n", "\n\n  ")
        assert stream.name not in disguised
        assert copies("kernels/point/mine.glsl", disguised.replace("/* mine */", "")) != []


def test_a_changed_constant_or_operator_is_not_a_copy():
    body = next(body for body in PRELUDES.values() if list(streams("", body.text)))
    function = next(iter(streams("", body.text)))
    text = next(body.text[f.start : f.end] for f in functions(body.text) if f.name == function.name)
    changed = text.replace("return ", "return 3.25 * ", 1)
    assert changed != text
    assert copies("kernels/point/mine.glsl", changed) == []


def test_no_two_preludes_define_one_function_alike():
    seen: dict[tuple[str, ...], str] = {}
    for body in PRELUDES.values():
        for function in functions(body.text):
            types = tuple(
                argument.split()[-2] for argument in function.args.split(",") if argument.strip()
            )
            key = (function.name, *types)
            assert key not in seen, f"{body.file} and {seen.get(key)} both define {key}"
            seen[key] = body.file
