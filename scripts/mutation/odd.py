"""Faults of what odd materials meet: bounds, names that meet, numbers that are none."""

from __future__ import annotations

from .fault import Fault

SHADER = "addon/frontends/shader"
OUTPUTS = "tests/blender/test_odd_outputs.py"
MATERIALS = "tests/blender/bake/test_odd_materials.py"
LINKS = "tests/blender/test_odd_links.py"
BOUNDS = "tests/frontends/test_bounds.py"
NAMES = "tests/frontends/test_names_that_meet.py"

FAULTS = (
    # Bounds.
    Fault(
        "python-nests-as-it-comes",
        f"{SHADER}/bounds.py",
        "    sys.setrecursionlimit(max(before, FRAMES))\n",
        "    sys.setrecursionlimit(before)\n",
        f"{BOUNDS}::test_a_long_chain_is_compiled_and_pythons_own_bound_is_as_it_was",
    ),
    Fault(
        "depth-unbounded",
        f"{SHADER}/walk.py",
        "        require_shallow(len(self._open), origin)\n",
        "",
        f"{BOUNDS}::test_a_longer_one_is_refused_and_the_node_named",
    ),
    Fault(
        "way-upstream-unbounded",
        f"{SHADER}/flatten.py",
        "        require_few(len(seen), origin)\n",
        "",
        f"{BOUNDS}::test_groups_that_double_and_compute_nothing_are_refused_too",
    ),
    Fault(
        "aovs-unbounded",
        f"{SHADER}/compile.py",
        "    require_few(len(asked.places), asked.spec.name)\n",
        "",
        f"{BOUNDS}::test_an_aov_that_is_written_too_often_is_refused",
    ),
    # Links that carry nothing.
    Fault(
        "loop-aside-untold",
        f"{SHADER}/compile.py",
        "        if not origin or code in OF_ALL:\n",
        "        if not origin:\n",
        f"{LINKS}::test_a_loop_of_which_cycles_renders_nothing_is_told_wherever_it_is",
    ),
    Fault(
        "link-to-itself-carries",
        f"{SHADER}/snapshot_links.py",
        " and link.from_node != link.to_node\n",
        "\n",
        f"{LINKS}::test_a_loop_of_which_cycles_renders_nothing_is_told_wherever_it_is",
    ),
    Fault(
        "undefined-node-drawn-from",
        f"{SHADER}/flatten.py",
        "            if walls is not Walls.CONVERT and not kept:\n",
        "            if walls is not Walls.CONVERT:\n",
        f"{LINKS}::test_the_link_of_a_node_that_cycles_does_not_know_is_dropped",
    ),
    Fault(
        "add-ons-node-read",
        f"{SHADER}/snapshot_node.py",
        '    return "is an add-on\'s (bake it into an image)" if made_here else ""\n',
        '    return ""\n',
        f"{LINKS}::test_the_link_of_a_node_that_cycles_does_not_know_is_dropped",
    ),
    # Outputs.
    Fault(
        "group-output-taken-for-the-materials",
        f"{SHADER}/snapshot.py",
        "            active = _material_output(tree)\n",
        "            active = _material_output(tree) or _group_output(tree)\n",
        f"{OUTPUTS}::test_a_group_output_in_a_materials_own_tree_is_no_output",
    ),
    Fault(
        "material-output-taken-for-the-groups",
        f"{SHADER}/snapshot.py",
        "            active = _group_output(tree)\n",
        "            active = _material_output(tree) or _group_output(tree)\n",
        f"{OUTPUTS}::test_an_output_in_a_group_is_told_by_its_path_and_not_taken_for_the_groups",
    ),
    Fault(
        "number-that-is-none-in-a-broken-tree",
        f"{SHADER}/snapshot_node.py",
        "        if isinstance(value, str) or value is None or",
        "        if isinstance(value, (str, float)) or value is None or",
        "tests/blender/test_broken_trees.py::"
        "test_what_nobody_would_make_becomes_a_plan_or_a_sentence",
    ),
    # People are told.
    Fault(
        "refused-material-planned",
        "addon/cli/plan.py",
        "            code = 1\n",
        "",
        f"{MATERIALS}::test_a_material_that_is_too_large_is_told_without_a_bake",
    ),
    Fault(
        "refused-material-checked-on",
        "addon/cli/planning.py",
        "        if self.refused or (self.constants and not self.plan.outputs):\n",
        "        if self.constants and not self.plan.outputs:\n",
        f"{MATERIALS}::test_a_material_that_is_too_large_is_told_without_a_bake",
    ),
    # Names that meet.
    Fault(
        "op-takes-an-images-name",
        f"{SHADER}/writer.py",
        "        return key in self._keys or any(i == TABLE or i in self.plan for i in images)\n",
        "        return key in self._keys or any(i == TABLE for i in images)\n",
        f"{NAMES}::test_a_node_may_be_called_as_an_image_of_anothers",
    ),
    Fault(
        "picture-takes-an-ops-name",
        f"{SHADER}/writer.py",
        "lambda name: name == TABLE or ImageId(name) in self.plan",
        "lambda name: name == TABLE",
        f"{NAMES}::test_an_image_may_be_called_as_a_node",
    ),
    Fault(
        "encode-takes-a-nodes-name",
        "addon/plan/encoding.py",
        '        key = free_name(f"{ENCODE}/{output.name}", taken.__contains__)\n',
        '        key = f"{ENCODE}/{output.name}"\n',
        f"{NAMES}::test_a_node_may_be_called_as_what_makes_the_file",
    ),
)
