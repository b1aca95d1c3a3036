"""Faults of the kernel library: headers, variants, the composer, accessors, uniforms, chains."""

from __future__ import annotations

from .fault import Fault

COMPOSE = "addon/library/compose.py"
ACCESSORS = "addon/library/accessors.py"
TEXT = "tests/gpu/test_composed_text.py"

FAULTS = (
    Fault(
        "a-loops-rows-are-counted-as-packed",
        "addon/plan/fuse.py",
        "    if spec.cost < DEAR:\n",
        "    if True:\n",
        "tests/library/test_loops.py::test_a_region_just_within_the_limit_can_be_written",
    ),
    Fault(
        "every-turn-of-a-loop-reads-the-first-numbers",
        "addon/library/uniforms.py",
        'turn = "" if stride is None else f" + {stride[array == \'i\']} * {TURN}"',
        'turn = ""',
        "tests/blender/test_alike.py::test_a_loop_over_alike_ops_changes_nothing_but_rounding",
    ),
    Fault(
        "a-turns-result-goes-to-the-next",
        "addon/library/compose.py",
        "{TURN} == {turn} ? {result}",
        "{TURN} == {turn + 1} ? {result}",
        "tests/blender/test_alike.py::test_a_loop_over_alike_ops_changes_nothing_but_rounding",
    ),
    Fault(
        "ops-of-other-variants-share-a-call",
        "addon/plan/alike.py",
        "return (op.kernel, variants, values, texels)",
        "return (op.kernel, values, texels)",
        "tests/plan/test_alike.py::test_a_variant_parts_ops_that_are_alike_but_for_it",
    ),
    Fault(
        "an-op-does-not-wait-for-what-it-reads",
        "addon/plan/alike.py",
        "            if waits[reader] == 0:\n",
        "            if waits[reader] <= 1:\n",
        "tests/plan/test_alike.py::test_every_op_runs_once_after_all_that_it_reads",
    ),
    # Reading texels.
    Fault(
        "wrap-off-by-one",
        ACCESSORS,
        "n - 1 - ((-1 - i) % n)",
        "n - ((-i) % n)",
        f"{TEXT}::test_a_texel_outside_is_read_as_the_wrap_says",
    ),
    Fault(
        "mirror-with-the-edge-once",
        ACCESSORS,
        "((i >= 0) ? i : -1 - i) % (2 * n)",
        "((i >= 0) ? i : -i) % (2 * n)",
        f"{TEXT}::test_a_texel_outside_is_read_as_the_wrap_says",
    ),
    Fault(
        "wrap-of-the-other-axis",
        ACCESSORS,
        'zip("xy", sides, (self.wrap_x, self.wrap_y), strict=True)',
        'zip("xy", sides, (self.wrap_y, self.wrap_x), strict=True)',
        "tests/gpu/test_filter_blur.py::test_each_axis_has_its_own_wrap",
    ),
    Fault(
        "filter-half-a-texel-off",
        ACCESSORS,
        "  vec2 corner = floor(at - 0.5);\n  vec2 t = at - 0.5 - corner;\n"
        "  ivec2 i = ivec2(corner);\n  {self.type} low",
        "  vec2 corner = floor(at);\n  vec2 t = at - corner;\n"
        "  ivec2 i = ivec2(corner);\n  {self.type} low",
        f"{TEXT}::test_filters_are_the_b_splines_of_degree_one_and_three",
    ),
    Fault(
        "grey-read-as-red",
        "addon/library/storage.py",
        'return f"vec4(vec3({texel}.x), 1.0)"',
        'return f"vec4({texel}.x, 0.0, 0.0, 1.0)"',
        "tests/gpu/test_evaluate.py::test_a_mask_is_read_as_grey",
    ),
    Fault(
        "register-unlike-the-image-it-stands-for",
        "addon/library/storage.py",
        "    if written == read and channels >= min(CHANNELS[written], 4):\n",
        "    if written == read:\n",
        "tests/library/test_compose.py::"
        "test_a_grey_image_between_two_ops_is_grey_in_a_register_too",
    ),
    # The text around a kernel.
    Fault(
        "bounds-check-after-the-reads",
        COMPOSE,
        '            "  if (any(greaterThanEqual(kln_xy, kln_extent))) {",\n',
        '            "  if (kln_xy.x < 0) {",\n',
        "tests/library/test_compose.py::test_the_bounds_check_comes_before_anything_is_read",
    ),
    Fault(
        "tile-origin-ignored",
        COMPOSE,
        "ivec2(gl_GlobalInvocationID.xy) + kln_origin;",
        "ivec2(gl_GlobalInvocationID.xy);",
        "tests/gpu/test_tiled_dispatch.py::test_tiles_give_the_bits_of_the_whole_dispatch",
    ),
    Fault(
        "half-stores-truncated-by-the-driver",
        "addon/library/storage.py",
        "size = (size + 0x0fffu + ((size >> 13u) & 1u)) & 0xffffe000u;",
        "size = size & 0xffffe000u;",
        f"{TEXT}::test_a_half_float_store_rounds_to_nearest_even_and_stays_finite",
    ),
    Fault(
        "slider-compiles-anew",
        COMPOSE,
        'hashlib.sha256(f"{shape}\\n{source}".encode())',
        'hashlib.sha256(f"{[op.params for op in self.region.ops]}\\n{source}".encode())',
        "tests/library/test_compose.py::test_names_and_numbers_of_the_user_are_not_in_the_text",
    ),
    Fault(
        "slider-compiles-anew-in-a-bake",
        COMPOSE,
        'hashlib.sha256(f"{shape}\\n{source}".encode())',
        'hashlib.sha256(f"{[op.params for op in self.region.ops]}\\n{source}".encode())',
        "tests/gpu/test_evaluate.py::test_a_bake_twice_and_with_other_numbers_compiles_nothing",
    ),
    Fault(
        "variants-share-a-function",
        COMPOSE,
        "        key = (op.kernel, asked, tuple(accessor.index for _, accessor in reads))\n",
        "        key = (op.kernel, tuple(accessor.index for _, accessor in reads))\n",
        "tests/library/test_compose.py::test_variants_of_one_kernel_stand_beside_each_other",
    ),
    Fault(
        "message-a-line-off",
        "addon/library/composed.py",
        "found = (file, there + line - first)",
        "found = (file, there + line - first + 1)",
        "tests/library/test_lines.py::test_a_compiler_message_names_the_line_of_the_kernel_file",
    ),
    # Numbers.
    Fault(
        "number-in-the-wrong-lane",
        "addon/library/uniforms.py",
        "free.append((lane + width, room - width))",
        "free.append((lane + width - 1, room - width))",
        "tests/library/test_uniforms.py::test_glsl_reads_back_every_number_that_was_packed",
    ),
    Fault(
        "seed-past-an-int",
        "addon/library/uniforms.py",
        "(int(value) + 0x80000000) % 0x100000000 - 0x80000000",
        "int(value)",
        "tests/library/test_uniforms.py::test_a_seed_is_taken_modulo_two_to_the_32",
    ),
    # Headers and variants.
    Fault(
        "signature-unlike-the-header",
        "addon/library/body.py",
        "    if arguments(found[0][1]) != wanted:\n",
        "    if len(arguments(found[0][1])) != len(wanted):\n",
        "tests/library/test_header.py::test_a_function_that_does_not_match_its_header_is_refused",
    ),
    Fault(
        "misspelt-entry-of-a-header-ignored",
        "addon/library/table.py",
        "        if self.values:\n            key = next(iter(self.values))\n",
        "        if len(self.values) > 9:\n            key = next(iter(self.values))\n",
        "tests/library/test_header.py::test_a_wrong_header_is_refused_by_entry_and_with_a_remedy",
    ),
    Fault(
        "two-branches-of-a-variant-stay",
        "addon/library/preprocess.py",
        "            stack.append((taken or holds, holds))\n",
        "            stack.append((holds, holds))\n",
        "tests/library/test_preprocess.py::test_exactly_one_branch_of_a_chain_is_taken",
    ),
    Fault(
        "prelude-before-what-it-needs",
        "addon/library/catalog.py",
        "            found = self.prelude(stem)\n            for needed",
        "            found = order[stem] = self.prelude(stem)\n            for needed",
        "tests/library/test_catalog.py::test_preludes_come_after_what_they_need_and_once",
    ),
    # Chains.
    Fault(
        "flood-without-its-extra-steps",
        "addon/library/chains.py",
        "    return (1, *strides, 1)\n",
        "    return tuple(strides)\n",
        "tests/library/test_chains.py::"
        "test_a_flood_halves_its_stride_and_has_a_step_of_one_at_both_ends",
    ),
    Fault(
        "flood-as-long-as-the-shorter-side",
        "addon/library/chains.py",
        "while 2 * stride < max(extent.width, extent.height):",
        "while 2 * stride < min(extent.width, extent.height):",
        "tests/library/test_chains.py::test_the_strides_reach_across_the_whole_extent",
    ),
    Fault(
        "flood-of-another-level",
        "addon/library/chains.py",
        "return self.builder.base.at_level(level_offset + self.builder.level)",
        "return self.builder.base.at_level(level_offset)",
        "tests/library/test_chains.py::test_a_larger_bake_has_a_longer_flood",
    ),
)
