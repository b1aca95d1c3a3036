"""The window's operator without a window: what it bakes, lists, shows and lets go of.

``tests/app`` drives the same classes in a real Blender, by mouse and keyboard.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import bpy
import numpy as np
import pytest

pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")

from addon.bake.datablocks import find_datablock
from addon.frontends.shader.maps import maps_of

from .bakes import decode, feed, image_node, picture, principled, ramp_u

MAPS_HERE = sum(spec.auto for spec in maps_of(bpy.app.version).values())
"""How many maps a bake of what varies decides about."""


class Preferences:
    """What a person has set in the preferences, which exist for an installed extension only."""

    level = 0
    budget_mib = 1024


@pytest.fixture
def window(device: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return ``scene.kiln``, pointed at a folder, with Kiln's classes registered."""
    from addon.ui import operators, registration

    monkeypatch.setattr(operators, "preferences", lambda context: Preferences)
    registration.register()
    settings = bpy.context.scene.kiln
    settings.folder, settings.size, settings.dither = str(tmp_path / "out"), (8, 4), False
    yield settings
    registration.unregister()
    # unregister() closes the device that the other tests share: it is the same one again.
    import addon.device.start as start

    start._open = device


@pytest.fixture
def state(window: Any) -> Any:
    """Return what the panel shows."""
    return bpy.context.window_manager.kiln


def rock(name: str = "Rock") -> Any:
    """Return a material whose roughness varies."""
    material = principled(name)
    feed(material, "Roughness", ramp_u(material))
    return material


def run(material: str) -> set[str]:
    """Run the operator to its end; an error that it reports is its result, not an exception."""
    try:
        return set(bpy.ops.kiln.bake(material=material))
    except RuntimeError:
        return {"CANCELLED"}


def test_the_operator_bakes_its_material_and_says_what_it_made(
    window: Any, state: Any, tmp_path: Path
) -> None:
    rock(), rock("Wood")
    assert run("Rock") == {"FINISHED"}
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["Rock_roughness.png"]
    assert state.summary == f"1 image, {MAPS_HERE - 1} constants"
    assert not state.running
    assert state.progress > 0.9


def test_the_scenes_settings_are_the_bakes(window: Any, tmp_path: Path) -> None:
    rock()
    window.auto, window.maps = False, {"roughness", "normal"}
    window.name_template, window.format, window.depth = "{map}_{size}", "TIFF", "16"
    assert run("Rock") == {"FINISHED"}
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"roughness_8x4.tif", "normal_8x4.tif"}
    assert decode(tmp_path / "out" / "roughness_8x4.tif").dtype == np.uint16


