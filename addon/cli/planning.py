"""The plans that ``plan`` and ``check`` are asked about: a text form's, or materials'."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from ..bake.errors import BadArguments
from ..library.catalog import KernelCatalog, load_catalog
from ..plan.check import Limits, check
from ..plan.fuse import fuse
from ..plan.memory import memory_use, told_bytes
from ..plan.problem import Problem, Severity
from ..plan.roles import as_baked
from ..plan.schedule import schedule
from ..plan.text import PlanTextError, parse_plan
from ..plan.types import TexturePlan, Value


@dataclass(frozen=True)  # no slots: what is worked out once is kept beside the fields
class Planned:
    """A plan and what is told beside it."""

    name: str
    plan: TexturePlan
    catalog: KernelCatalog
    problems: tuple[Problem, ...] = ()
    constants: Mapping[str, Value] = field(default_factory=dict)
    approximate: Collection[str] = ()
    """The constants that are not what Cycles would bake."""

    fused: bool = True
    """Whether it is told of as a bake with fusion on."""

    @cached_property
    def baked(self) -> TexturePlan:
        """Return the plan as it is evaluated: encoded, precise where that is asked for."""
        return as_baked(self.plan, self.catalog, fused=self.fused)

    @property
    def refused(self) -> bool:
        """Return whether its material has no plan."""
        return any(problem.severity is Severity.REFUSAL for problem in self.problems)

    @cached_property
    def found(self) -> tuple[Problem, ...]:
        """Return every problem of the plan, after those that its material had."""
        if self.refused or (self.constants and not self.plan.outputs):
            return self.problems  # a material all of numbers has nothing that could be refused
        return (*self.problems, *check(self.baked, self.catalog, Limits(fused=self.fused)))

    @property
    def cost(self) -> str:
        """Return how many steps a bake runs, in how much memory; '' where it is refused."""
        refused = any(problem.severity is Severity.REFUSAL for problem in self.found)
        if refused or not self.plan.outputs:
            return ""
        plan = self.baked
        regions = fuse(plan, self.catalog, enabled=self.fused)
        use = memory_use(plan, schedule(plan, regions))
        count = f"{len(regions)} step{'' if len(regions) == 1 else 's'} on the GPU"
        return f"{count}, {told_bytes(use.total_bytes)} of its memory"


def asked_plans(options: argparse.Namespace) -> Iterator[Planned]:
    """Yield the plans. Errors: BadArguments."""
    catalog = load_catalog()
    if options.plan is not None:
        plan = at_level(read_plan(options.plan, catalog), options.level)
        if options.seed is not None:
            plan = replace(plan, seed=options.seed)
        yield Planned(options.plan.name, plan, catalog, fused=options.fuse)
        return
    yield from _material_plans(options, catalog)


def read_plan(path: Path, catalog: KernelCatalog) -> TexturePlan:
    """Return the plan in a text file. Errors: BadArguments naming the line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise BadArguments(f"there is no file '{path}'") from None
    except (OSError, UnicodeDecodeError) as failed:
        raise BadArguments(f"'{path}' cannot be read as a plan: {failed}") from failed
    try:
        return parse_plan(text, catalog)
    except PlanTextError as wrong:
        raise BadArguments(f"{path}: {wrong}") from wrong


def at_level(plan: TexturePlan, level: int | None) -> TexturePlan:
    """Return a plan at the level asked for, if one is.

    Errors: BadArguments for a plan with a chain, which holds at one size.
    """
    try:
        return plan if level is None else plan.at_level(level)
    except ValueError as stale:
        made, asked = (plan.base.at_level(at) for at in (plan.bake_level_offset, level or 0))
        raise BadArguments(
            f"this plan was written for {made} and cannot run at {asked}: how many steps it "
            f"takes follows from the size; leave out --level, or write the plan for {asked}"
        ) from stale


def _material_plans(options: argparse.Namespace, catalog: KernelCatalog) -> Iterator[Planned]:
    """Yield a plan per material."""
    from ..bake.asked import asked_of
    from ..bake.material import compiled, snapshot_materials
    from ..bake.selection import select_materials
    from ..frontends.shader.snapshot import current_frame
    from .bake import bake_settings
    from .blend import require_blend

    require_blend()
    settings = bake_settings(options, writes=False)
    frame = current_frame() if settings.frame is None else settings.frame
    models = snapshot_materials(select_materials(options.material), frame)
    for model, asked in zip(models, asked_of(models, settings), strict=True):
        if settings.only_asked and not asked:
            continue
        made = compiled(model, settings, catalog, asked)
        yield Planned(
            model.name,
            made.plan,
            catalog,
            made.problems,
            made.constants,
            made.approximate.keys(),
            settings.fuse,
        )
