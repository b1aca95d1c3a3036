"""No material makes Kiln raise anything: what comes out is a sound plan, or a sentence."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from addon.bake.constants import with_constants
from addon.frontends.shader.aov import aov_asked, aov_names
from addon.frontends.shader.compile import compile_material
from addon.frontends.shader.maps import maps_of
from addon.frontends.shader.snapshot import material_model
from addon.library.catalog import load_catalog
from addon.plan.check import check
from addon.plan.fuse import fuse
from addon.plan.problem import Severity
from addon.plan.roles import as_baked
from addon.plan.schedule import schedule
from addon.plan.text import format_plan, parse_plan
from addon.plan.types import Encoding, Extent

from .broken import Drawer, node_types

TREES = int(os.environ.get("KILN_BROKEN_TREES", "40"))
"""How many are tried; a sample by default, always the same."""
PHASES = (Phase.generate, Phase.shrink) if TREES > 40 else (Phase.generate,)
"""Shrinking what fails takes minutes, which only who asked for more has."""
CATALOG = load_catalog()
REFUSED = {"too-many-nodes", "too-deep"}
TOLD = {"texture-too-large", "too-many-samplers"}
"""What a plan may be refused for: it is too large for a GPU."""


@cache
def types() -> list[str]:
    return node_types()


@settings(
    max_examples=TREES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=PHASES,
)
@given(st.data())
def test_what_nobody_would_make_becomes_a_plan_or_a_sentence(data: st.DataObject) -> None:
    Drawer.clear()
    material = Drawer(data, types()).material()
    model = material_model(material)
    names = tuple(maps_of(model.version))
    asked = tuple(aov_asked(model, name) for name in aov_names(model))
    made = compile_material(model, names, CATALOG, Extent(16, 8), asked=asked)
    for problem in made.problems:
        assert problem.message and problem.origin, problem
        assert problem.severity is Severity.WARNING or problem.code in REFUSED, problem
    found: Any = {name: made.constants[name] for name in made.constants}
    plan = with_constants(made.plan, found, dict.fromkeys(found, Encoding()), CATALOG)
    assert parse_plan(format_plan(plan), CATALOG) == plan
    plan = as_baked(plan, CATALOG, fused=True)
    problems = check(plan, CATALOG) if plan.outputs else ()
    refusals = [p for p in problems if p.severity is Severity.REFUSAL and p.code not in TOLD]
    assert not refusals
    if not problems:
        schedule(plan, fuse(plan, CATALOG))