def test_the_level_is_the_preferences_unless_the_scene_has_its_own(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rock()
    monkeypatch.setattr(Preferences, "level", 1)
    file = tmp_path / "out" / "Rock_roughness.png"
    sizes = []
    for own in (False, True):
        window.override_level, window.level = own, -1
        assert run("Rock") == {"FINISHED"}
        sizes.append(decode(file).shape[:2])
    assert sizes == [(2, 4), (8, 16)]


def test_a_problem_is_listed_with_its_nodes_name(window: Any, state: Any) -> None:
    material = rock()
    occlusion = material.node_tree.nodes.new("ShaderNodeAmbientOcclusion")
    occlusion.name = "Dirt"
    feed(material, "Base Color", occlusion.outputs["Color"])
    assert run("Rock") == {"FINISHED"}
    assert [(row.severity, row.origin) for row in state.problems] == [("warning", "Dirt")]
    assert state.problems[0].message.startswith("No rays are traced")
    assert state.problems[0].material == "Rock"


def test_a_bake_that_fails_is_listed_and_the_next_one_may_start(
    window: Any, state: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rock()
    monkeypatch.setattr(Preferences, "budget_mib", 0)
    assert run("Rock") == {"CANCELLED"}
    assert [row.code for row in state.problems] == ["memory-over-budget"]
    assert not state.running
    monkeypatch.setattr(Preferences, "budget_mib", 1024)
    assert run("Rock") == {"FINISHED"}
    assert len(state.problems) == 0


def test_what_cannot_be_started_is_one_sentence(window: Any, state: Any) -> None:
    rock()
    assert run("Stone") == {"CANCELLED"}
    assert "There is no material 'Stone'" in state.problems[0].message
    window.property_unset("folder")  # //textures
    assert run("Rock") == {"CANCELLED"}
    assert "Save the .blend first" in state.problems[0].message


def test_baking_again_shows_the_same_datablock_and_file(
    window: Any, state: Any, tmp_path: Path
) -> None:
    rock()
    window.auto, window.maps = False, {"roughness"}
    shown = set()
    for size in ((8, 4), (32, 16)):
        window.size = size
        assert run("Rock") == {"FINISHED"}
        shown.add(find_datablock("Rock_roughness").session_uid)
    assert len(shown) == 1
    assert [image.name for image in bpy.data.images] == ["Rock_roughness"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["Rock_roughness.png"]
    image = find_datablock("Rock_roughness")
    assert Path(bpy.path.abspath(image.filepath)) == tmp_path / "out" / "Rock_roughness.png"
    assert tuple(image.size) == (32, 16)
    assert image.colorspace_settings.name == "Non-Color"
    assert not image.is_dirty


@pytest.mark.usefixtures("window")
def test_loading_a_file_lets_go_of_every_texture(device: Any) -> None:
    from addon.ui import session

    device.flush()  # which keeps a texel of its own
    before = device.allocated_bytes
    bake_a_picture()
    assert device.allocated_bytes > before
    bpy.ops.wm.read_factory_settings(use_empty=True)
    assert session._engine is None
    assert device.allocated_bytes == before


def bake_a_picture() -> None:
    """Bake a material that reads a picture."""
    material = rock()
    node = image_node(material, picture(np.zeros((4, 8, 4), dtype=np.uint8)))
    feed(material, "Base Color", node.outputs["Color"])
    assert run("Rock") == {"FINISHED"}


def test_an_image_of_the_users_with_a_bakes_name_is_left_alone(window: Any, tmp_path: Path) -> None:
    rock()
    window.auto, window.maps = False, {"roughness"}
    theirs = picture(np.full((2, 2, 4), 9, dtype=np.uint8), name="Rock_roughness")
    for _ in range(2):
        assert run("Rock") == {"FINISHED"}
        assert (tuple(theirs.size), theirs.filepath) == ((2, 2), "")
        assert theirs.colorspace_settings.name == "sRGB"
    (ours,) = (image for image in bpy.data.images if image != theirs)
    assert Path(bpy.path.abspath(ours.filepath)) == tmp_path / "out" / "Rock_roughness.png"


def test_no_map_at_all_is_not_taken_for_every_map(window: Any, state: Any, tmp_path: Path) -> None:
    rock()
    window.auto, window.maps = False, set()
    assert run("Rock") == {"CANCELLED"}
    assert "No map is chosen" in state.problems[0].message
    assert not (tmp_path / "out").exists()


def test_further_maps_are_baked_beside_the_others(window: Any, tmp_path: Path) -> None:
    rock()
    window.auto, window.maps, window.further_maps = False, {"roughness"}, {"coat_tint"}
    assert run("Rock") == {"FINISHED"}
    names = {file.name for file in (tmp_path / "out").iterdir()}
    assert names == {"Rock_roughness.png", "Rock_coat_tint.png"}
    window.maps = set()
    assert run("Rock") == {"FINISHED"}


def test_aovs_and_sockets_are_baked_beside_the_maps_or_alone(window: Any, tmp_path: Path) -> None:
    aov = rock().node_tree.nodes.new("ShaderNodeOutputAOV")
    aov.aov_name = "Dirt"
    window.auto, window.maps, window.aovs = False, set(), True
    assert run("Rock") == {"FINISHED"}
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"Rock_aov_Dirt.png"}
    window.auto, window.aovs = True, False
    window.sockets.add().path = "Principled BSDF:Metallic"
    assert run("Rock") == {"FINISHED"}
    names = {file.name for file in (tmp_path / "out").iterdir()}
    assert "Rock_Principled BSDF_Metallic.png" in names and "Rock_roughness.png" in names


def test_a_socket_that_is_not_there_is_told_in_the_panel(window: Any, state: Any) -> None:
    rock()
    window.sockets.add().path = "Principled BSDF:Metal"
    assert run("Rock") == {"CANCELLED"}
    assert "did you mean 'Principled BSDF:Metallic'" in state.problems[0].message


def test_the_active_node_is_written_down_with_the_groups_around_it(window: Any) -> None:
    from addon.ui.sockets import socket_path

    tree = rock().node_tree
    group = bpy.data.node_groups.new("Grain", "ShaderNodeTree")
    for name in ("One", "Two"):
        node = tree.nodes.new("ShaderNodeGroup")
        node.node_tree, node.name = group, name
    group.nodes.active = group.nodes.new("ShaderNodeTexChecker")
    tree.nodes.active = tree.nodes["Two"]
    assert socket_path([tree, group]) == "Two/Checker Texture:Color"
    tree.nodes.active = tree.nodes["Principled BSDF"]
    assert socket_path([tree]) == "Principled BSDF:Base Color", "its output is a shader"
    assert socket_path([tree, group]) == "One/Checker Texture:Color"
    group.nodes.active = group.nodes.new("NodeFrame")
    assert socket_path([tree, group]) is None


class Layout:
    """Takes what a panel draws: properties that there are, operators by name."""

    def __init__(self) -> None:
        self.drawn: list[str] = []

    def prop(self, data: Any, name: str, **_: Any) -> None:
        assert name in data.bl_rna.properties
        self.drawn.append(name)

    def operator(self, name: str, **_: Any) -> Any:
        self.drawn.append(name)
        return SimpleNamespace()

    def column(self, **_: Any) -> Layout:
        return self

    row = column


def test_the_list_of_sockets_has_a_row_each_and_a_button(window: Any) -> None:
    from addon.ui.sockets import draw_sockets

    for path in ("Mix:Result", "Noise:Color"):
        window.sockets.add().path = path
    layout = Layout()
    draw_sockets(layout, window)
    rows = ["path", "kiln.remove_socket"] * 2
    assert layout.drawn == ["aovs", *rows, "kiln.add_socket"]
    assert bpy.ops.kiln.remove_socket(index=0) == {"FINISHED"}
    assert [row.path for row in window.sockets] == ["Noise:Color"]


def test_a_folder_that_starts_nowhere_is_beside_the_blend(window: Any, tmp_path: Path) -> None:
    rock()
    window.folder = "maps"
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "rock.blend"))
    assert run("Rock") == {"FINISHED"}
    assert [path.name for path in (tmp_path / "maps").iterdir()] == ["Rock_roughness.png"]


