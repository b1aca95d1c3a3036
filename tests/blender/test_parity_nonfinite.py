"""Infinity, NaN and extremes into the nodes that pick, clamp and raise, one input after another."""

from __future__ import annotations

import pytest

from .grid.cases import every_case
from .grid.hold import hold

NODES = ["ShaderNodeClamp", "ShaderNodeGamma", "ShaderNodeMapRange", "ShaderNodeMath"]
CASES = [
    case
    for case in every_case(NODES)
    if case.tried and (case.kind != "ShaderNodeMath" or "power" in case.mode or "mod" in case.mode)
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_no_number_passes_the_node_as_in_cycles(catalog, bake_plan, case):
    held = hold(case, catalog, bake_plan)
    assert not held.off, f"{held.off} texels off; {held.worst}"
