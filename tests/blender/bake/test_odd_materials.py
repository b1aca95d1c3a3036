"""Odd materials through the commands: a bake, or a sentence, and nothing of the user's changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from .bakes import checksum, feed, principled, ramp_u

NAMES = ('a\nb/😀:"q"', "..", "con", "x" * 63, " ", "%s{map}", "é" * 31, "//", "a\\b", "-", "~")


def doubled(times: int) -> bpy.types.Material:
    """Return a material of a group with two of a group in it, one behind the other, and so on."""
    core = None
    for level in range(times):
        inside = bpy.data.node_groups.new(f"Level {level}", "ShaderNodeTree")
        for side in ("INPUT", "OUTPUT"):
            inside.interface.new_socket("S", in_out=side, socket_type="NodeSocketFloat")
        entry, exit_ = (inside.nodes.new(f"NodeGroup{side}") for side in ("Input", "Output"))
        socket = entry.outputs[0]
        for _ in range(2):
            node = inside.nodes.new("ShaderNodeGroup" if core is not None else "ShaderNodeMath")
            if core is not None:
                node.node_tree = core
            inside.links.new(socket, node.inputs[0])
            socket = node.outputs[0]
        inside.links.new(socket, exit_.inputs[0])
        core = inside
    material = principled("Doubled")
    node = material.node_tree.nodes.new("ShaderNodeGroup")
    node.node_tree = core
    material.node_tree.links.new(ramp_u(material), node.inputs[0])
    feed(material, "Roughness", node.outputs[0])
    return material


def emptied(name: str) -> bpy.types.Material:
    """Return a material with nothing in its tree."""
    material = principled(name)
    material.node_tree.nodes.clear()
    return material


def saved(tmp_path: Path) -> Path:
    """Save the file that is open and open it again."""
    for material in bpy.data.materials:
        material.use_fake_user = True
    path = tmp_path / "odd.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.open_mainfile(filepath=str(path))
    return path


def test_a_material_that_is_too_large_is_refused_and_the_others_are_baked(
    kiln: Any, tmp_path: Path
) -> None:
    doubled(20)
    feed(rock := principled("Rock"), "Roughness", ramp_u(rock))
    saved(tmp_path)
    before = checksum()
    ran = kiln("bake", "--size", "8x4", "--out", tmp_path / "out")
    assert ran.code == 1 and "Traceback" not in ran.err
    assert "more than 5,000 nodes" in ran.err and "Doubled: Group/" in ran.err
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["Rock_roughness.png"]
    assert checksum() == before


@pytest.mark.parametrize("command", ["check", "plan"])
def test_a_material_that_is_too_large_is_told_without_a_bake(
    kiln: Any, tmp_path: Path, command: str
) -> None:
    doubled(20)
    saved(tmp_path)
    ran = kiln(command, "--material", "Doubled")
    assert ran.code == 1
    assert (ran.out + ran.err).count(
        "refusal"
    ) == 1 and "more than 5,000 nodes" in ran.out + ran.err
    assert "kiln-plan" not in ran.out


def test_materials_of_any_name_have_a_file_each(kiln: Any, tmp_path: Path) -> None:
    for name in NAMES:
        feed(made := principled(name), "Roughness", ramp_u(made))
    saved(tmp_path)
    named = [material.name for material in bpy.data.materials]
    ran = kiln("bake", "--size", "8x4", "--out", tmp_path / "Ünïcode out/é")
    assert ran.code == 0, ran.err
    files = list((tmp_path / "Ünïcode out").rglob("*"))
    assert sum(path.is_file() for path in files) == len(named) == len(NAMES)
    assert all(path.parent.name == "é" for path in files if path.is_file())


def test_materials_that_have_nothing_to_bake_are_told_one_by_one(kiln: Any, tmp_path: Path) -> None:
    emptied("Empty")
    bare = principled("Bare")
    bare.node_tree.links.clear()
    saved(tmp_path)
    before = checksum()
    ran = kiln("bake", "--size", "8x4", "--out", tmp_path / "out")
    assert ran.code == 0 and "Traceback" not in ran.err
    assert "Empty: " in ran.err and "no Material Output" in ran.err
    assert "Bare: Material Output" in ran.err and "nothing is linked to its Surface" in ran.err
    assert checksum() == before


def test_a_file_without_materials_is_one_sentence(kiln: Any, tmp_path: Path) -> None:
    saved(tmp_path)
    ran = kiln("bake", "--size", "8x4", "--out", tmp_path / "out")
    assert ran.code == 2 and "nothing to bake" in ran.sentence
    assert not (tmp_path / "out").exists()


def test_a_scene_without_a_world_and_an_object_in_edit_mode_do_not_matter(
    kiln: Any, tmp_path: Path
) -> None:
    feed(rock := principled("Rock"), "Roughness", ramp_u(rock))
    mesh = bpy.data.meshes.new("Mesh")
    mesh.materials.append(rock)
    mesh.materials.append(None)
    held = bpy.data.objects.new("Object", mesh)
    bpy.context.scene.collection.objects.link(held)
    saved(tmp_path)
    held = bpy.data.objects["Object"]
    bpy.context.view_layer.objects.active = held
    bpy.ops.object.mode_set(mode="EDIT")
    assert bpy.context.scene.world is None and bpy.context.scene.camera is None
    ran = kiln("bake", "--size", "8x4", "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    assert held.mode == "EDIT"
