"""Faults of what holds a tree together and what is folded: zones, closures, bundles, strings."""

from __future__ import annotations

from .fault import Fault

SHADER = "addon/frontends/shader"
STRUCTURE = "tests/blender/test_structure.py"
FOLD = "tests/frontends/test_fold.py"
FUNCTIONS = "tests/blender/test_functions.py"

FAULTS = (
    # Whole numbers, truths and strings.
    Fault(
        "a-quotient-is-rounded-down",
        "kernels/prelude/integers.glsl",
        "  return b == 0 ? 0 : b == -1 ? -a : q;\n",
        "  return b == 0 ? 0 : b == -1 ? -a : a < 0 ? q - 1 : q;\n",
        f"{FUNCTIONS}::test_whole_numbers_that_vary_agree",
    ),
    Fault(
        "what-overflows-does-not-come-round",
        f"{SHADER}/fold.py",
        "    return (x + 2**31) % 2**32 - 2**31\n",
        "    return x\n",
        f"{FUNCTIONS}::test_whole_numbers_that_are_known_are_folded_as_blender_does",
    ),
    Fault(
        "imply-is-turned",
        "kernels/point/boolean_math.glsl",
        "bool r = !x || y;",
        "bool r = x || !y;",
        f"{FUNCTIONS}::test_truths_agree_varying_and_known",
    ),
    Fault(
        "strings-are-counted-in-bytes",
        f"{SHADER}/rules/strings.py",
        'len(call.text("String"))',
        'len(call.text("String").encode())',
        f"{FUNCTIONS}::test_strings_are_made_as_blender_makes_them",
    ),
    Fault(
        "a-place-before-a-string-is-its-end",
        f"{SHADER}/strings.py",
        "text[max(position, 0) : max(position + max(length, 0), 0)]",
        "text[position : position + length]",
        f"{FUNCTIONS}::test_strings_are_made_as_blender_makes_them",
    ),
    # Zones, closures, bundles, switches.
    Fault(
        "a-zone-turns-once-too-often",
        f"{SHADER}/placed.py",
        "for turn in range(allowed):",
        "for turn in range(allowed + 1):",
        f"{STRUCTURE}::test_a_zone_repeats_what_is_in_it",
    ),
    Fault(
        "every-turn-begins-at-the-start",
        f"{SHADER}/placed.py",
        "            before = self.node\n",
        "",
        f"{STRUCTURE}::test_a_zone_repeats_what_is_in_it",
    ),
    Fault(
        "what-is-around-a-zone-is-computed-every-turn",
        f"{SHADER}/scope.py",
        "while scope.entry is not None and node not in self._wiring.below(scope.entry.begin):",
        "while False:",
        f"{STRUCTURE}::test_a_zone_turns_within_a_zone_and_what_is_around_is_computed_once",
    ),
    Fault(
        "nothing-is-folded",
        f"{SHADER}/writer.py",
        "if inputs and len(known) == len(inputs):",
        "if False:",
        f"{STRUCTURE}::test_a_count_is_the_whole_part_of_a_number_that_is_known",
    ),
    Fault(
        "numbers-overflow-into-an-exception",
        f"{SHADER}/fold.py",
        "except (OverflowError, ValueError):",
        "except ZeroDivisionError:",
        f"{FOLD}::test_what_overflows_or_is_no_number_is_left_to_the_gpu",
    ),
    Fault(
        "numbers-compare-by-a-wide-margin",
        f"{SHADER}/fold_math.py",
        "SPACING_AT_1 = 2.0**-23",
        "SPACING_AT_1 = 1e-5",
        f"{FOLD}::test_numbers_compare_as_equal_up_to_the_spacing_of_floats_at_1",
    ),
    Fault(
        "the-first-bundle-counts",
        f"{SHADER}/rules/bundles.py",
        'joined |= call.bundle("Bundle", index).items',
        'joined = {**call.bundle("Bundle", index).items, **joined}',
        f"{STRUCTURE}::test_of_one_name_the_last_bundle_counts",
    ),
    Fault(
        "a-closure-gets-no-inputs",
        f"{SHADER}/rules/zones.py",
        "feed = by_name.get(socket.name)",
        "feed = None",
        f"{STRUCTURE}::test_a_closure_is_called_in_every_turn_of_a_zone_and_a_zone_stands_in_a_closure",
    ),
    Fault(
        "a-switch-takes-the-other-side",
        "kernels/point/choose_vector.glsl",
        "choice > 0.0 ? chosen",
        "choice > 0.0 ? other",
        f"{STRUCTURE}::test_a_switch_takes_a_side_or_varies",
    ),
    Fault(
        "an-index-counts-from-1",
        f"{SHADER}/rules/switches.py",
        '{"index": float(index)}',
        '{"index": float(index + 1)}',
        f"{STRUCTURE}::test_an_index_chooses_by_its_whole_part_and_beyond_all_is_0",
    ),
    Fault(
        "the-truth-of-a-vector-is-its-means",
        f"{SHADER}/walk.py",
        "if SIGNAL_TYPES.get(source) is SignalType.VECTOR:",
        "if False:",
        f"{STRUCTURE}::test_a_conversion_is_a_numbers_own_and_else_that_of_a_reroute",
    ),
)
