"""``--socket`` and ``--aov``: files, names, and what is said of a name that nothing has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")

from addon.bake.job import bake_job
from addon.bake.selection import select_materials
from addon.bake.settings import BakeSettings
from addon.plan.types import Extent

from .bakes import decode, finish_job, principled


@pytest.fixture
def wood(rock: Path, tmp_path: Path) -> Path:
    """A second material beside Rock: a group with a Math in it that varies, and two AOVs."""
    material = principled("Wood")
    group = bpy.data.node_groups.new("Grain", "ShaderNodeTree")
    place = group.nodes.new("ShaderNodeTexCoord")
    split = group.nodes.new("ShaderNodeSeparateXYZ")
    group.links.new(place.outputs["UV"], split.inputs[0])
    total = group.nodes.new("ShaderNodeMath")
    total.name, total.inputs[1].default_value = "Sum", 0.5
    group.links.new(split.outputs[0], total.inputs[0])
    aov = group.nodes.new("ShaderNodeOutputAOV")
    aov.aov_name = "Dirt"
    group.links.new(total.outputs[0], aov.inputs["Value"])
    node = material.node_tree.nodes.new("ShaderNodeGroup")
    node.node_tree, node.name = group, "Group"
    flat = material.node_tree.nodes.new("ShaderNodeOutputAOV")
    flat.aov_name = "Mask"
    flat.inputs["Color"].default_value = (1.0, 0.0, 0.0, 1.0)
    material.use_fake_user = True
    path = tmp_path / "wood.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_socket_alone_is_baked_of_the_material_that_has_it(
    kiln: Any, wood: Path, tmp_path: Path
) -> None:
    ran = kiln("bake", "--size", 8, "--socket", "Group/Sum:Value", "--out", tmp_path / "o")
    assert ran.code == 0
    assert names(tmp_path / "o") == {"Wood_Group_Sum_Value.png"}
    codes = decode(tmp_path / "o" / "Wood_Group_Sum_Value.png")
    assert codes.shape == (8, 8, 1)
    assert codes[0, 0, 0] == round((0.0625 + 0.5) * 255)


def test_what_an_integer_file_cuts_of_a_socket_is_warned_about(
    kiln: Any, wood: Path, tmp_path: Path
) -> None:
    ran = kiln("bake", "--size", 8, "--socket", "Group/Sum:Value", "--out", tmp_path / "o")
    assert "Group/Sum:Value is cut: an integer file holds 0 to 1" in ran.sentence


def test_maps_and_sockets_and_aovs_are_baked_side_by_side(
    kiln: Any, wood: Path, tmp_path: Path
) -> None:
    flags = ("--maps", "auto", "--socket", "Group/Sum:in:Value#2", "--aov", "Mask")
    assert kiln("bake", "--size", 8, *flags, "--out", tmp_path / "o").code == 0
    assert names(tmp_path / "o") == {
        "Rock_roughness.png",
        "Wood_Group_Sum_in_Value#2.png",
        "Wood_aov_Mask.png",
    }
    red = decode(tmp_path / "o" / "Wood_aov_Mask.png")
    assert (red == np.uint8([255, 0, 0])).all()


def test_a_star_is_every_aov(kiln: Any, wood: Path, tmp_path: Path) -> None:
    assert kiln("bake", "--size", 8, "--aov", "*", "--out", tmp_path / "o").code == 0
    assert names(tmp_path / "o") == {"Wood_aov_Dirt.png", "Wood_aov_Mask.png"}
    assert kiln("list", "aovs").out.split() == ["aovs:", "Dirt", "Wood", "Mask", "Wood"]


def test_a_view_layer_says_whether_an_aov_is_a_value(kiln: Any, wood: Path, tmp_path: Path) -> None:
    aov = bpy.context.scene.view_layers[0].aovs.add()
    aov.name, aov.type = "Mask", "VALUE"
    assert kiln("bake", "--size", 8, "--aov", "Mask", "--out", tmp_path / "o").code == 0
    assert decode(tmp_path / "o" / "Wood_aov_Mask.png").shape == (8, 8, 1)


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--socket", "Group/Som:Value"), "no node 'Group/Som'; did you mean 'Group/Sum'"),
        (("--socket", "Sum:Value"), "there is no node 'Sum'; did you mean 'Group/Sum'?"),
        (
            ("--socket", "Principled BSDF:Rougness"),
            "there is no socket 'Principled BSDF:Rougness'; did you mean "
            "'Principled BSDF:Roughness'",
        ),
        (("--socket", "Principled BSDF:BSDF"), "carries a shader, which is no picture"),
        (("--socket", "Principled BSDF"), "'Principled BSDF' names no socket"),
        (("--aov", "Dirty"), "there is no AOV 'Dirty'; did you mean 'Dirt'?"),
        (("--maps", "auto", "--aov", "Foam"), "there is no AOV 'Foam'; there are: Dirt, Mask"),
        (("--material", "Rock", "--aov", "*"), "no material has an AOV Output with a name"),
        (("--material", "Rock", "--aov", "Dirt"), "there is no AOV 'Dirt'; there is none at all"),
    ],
)
@pytest.mark.parametrize("command", ["bake", "plan", "check"])
def test_a_name_that_nothing_has_is_refused_with_those_that_come_close(
    kiln: Any, wood: Path, tmp_path: Path, command: str, flags: tuple[str, ...], told: str
) -> None:
    out = ("--out", tmp_path / "o") if command == "bake" else ()
    ran = kiln(command, *flags, *out)
    assert ran.code == 2
    assert told in ran.sentence
    assert not (tmp_path / "o").exists()


def test_a_plan_has_the_socket_as_an_output(kiln: Any, wood: Path, tmp_path: Path) -> None:
    ran = kiln("plan", "--size", 8, "--socket", "Group/Sum:Value")
    assert ran.code == 0
    assert "# Wood" in ran.out and "# Rock" not in ran.out
    text = tmp_path / "sum.kiln"
    text.write_text(ran.out, "utf-8")
    assert kiln("run", text, "--out", tmp_path / "o").code == 0
    assert names(tmp_path / "o") == {"Group_Sum_Value.png"}


def test_sockets_whose_names_are_one_as_files_are_two_files(
    kiln: Any, wood: Path, tmp_path: Path
) -> None:
    tree = bpy.data.materials["Wood"].node_tree
    for name in ("a:b", "a/b"):
        tree.nodes.new("ShaderNodeValue").name = name
    flags = ("--socket", "a:b:Value", "--socket", "a/b:Value")
    assert kiln("bake", "--size", 4, *flags, "--out", tmp_path / "o").code == 0
    assert names(tmp_path / "o") == {"Wood_a_b_Value.png", "Wood_a_b_Value_2.png"}


def test_one_socket_named_twice_is_one_file(kiln: Any, wood: Path, tmp_path: Path) -> None:
    flags = ("--socket", "Group/Sum:Value", "--socket", "Group/Sum:out:Value")
    assert kiln("bake", "--size", 4, *flags, "--out", tmp_path / "o").code == 0
    assert names(tmp_path / "o") == {"Wood_Group_Sum_Value.png"}


def test_a_plan_in_text_form_takes_no_socket(kiln: Any, tmp_path: Path) -> None:
    ran = kiln("check", tmp_path / "x.kiln", "--socket", "a:b")
    assert ran.code == 2 and "--socket is for materials" in ran.sentence


def test_the_scenes_sockets_and_aovs_stand_where_no_flag_says_what_is_baked(
    kiln: Any, wood: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Row:
        path = "Group/Sum:Value"

    class Group:
        auto, maps, further_maps, aovs, sockets = False, set(), set(), True, (Row,)
        size, override_level, level = (8, 8), False, 0
        folder, format, depth, normal_y = str(tmp_path / "o"), "PNG", "AUTO", "+"
        dither, name_template, seed = True, "{map}", 0

    monkeypatch.setattr("addon.cli.bake.scene_group", lambda: Group())
    assert kiln("bake").code == 0
    assert names(tmp_path / "o") == {"Group_Sum_Value.png", "aov_Dirt.png", "aov_Mask.png"}
    assert kiln("bake", "--maps", "roughness", "--name", "{material}_{map}").code == 0
    assert {"Rock_roughness.png", "Wood_roughness.png"} <= names(tmp_path / "o")
    assert len(names(tmp_path / "o")) == 5


def test_from_python_sockets_are_baked_beside_the_maps_or_alone(
    engine: Any, wood: Path, tmp_path: Path
) -> None:
    settings = BakeSettings(
        sockets=("Group/Sum:Value",), only_asked=True, base=Extent(8, 8), folder=tmp_path / "o"
    )
    report = finish_job(bake_job(select_materials(()), settings, engine))
    assert [(file.material, file.map) for file in report.files] == [("Wood", "Group/Sum:Value")]
    settings = BakeSettings(sockets=settings.sockets, base=Extent(8, 8), folder=tmp_path / "p")
    report = finish_job(bake_job(select_materials(()), settings, engine))
    assert {file.map for file in report.files} == {"roughness", "Group/Sum:Value"}
