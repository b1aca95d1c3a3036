"""Faults of the Shader Editor's front end: versions, conversions, groups, mutes, frames, bump."""

from __future__ import annotations

from .fault import Fault

SHADER = "addon/frontends/shader"
FLATTEN = "tests/frontends/test_flatten.py"

FAULTS = (
    # Versions.
    Fault(
        "version-switch-never-reached",
        f"{SHADER}/versions.py",
        "    return reached[-1]\n",
        "    return reached[0]\n",
        "tests/frontends/test_texture_rules.py::test_noise_rounds_its_offsets_as_the_version_does",
    ),
    Fault(
        "voronoi-hash-of-an-older-version",
        f"{SHADER}/versions.py",
        '((5, 0, 0), "pcg")',
        '((9, 0, 0), "pcg")',
        "tests/blender/test_parity_voronoi.py::test_color_agrees_texel_for_texel",
    ),
    # Conversions.
    Fault(
        "vector-becomes-its-first-component",
        f"{SHADER}/convert.py",
        "        return (x + y + z) / 3.0\n",
        "        return x\n",
        "tests/frontends/test_numbers.py::test_a_vector_becomes_its_mean_and_a_color_its_luminance",
    ),
    Fault(
        "colour-becomes-its-mean",
        f"{SHADER}/writer.py",
        'weights = {"weights": self.luminance} if signal.type is SignalType.COLOR else {}',
        'weights = {"weights": (1 / 3,) * 3} if signal.type is SignalType.COLOR else {}',
        "tests/blender/test_parity_color.py::"
        "test_luminance_and_the_mean_of_a_vector_are_told_apart",
    ),
    Fault(
        "integer-rounded",
        f"{SHADER}/convert.py",
        "    return float(int(value))\n",
        "    return float(round(value))\n",
        "tests/frontends/test_numbers.py::test_an_integer_truncates_towards_zero",
    ),
    Fault(
        "group-wall-does-not-convert",
        f"{SHADER}/walk.py",
        "            for type in (found.type, *found.through):\n",
        "            for type in (found.type, *found.through[-1:]):\n",
        "tests/frontends/test_compile.py::"
        "test_until_5_0_a_groups_wall_converts_what_passes_through_it",
    ),
    # Links.
    Fault(
        "muted-node-computes",
        f"{SHADER}/flatten.py",
        "        elif feeder.type == REROUTE or (feeder.muted and feeder.type not in ZONE_ENDS):\n",
        "        elif feeder.type == REROUTE:\n",
        f"{FLATTEN}::test_a_muted_node_is_passed_by_its_bypass",
    ),
    Fault(
        "muted-link-carries",
        f"{SHADER}/snapshot_links.py",
        "link.is_valid and not link.is_muted and",
        "link.is_valid and",
        "tests/blender/test_snapshot.py::"
        "test_muted_links_are_left_out_and_mutes_kept_with_their_bypass",
    ),
    Fault(
        "two-instances-share-their-inputs",
        f"{SHADER}/scope.py",
        "        return self._inside[node.name]\n",
        "        return next(s for s in self._inside.values() if s.tree is node.tree)\n",
        f"{FLATTEN}::test_two_instances_of_a_group_are_two_scopes_and_one_instance_is_one",
    ),
    Fault(
        "first-group-output-counts",
        f"{SHADER}/snapshot.py",
        "    groups.sort(key=lambda node: not node.is_active_output)\n",
        "    groups.sort(key=lambda node: node.is_active_output)\n",
        "tests/blender/test_groups.py::test_only_the_active_group_output_counts",
    ),
    Fault(
        "loop-never-cut",
        f"{SHADER}/walk.py",
        "        self._open.add(place)\n",
        "",
        "tests/frontends/test_problems.py::test_links_that_form_a_loop_are_cut_and_said",
    ),
    # Frames.
    Fault(
        "driver-at-the-scenes-frame",
        f"{SHADER}/snapshot.py",
        "    at = current_frame() if frame is None else frame\n",
        "    at = current_frame()\n",
        "tests/blender/test_snapshot.py::test_drivers_and_keyframes_are_evaluated_at_any_frame",
    ),
    Fault(
        "driver-in-a-group-unseen",
        f"{SHADER}/evaluated.py",
        "        trees += [group for group in groups if group is not None]\n",
        "",
        "tests/blender/test_snapshot.py::test_a_driver_inside_a_group_is_evaluated",
    ),
    Fault(
        "helper-scene-left-behind",
        f"{SHADER}/evaluated.py",
        "        bpy.data.scenes.remove(scene)\n",
        "",
        "tests/blender/test_snapshot.py::test_reading_leaves_no_trace",
    ),
    # Maps.
    Fault(
        "green-always-up",
        f"{SHADER}/compile.py",
        'half = (0.5, 0.5 if y == "+" else -0.5, 0.5)',
        "half = (0.5, 0.5, 0.5)",
        "tests/frontends/test_compile.py::test_y_minus_turns_the_green_of_the_normal",
    ),
    Fault(
        "colour-of-another-working-space",
        f"{SHADER}/compile.py",
        "channels=spec.channels, to_rec709=model.working_space.to_rec709",
        "channels=spec.channels",
        "tests/frontends/test_compile.py::"
        "test_colors_are_encoded_from_the_files_working_space_and_data_is_not",
    ),
    Fault(
        "emission-without-its-strength",
        f"{SHADER}/rules/closures.py",
        "        if by.value == 1.0:\n",
        "        if by.value >= 1.0:\n",
        "tests/blender/bake/test_job_pictures.py::"
        "test_light_brighter_than_a_png_holds_is_warned_about",
    ),
    Fault(
        "mix-shader-the-wrong-way-round",
        f"{SHADER}/rules/mixes.py",
        'side = call.shader("Shader" if factor.value <= 0.0 else "Shader_001")',
        'side = call.shader("Shader_001" if factor.value <= 0.0 else "Shader")',
        "tests/frontends/test_compile.py::"
        "test_a_mix_with_a_factor_of_0_or_1_leaves_the_other_side_unread",
    ),
    Fault(
        "guessed-factor-forgotten",
        f"{SHADER}/rules/mixes.py",
        "        lost = side.approximations | factor.approximations\n",
        "        lost = side.approximations\n",
        "tests/frontends/test_problems.py::test_a_number_used_instead_marks_what_it_decides",
    ),
    Fault(
        "approximation-forgotten",
        f"{SHADER}/placed.py",
        "approximations=given.approximations | self._used | self._lost)",
        "approximations=given.approximations | self._lost)",
        "tests/frontends/test_problems.py::test_a_number_used_instead_marks_what_it_decides",
    ),
    # Bump and pictures.
    Fault(
        "differentials-swapped",
        f"{SHADER}/domain.py",
        "        return (u, -v) if axis == 1 else (u, v)\n",
        "        return (u, v) if axis == 1 else (u, -v)\n",
        "tests/blender/test_parity_bump.py::test_a_bump_agrees_on_a_picture_that_is_not_square",
    ),
    Fault(
        "bump-recomputes-what-does-not-vary",
        f"{SHADER}/walk.py",
        "            if not any(isinstance(s, Signal) and s.varies for s in still.values()):\n",
        "            if not still:\n",
        "tests/frontends/test_compile.py::"
        "test_bump_compiles_its_height_at_three_places_and_shares_what_does_not_vary",
    ),
    Fault(
        "alpha-multiplied-at-another-time",
        f"{SHADER}/texels.py",
        "    power += int(premultiplied)\n",
        "    power += int(not premultiplied)\n",
        "tests/blender/test_parity_image.py::test_alpha_of_files_agrees_at_every_depth",
    ),
    Fault(
        "every-space-taken-for-srgb",
        f"{SHADER}/color_encoding.py",
        "    return ColorEncoding.OTHER\n",
        "    return ColorEncoding.SRGB\n",
        "tests/blender/test_parity_image_spaces.py::test_files_of_any_space_agree",
    ),
    Fault(
        "space-remembered-in-another-working-space",
        f"{SHADER}/color_encoding.py",
        'return _encoding(settings.name, spaces.working_space if spaces is not None else "")',
        'return _encoding(settings.name, "")',
        "tests/blender/test_parity_image_spaces.py::test_any_space_agrees_in_any_working_space",
    ),
    Fault(
        "converted-with-its-alpha",
        "addon/bake/pictures.py",
        "        weight = np.where(between, alpha, np.float32(1.0))\n",
        "        weight = np.float32(1.0)\n",
        "tests/blender/test_parity_image_spaces.py::test_alpha_agrees_in_any_space",
    ),
    Fault(
        "sequence-a-frame-late",
        f"{SHADER}/snapshot_image.py",
        "    place = frame - int(user.frame_start) + 1\n",
        "    place = frame - int(user.frame_start)\n",
        "tests/blender/test_parity_image_sequence.py::"
        "test_the_frame_of_a_sequence_is_the_one_that_cycles_shows",
    ),
    Fault(
        "frames-of-a-sequence-share-a-picture",
        f"{SHADER}/model.py",
        '        return f"{key}#{self.frame}" if self.source in ("SEQUENCE", "MOVIE") else key\n',
        "        return key\n",
        "tests/blender/test_parity_image_sequence.py::"
        "test_two_nodes_use_two_frames_of_one_sequence",
    ),
    Fault(
        "movie-at-the-frame-that-blender-holds",
        f"{SHADER}/opened.py",
        "            image.gl_load(frame=frame)\n            image.gl_free()\n",
        "            pass\n",
        "tests/blender/test_parity_image_sequence.py::"
        "test_the_frame_of_a_movie_is_the_one_that_cycles_shows",
    ),
    Fault(
        "an-environment-looked-up-at-generated",
        f"{SHADER}/rules/image.py",
        'call.texture_vector(default="position")',
        "call.texture_vector()",
        "tests/blender/test_parity_environment.py::test_unlinked_it_is_looked_up_at_the_position",
    ),
    Fault(
        "tiles-on-top-of-each-other",
        f"{SHADER}/tile_pages.py",
        "            x, y, row_height = 0, y + row_height, 0\n",
        "            x, y, row_height = 0, y + height, 0\n",
        "tests/frontends/test_tile_pages.py::"
        "test_every_tile_is_on_one_page_whole_and_on_no_other_tile",
    ),
    Fault(
        "grey-alpha-multiplied",
        f"{SHADER}/stored_alpha.py",
        "_PNG_GREY_AND_ALPHA = 4\n",
        "_PNG_GREY_AND_ALPHA = 6\n",
        "tests/frontends/test_stored_alpha.py::test_a_grey_png_with_alpha_counts_as_multiplied",
    ),
    Fault(
        "layers-taken-for-linear",
        f"{SHADER}/texels.py",
        "    linearised = image.is_float and not image.is_raw\n",
        "    linearised = image.is_float\n",
        "tests/blender/test_parity_image_formats.py::"
        "test_of_many_layers_the_first_channels_are_read",
    ),
    Fault(
        "infinite-texel-kept",
        "addon/bake/pictures.py",
        "        texels[odd] = 0.0\n",
        "        pass\n",
        "tests/blender/test_parity_image.py::test_texels_that_are_no_finite_numbers_agree",
    ),
    Fault(
        "two-ramps-share-a-row",
        f"{SHADER}/writer.py",
        "        return TABLE, self.rows.index(row)\n",
        "        return TABLE, 0\n",
        "tests/blender/test_parity_ramp.py::test_three_ramps_in_one_material_keep_their_own_rows",
    ),
    Fault(
        "frame-cut-to-a-whole-one",
        f"{SHADER}/snapshot.py",
        "bpy.context.scene.frame_current_final",
        "bpy.context.scene.frame_current",
        "tests/blender/bake/test_job_manners.py::"
        "test_a_scene_that_stands_between_two_frames_is_baked_there",
    ),
    Fault(
        "missing-group-under-a-height-unmarked",
        f"{SHADER}/compile.py",
        "        lost = {found.approximation} if found.approximation else set()\n",
        "        lost: set[str] = set()\n",
        "tests/frontends/test_problems.py::"
        "test_a_height_that_a_missing_group_would_give_is_approximate",
    ),
    # What stands in for what is not evaluated or not there.
    Fault(
        "no-normal-stands-in-for-a-normal",
        f"{SHADER}/walk.py",
        "            if normal:\n",
        "            if normal and node.label:\n",
        "tests/frontends/test_problems.py::"
        "test_a_normal_that_is_not_evaluated_is_the_planes_and_never_0",
    ),
    Fault(
        "label-left-out",
        f"{SHADER}/model.py",
        """        return f'{kind} "{self.label}"' if self.label else kind\n""",
        "        return kind\n",
        "tests/blender/test_stand_ins.py::"
        "test_a_warning_has_blenders_name_of_the_node_and_the_users_beside_it",
    ),
    Fault(
        "neutral-mixed-into-what-a-side-has-not",
        f"{SHADER}/rules/mixes.py",
        " else SHARED\n",
        " else set(MAPS)\n",
        "tests/blender/test_closures.py::"
        "test_a_parameter_that_one_side_does_not_have_is_the_other_sides",
    ),
    Fault(
        "bare-surface-in-silence",
        f"{SHADER}/compile.py",
        "        _say_bare(walk, scope, output)\n",
        "",
        "tests/frontends/test_problems.py::test_a_surface_that_nothing_is_linked_to_is_said",
    ),
)
