"""``kiln plan``: the texture plan in text form, as ``kiln run`` reads it."""

from __future__ import annotations

import argparse

from ..bake.report import met_in
from ..plan.text import format_plan
from .planning import asked_plans
from .terminal import Terminal


def command(options: argparse.Namespace, terminal: Terminal) -> int:
    """Print each plan asked for; the problems of its material go beside it.

    Exit code 1 where a material is refused, and so has none.
    """
    code = 0
    for index, planned in enumerate(asked_plans(options)):
        if planned.refused:
            code = 1
            terminal.problems(met_in(planned.name, planned.problems))
            continue
        if index:
            terminal.say()
        terminal.say(f"# {planned.name}")
        for name, value in planned.constants.items():
            note = ", approximate" if name in planned.approximate else ""
            terminal.say(f"# {name} is constant: {value}{note}")
        if planned.cost:
            terminal.say(f"# {planned.cost}")
        terminal.show(format_plan(planned.plan).rstrip("\n"))
        terminal.problems(met_in(planned.name, planned.problems))
    return code
