"""The command line on bad input: one sentence, an exit code, and nobody's file harmed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import bpy
import pytest

Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

from .bakes import decode, feed, image_node, principled, ramp_u  # noqa: E402

PLAN = """\
kiln-plan 1
base 16x8
external picture 16x8 RGBA8
op copy color=picture -> same
output color=same channels=4
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """Return a plan that copies a picture to color.png."""
    path = tmp_path / "a.kiln"
    path.write_text(PLAN)
    return path


# --- what is written is nobody's input ------------------------------------------------------------


@pytest.mark.parametrize("link", ["itself", "symlink", "hard link", "relative", "//"])
def test_a_report_never_replaces_the_blend(
    kiln: Any, rock: Path, monkeypatch: pytest.MonkeyPatch, link: str
) -> None:
    before = rock.read_bytes()
    other = rock.with_name("r.json")
    monkeypatch.chdir(rock.parent)
    if link == "symlink":
        other.symlink_to(rock)
    elif link == "hard link":
        other.hardlink_to(rock)
    named = {"itself": rock, "relative": rock.name, "//": f"//{rock.name}"}.get(link, other)
    ran = kiln("bake", "--size", 8, "--json", named)
    assert ran.code == 2
    assert "json" in ran.sentence
    assert rock.read_bytes() == before


def test_a_report_never_replaces_a_picture_that_the_blend_uses(
    kiln: Any, rock: Path, tmp_path: Path
) -> None:
    Image.new("RGB", (4, 4)).save(tmp_path / "photo.jpg")
    bpy.data.images.load(str(tmp_path / "photo.jpg"))
    before = (tmp_path / "photo.jpg").read_bytes()
    assert kiln("bake", "--size", 8, "--json", tmp_path / "photo.jpg").code == 2
    assert (tmp_path / "photo.jpg").read_bytes() == before


def test_a_report_to_a_device_leaves_the_device(kiln: Any, rock: Path) -> None:
    assert kiln("bake", "--size", 8, "--json", os.devnull).code == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("link", ["itself", "symlink", "hard link"])
def test_a_plans_picture_is_not_written_over(
    kiln: Any, photo: Path, plan: Path, tmp_path: Path, link: str
) -> None:
    out = tmp_path / "color.png"
    out.write_bytes(photo.read_bytes())
    brought = tmp_path / "brought.png"
    if link == "symlink":
        brought.symlink_to(out)
    elif link == "hard link":
        brought.hardlink_to(out)
    else:
        brought = out
    ran = kiln("run", plan, "--external", f"picture={brought}", "--out", tmp_path, "--overwrite")
    assert ran.code == 2
    assert "also an input" in ran.sentence
    assert out.read_bytes() == photo.read_bytes()


@pytest.mark.parametrize("link", ["itself", "symlink", "hard link", "//"])
def test_save_as_does_not_stand_for_in_place(kiln: Any, rock: Path, link: str) -> None:
    before = rock.read_bytes()
    other = rock.with_name("other.blend")
    if link == "symlink":
        other.symlink_to(rock)
    elif link == "hard link":
        other.hardlink_to(rock)
    named = {"itself": rock, "//": f"//{rock.name}"}.get(link, other)
    ran = kiln("bake", "--size", 8, "--pack", "--save-as", named, "--overwrite")
    assert ran.code == 2
    assert "--in-place" in ran.sentence
    assert rock.read_bytes() == before


def test_a_bake_is_not_packed_into_an_image_that_it_reads(kiln: Any, rock: Path) -> None:
    flags = ("bake", "--size", 8, "--maps", "roughness", "--pack", "--in-place")
    assert kiln(*flags).code == 0
    image = bpy.data.images["Rock_roughness"]
    material = bpy.data.materials["Rock"]
    feed(material, "Roughness", image_node(material, image).outputs["Color"])
    held = bytes(image.packed_file.data)
    ran = kiln(*flags)
    assert ran.code == 2
    assert "'Rock_roughness' of the .blend is also an input" in ran.sentence
    assert bytes(image.packed_file.data) == held


# --- paths ----------------------------------------------------------------------------------------


def test_two_slashes_are_the_folder_of_the_blend(kiln: Any, rock: Path) -> None:
    assert kiln("bake", "--size", 8, "--out", "//o", "--json", "//r.json").code == 0
    assert (rock.parent / "o" / "Rock_roughness.png").exists()
    report = json.loads((rock.parent / "r.json").read_text())
    assert report["files"][0]["path"] == str(rock.parent / "o" / "Rock_roughness.png")
    ran = kiln("bake", "--size", 8, "--pack", "--save-as", "//p.blend")
    assert ran.code == 0, ran.err
    assert (rock.parent / "p.blend").exists()


def test_two_slashes_need_an_open_blend(kiln: Any, plan: Path) -> None:
    ran = kiln("run", plan, "--out", "//o")
    assert ran.code == 2
    assert "no .blend is open" in ran.sentence


def test_a_path_that_is_not_utf_8_is_refused_before_work(
    kiln: Any, rock: Path, tmp_path: Path
) -> None:
    ran = kiln("bake", "--size", 8, "--out", str(tmp_path / "o\udcff"))
    assert ran.code == 2
    assert "not UTF-8" in ran.sentence


def test_a_plan_may_begin_with_a_byte_order_mark_and_end_its_lines_as_windows_does(
    kiln: Any, photo: Path, plan: Path, tmp_path: Path
) -> None:
    plan.write_bytes(b"\xef\xbb\xbf" + PLAN.replace("\n", "\r\n").encode())
    ran = kiln("run", plan, "--external", f"picture={photo}", "--out", tmp_path / "o")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize("cut", [0, 40, 200])
