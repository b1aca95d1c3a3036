"""``kiln run``: a plan's text form baked into files."""

from __future__ import annotations

import argparse
from dataclasses import replace

from ..bake.engine import open_engine
from ..bake.existing import made_folder
from ..bake.job import bake_works
from ..bake.report import new_report
from ..bake.settings import BakeSettings
from ..bake.targets import check_targets
from ..bake.textplan import plan_work
from ..library.catalog import load_catalog
from .output import check_text_target, write_text
from .planning import at_level, read_plan
from .terminal import Terminal


def command(options: argparse.Namespace, terminal: Terminal) -> int:
    """Bake the plan and report."""
    plan = at_level(read_plan(options.plan, load_catalog()), options.level)
    if options.seed is not None:
        plan = replace(plan, seed=options.seed)
    settings = BakeSettings().with_flags(vars(options) | {"folder": options.out.resolve()})
    check_text_target(options.json, options.plan, *dict(options.external).values())
    work = plan_work(
        options.plan, plan, dict(options.external), options.format, options.out.resolve()
    )
    with made_folder(settings.folder):
        check_targets([work], settings)
        engine = open_engine()
        report = new_report(engine.name)
        try:
            terminal.follow(bake_works([work], settings, engine, report))
        finally:
            engine.close()
    terminal.problems(report.problems)
    terminal.summary(report, settings.folder)
    if options.json is not None:
        write_text(options.json, report.json_text())
    return 1 if report.failed else 0
