"""What rules say of themselves for docs/shader-nodes.md is what their text does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from addon.frontends.shader import rules
from addon.frontends.shader.call import COVERAGE
from addon.frontends.shader.coverage import EVERYWHERE, STRUCTURE
from addon.frontends.shader.registry import load_rules
from addon.frontends.shader.versions import SWITCHES

FOLDER = Path(rules.__path__[0])
RULES = load_rules()
FAMILIES = sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))
CODE = re.compile(r"[a-z]+(-[a-z]+)+")
"""How a warning's code is written, and nothing else in the compiler."""


def told(family: str, what: str) -> set[str]:
    """Return what the rules of a family declare, all together."""
    return {
        word
        for coverage in COVERAGE.values()
        if coverage.family == family
        for word in getattr(coverage, what)
    }


def called(family: str, *functions: str) -> set[str]:
    """Return the strings that a module of rules/ hands first to these functions."""
    found = set()
    for node in ast.walk(ast.parse((FOLDER / f"{family}.py").read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            if ast.unparse(node.func) in functions:
                found.add(node.args[0].value)
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_declares_a_limit_for_every_warning_that_it_gives(family):
    assert told(family, "limits") == called(family, "call.warn")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_declares_every_switch_that_it_looks_up(family):
    assert called(family, "choice", "number") <= told(family, "switches")


def test_every_declared_switch_exists_and_every_switch_but_the_compilers_own_is_declared():
    declared = set().union(*(told(family, "switches") for family in FAMILIES))
    assert declared == SWITCHES.keys() - {"walls", "muted_aov"}


def test_what_the_compiler_says_of_any_node_is_listed():
    found = set()
    for path in FOLDER.parent.glob("*.py"):
        if path.stem == "coverage":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and CODE.fullmatch(str(node.value)):
                found.add(node.value)
    assert found == EVERYWHERE.keys() - {"loop"}, "a word like any other, so it is not looked for"


@pytest.mark.parametrize("type", sorted(RULES))
def test_a_rule_has_a_sentence_to_say(type):
    assert COVERAGE[type].note.endswith(".")


def test_no_node_has_a_rule_and_is_structure_as_well():
    assert RULES.keys() & STRUCTURE.keys() == set()
