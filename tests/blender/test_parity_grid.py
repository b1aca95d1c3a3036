"""A sample of the grid of nodes, modes and edge values; scripts/parity holds all of it."""

from __future__ import annotations

import bpy
import pytest

from .grid.cases import every_case, held_types
from .grid.hold import hold
from .grid.judge import KNOWN
from .grid.modes import covering, settings_of

EVERY = 23
"""A prime, so that no mode or input falls out of the sample by its place."""


@pytest.mark.parametrize("case", every_case(every=EVERY), ids=str)
def test_a_node_agrees_with_cycles_in_its_mode_at_ordinary_and_at_edge_values(
    catalog, bake_plan, record_property, case
):
    held = hold(case, catalog, bake_plan)
    record_property("parity", f"largest {held.largest:.1e}, {held.off} texels off")
    assert not held.off, f"{held.off} texels off; {held.worst}"


def test_a_case_of_smooth_fields_is_hardly_ever_of_one_colour(catalog, bake_plan):
    cases = [case for case in every_case(["ShaderNodeMath", "TexWave"], 11) if not case.tried]
    flat = [str(case) for case in cases if hold(case, catalog, bake_plan).flat]
    assert len(flat) < len(cases) / 10, flat


def test_every_mode_of_a_node_is_in_the_grid_and_every_pair_in_what_covers_it():
    modes = settings_of("ShaderNodeTexVoronoi")
    items = bpy.types.ShaderNodeTexVoronoi.bl_rna.properties
    for name in ("voronoi_dimensions", "feature", "distance"):
        assert {dict(chosen)[name] for chosen in modes} == set(items[name].enum_items.keys())
    few = covering(modes)
    assert len(few) < len(modes) / 2
    pairs = {(dict(c)["voronoi_dimensions"], dict(c)["feature"]) for c in modes}
    assert {(dict(c)["voronoi_dimensions"], dict(c)["feature"]) for c in few} == pairs


def test_what_is_known_to_differ_is_a_node_that_is_held():
    offered = {kind for kind, *_ in KNOWN if hasattr(bpy.types, kind)}
    assert offered and offered <= set(held_types())
