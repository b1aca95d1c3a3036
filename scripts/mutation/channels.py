"""Faults of what is baked: maps as channels of shaders, sockets and AOVs asked for by name."""

from __future__ import annotations

from .fault import Fault

SHADER = "addon/frontends/shader"

FAULTS = (
    # Maps.
    Fault(
        "roughness-of-a-coat-that-is-not-there",
        f"{SHADER}/rules/mixes.py",
        "(name in a.idle) != (name in b.idle)",
        "not MAPS",
        "tests/blender/test_closures.py::"
        "test_a_layer_that_is_not_there_leaves_its_parameters_to_the_other_side",
    ),
    Fault(
        "only-the-normal-is-a-direction",
        f"{SHADER}/compile.py",
        "    if not spec.direction:\n",
        '    if spec.name != "normal":\n',
        "tests/blender/test_closures.py::test_mix_shader_mixes_every_map_of_two_principled_bsdfs",
    ),
    Fault(
        "map-of-a-later-blender",
        f"{SHADER}/maps.py",
        "if version >= spec.since}",
        "if version >= spec.since or spec.further}",
        "tests/frontends/test_numbers.py::"
        "test_a_map_that_a_blender_does_not_have_is_not_among_its_maps",
    ),
    Fault(
        "thickness-cut-at-1",
        "addon/bake/material.py",
        "        ranged = spec.ranged and not encoding.is_float\n",
        "        ranged = spec.ranged and not (encoding.is_float or spec.further)\n",
        "tests/blender/bake/test_further_maps.py::"
        "test_values_past_1_come_back_from_the_range_that_is_told",
    ),
    Fault(
        "further-ticks-unread",
        "addon/bake/settings.py",
        "group.maps | group.further_maps",
        "group.maps",
        "tests/blender/bake/test_window.py::test_further_maps_are_baked_beside_the_others",
    ),
    # Sockets and AOVs that are asked for by name.
    Fault(
        "input-before-an-output-of-the-name",
        f"{SHADER}/socket_path.py",
        'sides = {"out": node.outputs, "in": node.inputs}',
        'sides = {"in": node.inputs, "out": node.outputs}',
        "tests/frontends/test_socket_path.py::test_a_text_names_a_socket",
    ),
    Fault(
        "socket-of-another-mode",
        f"{SHADER}/socket_path.py",
        "        used = [socket for socket in sockets if socket.enabled]\n",
        "        used = list(sockets)\n",
        "tests/frontends/test_socket_path.py::test_a_text_names_a_socket",
    ),
    Fault(
        "first-of-two-labels",
        f"{SHADER}/socket_path.py",
        "    if len(labelled) == 1:\n",
        "    if labelled:\n",
        "tests/frontends/test_socket_path.py::"
        "test_what_is_there_and_no_picture_is_told_with_the_reason",
    ),
    Fault(
        "socket-of-another-instance",
        f"{SHADER}/asked.py",
        "        inside = scope.inside(scope.tree.nodes[name])\n",
        "        inside = scope.inside(next(n for n in scope.tree.nodes.values() if n.tree))\n",
        "tests/blender/test_sockets.py::"
        "test_a_node_in_a_group_is_baked_as_the_instance_on_its_path_has_it",
    ),
    Fault(
        "last-aov-wins",
        f"{SHADER}/compile.py",
        "        total = signal if total is None else _sum(",
        "        total = signal if total else _sum(",
        "tests/frontends/test_asked.py::"
        "test_aovs_of_a_name_are_added_in_groups_too_for_every_instance",
    ),
    Fault(
        "aov-of-a-muted-group",
        f"{SHADER}/aov.py",
        "    return None if node.muted else node.tree\n",
        "    return node.tree\n",
        "tests/frontends/test_asked.py::"
        "test_a_muted_aov_counts_from_5_0_on_and_one_in_a_muted_group_never",
    ),
    Fault(
        "bare-socket-in-silence",
        f"{SHADER}/compile.py",
        "        if hidden and bare and not found.approximation:\n",
        "        if hidden and bare and found.approximation:\n",
        "tests/frontends/test_asked.py::test_an_output_that_hands_on_nothing_is_said",
    ),
    Fault(
        "maps-beside-a-socket-unasked",
        "addon/cli/bake.py",
        "only_asked=options.maps is None)",
        "only_asked=False)",
        "tests/blender/bake/test_cli_asked.py::"
        "test_a_socket_alone_is_baked_of_the_material_that_has_it",
    ),
    Fault(
        "constant-aov-never-painted",
        "addon/bake/material.py",
        "        optional = settings.auto and name in maps\n",
        "        optional = settings.auto\n",
        "tests/blender/bake/test_cli_asked.py::test_maps_and_sockets_and_aovs_are_baked_side_by_side",
    ),
    Fault(
        "view-layers-unread",
        "addon/bake/asked.py",
        "    kinds = _declared() if settings.aovs else {}\n",
        "    kinds: dict[str, str] = {}\n",
        "tests/blender/bake/test_cli_asked.py::test_a_view_layer_says_whether_an_aov_is_a_value",
    ),
    # What no map can say.
    Fault(
        "masked-normals-warned-about",
        f"{SHADER}/rules/mixes.py",
        "    normals = own if not masked else []\n",
        "    normals = own\n",
        "tests/frontends/test_lost.py::test_layers_as_artists_make_them_are_not_mentioned",
    ),
    Fault(
        "two-normals-in-silence",
        f"{SHADER}/rules/mixes.py",
        "    normals = own if not masked else []\n",
        "    normals: list[str] = []\n",
        "tests/frontends/test_lost.py::"
        "test_two_normals_mixed_by_a_number_are_said_with_both_shaders",
    ),
    Fault(
        "glass-in-silence",
        f"{SHADER}/rules/bsdfs.py",
        "Closure(channels, idle=silent, nature=terms.nature)",
        "Closure(channels, idle=silent)",
        "tests/frontends/test_lost.py::"
        "test_glass_beside_a_solid_is_said_with_what_they_have_in_common",
    ),
    Fault(
        "half-glass-taken-for-glass",
        f"{SHADER}/rules/closures.py",
        'call.input("Transmission Weight").value == 1.0 else SOLID | GLASS',
        'call.input("Transmission Weight").value == 1.0 else SOLID',
        "tests/frontends/test_lost.py::test_glass_beside_what_it_goes_with_is_not_mentioned",
    ),
    Fault(
        "mean-unmarked",
        f"{SHADER}/rules/mixes.py",
        "        marked(call, channels, means)\n",
        "",
        "tests/frontends/test_lost.py::"
        "test_added_parameters_that_differ_are_said_once_with_both_shaders",
    ),
    Fault(
        "grey-taken-for-a-tint",
        f"{SHADER}/placed.py",
        "            return SIGNAL_TYPES.get(found.type) is SignalType.FLOAT\n",
        "            return False\n",
        "tests/frontends/test_lost.py::test_the_colour_of_what_is_seen_through_is_said_to_be_lost",
    ),
    Fault(
        "volume-in-silence",
        f"{SHADER}/compile.py",
        "        if volume:\n",
        "        if volume and not found.node:\n",
        "tests/frontends/test_lost.py::test_a_volume_beside_a_surface_is_said_to_be_lost",
    ),
    Fault(
        "portal-in-the-way",
        f"{SHADER}/rules/bsdfs.py",
        'hole is baked")\n    return {"BSDF": Closure({"alpha": Signal.number(0.0)})}',
        'hole is baked")\n    return {"BSDF": Closure({"roughness": Signal.number(0.0)})}',
        "tests/frontends/test_lost.py::test_a_portal_is_a_hole",
    ),
)
