"""Random node trees against Cycles, node by node; scripts/random-trees holds more of them."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings

from .forest.baked import bake_outputs
from .forest.description import Grown, Planted, Wire
from .forest.growth import genes_of, grow
from .forest.hold import hold
from .forest.judge import judge
from .forest.strategy import TREES

COUNT = 8
"""How many trees: some three seconds each where the processor is free."""
SUM = Grown(
    (
        Planted("ShaderNodeTexCoord"),
        Planted("ShaderNodeVectorMath", feeds=(("Vector", Wire(0, "UV")),), muted=True),
        Planted(
            "ShaderNodeMath",
            (("operation", "ADD"),),
            feeds=(("Value", Wire(1, "Vector")), ("Value_001", 0.25)),
        ),
    )
)


# Smaller failures need no search: a node is held by itself.
@settings(
    max_examples=COUNT,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(grown=TREES)
def test_every_node_of_a_random_tree_agrees_with_cycles_from_equal_inputs(
    catalog, bake_plan, grown
):
    failures = hold(grown, catalog, bake_plan).failures
    assert not failures, "\n".join(failures)


def test_cycles_has_every_output_of_a_tree_from_one_bake():
    shown = bake_outputs(SUM)
    u, v = np.meshgrid((np.arange(16) + 0.5) / 16, (np.arange(16) + 0.5) / 16)
    assert np.abs(shown[Wire(0, "UV")].texels[..., 0] - u).max() < 1e-6
    # The mean of u, v and 0 reaches the Math by way of a node that is muted.
    added = shown[Wire(2, "Value")].texels[..., 0]
    assert np.abs(added - ((u + v) / 3 + 0.25)).max() < 1e-6
    assert all(seen.ordinary.all() and not seen.absent for seen in shown.values())


def test_a_node_that_differs_in_a_texel_is_told_with_its_inputs_there(catalog, bake_plan):
    shown = bake_outputs(SUM)
    (verdict,) = judge(SUM, 2, shown, catalog, bake_plan)
    assert not verdict.off and verdict.texels == 256
    result = shown[Wire(2, "Value")]
    texels = result.texels.copy()
    texels[3, 5] += 1e-3
    changed = {**shown, Wire(2, "Value"): replace(result, texels=texels)}
    (verdict,) = judge(SUM, 2, changed, catalog, bake_plan)
    assert verdict.off == 1
    assert verdict.worst.startswith("texel 5, 3: ") and "Value_001 = 0.25" in verdict.worst


def test_an_infinite_input_leaves_its_texels_out_and_an_infinite_output_does_not(
    catalog, bake_plan
):
    power = ("operation", "POWER")
    tree = Grown(
        (
            Planted("ShaderNodeTexCoord"),
            Planted(
                "ShaderNodeMath",
                (("operation", "MULTIPLY_ADD"),),
                feeds=(("Value", Wire(0, "UV")), ("Value_001", 1e4), ("Value_002", 10.0)),
            ),
            Planted(
                "ShaderNodeMath", (power,), feeds=(("Value", Wire(1, "Value")), ("Value_001", 4.0))
            ),
            Planted(
                "ShaderNodeMath", (("operation", "ADD"),), feeds=(("Value", Wire(2, "Value")),)
            ),
        )
    )
    shown = bake_outputs(tree)
    assert 0 < shown[Wire(2, "Value")].ordinary.sum() < 256
    (grown,) = judge(tree, 2, shown, catalog, bake_plan)
    (added,) = judge(tree, 3, shown, catalog, bake_plan)
    assert grown.texels == 256 and added.texels == shown[Wire(2, "Value")].ordinary.sum()
    assert not grown.off and not added.off


def test_a_tree_is_data_that_is_the_same_wherever_it_grows():
    grown = grow(genes_of(1, 7))
    assert grown == grow(genes_of(1, 7)) == pickle.loads(pickle.dumps(grown))
    assert grow(genes_of(1, 7)[:10]).nodes == grown.nodes[:11]