def test_a_picture_that_is_cut_short_is_one_sentence(
    kiln: Any, photo: Path, plan: Path, tmp_path: Path, cut: int
) -> None:
    short = tmp_path / "short.png"
    short.write_bytes(photo.read_bytes()[:cut])
    ran = kiln("run", plan, "--external", f"picture={short}", "--out", tmp_path / "o")
    assert ran.code == 2
    assert "short.png" in ran.sentence
    assert len(ran.err.splitlines()) == 1


def test_a_file_cut_short_since_is_baked_again(kiln: Any, rock: Path) -> None:
    flags = ("bake", "--size", 64, "--maps", "roughness", "--out", "//o", "--skip-unchanged")
    assert kiln(*flags).code == 0
    file = rock.parent / "o" / "Rock_roughness.png"
    whole = file.read_bytes()
    file.write_bytes(whole[:-60])
    assert kiln(*flags).code == 0
    assert file.read_bytes() == whole


# --- what the file holds --------------------------------------------------------------------------


def test_a_material_all_of_numbers_passes_the_check(kiln: Any, rock: Path) -> None:
    material = bpy.data.materials["Rock"]
    material.node_tree.links.remove(
        material.node_tree.nodes["Principled BSDF"].inputs["Roughness"].links[0]
    )
    ran = kiln("check", "--strict")
    assert ran.code == 0, ran.out
    assert "0 refused" in ran.out


def test_a_plan_without_outputs_does_not(kiln: Any, tmp_path: Path) -> None:
    (tmp_path / "a.kiln").write_text("kiln-plan 1\nbase 8x8\n")
    assert kiln("check", tmp_path / "a.kiln").code == 1


@pytest.mark.parametrize("frame", [1_048_575, -1_048_575, 10**12])
def test_a_frame_that_blender_does_not_have_is_refused(kiln: Any, rock: Path, frame: int) -> None:
    socket = bpy.data.materials["Rock"].node_tree.nodes["Principled BSDF"].inputs["Metallic"]
    socket.keyframe_insert("default_value", frame=1)
    ran = kiln("bake", "--size", 8, "--frame", frame)
    assert ran.code == 2
    assert "frame" in ran.sentence


def test_a_number_that_is_none_is_a_warning_and_0(kiln: Any, rock: Path, tmp_path: Path) -> None:
    socket = bpy.data.materials["Rock"].node_tree.nodes["Principled BSDF"].inputs["Metallic"]
    socket.default_value = float("nan")
    report = tmp_path / "r.json"
    flags = ("--maps", "metallic,roughness", "--json", report, "--out", tmp_path / "o")
    ran = kiln("bake", "--size", 8, *flags)
    assert ran.code == 0
    assert "'Metallic' is no finite number" in ran.sentence
    assert set(decode(tmp_path / "o" / "Rock_metallic.png").ravel()) == {0}
    assert kiln("bake", "--size", 8, "--strict", *flags).code == 1


@pytest.fixture
def linked(empty_file: None, tmp_path: Path) -> Path:
    """Return the open .blend of a material Rock, and of Rock and Moss linked from a library."""
    for name in ("Rock", "Moss"):
        material = principled(name)
        material.use_fake_user = True
        feed(material, "Roughness", ramp_u(material, 0.0, 0.5))
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "library.blend"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    material = principled("Rock")
    material.use_fake_user = True
    feed(material, "Roughness", ramp_u(material))
    path = tmp_path / "user.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    with bpy.data.libraries.load(str(tmp_path / "library.blend"), link=True) as (_, wanted):
        wanted.materials = ["Rock", "Moss"]
    holder = bpy.data.objects.new("holder", bpy.data.meshes.new("holder"))
    bpy.context.scene.collection.objects.link(holder)
    for material in wanted.materials:
        holder.data.materials.append(material)
    bpy.ops.wm.save_mainfile()
    bpy.ops.wm.open_mainfile(filepath=str(path))
    return path


def test_two_materials_of_one_name_are_both_baked(kiln: Any, linked: Path) -> None:
    ran = kiln("bake", "--size", "8x4", "--maps", "roughness", "--out", "//o")
    assert ran.code == 0, ran.err
    tops = {path.name: int(decode(path).max()) // 100 for path in (linked.parent / "o").iterdir()}
    assert sorted(tops) == ["Moss_roughness.png", "Rock_roughness.png", "Rock_roughness_2.png"]
    assert sorted(tops.values()) == [1, 1, 2]


def test_a_library_is_not_saved_over(kiln: Any, linked: Path) -> None:
    library = linked.with_name("library.blend")
    before = library.read_bytes()
    ran = kiln("bake", "--size", 8, "--pack", "--save-as", library, "--overwrite")
    assert ran.code == 2
    assert "also an input" in ran.sentence
    assert library.read_bytes() == before


def test_materials_of_a_missing_library_fail_by_name_and_the_others_are_baked(
    kiln: Any, linked: Path
) -> None:
    linked.with_name("library.blend").unlink()
    bpy.ops.wm.open_mainfile(filepath=str(linked))
    ran = kiln("bake", "--size", 8, "--maps", "roughness", "--out", "//o")
    assert ran.code == 1
    assert "library.blend" in ran.err
    assert [path.name for path in (linked.parent / "o").iterdir()] == ["Rock_roughness.png"]
    ran = kiln("bake", "--size", 8, "--material", "Moss", "--out", "//p")
    assert ran.code == 2
    assert "library.blend" in ran.sentence
