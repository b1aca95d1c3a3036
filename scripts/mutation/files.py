"""Faults of jobs and files: depths, alpha, names, what is overwritten, what is skipped."""

from __future__ import annotations

from .fault import Fault

QUANTISE = "addon/bake/files/quantise.py"
WRITE = "addon/bake/files/write.py"
PICTURES = "tests/blender/bake/test_job_pictures.py"
MANNERS = "tests/blender/bake/test_job_manners.py"
FILES = "tests/blender/bake/test_files.py"

FAULTS = (
    # Depth and colour.
    Fault(
        "sixteen-bits-through-eight",
        QUANTISE,
        "    return codes\n",
        "    return codes // 257 * 257 if depth > 8 else codes\n",
        f"{PICTURES}::test_a_16_bit_ramp_keeps_more_than_4000_steps",
    ),
    Fault(
        "codes-cut-and-not-rounded",
        QUANTISE,
        "np.clip(values, 0.0, 1.0) * top + 0.5)\n",
        "np.clip(values, 0.0, 1.0) * top)\n",
        f"{FILES}::test_a_half_is_stored_as_half",
    ),
    Fault(
        "png-cut-short-taken-for-whole",
        "addon/bake/files/png.py",
        '            raise ValueError("the file ends before its last chunk")\n',
        "            return\n",
        f"{FILES}::test_a_file_that_a_full_disk_cut_short_is_not_taken_for_whole",
    ),
    Fault(
        "neutral-normal-a-code-low",
        "kernels/point/encode.glsl",
        "float level = floor(scaled + 0.5);",
        "float level = floor(scaled + 0.499);",
        f"{PICTURES}::test_a_neutral_normal_is_the_neutral_code",
    ),
    Fault(
        "half-overflows-to-infinity",
        QUANTISE,
        "return np.clip(floats, -HALF_MAX, HALF_MAX).astype(np.float16)",
        "return floats.astype(np.float16)",
        f"{FILES}::test_halves_hold_the_largest_finite_value_and_keep_negatives",
    ),
    Fault(
        "float-file-encoded-srgb",
        "addon/plan/encoding.py",
        '"srgb" if color and not encoding.is_float else "linear"',
        '"srgb" if color else "linear"',
        f"{PICTURES}::test_a_colour_decodes_to_the_same_linear_value_in_every_format",
    ),
    Fault(
        "height-without-its-range",
        "addon/bake/outputs.py",
        "                metadata = replace(metadata, range=span)\n",
        "                metadata = replace(metadata, range=(0.0, 1.0))\n",
        f"{PICTURES}::test_a_height_in_an_integer_file_comes_back_from_its_range",
    ),
    Fault(
        "eight-bit-height",
        "addon/bake/material.py",
        'WIDE = frozenset({"height"})',
        "WIDE = frozenset[str]()",
        f"{PICTURES}::test_a_height_in_an_integer_file_comes_back_from_its_range",
    ),
    Fault(
        "light-cut-in-silence",
        "addon/bake/outputs.py",
        "        self._warn_lost(ready.work, target, span, values)\n",
        "",
        f"{PICTURES}::test_light_brighter_than_a_png_holds_is_warned_about",
    ),
    Fault(
        "marks-of-what-was-cut-unread",
        "addon/bake/outputs.py",
        "_is_unsure(target, pixels) or _was_cut(target, texels)",
        "_is_unsure(target, pixels)",
        "tests/blender/bake/test_job_ranges.py::"
        "test_what_an_integer_file_cuts_is_warned_about_with_its_range",
    ),
    Fault(
        "every-edge-of-0-and-1-marked",
        "kernels/point/encode.glsl",
        "    alpha = marked == rgb ? 1.0 : 0.0;\n",
        "    alpha = rgb == whole ? 0.0 : 1.0;\n",
        "tests/gpu/test_encode.py::"
        "test_a_marked_file_tells_where_a_colour_was_cut_and_nowhere_else",
    ),
    Fault(
        "empty-folder-left-behind",
        "addon/bake/existing.py",
        "                each.rmdir()\n",
        "                each.exists()\n",
        "tests/blender/bake/test_job_manners.py::"
        "test_a_bake_leaves_no_empty_folder_that_it_made_itself",
    ),
    Fault(
        "auto-believes-the-dither",
        "addon/bake/measure.py",
        "(high - low) * scale < 1.5",
        "(high - low) * scale < 0.5",
        f"{PICTURES}::test_auto_sees_through_the_dither_of_a_picture_of_one_colour",
    ),
    # What stands in a file.
    Fault(
        "picture-upside-down",
        WRITE,
        "out.write_image(np.ascontiguousarray(pixels[::-1]))",
        "out.write_image(np.ascontiguousarray(pixels))",
        f"{FILES}::test_files_start_with_the_top_row",
    ),
    Fault(
        "colour-divided-by-alpha",
        WRITE,
        '        spec.attribute("oiio:UnassociatedAlpha", 1)\n',
        "",
        f"{FILES}::test_colour_is_kept_whatever_the_alpha",
    ),
    Fault(
        "data-declared-as-srgb",
        WRITE,
        "srgb=transfer is Transfer.COLOR, texts=texts",
        "srgb=True, texts=texts",
        f"{FILES}::test_a_data_png_says_nothing_of_colour",
    ),
    Fault(
        "scalar-with-three-channels",
        "addon/frontends/shader/maps.py",
        "return 1 if self.type is SignalType.FLOAT else 3",
        "return 3",
        f"{PICTURES}::test_a_scalar_exr_has_one_channel_and_is_grey_to_blender",
    ),
    Fault(
        "channels-packed-backwards",
        WRITE,
        "out.write_image(np.ascontiguousarray(pixels[::-1]))",
        "out.write_image(np.ascontiguousarray(pixels[::-1, :, ::-1]))",
        "tests/blender/bake/test_cli_plans.py::"
        "test_channels_stand_in_the_order_they_were_packed_in",
    ),
    Fault(
        "metadata-without-the-seed",
        "addon/bake/planned.py",
        "            work.plan.seed,\n",
        "            0,\n",
        f"{PICTURES}::test_a_file_tells_the_seed_and_level_that_made_it",
    ),
    Fault(
        "external-picture-upside-down",
        "addon/bake/files/read.py",
        "return Picture(np.ascontiguousarray(pixels[::-1]), is_float)",
        "return Picture(np.ascontiguousarray(pixels), is_float)",
        f"{FILES}::test_a_picture_reads_back_as_written",
    ),
    # Other people's files.
    Fault(
        "somebody-elses-file-overwritten",
        "addon/bake/existing.py",
        "    found = read_metadata(path)\n    if found is None:\n        raise",
        "    found = read_metadata(path)\n    if found is None:\n        return\n        raise",
        f"{MANNERS}::test_a_file_of_somebody_elses_is_not_overwritten_unless_told",
    ),
    Fault(
        "another-materials-bake-overwritten",
        "addon/bake/existing.py",
        "    if (found.material, found.map) != (material, map):\n",
        "    if found.map != map:\n",
        f"{MANNERS}::test_a_bake_of_another_material_is_not_replaced",
    ),
    Fault(
        "input-overwritten",
        "addon/bake/existing.py",
        "        if not read.isdisjoint(_identities(output)):\n",
        "        if output.name in read:\n",
        f"{MANNERS}::test_an_output_that_is_also_an_input_is_refused",
    ),
    Fault(
        "image-of-the-users-replaced",
        "addon/bake/datablocks.py",
        '    if image is None or overwrite or image.get(OWNED) == f"{material}:{map}":\n',
        "    if image is None or overwrite or image.packed_file is not None:\n",
        "tests/blender/bake/test_cli_pack.py::test_an_image_of_the_users_is_not_replaced",
    ),
    # Whole files.
    Fault(
        "written-in-place",
        WRITE,
        "        part.write_bytes(encoded.data)\n        os.replace(part, path)\n",
        "        path.write_bytes(encoded.data)\n        os.replace(path, path)\n",
        f"{FILES}::test_a_file_is_replaced_whole_or_not_at_all",
    ),
    Fault(
        "part-left-behind",
        WRITE,
        "            part.unlink(missing_ok=True)\n",
        "            pass\n",
        f"{FILES}::test_a_write_that_fails_leaves_no_part_and_names_the_file",
    ),
    Fault(
        "one-failure-stops-the-others",
        "addon/bake/writer.py",
        "            except KilnError as failure:\n                yield WrittenMap",
        "            except KeyError as failure:\n                yield WrittenMap",
        f"{MANNERS}::test_a_file_that_cannot_be_written_does_not_stop_the_others",
    ),
    # Baking again.
    Fault(
        "changed-picture-skipped",
        "addon/bake/fingerprint.py",
        "={contents.get(image.external.name, '')}\"",
        '"',
        f"{MANNERS}::"
        "test_skip_unchanged_leaves_files_alone_until_something_they_follow_from_changes",
    ),
    Fault(
        "changed-kernel-skipped",
        "addon/bake/fingerprint.py",
        "        parts.append(_kernel_text(kernel, catalog))\n",
        "        parts.append(kernel)\n",
        "tests/cli/test_fingerprint.py::test_a_kernels_text_and_its_preludes_count",
    ),
    Fault(
        "skipped-whatever-the-format",
        "addon/bake/fingerprint.py",
        "    parts += [repr(fact) for fact in facts]\n",
        "",
        "tests/cli/test_fingerprint.py::test_facts_about_the_file_count",
    ),
    Fault(
        "unchanged-baked-all-the-same",
        "addon/bake/existing.py",
        "    if found is None or replace(found, range=None) != replace(metadata, range=None):\n",
        "    if found is None or found != metadata:\n",
        f"{MANNERS}::"
        "test_skip_unchanged_leaves_files_alone_until_something_they_follow_from_changes",
    ),
    Fault(
        "packed-again-as-001",
        "addon/bake/datablocks.py",
        '    uses is not saved (CASES I07).\n    """\n    image = find_datablock(name)\n',
        '    uses is not saved (CASES I07).\n    """\n    image = None\n',
        "tests/blender/bake/test_cli_pack.py::test_packing_again_reuses_the_datablock_and_its_users",
    ),
    Fault(
        "shown-again-as-001",
        "addon/bake/datablocks.py",
        "    elif image.packed_file is not None:\n",
        "    if image.get(OWNED) is not None:\n"
        "        image = bpy.data.images.load(str(path))\n"
        "    if image.packed_file is not None:\n",
        "tests/blender/bake/test_window.py::test_baking_again_shows_the_same_datablock_and_file",
    ),
    Fault(
        "packed-normal-as-srgb",
        "addon/bake/colorspaces.py",
        "        yield from DATA\n",
        "        yield from SRGB\n",
        "tests/blender/bake/test_cli_pack.py::"
        "test_packed_images_are_in_the_saved_file_and_hold_the_files_bytes",
    ),
    Fault(
        "space-that-the-configuration-lacks",
        "addon/bake/colorspaces.py",
        "        except TypeError:  # not in this configuration\n",
        "        except KeyError:\n",
        "tests/blender/bake/test_color_configuration.py::"
        "test_packed_images_are_declared_by_what_the_configuration_calls_it",
    ),
    Fault(
        "file-asked-for-as-another-format-keeps-its-encoding",
        "addon/bake/textplan.py",
        "replace(output, encoding=targets[output.name].encoding)",
        "replace(output, origin=output.origin)",
        "tests/blender/bake/test_cli_plans.py::"
        "test_a_float_output_asked_for_as_a_png_is_encoded_as_one",
    ),
    Fault(
        "what-a-failed-material-left-is-the-nexts",
        "addon/bake/job.py",
        "            outputs.start()\n",
        "",
        "tests/blender/bake/test_job_manners.py::"
        "test_what_a_failed_material_left_unjudged_is_not_written_as_the_nexts",
    ),
    # Names.
    Fault(
        "two-files-that-differ-in-case",
        "addon/bake/files/naming.py",
        "            if name.casefold() not in taken:\n",
        "            if name not in taken:\n",
        "tests/cli/test_naming.py::"
        "test_no_two_materials_share_a_file_even_where_case_does_not_count",
    ),
    Fault(
        "name-that-leaves-the-folder",
        "addon/bake/files/naming.py",
        'template.startswith(("/", "\\\\")) or ".." in folders',
        'template.startswith(("/", "\\\\"))',
        "tests/cli/test_naming.py::test_a_template_that_cannot_work_is_refused",
    ),
)
