"""Faults of the plan and its passes: slots, seeds, levels, checks, fusion, roles, the text form."""

from __future__ import annotations

from .fault import Fault

TYPES = "addon/plan/types.py"
SCHEDULE = "addon/plan/schedule.py"
SEED = "addon/plan/seed.py"
CHECK = "tests/plan/test_check.py"
SIZES = "tests/plan/test_check_sizes.py"

FAULTS = (
    # Levels and units.
    Fault(
        "radius-not-scaled",
        TYPES,
        "return float(texels_at_base) * 2.0**-level",
        "return float(texels_at_base)",
        "tests/plan/test_types.py::test_a_level_halves_every_length_exactly",
    ),
    Fault(
        "radius-not-scaled-in-a-blur",
        TYPES,
        "return float(texels_at_base) * 2.0**-level",
        "return float(texels_at_base)",
        "tests/gpu/test_filter_blur.py::test_a_step_edge_is_as_soft_at_level_minus_two",
    ),
    Fault(
        "radius-scaled-by-the-ratio-of-extents",
        TYPES,
        "return float(texels_at_base) * 2.0**-level",
        "return float(texels_at_base) * self.extent_of(image).width / self.base.width",
        "tests/plan/test_types.py::test_lengths_scale_by_the_level_and_not_by_the_ratio_of_extents",
    ),
    Fault(
        "radius-scaled-by-the-bake-and-not-the-image",
        TYPES,
        "        level = image.level_offset + self.bake_level_offset\n",
        "        level = self.bake_level_offset\n",
        "tests/plan/test_numbers.py::test_a_radius_scales_to_the_image_that_the_op_writes",
    ),
    Fault(
        "extent-of-nothing",
        TYPES,
        "return Extent(max(1, self.width >> level), max(1, self.height >> level))",
        "return Extent(self.width >> level, self.height >> level)",
        "tests/plan/test_types.py::test_an_extent_at_a_level_is_the_floor_and_at_least_one",
    ),
    Fault(
        "chain-taken-to-another-level",
        TYPES,
        "            if op.emitted_for is not None:\n",
        "            if False:\n",
        "tests/plan/test_types.py::test_a_plan_with_a_chain_is_not_taken_to_another_level",
    ),
    # Slots.
    Fault(
        "slot-freed-before-taken",
        SCHEDULE,
        "    for n, region in enumerate(regions):\n        take: dict",
        "    for n, region in enumerate(regions):\n"
        "        for image in region.reads:\n"
        "            if image in holding and image not in kept and last[image] == n:\n"
        "                early = holding.pop(image)\n"
        "                heappush(free.setdefault((early.format, early.extent), []), early.index)\n"
        "        take: dict",
        "tests/plan/test_schedule.py::test_an_output_is_taken_before_the_dying_input_is_given_back",
    ),
    Fault(
        "slot-shared-by-two-live-images",
        SCHEDULE,
        "last.update(dict.fromkeys((*region.reads, *region.writes), n))",
        "last.update(dict.fromkeys(region.writes, n))",
        "tests/plan/test_schedule.py::test_no_two_live_images_share_a_slot",
    ),
    Fault(
        "slot-of-another-format",
        SCHEDULE,
        "            sort = (table[image].format, plan.extent_of(table[image]))\n",
        "            sort = (table[region.writes[0]].format, plan.extent_of(table[image]))\n",
        "tests/plan/test_schedule.py::test_two_outputs_of_one_op_have_slots_of_their_own_formats",
    ),
    Fault(
        "slots-never-reused",
        SCHEDULE,
        "            if free.get(sort):\n",
        "            if free.get(sort) and n < 0:\n",
        "tests/plan/test_schedule.py::"
        "test_slots_are_the_most_that_are_live_at_once_by_format_and_extent",
    ),
    Fault(
        "output-given-back",
        SCHEDULE,
        "kept = {output.image for output in plan.outputs} | set(keep)",
        "kept = set(keep)",
        "tests/plan/test_schedule.py::test_outputs_are_kept_and_all_else_is_given_back_once",
    ),
    # Seeds.
    Fault(
        "seed-from-the-place-in-the-plan",
        SEED,
        r'f"{plan.seed}\0{op.key}"',
        r'f"{plan.seed}\0{plan.ops.index(op)}"',
        "tests/plan/test_seed.py::test_inserting_an_op_upstream_changes_no_downstream_seed",
    ),
    Fault(
        "seed-without-the-plans-own",
        SEED,
        r'f"{plan.seed}\0{op.key}"',
        'f"{op.key}"',
        "tests/plan/test_seed.py::test_keys_and_plan_seeds_draw_apart",
    ),
    Fault(
        "seed-of-this-process",
        SEED,
        'return int.from_bytes(blake2b(text, digest_size=4).digest(), "little", signed=True)',
        "return hash(text) % 2**31",
        "tests/plan/test_seed.py::test_seeds_are_the_same_in_every_process",
    ),
    # Numbers and checks.
    Fault(
        "severity-dropped",
        "addon/plan/rules/view.py",
        "return Problem(Severity.REFUSAL, code, origin, message)",
        "return Problem(Severity.WARNING, code, origin, message)",
        f"{CHECK}::test_a_planted_fault_is_found_and_told",
    ),
    Fault(
        "refused-plan-let-through",
        "addon/plan/check.py",
        "        raise RefusedPlan(problems)\n",
        "        pass\n",
        f"{CHECK}::test_validate_raises_on_refusals_with_every_problem",
    ),
    Fault(
        "stale-chain-baked",
        "addon/plan/rules/sizes.py",
        "        if extent != op.emitted_for:\n",
        "        if extent < op.emitted_for:\n",
        f"{SIZES}::test_a_chain_is_sound_at_the_extent_it_was_emitted_for_only",
    ),
    Fault(
        "stale-chain-baked-from-the-command-line",
        TYPES,
        "            if op.emitted_for is not None:\n",
        "            if False:\n",
        "tests/blender/bake/test_cli_plans.py::test_a_stale_chain_is_refused",
    ),
    Fault(
        "inputs-of-two-sizes",
        "addon/plan/rules/sizes.py",
        "            if found != size and (",
        "            if found < size and (",
        f"{SIZES}::test_what_is_taken_at_the_same_texel_or_around_it_has_the_size_written",
    ),
    Fault(
        "keys-that-two-ops-share",
        "addon/plan/rules/images.py",
        "        elif counts[op.key] > 1:\n",
        "        elif counts[op.key] > 2:\n",
        f"{CHECK}::test_a_planted_fault_is_found_and_told",
    ),
    Fault(
        "clipping-unsaid",
        "addon/plan/numbers.py",
        "        if inside != whole:\n",
        "        if inside != whole and whole == authored:\n",
        f"{CHECK}::test_a_radius_clipped_at_a_large_level_is_a_warning",
    ),
    Fault(
        "length-rounded-down",
        "addon/plan/numbers.py",
        "return math.floor(number + 0.5)",
        "return math.floor(number)",
        "tests/plan/test_numbers.py::test_a_whole_number_of_texels_rounds_as_its_header_says",
    ),
    Fault(
        "memory-without-the-outputs",
        "addon/plan/memory.py",
        "return self.pool_bytes + self.output_bytes + self.external_bytes",
        "return self.pool_bytes + self.external_bytes",
        f"{SIZES}::test_memory_over_the_budget_is_refused_with_its_numbers",
    ),
    # Fusion.
    Fault(
        "region-reads-its-own-neighbours",
        "addon/plan/fuse.py",
        "return as_value and self._alike(op, reader)",
        "return self._alike(op, reader)",
        "tests/plan/test_fuse.py::"
        "test_what_is_read_at_other_texels_was_written_by_an_earlier_region",
    ),
    Fault(
        "region-of-two-extents",
        "addon/plan/fuse.py",
        "            and self.extents[a] == self.extents[b]\n",
        "            and self.extents[a] >= self.extents[b]\n",
        "tests/plan/test_fuse.py::test_point_ops_of_two_extents_do_not_share_a_dispatch",
    ),
    Fault(
        "region-stores-nine-images",
        "addon/plan/fuse.py",
        "            if len(stored) <= MAX_IMAGES:\n",
        "            if len(stored) <= MAX_IMAGES + 1:\n",
        "tests/plan/test_fuse.py::test_fifteen_maps_are_two_dispatches_of_at_most_eight_images",
    ),
    Fault(
        "region-forgets-what-others-read",
        "addon/plan/fuse.py",
        "if image in self.wanted or not members.issuperset(self.readers.get(image, ()))",
        "if image in self.wanted",
        "tests/plan/test_fuse.py::test_a_region_stores_what_others_read_and_nothing_else",
    ),
    Fault(
        "five-point-ops-in-five-dispatches",
        "addon/plan/fuse.py",
        "max(low, place[reader] + (0 if self._joins(op, reader, image) else 1))",
        "max(low, place[reader] + 1)",
        "tests/gpu/test_evaluate.py::test_five_point_ops_are_one_dispatch_and_five_without_fusion",
    ),
    # What is stored how.
    Fault(
        "deep-output-fed-by-halves",
        "addon/plan/roles.py",
        "if output.encoding.depth >= 16]",
        "if output.encoding.depth > 16]",
        "tests/plan/test_roles.py::"
        "test_all_that_feeds_a_deep_output_is_precise_and_nothing_else_is",
    ),
    Fault(
        "cut-stored-in-halves",
        "addon/plan/roles.py",
        "return _precise(plan, stored & read)",
        "return plan",
        "tests/plan/test_roles.py::test_a_value_cut_apart_by_the_limits_is_stored_whole",
    ),
    Fault(
        "unfused-in-halves",
        "addon/plan/roles.py",
        "        return promote(plan, everything=True)\n",
        "        return promote(plan)\n",
        "tests/blender/bake/test_cli_plans.py::"
        "test_an_unfused_bake_is_the_fused_one_although_its_values_stand_in_images",
    ),
    Fault(
        "data-encoded-as-colour",
        "addon/plan/encoding.py",
        '"srgb" if color and not encoding.is_float else "linear"',
        '"srgb" if not encoding.is_float else "linear"',
        "tests/plan/test_encoding.py::test_the_curve_and_the_dither_follow_from_the_file",
    ),
    Fault(
        "dither-by-the-order-of-maps",
        "addon/plan/encoding.py",
        'free_name(f"{ENCODE}/{output.name}"',
        'free_name(f"{ENCODE}/{len(outputs)}"',
        "tests/plan/test_encoding.py::test_a_maps_dither_does_not_depend_on_the_other_maps",
    ),
    # The text form.
    Fault(
        "level-left-out-of-the-text",
        "addon/plan/text.py",
        "    if image.level_offset:\n",
        "    if image.level_offset > 0:\n",
        "tests/plan/test_text.py::test_what_is_printed_reads_back_equal",
    ),
    Fault(
        "number-shortened-in-the-text",
        "addon/plan/tokens.py",
        "    return repr(value)\n",
        '    return f"{value:g}"\n',
        "tests/plan/test_text.py::test_a_float_reads_back_to_the_last_bit",
    ),
    Fault(
        "role-not-read-back",
        "addon/plan/parse.py",
        "self.images.append(PlanImage(image, format, role, level, external))",
        "self.images.append(PlanImage(image, format, Role.PLAIN, level, external))",
        "tests/plan/test_text.py::test_what_is_printed_reads_back_equal",
    ),
)
