"""Every problem of a plan, told before anything runs."""

from __future__ import annotations

from .numbers import Change, Numbers, resolved_params
from .problem import Problem, RefusedPlan, Severity
from .rules import headers, images, promises, resolution, sizes
from .rules.view import Limits, PlanView, Rule
from .spec import Catalog
from .types import TexturePlan

__all__ = [
    "STAGES",
    "Change",
    "Limits",
    "Numbers",
    "check",
    "resolved_params",
    "validate",
]

STAGES: tuple[tuple[Rule, ...], ...] = (
    images.SOUNDNESS,
    images.RULES + headers.RULES + promises.RULES + sizes.RULES,
    resolution.RULES,
    promises.WHOLE,
)
"""The rules. A stage is only asked where those before it refused nothing, since it counts on them;
within a stage every rule is asked, so that all problems are told at once."""


def check(plan: TexturePlan, catalog: Catalog, limits: Limits = Limits()) -> tuple[Problem, ...]:
    """Return every problem of ``plan``, refusals and warnings; empty where nothing is wrong."""
    view = PlanView(plan, catalog, limits)
    found: dict[Problem, None] = {}
    for stage in STAGES:
        for rule in stage:
            found.update(dict.fromkeys(rule(view)))
        if any(problem.severity is Severity.REFUSAL for problem in found):
            break
    return tuple(found)


def validate(plan: TexturePlan, catalog: Catalog, limits: Limits = Limits()) -> tuple[Problem, ...]:
    """Return the warnings about a plan that can be baked.

    Errors: RefusedPlan with every problem where it cannot.
    """
    problems = check(plan, catalog, limits)
    if any(problem.severity is Severity.REFUSAL for problem in problems):
        raise RefusedPlan(problems)
    return problems
