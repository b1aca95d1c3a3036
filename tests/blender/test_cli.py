"""The command line end to end: exit codes, what is printed, what is written."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import bpy
import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

from addon.cli.main import main  # noqa: E402
from addon.cli.terminal import Terminal  # noqa: E402

from .bakes import decode, feed, image_node, picture, principled, ramp_u  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


@pytest.fixture
def kiln(device: Any) -> Any:
    """Return ``kiln(*arguments) -> Ran``: a command in this process, on the open file."""

    def run(*arguments: Any) -> Ran:
        out, err = io.StringIO(), io.StringIO()
        code = main([str(argument) for argument in arguments], terminal=Terminal(out, err))
        assert "Traceback" not in err.getvalue()
        return Ran(code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture
def rock(tmp_path: Path) -> Path:
    """Return the open, saved .blend of one material: roughness varies, the rest does not."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    material = principled("Rock", Base_Color=(0.2, 0.4, 0.6, 1.0))
    material.use_fake_user = True
    feed(material, "Roughness", ramp_u(material))
    path = tmp_path / "rock.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.open_mainfile(filepath=str(path))
    return path


def last_sentence(ran: Ran) -> str:
    """Return the only complaint, after the progress."""
    lines = [line for line in ran.err.splitlines() if line.startswith("kiln: ")]
    assert len(lines) == 1, ran.err
    return lines[0]


# --- bake -----------------------------------------------------------------------------------------


def test_a_bake_writes_files_beside_the_blend_and_tells(kiln: Any, rock: Path) -> None:
    ran = kiln("bake", "--size", "16x8")
    assert ran.code == 0
    assert decode(rock.parent / "textures" / "Rock_roughness.png").shape == (8, 16, 1)
    assert "Rock_roughness.png" in ran.out
    assert "base_color (0.2, 0.4, 0.6)" in ran.out
    assert "evaluate Rock" in ran.err


def test_the_json_report_has_the_promised_shape(kiln: Any, rock: Path, tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    assert kiln("bake", "--size", 16, "--json", target, "--out", tmp_path / "o").code == 0
    report = json.loads(target.read_text())
    assert list(report) == [
        "kiln",
        "blender",
        "device",
        "files",
        "constants",
        "problems",
        "timings",
        "peak_gpu_bytes",
    ]
    assert list(report["files"][0]) == [
        "path",
        "material",
        "map",
        "width",
        "height",
        "channels",
        "depth",
        "colorspace",
        "range",
        "approximate",
        "sha256",
    ]
    assert list(report["constants"][0]) == ["material", "map", "value"]
    assert report["peak_gpu_bytes"] >= 16 * 16
    assert set(report["timings"]) >= {"snapshot", "compile", "evaluate", "read", "encode", "write"}


def test_the_bake_width_is_a_level(kiln: Any, rock: Path, tmp_path: Path) -> None:
    ran = kiln("bake", "--size", "32x16", "--bake-width", 8, "--out", tmp_path / "o")
    assert ran.code == 0
    assert decode(tmp_path / "o" / "Rock_roughness.png").shape == (4, 8, 1)


def test_the_scenes_settings_stand_where_no_flag_does(
    kiln: Any, rock: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Group:
        auto, maps, size, override_level, level = False, {"metallic", "roughness"}, (16, 4), True, 1
        folder, format, depth, normal_y = str(tmp_path / "theirs"), "TIFF", "16", "+"
        dither, name_template, seed = True, "{map}_{size}", 5

        def is_property_set(self, _name: str) -> bool:
            return True

    monkeypatch.setattr("addon.cli.bake.scene_group", lambda: Group())
    assert kiln("bake", "--maps", "roughness").code == 0
    assert [p.name for p in (tmp_path / "theirs").iterdir()] == ["roughness_8x2.tif"]
    assert kiln("bake", "--level", 0, "--format", "PNG", "--out", tmp_path / "mine").code == 0
    assert {p.name for p in (tmp_path / "mine").iterdir()} == {
        "metallic_16x4.png",
        "roughness_16x4.png",
    }


def test_strict_turns_an_approximation_into_exit_code_1(
    kiln: Any, rock: Path, tmp_path: Path
) -> None:
    material = bpy.data.materials["Rock"]
    occlusion = material.node_tree.nodes.new("ShaderNodeAmbientOcclusion")
    feed(material, "Base Color", occlusion.outputs["Color"])
    arguments = ("bake", "--size", 8, "--maps", "base_color,roughness", "--out", tmp_path / "o")
    report = tmp_path / "r.json"
    ran = kiln(*arguments, "--json", report)
    assert ran.code == 0
    assert "Ambient Occlusion" in ran.err
    files = {f["map"]: f["approximate"] for f in json.loads(report.read_text())["files"]}
    assert files == {"base_color": True, "roughness": False}
    ran = kiln(*arguments, "--strict")
    assert ran.code == 1
    assert len(list((tmp_path / "o").iterdir())) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bake", "--material", "rok"], "did you mean 'Rock'?"),
        (["bake", "--bake-width", "1000"], "power of two"),
        (["bake", "--depth", "32"], "OPEN_EXR"),
        (["bake", "--in-place"], "--pack"),
        (["bake", "--pack"], "--save-as"),
        (["bake", "--level", "-12"], "higher level"),
        (["bake", "--json", "no/such/folder.json"], "cannot be written"),
        (["bake", "--name", "{material}", "--maps", "normal,ior"], "add {map}"),
        (["run", "missing.kiln", "--out", "o"], "no file 'missing.kiln'"),
        (["plan", "--material", "Stone"], "there are: Rock"),
    ],
)
def test_what_is_wrong_with_the_arguments_is_one_sentence_and_exit_code_2(
    kiln: Any, rock: Path, arguments: list[str], said: str
) -> None:
    ran = kiln(*arguments)
    assert ran.code == 2
    assert said in last_sentence(ran)
    assert not (rock.parent / "textures").exists() or not any((rock.parent / "textures").iterdir())


