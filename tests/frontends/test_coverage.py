"""What rules say of themselves for docs/shader-nodes.md is what their text does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from addon.frontends.shader import classes, rules
from addon.frontends.shader.call import COVERAGE
from addon.frontends.shader.classes import CLASS_OF, TITLES, NodeClass
from addon.frontends.shader.coverage import BY_CLASS, EVERYWHERE, STRUCTURE, UNREAD
from addon.frontends.shader.flatten import DROPPED
from addon.frontends.shader.registry import load_rules
from addon.frontends.shader.versions import SWITCHES
from scripts.docs_pages import shader_nodes

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
    own = {"walls", "muted_aov", "loops", "closure_recursion"}
    assert declared == SWITCHES.keys() - own


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


def test_a_node_is_taken_in_one_way():
    ways = [*RULES, *STRUCTURE, *DROPPED, *UNREAD]
    assert sorted(ways) == sorted(set(ways))


def test_every_node_of_every_blender_has_a_class():
    assert CLASS_OF.keys() == shader_nodes.blender_nodes().keys()


def test_no_node_has_two_classes():
    members = [kind for told in classes._MEMBERS.values() for kind in told.split()]
    assert sorted(members) == sorted(set(members))


@pytest.mark.parametrize("release", ["4.5", "5.0", "5.2", "5.3"])
def test_the_page_has_one_row_for_every_node_of_a_release_and_counts_them_by_class(release):
    page = shader_nodes.page()
    nodes = [n for n in shader_nodes.blender_nodes().values() if release in n.blenders]
    for node in nodes:
        (row,) = re.findall(rf"^\| (.) \| [^|]*<br>`{node.type}` \|", page, re.MULTILINE)
        assert row == CLASS_OF[node.type]
    heads, *rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in page.split("\n\n")[2].splitlines()
        if not line.startswith("|---")
    ]
    counted = {row[1]: int(row[heads.index(release)]) for row in rows}
    assert counted.pop("all") == len(nodes)
    for known in NodeClass:
        assert counted[TITLES[known][0]] == sum(CLASS_OF[n.type] is known for n in nodes)


@pytest.mark.parametrize("code", sorted(BY_CLASS))
def test_what_a_class_says_is_said_by_a_rule_that_has_it_as_a_limit(code):
    assert any(code in coverage.limits for coverage in COVERAGE.values())


def test_what_rules_that_have_no_answer_say_is_told_of_their_class():
    of_classes = {NodeClass.RAYS, NodeClass.VIEW, NodeClass.CONSTANT, NodeClass.NO_TEXTURE}
    said = {c for t, told in COVERAGE.items() if CLASS_OF[t] in of_classes for c in told.limits}
    assert said <= BY_CLASS.keys()
