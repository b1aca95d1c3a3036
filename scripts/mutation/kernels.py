"""Faults of the kernels: one at least of every kind. Those of textures stand beside this file."""

from __future__ import annotations

from .fault import Fault

BLEND = "tests/gpu/test_filter_color.py::test_a_mode_has_its_closed_form_at_the_corners_of_the_cube"
ENCODE = "kernels/point/encode.glsl"
ENCODED = "tests/gpu/test_encode.py"

FAULTS = (
    # source, gather
    Fault(
        "coordinate-at-the-texels-corner",
        "kernels/source/plane_coordinate.glsl",
        "kln_divide(vec2(at.xy) + 0.5 + shift,",
        "kln_divide(vec2(at.xy) + shift,",
        "tests/gpu/test_image_texture_laws.py::"
        "test_the_plane_gives_its_coordinates_at_texel_centres",
    ),
    Fault(
        "ramp-of-258-samples",
        "kernels/gather/color_ramp.glsl",
        "float place = clamp(factor, 0.0, 1.0) * 256.0;",
        "float place = clamp(factor, 0.0, 1.0) * 257.0;",
        "tests/gpu/test_converter_nodes.py::"
        "test_a_ramp_gives_its_samples_at_their_places_and_the_mean_between_two",
    ),
    Fault(
        "picture-half-a-texel-off",
        "kernels/gather/image_texture.glsl",
        "  vec2 corner = floor(xy - 0.5);\n  vec2 t = xy - 0.5 - corner;\n",
        "  vec2 corner = floor(xy);\n  vec2 t = xy - corner;\n",
        "tests/gpu/test_image_texture_laws.py::test_a_texels_centre_gives_the_texel",
    ),
    Fault(
        "picture-decoded-twice",
        "kernels/gather/image_texture.glsl",
        "  c.rgb = kln_srgb_to_linear(c.rgb);\n",
        "  c.rgb = kln_srgb_to_linear(kln_srgb_to_linear(c.rgb));\n",
        "tests/gpu/test_image_texture_laws.py::test_encoding_and_decoding_give_the_colour_back",
    ),
    Fault(
        "box-face-mirrored",
        "kernels/gather/image_texture.glsl",
        "bool turned = face == 0 ? normal.x < 0.0 : normal[face] > 0.0;",
        "bool turned = normal[face] > 0.0;",
        "tests/gpu/test_image_texture_laws.py::test_no_face_of_a_box_shows_its_picture_mirrored",
    ),
    Fault(
        "box-corner-of-two-faces",
        "kernels/gather/image_texture.glsl",
        "  return ((2.0 - most) * n + (most - 1.0)) / (2.0 * most - 1.0);",
        "  return vec3(first.x, 1.0 - first.x, 0.0);",
        "tests/gpu/test_image_texture_laws.py::"
        "test_a_boxs_shares_add_up_and_meet_where_the_zones_do",
    ),
    Fault(
        "tile-by-floor",
        "kernels/gather/image_tile.glsl",
        "  ivec2 tile = ivec2(uv);\n",
        "  ivec2 tile = ivec2(floor(uv));\n",
        "tests/blender/test_parity_image_tiles.py::test_borders_and_what_lies_beyond_agree",
    ),
    Fault(
        "tile-wrapped-into-its-neighbour",
        "addon/library/accessors.py",
        '        lines += self._wrapped("part", ("z", "w"))\n',
        '        lines += self._wrapped("textureSize({self.sampler}, 0)", ("x", "y"))\n',
        "tests/gpu/test_image_tile_laws.py::test_a_part_of_a_page_is_read_as_if_it_were_the_whole",
    ),
    # point
    Fault(
        "longitude-the-other-way",
        "kernels/point/image_projection.glsl",
        "0.5 - kln_atan2(p.x, p.y) / (2.0 * pi)",
        "0.5 + kln_atan2(p.x, p.y) / (2.0 * pi)",
        "tests/gpu/test_image_texture_laws.py::"
        "test_a_sphere_and_a_tube_are_turned_through_once_around_their_axis",
    ),
    Fault(
        "panorama-mirrored",
        "kernels/point/environment_projection.glsl",
        "kln_divide(kln_atan2(d.y, d.x) - pi, -2.0 * pi)",
        "kln_divide(kln_atan2(d.y, d.x) + pi, 2.0 * pi)",
        "tests/blender/test_parity_environment.py::test_projections_filters_and_spaces_agree",
    ),
    Fault(
        "a-direction-that-is-no-number-has-a-latitude",
        "kernels/point/environment_projection.glsl",
        "bool known = !kln_is_nan(height) && abs(height) < 2.0;",
        "bool known = true;",
        "tests/blender/test_parity_environment.py::test_what_is_no_direction_agrees",
    ),
    Fault(
        "levels-gamma-upside-down",
        "kernels/prelude/tone.glsl",
        "kln_pow_positive(t, 1.0 / gamma)",
        "kln_pow_positive(t, gamma)",
        "tests/gpu/test_filter_color.py::"
        "test_levels_take_three_known_numbers_to_three_known_numbers",
    ),
    Fault(
        "overlay-by-the-upper-colour",
        "kernels/prelude/blend.glsl",
        "  return a < 0.5 ? a * (1.0 - t + 2.0 * t * b) :\n",
        "  return b < 0.5 ? a * (1.0 - t + 2.0 * t * b) :\n",
        "tests/gpu/test_filter_color.py::test_a_mode_has_its_closed_form_inside_the_cube",
    ),
    Fault(
        "dodge-turns-black-to-white",
        "kernels/prelude/blend.glsl",
        "return a == 0.0 ? 0.0 : (rest <= 0.0",
        "return (rest <= 0.0",
        BLEND,
    ),
    Fault(
        "blend-premultiplied",
        "kernels/point/blend.glsl",
        "float alone = covered > 0.0 ? t * (1.0 - base.a) / covered : 0.0;",
        "float alone = t * (1.0 - base.a);",
        "tests/gpu/test_filter_color.py::test_laying_over_is_porter_duffs_over_in_straight_alpha",
    ),
    Fault(
        "less-than-or-equal",
        "kernels/point/math.glsl",
        "float r = a < b ? 1.0 : 0.0;",
        "float r = a <= b ? 1.0 : 0.0;",
        "tests/blender/test_parity_math.py::"
        "test_an_operation_agrees_on_a_grid_that_holds_zero_and_whole_and_negative_numbers",
    ),
    Fault(
        "mapping-moved-before-it-is-turned",
        "kernels/point/mapping.glsl",
        "result = turn * (vector * scale) + location;",
        "result = turn * (vector * scale + location);",
        "tests/blender/test_parity_vector_math.py::test_mapping_agrees_in_its_four_types",
    ),
    Fault(
        "bump-turned-inside-out",
        "kernels/point/bump_normal.glsl",
        "kln_safe_normalize(filter_width * abs(area) * normal - reach * slope)",
        "kln_safe_normalize(filter_width * abs(area) * normal + reach * slope)",
        "tests/gpu/test_converter_nodes.py::test_a_bump_on_a_slope_leans_against_it",
    ),
    Fault(
        "bump-of-the-wrong-differentials",
        "kernels/point/bump_normal.glsl",
        "vec3 slope = (height_1 - height) * r_1 + (height_2 - height) * r_2;",
        "vec3 slope = (height_2 - height) * r_1 + (height_1 - height) * r_2;",
        "tests/blender/test_parity_bump.py::test_a_bump_agrees_at_every_strength_and_inverted",
    ),
    # What leaves the plan.
    Fault(
        "double-srgb",
        ENCODE,
        "  rgb = kln_linear_to_srgb(rgb);\n",
        "  rgb = kln_linear_to_srgb(kln_linear_to_srgb(rgb));\n",
        f"{ENCODED}::test_an_srgb_picture_that_passes_through_keeps_its_bytes_even_dithered",
    ),
    Fault(
        "srgb-as-a-power",
        ENCODE,
        "  rgb = kln_linear_to_srgb(rgb);\n",
        "  rgb = pow(max(rgb, 0.0), vec3(1.0 / 2.2));\n",
        f"{ENCODED}::test_the_srgb_curve_is_within_a_rounding_at_16_bits_and_alpha_is_straight",
    ),
    Fault(
        "alpha-encoded-like-a-colour",
        ENCODE,
        "  rgb = kln_linear_to_srgb(rgb);\n",
        "  rgb = kln_linear_to_srgb(rgb);\n  alpha = kln_linear_to_srgb(vec3(alpha)).x;\n",
        f"{ENCODED}::test_the_srgb_curve_is_within_a_rounding_at_16_bits_and_alpha_is_straight",
    ),
    Fault(
        "colour-lost-under-alpha",
        ENCODE,
        "  result = vec4(rgb, alpha);\n",
        "  result = vec4(rgb * step(1e-6, alpha), alpha);\n",
        "tests/blender/bake/test_cli_plans.py::test_colour_is_kept_under_alpha_0_in_every_format",
    ),
    Fault(
        "half-a-step-rounded-down",
        ENCODE,
        "float level = floor(scaled + 0.5);",
        "float level = ceil(scaled - 0.5);",
        f"{ENCODED}::test_half_a_step_rounds_up",
    ),
    Fault(
        "dither-without-a-seed",
        ENCODE,
        "uvec3(uint(xy.x), uint(xy.y), uint(seed))",
        "uvec3(uint(xy.x), uint(xy.y), 0u)",
        f"{ENCODED}::test_dither_differs_between_channels_neighbours_and_seeds_and_repeats",
    ),
    Fault(
        "dither-on-exact-levels",
        ENCODE,
        "  if (abs(scaled - level) > 0.02) {\n",
        "  if (abs(scaled - level) >= 0.0) {\n",
        f"{ENCODED}::test_a_value_within_a_fiftieth_of_a_step_is_its_level_undithered",
    ),
    Fault(
        "dither-to-one-side",
        ENCODE,
        "    level = floor(scaled + random);\n",
        "    level = floor(scaled + 0.5 * random);\n",
        f"{ENCODED}::test_dither_keeps_the_mean_between_two_levels_only",
    ),
    # sample
    Fault(
        "turned-clockwise",
        "kernels/sample/transform.glsl",
        "vec2 turned = vec2(c * p.x + s * p.y, c * p.y - s * p.x);",
        "vec2 turned = vec2(c * p.x - s * p.y, c * p.y + s * p.x);",
        "tests/gpu/test_filter_transform.py::test_a_quarter_turn_is_counter_clockwise",
    ),
    Fault(
        "resize-from-the-corner",
        "kernels/sample/resize.glsl",
        "vec2 q = (vec2(at.xy) + 0.5) * ratio;",
        "vec2 q = vec2(at.xy) * ratio;",
        "tests/gpu/test_filter_transform.py::test_a_resize_down_is_the_mean_of_what_a_texel_covers",
    ),
    Fault(
        "auto-levels-of-one-channel",
        "kernels/sample/auto_levels.glsl",
        "black = vec3(min(black.r, min(black.g, black.b)));",
        "black = vec3(black.r);",
        "tests/gpu/test_filter_auto_levels.py::"
        "test_auto_levels_stretch_a_picture_over_the_whole_range",
    ),
    # area
    Fault(
        "box-one-texel-short",
        "kernels/area/box_blur.glsl",
        "for (int i = -ends; i <= ends; i++) {",
        "for (int i = -ends; i < ends; i++) {",
        "tests/gpu/test_filter_blur.py::"
        "test_a_box_spreads_an_impulse_evenly_over_its_window_and_no_further",
    ),
    Fault(
        "box-of-whole-radii",
        "kernels/area/box_blur.glsl",
        "float rest = radius - float(whole);",
        "float rest = 0.0;",
        "tests/gpu/test_filter_blur.py::test_a_fractional_radius_weights_only_the_outermost_texels",
    ),
    Fault(
        "gaussian-too-narrow",
        "kernels/area/gaussian_blur.glsl",
        "-0.5 / (sigma * sigma)",
        "-1.0 / (sigma * sigma)",
        "tests/gpu/test_filter_blur.py::test_a_gaussian_is_that_of_scipy",
    ),
    Fault(
        "normal-leans-with-the-climb",
        "kernels/area/height_to_normal.glsl",
        "normalize(vec3(-0.5 * depth * rise, 1.0))",
        "normalize(vec3(0.5 * depth * rise, 1.0))",
        "tests/gpu/test_filter_normals.py::"
        "test_a_slope_of_one_leans_by_45_degrees_against_the_climb",
    ),
    # reduce, global, cpu
    Fault(
        "last-odd-row-left-out",
        "kernels/reduce/reduce_min_max.glsl",
        "ivec2 last = max((at.xy + 1) * size / at.extent - 1, first);",
        "ivec2 last = first + max(size / at.extent, ivec2(1)) - 1;",
        "tests/gpu/test_filter_auto_levels.py::"
        "test_no_texel_is_left_out_not_even_the_last_odd_row_and_column",
    ),
    Fault(
        "flood-stops-at-the-edge",
        "kernels/global/jump_flood_step.glsl",
        "told.x += float(kln_jump_flood_step_copy(q.x, at.extent.x));",
        "told.x += 0.0;",
        "tests/gpu/test_filter_distance.py::"
        "test_where_the_picture_tiles_the_way_leads_across_its_edges",
    ),
    Fault(
        "flood-keeps-the-last-seed",
        "kernels/global/jump_flood_step.glsl",
        "(best.z < 0.5 || square < nearest)",
        "(best.z < 0.5 || square < nearest + 2.0)",
        "tests/gpu/test_filter_distance.py::"
        "test_a_flood_finds_the_exact_distance_or_one_within_half_a_texel",
    ),
    Fault(
        "height-solved-backwards",
        "addon/device/cpu/normal_to_height.py",
        "    height = np.conj(step_x) * forward(rise_x, repeats, odd=1)\n",
        "    height = step_x * forward(rise_x, repeats, odd=1)\n",
        "tests/gpu/test_filter_normals.py::test_normal_to_height_to_normal_returns",
    ),
)
