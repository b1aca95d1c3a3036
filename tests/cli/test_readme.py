"""The commands and flags that README.md shows are ones that there are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from addon.cli.__main__ import split_file
from addon.cli.parser import COMMANDS, make_parser, parse

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CALLS = re.findall(r"^    scripts/kiln (.*)$", README, re.MULTILINE)


def flags(text: str) -> set[str]:
    """Return every word that begins with two dashes."""
    return set(re.findall(r"--[a-z][a-z-]*", text))


@pytest.mark.parametrize("call", CALLS)
def test_a_command_of_the_readme_parses_and_its_files_are_there(call):
    file, arguments = split_file(shlex.split(call))
    options = parse(arguments)
    shown = [file, getattr(options, "plan", None)]
    assert [path for path in shown if path is not None and not (ROOT / path).exists()] == []


def test_the_readme_shows_a_bake_and_two_plans_at_two_levels():
    levels = [parse(split_file(shlex.split(call))[1]).level for call in CALLS]
    assert len(CALLS) == 5
    assert levels == [None, None, 1, None, 1]


def test_the_table_of_flags_lists_every_flag_of_bake_and_no_other():
    table = README[README.index("| flag | means |") : README.index("\nExit codes:")]
    (commands,) = (a for a in make_parser()._actions if a.dest == "command")
    bake = {flag for action in commands.choices["bake"]._actions for flag in action.option_strings}
    assert flags(table) == {flag for flag in bake if flag.startswith("--")} - {"--help"}


def test_the_table_of_commands_lists_every_command():
    table = README[README.index("| command | does |") : README.index("Flags of `bake`")]
    assert set(re.findall(r"`(\w+)[ `]", table)) >= set(COMMANDS)


def test_every_page_and_picture_that_the_readme_links_is_there():
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    assert [link for link in links if not (ROOT / link).exists()] == []