def test_a_fault_of_kilns_leaves_the_window_free(
    window: Any, state: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rock()

    def faulty(*_arguments: Any) -> Any:
        yield from ()
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("addon.ui.operators.bake_job", faulty)
    with pytest.raises(RuntimeError, match="a fault"):
        bpy.ops.kiln.bake(material="Rock")
    assert not state.running
    assert state.summary == "Failed"
    monkeypatch.undo()


def test_a_node_is_found_by_its_path_even_where_names_have_slashes() -> None:
    from addon.ui.operators import nodes_at

    tree = rock().node_tree
    inner = bpy.data.node_groups.new("G", "ShaderNodeTree")
    inner.nodes.new("ShaderNodeMath").name = "c/d"
    outer = tree.nodes.new("ShaderNodeGroup")
    outer.name, outer.node_tree = "a/b", inner
    assert [node.name for node in nodes_at(tree, "a/b/c/d")] == ["a/b", "c/d"]
    assert [node.name for node in nodes_at(tree, "a/b")] == ["a/b"]
    assert nodes_at(tree, "a/b/gone") == []


def test_a_bake_that_runs_is_stopped_when_kiln_is_switched_off(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from addon.ui import operators, registration

    class Current:
        """An operator that Blender is about to forget."""

        def __init__(self) -> None:
            self.abandoned = False

        def _abandon(self, _context: Any) -> None:
            self.abandoned = True

    current = Current()
    monkeypatch.setattr(operators.KILN_OT_bake, "_current", current, raising=False)
    registration.unregister()
    registration.register()
    assert current.abandoned


@pytest.mark.parametrize("target", ["FOLDER", "BLEND"])
@pytest.mark.parametrize("format", ["PNG", "OPEN_EXR", "TIFF"])
def test_every_depth_that_the_panel_offers_bakes_whatever_was_chosen_before(
    window: Any, state: Any, target: str, format: str
) -> None:
    from addon.ui.properties import depths_of

    rock()
    window.auto, window.maps, window.target = False, {"roughness"}, target
    for before, depth in (("TIFF", "8"), ("OPEN_EXR", "32"), ("PNG", "16")):
        window.format, window.depth = before, depth
        window.format = format
        assert window.depth in depths_of(format)
        assert run("Rock") == {"FINISHED"}, state.problems[0].message
    for depth in depths_of(format):
        window.depth = depth
        assert run("Rock") == {"FINISHED"}, state.problems[0].message


def test_the_last_bakes_folder_files_ranges_and_constants_are_listed(
    window: Any, state: Any, tmp_path: Path
) -> None:
    material = rock()
    material.node_tree.nodes["Principled BSDF"].inputs["Metallic"].default_value = 0.25
    displaced = material.node_tree.nodes.new("ShaderNodeDisplacement")
    displaced.inputs["Scale"].default_value = 0.1
    material.node_tree.links.new(ramp_u(material), displaced.inputs["Height"])
    feed(material, "Displacement", displaced.outputs[0])
    assert run("Rock") == {"FINISHED"}
    assert [(row.kind, row.text) for row in state.results] == [
        ("FOLDER", str(tmp_path / "out")),
        ("FILE", "Rock_roughness.png"),
        ("FILE", "Rock_height.png: black = -0.04375, white = 0.04375"),
        ("CONSTANT", f"Constant: Metallic 0.25, and {MAPS_HERE - 3} at Principled's defaults"),
    ]
    assert run("Stone") == {"CANCELLED"}
    assert len(state.results) == 0


def test_a_problem_without_a_node_has_no_place_but_its_sentence(window: Any, state: Any) -> None:
    material = rock()
    feed(material, "Base Color", ramp_u(material, 0.0, 3.0))
    assert run("Rock") == {"FINISHED"}
    (problem,) = state.problems
    assert (problem.material, problem.origin) == ("Rock", "")
    assert problem.message.startswith("Base Color is cut: ")
    assert "choose Format OpenEXR for" in problem.message


def test_a_file_of_somebodys_is_replaced_where_overwrite_is_ticked(
    window: Any, state: Any, tmp_path: Path
) -> None:
    rock()
    (tmp_path / "out").mkdir()
    theirs = tmp_path / "out" / "Rock_roughness.png"
    theirs.write_text("theirs")
    assert run("Rock") == {"CANCELLED"}
    assert "tick Overwrite" in state.problems[0].message
    assert theirs.read_text() == "theirs"
    state.overwrite = True
    try:
        assert run("Rock") == {"FINISHED"}
    finally:
        state.overwrite = False
    assert decode(theirs).shape == (4, 8, 1)


def test_a_folder_with_a_field_of_the_name_is_refused_with_where_it_belongs(
    window: Any, state: Any, tmp_path: Path
) -> None:
    rock()
    window.folder = str(tmp_path / "{material}")
    assert run("Rock") == {"CANCELLED"}
    assert "put {material} into Name" in state.problems[0].message
    assert not (tmp_path / "{material}").exists()


def test_what_the_window_calls_things() -> None:
    from addon.ui.properties import MAP_ITEMS
    from addon.ui.words import counted

    assert {"IOR", "Base Color"} <= {label for _, label, _, _ in MAP_ITEMS}
    assert [counted(count, "image") for count in (0, 1, 2)] == ["0 images", "1 image", "2 images"]


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (
            "'x' exists; choose another --out or --name, or pass --overwrite",
            "'x' exists; choose another Folder or Name, or tick Overwrite",
        ),
        (
            "'o' cannot be written (why); choose another with --out",
            "'o' cannot be written (why); choose another Folder",
        ),
        ("choose another --name or pass --overwrite", "Choose another Name or tick Overwrite"),
        ("choose --depth 16 or --format PNG or TIFF", "Choose Depth 16 or Format PNG or TIFF"),
        ("OPEN_EXR holds 16 bits; see EXTRA_OPEN_EXR", "OpenEXR holds 16 bits; see EXTRA_OPEN_EXR"),
        ("coat_roughness is cut", "Coat Roughness is cut"),
        ("ior is cut", "IOR is cut"),
        (
            "an integer file holds 0 to 1; pass --format OPEN_EXR for 0 to 2",
            "An integer file holds 0 to 1; choose Format OpenEXR for 0 to 2",
        ),
    ],
)
def test_the_panel_speaks_of_its_own_fields(told: str, shown: str) -> None:
    from addon.ui.words import in_panel

    assert in_panel(told) == shown
