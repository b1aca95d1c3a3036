"""The faults of scripts/mutants still fit the tree, and it judges rightly."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.mutation.fault import Fault
from scripts.mutation.table import AREAS
from scripts.mutation.tree import verdict

ROOT = Path(__file__).resolve().parents[2]
FAULTS = [fault for faults in AREAS.values() for fault in faults]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_fits_the_tree(fault: Fault) -> None:
    """Else it tests nothing: change its text, or its test's name, in scripts/mutation."""
    assert list(fault.stale(ROOT)) == []


def test_a_faults_name_is_its_own_and_no_areas() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names)
    assert not set(names) & set(AREAS)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name) for name in names)


GOOD = FAULTS[0]


@pytest.mark.parametrize(
    ("stale", "said"),
    [
        (replace(GOOD, before="no such text"), "holds the text 0 times"),
        (replace(GOOD, before="return"), "times, not once"),
        (replace(GOOD, file="addon/no.py"), "no file addon/no.py"),
        (replace(GOOD, after=GOOD.before), "changes nothing"),
        (replace(GOOD, tests="tests/no.py::test_no"), "no file tests/no.py"),
        (replace(GOOD, tests=GOOD.tests + "_more"), "has no test"),
    ],
)
def test_a_fault_that_does_not_fit_is_stale(stale: Fault, said: str) -> None:
    assert any(said in sentence for sentence in stale.stale(ROOT))


def test_a_fault_changes_its_text_and_nothing_else() -> None:
    fault = Fault("a-fault", "a.py", "1 + 1", "1 - 1", "tests/a.py::test_a")
    assert fault.applied("x = 1 + 1\ny = 2\n") == "x = 1 - 1\ny = 2\n"
    with pytest.raises(ValueError, match="2 times"):
        fault.applied("1 + 1, 1 + 1")


@pytest.mark.parametrize(
    ("code", "said", "word"),
    [
        (0, "3 passed in 0.10s", "survived"),
        (0, "SKIPPED [1] tests/app/test_a.py:9: no Blender\n1 skipped in 0.10s", "skipped"),
        (1, "FAILED tests/plan/test_a.py::test_a - assert 1 == 2\n1 failed in 0.1s", "caught"),
        (-11, "Fatal Python error: Segmentation fault", "caught"),
        (1, "ERROR tests/plan/test_a.py::test_a - fixture 'b' not found", "broken"),
        (2, "ERROR tests/plan/test_a.py - SyntaxError: invalid syntax", "broken"),
        (4, "ERROR: file or directory not found: tests/a.py", "broken"),
        (5, "no tests ran in 0.01s", "broken"),
    ],
)
def test_only_a_failed_test_catches(code: int, said: str, word: str) -> None:
    assert verdict(code, said).word == word
