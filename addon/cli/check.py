"""``kiln check``: what a bake would refuse or approximate, with nothing baked and no GPU needed."""

from __future__ import annotations

import argparse
import json

from ..bake.report import BakeProblem, met_in
from ..plan.problem import Severity
from .output import check_text_target, write_text
from .planning import asked_plans
from .terminal import Terminal


def command(options: argparse.Namespace, terminal: Terminal) -> int:
    """Print every problem; exit code 1 for a refusal, or with --strict for a warning."""
    check_text_target(options.json, *([options.plan] if options.plan is not None else []))
    found: list[BakeProblem] = []
    count = 0
    for planned in asked_plans(options):
        count += 1
        found += met_in(planned.name, planned.found)
        if planned.cost:
            terminal.say(f"{planned.name}: {planned.cost}")
    for problem in dict.fromkeys(found):
        terminal.say(str(problem))
    refusals = sum(problem.severity is Severity.REFUSAL for problem in found)
    warnings = len(found) - refusals
    terminal.say(f"{count} checked; {refusals} refused, {warnings} warned about")
    if options.json is not None:
        told = [problem.as_json() for problem in found]
        write_text(options.json, json.dumps({"problems": told}, indent=2) + "\n")
    return 1 if refusals or (warnings and options.strict) else 0