def test_without_a_saved_file_there_is_nothing_to_bake(kiln: Any) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    ran = kiln("bake")
    assert ran.code == 2
    assert "no .blend is open" in last_sentence(ran)


def test_a_material_without_nodes_is_told_apart_from_one_that_is_missing(
    kiln: Any, rock: Path
) -> None:
    material = bpy.data.materials.new("Ink")
    bpy.data.materials.create_gpencil_data(material)
    ran = kiln("bake", "--material", "Ink")
    assert ran.code == 2
    assert "grease pencil" in last_sentence(ran)
    assert "Ink" not in kiln("bake", "--size", 8, "--out", rock.parent / "o").out


# --- into the .blend ------------------------------------------------------------------------------


def test_packed_images_are_in_the_saved_file_and_hold_the_files_bytes(
    kiln: Any, rock: Path, tmp_path: Path
) -> None:
    target = tmp_path / "packed.blend"
    ran = kiln(
        "bake", "--size", 16, "--pack", "--save-as", target, "--maps", "base_color,roughness,normal"
    )
    assert ran.code == 0, ran.err
    assert not (rock.parent / "textures").exists()
    assert bpy.data.filepath == str(rock)
    kiln("bake", "--size", 16, "--maps", "base_color,roughness,normal", "--out", tmp_path / "o")
    bpy.ops.wm.open_mainfile(filepath=str(target))
    for name, space in (
        ("base_color", "sRGB"),
        ("roughness", "Non-Color"),
        ("normal", "Non-Color"),
    ):
        image = bpy.data.images[f"Rock_{name}"]
        assert image.colorspace_settings.name == space
        assert not image.is_dirty
        assert tuple(image.size) == (16, 16)
        file = tmp_path / "o" / f"Rock_{name}.png"
        assert bytes(image.packed_file.data) == file.read_bytes()


