"""Faults of what a material asks of the surface, the view and the rays that a bake has."""

from __future__ import annotations

from .fault import Fault

RULES = "addon/frontends/shader/rules"
POINT = "kernels/point"
GEOMETRY = "tests/blender/test_parity_geometry.py"
PLANE = "tests/blender/test_parity_plane.py"
VIEW = "tests/blender/test_parity_view.py"
COORDINATES = "tests/blender/test_parity_coordinates.py"

FAULTS = (
    Fault(
        "a-bevel-of-any-length",
        f"{RULES}/ray_traced.py",
        '{"Normal": ops["result"]}',
        '{"Normal": call.input("Normal")}',
        f"{VIEW}::test_a_bevel_gives_the_direction_of_the_normal_that_it_is_given",
    ),
    # The view.
    Fault(
        "fresnel-without-its-normal",
        f"{POINT}/fresnel_factor.glsl",
        "dot(incoming, normal)",
        "dot(incoming, incoming)",
        f"{VIEW}::test_fresnel_of_an_ior_and_a_normal_that_vary",
    ),
    Fault(
        "fresnel-of-one-polarisation",
        "kernels/prelude/fresnel.glsl",
        "0.5 * a * a * (1.0 + b * b)",
        "a * a",
        f"{VIEW}::test_fresnel_of_an_ior_and_a_normal_that_vary",
    ),
    Fault(
        "facing-by-half-its-blend",
        f"{POINT}/layer_weight.glsl",
        "2.0 * held",
        "held",
        f"{VIEW}::test_layer_weight_of_a_blend_and_a_normal_that_vary",
    ),
    Fault(
        "falloff-of-smooth-alone",
        f"{POINT}/light_falloff.glsl",
        "(softness + 1.0)",
        "softness",
        f"{VIEW}::test_light_falloff_over_a_length_of_1",
    ),
    Fault(
        "a-camera-that-looks-up",
        "addon/frontends/shader/spaces.py",
        "(0.0, 0.0, -1.0, 0.0)",
        "(0.0, 0.0, 1.0, 0.0)",
        f"{GEOMETRY}::test_a_vector_goes_from_space_to_space",
    ),
    Fault(
        "exact-and-marked-all-the-same",
        f"{RULES}/view.py",
        '    inputs = {"ior": call.input("IOR"), "normal": _normal(call)}\n',
        "    call.lose()  # type: ignore[attr-defined]\n"
        '    inputs = {"ior": call.input("IOR"), "normal": _normal(call)}\n',
        f"{VIEW}::test_what_is_exact_marks_no_map",
    ),
    Fault(
        "particles-random-0",
        f"{RULES}/infos.py",
        '{**nothing_of_it(call), "Random": Signal.number(NO_PARTICLE)}',
        "nothing_of_it(call)",
        f"{VIEW}::test_what_no_bake_has_is_as_cycles_has_it",
    ),
    Fault(
        "a-ray-that-ends-at-once",
        f"{RULES}/ray_traced.py",
        'return {**outputs, "Hit Distance": call.input("Length")}',
        "return outputs",
        f"{VIEW}::test_a_raycast_hits_nothing_and_not_the_plane_itself",
    ),
    # The surface.
    Fault(
        "a-tangent-around-a-corner",
        f"{POINT}/surface_tangent.glsl",
        "vector - 0.5;",
        "vector;",
        f"{GEOMETRY}::test_a_radial_tangent_goes_around_its_axis",
    ),
    Fault(
        "a-normal-of-length-0-guarded-everywhere",
        f"{RULES}/geometry.py",
        'guarded = (start, end) == ("WORLD", "OBJECT")',
        "guarded = True",
        f"{GEOMETRY}::test_a_normal_of_length_0_is_0_or_no_number_as_cycles_has_it",
    ),
    Fault(
        "a-plane-cut-the-other-way",
        "kernels/source/plane_edges.glsl",
        "abs(uv.x - uv.y)",
        "abs(uv.x + uv.y - 1.0)",
        f"{PLANE}::test_a_wire_is_as_wide_as_its_size",
    ),
    Fault(
        "wires-twice-as-wide",
        f"{POINT}/wireframe.glsl",
        "abs(0.5 * (units * unit) * size)",
        "abs((units * unit) * size)",
        f"{PLANE}::test_a_wire_is_as_wide_as_its_size",
    ),
    Fault(
        "a-texel-of-a-square-picture",
        "kernels/source/plane_differentials.glsl",
        "1.0 / float(at.extent.x) + 1.0 / float(at.extent.y)",
        "2.0 / float(at.extent.x)",
        f"{PLANE}::test_a_wire_in_texels_is_as_wide_as_cycles_takes_a_texel_to_be",
    ),
    Fault(
        "the-mean-of-a-uv",
        f"{RULES}/attributes.py",
        'if name == "uv" or call.domain.has_uv_map(name):',
        'if name == "":',
        f"{GEOMETRY}::test_an_attribute_that_cycles_finds_on_every_plane_is_read",
    ),
    Fault(
        "a-material-without-its-index",
        "addon/frontends/shader/snapshot.py",
        "        pass_index=int(material.pass_index),\n",
        "",
        f"{GEOMETRY}::test_the_materials_index_is_its_own_and_nothing_is_said",
    ),
    Fault(
        "an-objects-matrix-not-undone",
        f"{RULES}/coordinates.py",
        "    rows = inverse(to_world)\n",
        "    rows = to_world\n",
        f"{COORDINATES}::test_object_is_where_the_plane_is_to_the_object_that_is_chosen",
    ),
    Fault(
        "an-object-that-moves-unsaid",
        "addon/frontends/shader/snapshot_scene.py",
        "if held.animation_data or held.constraints:",
        "if held.constraints:",
        f"{COORDINATES}::test_an_object_that_moves_is_right_at_the_frame_that_is_shown",
    ),
    Fault(
        "normals-by-the-matrix-of-positions",
        "addon/frontends/shader/spaces.py",
        "rows = for_normals(call.domain.info.to_world)",
        "rows = call.domain.info.to_world",
        f"{PLANE}::test_a_normal_map_turns_with_its_object",
    ),
    Fault(
        "spaces-in-the-wrong-order",
        f"{RULES}/geometry.py",
        "product(out.get(end, IDENTITY), into.get(start, IDENTITY))",
        "product(into.get(start, IDENTITY), out.get(end, IDENTITY))",
        f"{PLANE}::test_a_vector_goes_between_the_objects_space_and_others",
    ),
    Fault(
        "a-displacement-left-in-its-object",
        f"{RULES}/displacement.py",
        '"Displacement": transformed(call, moved, to_world, "direction") if in_object else moved',
        '"Displacement": moved',
        f"{PLANE}::test_a_displacement_turns_with_its_object",
    ),
    Fault(
        "a-tangent-that-a-bump-moves",
        f"{RULES}/geometry.py",
        'still["Tangent"] if still is not None else _around(call, "z")',
        '_around(call, "z")',
        f"{GEOMETRY}::test_a_bump_moves_what_cycles_moves_and_nothing_else",
    ),
    Fault(
        "a-number-of-the-scene-before-the-layers",
        "addon/frontends/shader/snapshot_scene.py",
        "(context.view_layer, context.scene, context.scene.world)",
        "(context.scene, context.view_layer, context.scene.world)",
        f"{PLANE}::test_a_number_of_the_scene_is_read_by_its_name_or_path",
    ),
    Fault(
        "one-number-of-several",
        "addon/frontends/shader/snapshot_scene.py",
        "    if not _ELEMENT.search(name):\n",
        "    if name:\n",
        f"{PLANE}::test_a_number_of_the_scene_is_read_by_its_name_or_path",
    ),
    Fault(
        "a-box-by-the-worlds-normal",
        f"{RULES}/image.py",
        'call.coordinate("object_normal")',
        'call.coordinate("normal")',
        f"{PLANE}::test_a_box_turns_with_its_object",
    ),
)
