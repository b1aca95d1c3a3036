"""Faults of the kernels and rules of texture nodes, and of the maths under them."""

from __future__ import annotations

from .fault import Fault

FAULTS = (
    Fault(
        "wrong-voronoi-hash",
        "kernels/point/voronoi_texture.glsl",
        "  return vec4(kln_pcg_close(open.xy + kln_pcg_step(ivec2(away.xy))), 0.0, 0.0);\n",
        "  return vec4(kln_hash_vec2(cell.xy + away.xy), 0.0, 0.0);\n",
        "tests/blender/test_parity_voronoi.py::test_distance_agrees_at_three_degrees_of_randomness",
    ),
    Fault(
        "voronoi-f2-is-f1",
        "kernels/point/voronoi_texture.glsl",
        "    else if (next.rank < second.rank) {\n",
        "    else if (next.rank < first.rank) {\n",
        "tests/gpu/test_voronoi_laws.py::test_f1_and_f2_are_the_first_and_second_nearest_points",
    ),
    Fault(
        "voronoi-edge-to-the-point",
        "kernels/point/voronoi_texture.glsl",
        "dot((nearest + q) / 2.0, across",
        "dot(q, across",
        "tests/gpu/test_voronoi_laws.py::"
        "test_a_point_half_way_between_two_neighbours_is_on_an_edge",
    ),
    Fault(
        "octaves-go-on-in-a-finished-texel",
        "kernels/prelude/noise.glsl",
        "for (int i = 0; i <= KLN_NEVER; ++i) {",
        "for (int i = 0;; ++i) {",
        "tests/blender/test_parity_octaves.py::test_wave_keeps_the_octaves_of_each_texel",
    ),
    Fault(
        "not-a-number-clamped-to-the-top",
        "kernels/prelude/comparison.glsl",
        "kln_is_nan(a) || kln_is_nan(b) ? b : max(a, b)",
        "kln_is_nan(a) || kln_is_nan(b) ? a : max(a, b)",
        "tests/blender/test_parity_nonfinite.py::"
        "test_what_is_no_number_passes_the_node_as_in_cycles",
    ),
    Fault(
        "power-of-infinity-is-nothing",
        "kernels/prelude/maths.glsl",
        "(size > 1.0) == (y > 0.0) ? infinity : 0.0",
        "(size > 1.0) == (y > 0.0) ? 0.0 : infinity",
        "tests/blender/test_parity_nonfinite.py::"
        "test_what_is_no_number_passes_the_node_as_in_cycles",
    ),
    Fault(
        "gabor-cosine-for-sine",
        "kernels/point/gabor_texture.glsl",
        "value = sum.y / most * 0.5 + 0.5;",
        "value = sum.x / most * 0.5 + 0.5;",
        "tests/blender/test_parity_new_textures.py::test_a_texture_or_tiling_agrees_in_every_mode",
    ),
    Fault(
        "tiling-narrow-segment-as-the-others",
        "kernels/point/radial_tiling.glsl",
        "bool in_last = !whole && around >= last_from;",
        "bool in_last = false;",
        "tests/blender/test_parity_new_textures.py::test_a_texture_or_tiling_agrees_in_every_mode",
    ),
    Fault(
        "wavelength-from-400-nm",
        "kernels/point/wavelength.glsl",
        "(wavelength - 380.0)",
        "(wavelength - 400.0)",
        "tests/blender/test_parity_new_textures.py::test_a_texture_or_tiling_agrees_in_every_mode",
    ),
    Fault(
        "vector-displacement-with-z-up",
        "kernels/point/vector_displacement.glsl",
        "tangent * d.x + normal * d.y + handedness",
        "tangent * d.x + normal * d.y - handedness",
        "tests/blender/test_parity_displacement.py::"
        "test_vector_displacement_turns_its_axes_as_its_space_has_them",
    ),
    Fault(
        "normal-node-not-made-unit",
        "addon/frontends/shader/rules/normal.py",
        "Signal.vector(x / length, y / length, z / length)",
        "Signal.vector(x, y, z)",
        "tests/blender/test_parity_new_textures.py::test_the_normal_node_gives_its_direction_at_length_1",
    ),
    Fault(
        "axes-swapped-after-the-mapping",
        "addon/frontends/shader/placed.py",
        "        if moved == IDENTITY_MAPPING:\n            return vector\n        mode",
        "        if axes != PLAIN_AXES or moved == IDENTITY_MAPPING:\n            return vector\n"
        "        mode",
        "tests/blender/test_parity_texture_mapping.py::"
        "test_axes_are_swapped_before_the_rest_of_the_mapping",
    ),
    Fault(
        "dropped-link-keeps-the-groups-own-value",
        "addon/frontends/shader/flatten.py",
        "                consumer = asked\n",
        "                pass\n",
        "tests/blender/test_dropped_links.py::test_what_it_feeds_has_its_own_value",
    ),
    Fault(
        "noise-of-an-older-fade",
        "kernels/prelude/noise.glsl",
        "vec3 kln_fade(vec3 t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }",
        "vec3 kln_fade(vec3 t) { return t * t * (3.0 - 2.0 * t); }",
        "tests/blender/test_parity_noise.py::test_raw_noise_agrees_in_every_dimension",
    ),
    Fault(
        "noise-that-does-not-repeat",
        "kernels/prelude/noise.glsl",
        "vec2 kln_noise_wrap(vec2 p) { return p - trunc(p / 1e5) * 1e5 +",
        "vec2 kln_noise_wrap(vec2 p) { return p +",
        "tests/gpu/test_noise_laws.py::test_noise_repeats_after_a_hundred_thousand_units",
    ),
    Fault(
        "hash-with-a-step-missing",
        "kernels/prelude/hash.glsl",
        "  c = (c ^ b) - kln_rotate_left(b, 16u);\n",
        "",
        "tests/gpu/test_hash_laws.py::test_white_noise_is_lookup3_of_the_bits_of_the_coordinate",
    ),
    Fault(
        "wave-a-quarter-late",
        "kernels/point/wave_texture.glsl",
        "kln_sin(n - 1.57079632679490)",
        "kln_sin(n)",
        "tests/blender/test_parity_wave.py::test_the_three_profiles_agree",
    ),
    Fault(
        "checker-on-the-cells-face",
        "kernels/point/checker_texture.glsl",
        "vec3 p = (scaled + 0.000001) * 0.999999;",
        "vec3 p = scaled;",
        "tests/blender/test_parity_patterns.py::"
        "test_checker_agrees_on_whole_coordinates_where_cells_meet",
    ),
    Fault(
        "brick-rows-unmoved",
        "kernels/point/brick_texture.glsl",
        "abs(row) % offset_frequency != 0 ? 0.0 : width * offset",
        "abs(row) % offset_frequency == 0 ? 0.0 : width * offset",
        "tests/blender/test_parity_patterns.py::"
        "test_brick_agrees_with_offset_squash_bias_and_smooth_mortar",
    ),
    Fault(
        "magic-a-sign-off",
        "kernels/point/magic_texture.glsl",
        "x = depth > 3 ? -kln_cos(-x + y - z) * d : x;",
        "x = depth > 3 ? kln_cos(-x + y - z) * d : x;",
        "tests/blender/test_parity_patterns.py::test_magic_agrees_at_every_depth",
    ),
    Fault(
        "gradient-past-its-end",
        "kernels/point/gradient_texture.glsl",
        "  result = clamp(f, 0.0, 1.0);\n",
        "  result = f;\n",
        "tests/blender/test_parity_patterns.py::test_a_gradient_agrees_on_both_sides_of_zero",
    ),
)