def test_packing_again_reuses_the_datablock_and_its_users(
    kiln: Any, rock: Path, tmp_path: Path
) -> None:
    flags = ("--pack", "--in-place", "--maps", "roughness")
    assert kiln("bake", "--size", 8, *flags).code == 0
    image = bpy.data.images["Rock_roughness"]
    node = image_node(principled("Shows It"), image)
    uid = image.session_uid
    assert kiln("bake", "--size", 32, "--material", "Rock", *flags).code == 0
    assert [i.name for i in bpy.data.images] == ["Rock_roughness"]
    assert node.image.session_uid == uid
    assert tuple(node.image.size) == (32, 32)
    texels = np.array(node.image.pixels[:]).reshape(32, 32, 4)[0, :, 0]
    assert np.abs(texels - (np.arange(32) + 0.5) / 32).max() <= 0.5 / 255 + 1e-6


@pytest.mark.parametrize(
    ("format", "depth"), [("PNG", 8), ("PNG", 16), ("OPEN_EXR", 16), ("OPEN_EXR", 32), ("TIFF", 16)]
)
def test_an_image_texture_of_a_packed_bake_shows_what_the_material_had(
    kiln: Any, rock: Path, format: str, depth: int
) -> None:
    color = (0.2, 0.4, 0.6)
    flags = ("--maps", "base_color", "--format", format, "--depth", depth, "--dither", "off")
    assert kiln("bake", "--size", 8, "--pack", "--in-place", *flags).code == 0
    image = bpy.data.images["Rock_base_color"]
    shows = principled("Shows It")
    feed(shows, "Base Color", image_node(shows, image).outputs["Color"])
    out = rock.parent / "again"
    flags = ("--maps", "base_color", "--format", "OPEN_EXR", "--depth", 32)
    assert kiln("bake", "--material", "Shows It", "--size", 8, "--out", out, *flags).code == 0
    near = 0.004 if depth == 8 else 3e-4
    assert np.abs(decode(out / "Shows It_base_color.exr") - color).max() <= near


def test_an_image_of_the_users_is_not_replaced(kiln: Any, rock: Path) -> None:
    theirs = picture(np.full((2, 2, 4), 9, dtype=np.uint8), name="Rock_roughness")
    flags = ("bake", "--size", 8, "--pack", "--in-place", "--maps", "roughness")
    ran = kiln(*flags)
    assert ran.code == 2
    assert "already has an image 'Rock_roughness'" in last_sentence(ran)
    assert tuple(theirs.size) == (2, 2)
    assert kiln(*flags, "--overwrite").code == 0
    assert tuple(theirs.size) == (8, 8)


def test_an_unused_packed_bake_survives_saving(kiln: Any, rock: Path) -> None:
    assert kiln("bake", "--size", 8, "--pack", "--in-place").code == 0
    bpy.ops.wm.open_mainfile(filepath=str(rock))
    assert bpy.data.images["Rock_roughness"].packed_file is not None


