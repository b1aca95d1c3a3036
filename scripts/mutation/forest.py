"""Faults that random trees have to notice, and faults of their judge."""

from __future__ import annotations

from .fault import Fault

REWRITES = "tests/blender/test_random_rewrites.py"
TREES = "tests/blender/test_random_trees.py"

FAULTS = (
    Fault(
        "tree-takes-the-first-of-a-vector",
        "kernels/point/vector_to_float.glsl",
        "  result = (vector.x + vector.y + vector.z) * (1.0 / 3.0);\n",
        "  result = vector.x;\n",
        f"{TREES}::test_every_node_of_a_random_tree_agrees_with_cycles_from_equal_inputs",
    ),
    Fault(
        "mapping-by-0-keeps-its-location",
        "addon/frontends/shader/rules/mapping.py",
        'inputs["scale"].value == (0.0, 0.0, 0.0)',
        'inputs["scale"].value == 0.0',
        "tests/blender/test_parity_vector_math.py::"
        "test_mapping_by_a_scale_that_is_0_for_good_forgets_its_location_as_cycles_does",
    ),
    Fault(
        "judge-of-trees-lets-anything-pass",
        "tests/blender/forest/judge.py",
        "    allowed = tolerance(case) + ",
        "    allowed = 1.0 + ",
        f"{TREES}::test_a_node_that_differs_in_a_texel_is_told_with_its_inputs_there",
    ),
    Fault(
        "judge-of-trees-holds-what-an-infinity-reached",
        "tests/blender/forest/judge.py",
        "np.ones((SIDE, SIDE), bool), *(s.ordinary for s in fed.values())",
        "np.ones((SIDE, SIDE), bool)",
        f"{TREES}::test_an_infinite_input_leaves_its_texels_out_and_an_infinite_output_does_not",
    ),
    Fault(
        "muted-node-passes-nothing-on",
        "addon/frontends/shader/flatten.py",
        "        if exit_ == out:\n",
        "        if exit_ != out:\n",
        f"{REWRITES}::test_a_muted_node_that_passes_a_link_on_changes_nothing",
    ),
)
