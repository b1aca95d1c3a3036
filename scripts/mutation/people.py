"""Faults of the two ways in: exit codes, flags and settings of the command line; the window."""

from __future__ import annotations

from .fault import Fault

CLI = "tests/blender/bake/test_cli.py"
BAD_INPUT = "tests/blender/bake/test_cli_bad_input.py"
WINDOW = "tests/blender/bake/test_window.py"

FAULTS = (
    # Exit codes.
    Fault(
        "bad-arguments-exit-with-1",
        "addon/bake/errors.py",
        "    exit_code = 2\n",
        "    exit_code = 1\n",
        f"{CLI}::test_what_is_wrong_with_the_arguments_is_one_sentence_and_exit_code_2",
    ),
    Fault(
        "failed-bake-exits-with-0",
        "addon/cli/bake.py",
        "    return 1 if report.failed or (settings.strict and report.approximate) else 0\n",
        "    return 1 if settings.strict and report.approximate else 0\n",
        f"{CLI}::test_what_cannot_be_written_is_exit_code_1_and_the_rest_is_there",
    ),
    Fault(
        "strict-says-nothing",
        "addon/cli/bake.py",
        "    return 1 if report.failed or (settings.strict and report.approximate) else 0\n",
        "    return 1 if report.failed else 0\n",
        f"{CLI}::test_strict_turns_an_approximation_into_exit_code_1",
    ),
    Fault(
        "failed-run-exits-with-0",
        "addon/cli/run.py",
        "    return 1 if report.failed else 0\n",
        "    return 0\n",
        "tests/blender/bake/test_cli_plans.py::"
        "test_a_picture_of_another_size_where_the_plan_has_no_resize_is_refused_with_what_to_do",
    ),
    Fault(
        "check-finds-a-refusal-and-exits-with-0",
        "addon/cli/check.py",
        "    return 1 if refusals or (warnings and options.strict) else 0\n",
        "    return 1 if warnings and options.strict else 0\n",
        "tests/blender/bake/test_cli_plans.py::"
        "test_a_plan_that_hangs_together_badly_is_refused_in_words",
    ),
    Fault(
        "exit-code-of-the-process-lost",
        "addon/cli/__main__.py",
        "        leave(code)\n",
        "        leave(0)\n",
        f"{CLI}::test_a_process_that_cannot_start_says_one_sentence",
    ),
    # What is written is nobody's input.
    Fault(
        "report-goes-over-the-blend",
        "addon/cli/output.py",
        '    check_not_input([path], [*inputs, *blend_files()], "--json")\n',
        "",
        f"{BAD_INPUT}::test_a_report_never_replaces_the_blend",
    ),
    Fault(
        "hard-links-are-two-files",
        "addon/bake/existing.py",
        "    return found | {(there.st_dev, there.st_ino)} if there.st_ino else found\n",
        "    return found if there.st_ino else found\n",
        f"{BAD_INPUT}::test_a_plans_picture_is_not_written_over",
    ),
    Fault(
        "save-as-the-blend-itself",
        "addon/cli/blend.py",
        "    if target.exists() and target.samefile(current):\n",
        "    if target == current and not overwrite:\n",
        f"{BAD_INPUT}::test_save_as_does_not_stand_for_in_place",
    ),
    Fault(
        "packed-over-an-input",
        "addon/bake/targets.py",
        "                check_not_read(target.datablock, works)\n",
        "",
        f"{BAD_INPUT}::test_a_bake_is_not_packed_into_an_image_that_it_reads",
    ),
    Fault(
        "signals-end-the-process-where-it-stands",
        "addon/cli/main.py",
        '        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):\n',
        '        for name in ("SIGINT",):\n',
        "tests/blender/bake/test_signals.py::"
        "test_a_signal_while_files_are_written_leaves_whole_files_only",
    ),
    Fault(
        "users-image-shown-over",
        "addon/bake/datablocks.py",
        "    if image is not None and image.get(OWNED) == owned:\n",
        "    if image is not None:\n",
        f"{WINDOW}::test_an_image_of_the_users_with_a_bakes_name_is_left_alone",
    ),
    # Flags and settings.
    Fault(
        "scene-goes-before-the-flag",
        "addon/cli/bake.py",
        "    settings = scene.with_flags(vars(options))\n",
        "    settings = scene\n",
        f"{CLI}::test_the_scenes_settings_stand_where_no_flag_does",
    ),
    Fault(
        "bake-width-ignored",
        "addon/cli/bake.py",
        'settings.with_flags({"level": level_for(settings, options.bake_width)})',
        "settings",
        f"{CLI}::test_the_bake_width_is_a_level",
    ),
    Fault(
        "abbreviated-flags-taken",
        "addon/cli/parser.py",
        'description=summary[0].upper() + summary[1:] + ".", allow_abbrev=False',
        'description=summary[0].upper() + summary[1:] + "."',
        "tests/cli/test_parser.py::test_what_contradicts_itself_or_is_unknown_is_one_sentence",
    ),
    Fault(
        "size-turned-about",
        "addon/cli/parser.py",
        "    return Extent(sides[0], sides[-1])\n",
        "    return Extent(sides[-1], sides[0])\n",
        "tests/cli/test_parser.py::test_a_size_is_a_side_or_two",
    ),
    Fault(
        "scripts-of-a-file-run",
        "addon/cli/blend.py",
        "load_ui=False, use_scripts=False",
        "load_ui=False, use_scripts=True",
        f"{CLI}::test_a_files_scripts_stay_off",
    ),
    Fault(
        "older-file-rewritten-unasked",
        "addon/cli/blend.py",
        "        if made < now and not upgrade:\n",
        "        if made > now and not upgrade:\n",
        "tests/blender/bake/test_cli_pack.py::"
        "test_a_file_of_an_older_blender_is_only_rewritten_when_told",
    ),
    Fault(
        "nan-in-the-report",
        "addon/bake/report.py",
        "        return value if value - value == 0.0 else None\n",
        "        return value\n",
        f"{CLI}::test_a_number_that_json_lacks_is_null_in_the_report",
    ),
    Fault(
        "problem-without-its-material",
        "addon/bake/report.py",
        "p.origin, p.message, material) for p",
        'p.origin, p.message, "") for p',
        f"{CLI}::test_a_problem_names_its_material_and_its_node_once_each",
    ),
    Fault(
        "approximate-constant-passes-for-exact",
        "addon/bake/material.py",
        "Constant(model.name, name, value, name in made.approximate)",
        "Constant(model.name, name, value, False)",
        f"{CLI}::test_a_constant_that_a_lost_node_decides_is_told_as_approximate",
    ),
    # The window.
    Fault(
        "depth-of-another-format-kept",
        "addon/ui/properties.py",
        "        update=on_format,\n",
        "",
        f"{WINDOW}::test_every_depth_that_the_panel_offers_bakes_whatever_was_chosen_before",
    ),
    Fault(
        "preferences-level-ignored",
        "addon/ui/operators.py",
        "        level = group.level if group.override_level else chosen.level\n",
        "        level = group.level\n",
        f"{WINDOW}::test_the_level_is_the_preferences_unless_the_scene_has_its_own",
    ),
    Fault(
        "operator-bakes-every-material",
        "addon/ui/operators.py",
        "bake_job([handle_of(material)], settings",
        "bake_job([handle_of(m) for m in bpy.data.materials], settings",
        f"{WINDOW}::test_the_operator_bakes_its_material_and_says_what_it_made",
    ),
    Fault(
        "failed-bake-leaves-the-window-busy",
        "addon/ui/operators.py",
        '        state.running, state.stage = False, ""\n',
        '        state.stage = ""\n',
        f"{WINDOW}::test_a_bake_that_fails_is_listed_and_the_next_one_may_start",
    ),
    Fault(
        "problem-without-its-node",
        "addon/ui/operators.py",
        "row.origin = problem.origin if",
        "row.origin = problem.code if",
        f"{WINDOW}::test_a_problem_is_listed_with_its_nodes_name",
    ),
    Fault(
        "textures-outlive-the-file",
        "addon/ui/session.py",
        "    bpy.app.handlers.load_pre.append(on_load)\n",
        "    pass\n",
        f"{WINDOW}::test_loading_a_file_lets_go_of_every_texture",
    ),
    Fault(
        "escape-lets-the-bake-go-on",
        "addon/ui/operators.py",
        '            self._abandon(context)\n            return {"CANCELLED"}\n',
        '            return {"PASS_THROUGH"}\n',
        "tests/app/test_extension.py::test_escape_cancels_a_bake_and_leaves_no_half_file",
    ),
)