def test_another_file_is_not_saved_over(kiln: Any, rock: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.blend"
    other.write_text("precious")
    ran = kiln("bake", "--size", 8, "--pack", "--save-as", other)
    assert ran.code == 2
    assert "exists" in last_sentence(ran)
    assert other.read_text() == "precious"


def test_a_file_of_an_older_blender_is_only_rewritten_when_told(kiln: Any, tmp_path: Path) -> None:
    old = tmp_path / "workshop.blend"
    old.write_bytes((EXAMPLES / "workshop.blend").read_bytes())
    bpy.ops.wm.open_mainfile(filepath=str(old), use_scripts=False)
    if tuple(bpy.data.version[:2]) == bpy.app.version[:2]:
        pytest.skip("does not apply: the example was made with this Blender")
    flags = ("bake", "--size", 8, "--material", "Embers", "--pack", "--in-place")
    ran = kiln(*flags)
    assert ran.code == 2
    assert "--upgrade-file" in last_sentence(ran)
    assert old.read_bytes() == (EXAMPLES / "workshop.blend").read_bytes()
    assert kiln(*flags, "--upgrade-file").code == 0
    assert old.read_bytes() != (EXAMPLES / "workshop.blend").read_bytes()


# --- plans ----------------------------------------------------------------------------------------

MIXED = """\
kiln-plan 1
base 16x8
external picture 16x8 RGBA8
op copy color=picture -> same
op invert color=picture -> inverted
output color=same transfer=color depth=8 channels=4
output inverse=inverted depth=16 float=on channels=4
output deep=inverted depth=16 channels=3
"""


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Return a picture file with alpha."""
    rgba = np.random.default_rng(6).integers(0, 256, (8, 16, 4), dtype=np.uint8)
    rgba[0, :, 3] = 0
    Image.fromarray(rgba).save(tmp_path / "photo.png")
    return tmp_path / "photo.png"


def test_a_plan_with_outputs_of_several_formats_writes_them_all(
    kiln: Any, photo: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.kiln").write_text(MIXED)
    out = tmp_path / "o"
    ran = kiln("run", tmp_path / "a.kiln", "--external", f"picture={photo}", "--out", out)
    assert ran.code == 0, ran.err
    assert {path.name for path in out.iterdir()} == {"color.png", "inverse.exr", "deep.png"}
    source = decode(photo).astype(np.float64) / 255.0
    inverse = decode(out / "inverse.exr")
    assert np.abs(inverse[..., :3] - (1.0 - source[..., :3])).max() <= 2.0**-11
    assert np.abs(inverse[..., 3] - source[..., 3]).max() <= 2.0**-11
    deep = decode(out / "deep.png")
    assert deep.dtype == np.uint16
    assert np.abs(deep / 65535.0 - (1.0 - source[..., :3])).max() <= 1e-5
    with Image.open(out / "color.png") as color:
        assert color.mode == "RGBA"


@pytest.mark.parametrize("name", ["soften", "height_to_normal", "normal_to_height"])
@pytest.mark.parametrize("level", [0, 2])
def test_the_example_plans_run_on_a_users_picture_at_two_levels(
    kiln: Any, photo: Path, tmp_path: Path, name: str, level: int
) -> None:
    plan = EXAMPLES / f"{name}.kiln"
    external = next(
        line.split()[1] for line in plan.read_text().splitlines() if line.startswith("external ")
    )
    small = tmp_path / "small.kiln"
    small.write_text(plan.read_text().replace("1024x1024", "64x64"))
    out = tmp_path / "o"
    flags = ("--external", f"{external}={photo}", "--level", level, "--out", out)
    ran = kiln("run", small, *flags)
    assert ran.code == 0, ran.err
    (file,) = out.iterdir()
    assert decode(file).shape[:2] == (64 >> level, 64 >> level)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ([], "--external picture=FILE"),
        (["--external", "pictur=photo.png"], "did you mean 'picture'?"),
        (["--external", "picture=none.png"], "no file 'none.png'"),
        (["--external", "picture=a.kiln"], "not an image"),
    ],
)
def test_an_external_that_is_not_there_is_one_sentence(
    kiln: Any,
    photo: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.kiln").write_text(MIXED)
    ran = kiln("run", "a.kiln", "--out", "o", *more)
    assert ran.code == 2
    assert said in last_sentence(ran)


def test_a_picture_of_another_size_where_the_plan_has_no_resize_is_refused_with_what_to_do(
    kiln: Any, tmp_path: Path
) -> None:
    Image.new("RGBA", (5, 5)).save(tmp_path / "odd.png")
    (tmp_path / "a.kiln").write_text(MIXED)
    external = f"picture={tmp_path / 'odd.png'}"
    ran = kiln("run", tmp_path / "a.kiln", "--external", external, "--out", tmp_path / "o")
    assert ran.code == 1
    assert "resize" in ran.err
    assert list((tmp_path / "o").iterdir()) == []


def test_a_stale_chain_is_refused(kiln: Any, photo: Path, tmp_path: Path) -> None:
    chained = (
        "kiln-plan 1\nbase 16x8\nexternal picture 16x8 RGBA8\n"
        "op jump_flood_seed mask=picture -> seeds @for=16x8\n"
        "output seeds channels=4 depth=16 float=on\n"
    )
    (tmp_path / "a.kiln").write_text(chained)
    arguments = (
        "run",
        tmp_path / "a.kiln",
        "--external",
        f"picture={photo}",
        "--out",
        tmp_path / "o",
    )
    assert kiln(*arguments).code == 0
    ran = kiln(*arguments, "--level", 1)
    assert ran.code == 2
    assert "chain" in last_sentence(ran)


def test_a_plan_that_does_not_read_names_its_line(kiln: Any, tmp_path: Path) -> None:
    (tmp_path / "a.kiln").write_text("kiln-plan 1\nbase 16x8\nopp copy\n")
    ran = kiln("run", tmp_path / "a.kiln", "--out", tmp_path / "o")
    assert ran.code == 2
    assert "3" in last_sentence(ran)
    assert "opp" in last_sentence(ran)


def test_a_materials_plan_prints_and_reads_back(kiln: Any, rock: Path, tmp_path: Path) -> None:
    printed = kiln("plan", "--size", "16x8", "--maps", "roughness", "--dither", "off")
    assert printed.code == 0
    (tmp_path / "rock.kiln").write_text(printed.out)
    again = kiln("plan", tmp_path / "rock.kiln")
    body = [line for line in printed.out.splitlines() if not line.startswith("#")]
    assert [line for line in again.out.splitlines() if not line.startswith("#")] == body
    assert kiln("run", tmp_path / "rock.kiln", "--out", tmp_path / "o").code == 0
    kiln("bake", "--size", "16x8", "--maps", "roughness", "--out", tmp_path / "b")
    run, bake = tmp_path / "o" / "roughness.png", tmp_path / "b" / "Rock_roughness.png"
    assert np.array_equal(decode(run), decode(bake))


def test_check_finds_what_a_bake_would_warn_about_and_bakes_nothing(kiln: Any, rock: Path) -> None:
    material = bpy.data.materials["Rock"]
    assert kiln("check", "--strict").code == 0
    occlusion = material.node_tree.nodes.new("ShaderNodeAmbientOcclusion")
    feed(material, "Base Color", occlusion.outputs["Color"])
    ran = kiln("check")
    assert ran.code == 0
    assert "Ambient Occlusion" in ran.out
    assert kiln("check", "--strict").code == 1
    assert not (rock.parent / "textures").exists()


def test_list_names_materials_maps_and_kernels(kiln: Any, rock: Path) -> None:
    printed = kiln("list").out
    for word in ("Rock", "coat_roughness", "gaussian_blur"):
        assert word in printed
    assert "gaussian_blur" not in kiln("list", "maps").out


def test_report_names_who_bakes(kiln: Any, tmp_path: Path, device: Any) -> None:
    target = tmp_path / "report.json"
    ran = kiln("report", "--json", target)
    assert ran.code == 0
    facts = json.loads(target.read_text())
    assert facts["device"] == device.info.renderer
    assert facts["backend"] == device.info.backend
    assert set(facts["start_seconds"]) == {"kernel catalog", "device"}


# --- the process ----------------------------------------------------------------------------------


def test_the_module_bakes_an_example_in_a_process_of_its_own(tmp_path: Path) -> None:
    blend = str(EXAMPLES / "workshop.blend")
    arguments = ["bake", "--material", "Embers", "--size", "16", "--out", "o", "--json", "r.json"]
    done = subprocess.run(
        [sys.executable, "-m", "addon.cli", blend, *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (tmp_path / "o").iterdir()] == ["Embers_emission.png"]
    assert "Embers_emission.png" in done.stdout
    assert json.loads((tmp_path / "r.json").read_text())["files"][0]["width"] == 16


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.blend", "bake"], "there is no file 'missing.blend'"),
        (["text.blend", "bake"], "is not a .blend"),
        (["bake", "--size"], "--size"),
        (["missing.blend", "--nonsense"], "COMMAND"),
    ],
)
def test_a_process_that_cannot_start_says_one_sentence(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    (tmp_path / "text.blend").write_text("no blend")
    done = subprocess.run(
        [sys.executable, "-m", "addon.cli", *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
