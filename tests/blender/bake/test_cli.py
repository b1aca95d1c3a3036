"""The command line end to end: exit codes, what is printed, what is written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import bpy
import pytest

Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")


from addon.bake.report import Constant, met_in, new_report  # noqa: E402
from addon.frontends.shader.maps import maps_of  # noqa: E402
from addon.plan.problem import Problem, Severity  # noqa: E402
from tests.processes import environment  # noqa: E402

from .bakes import decode, feed, image_node, principled, ramp_u  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "docs" / "examples"


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
        "constant",
        "sha256",
    ]
    assert list(report["constants"][0]) == ["material", "map", "value", "approximate"]
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
        auto, maps, further_maps = False, {"metallic", "roughness"}, set()
        aovs, sockets = False, ()
        size, override_level, level = (16, 4), True, 1
        folder, format, depth, normal_y = str(tmp_path / "theirs"), "TIFF", "8", "+"
        dither, name_template, seed = True, "{map}_{size}", 5

    monkeypatch.setattr("addon.cli.bake.scene_group", lambda: Group())
    assert kiln("bake", "--maps", "roughness").code == 0
    assert [p.name for p in (tmp_path / "theirs").iterdir()] == ["roughness_8x2.tif"]
    assert kiln("bake", "--level", 0, "--format", "PNG", "--out", tmp_path / "mine").code == 0
    assert {p.name for p in (tmp_path / "mine").iterdir()} == {
        "metallic_16x4.png",
        "roughness_16x4.png",
    }
    # Their 8 bits are for their TIFF: an EXR that a flag asks for has its own depth.
    assert kiln("bake", "--format", "OPEN_EXR", "--out", tmp_path / "exr").code == 0


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


def test_a_constant_that_a_lost_node_decides_is_told_as_approximate(
    kiln: Any, rock: Path, tmp_path: Path
) -> None:
    material = bpy.data.materials["Rock"]
    occlusion = material.node_tree.nodes.new("ShaderNodeAmbientOcclusion")
    feed(material, "Base Color", occlusion.outputs["Color"])
    report = tmp_path / "r.json"
    ran = kiln("bake", "--size", 8, "--out", tmp_path / "o", "--json", report)
    told = {c["map"]: c["approximate"] for c in json.loads(report.read_text())["constants"]}
    assert told["base_color"] and not told["metallic"]
    assert "base_color (1, 1, 1) (approximate)" in ran.out
    assert "base_color is constant: (1.0, 1.0, 1.0), approximate" in kiln("plan").out
    assert kiln("bake", "--size", 8, "--out", tmp_path / "o", "--strict").code == 1


def test_a_problem_names_its_material_and_its_node_once_each(
    kiln: Any, rock: Path, tmp_path: Path
) -> None:
    for name in ("Rock", "Wood"):
        material = bpy.data.materials.get(name) or principled(name)
        occlusion = material.node_tree.nodes.new("ShaderNodeAmbientOcclusion")
        feed(material, "Base Color", occlusion.outputs["Color"])
    report = tmp_path / "r.json"
    ran = kiln("bake", "--size", 8, "--out", tmp_path / "o", "--json", report)
    for name in ("Rock", "Wood"):
        assert f"kiln: warning: {name}: Ambient Occlusion: " in ran.err
        assert f"warning: {name}: Ambient Occlusion: " in kiln("check").out
    told = json.loads(report.read_text())["problems"]
    assert [(p["material"], p["origin"]) for p in told] == [
        ("Rock", "Ambient Occlusion"),
        ("Wood", "Ambient Occlusion"),
    ]


@pytest.mark.parametrize(
    ("material", "origin", "place"),
    [
        ("Rock", "Value", "Rock: Value"),
        ("Rock", "Rock", "Rock"),
        ("Rock", "Rock: height", "Rock: height"),
        ("Rock", "", "Rock"),
        ("", "a.kiln", "a.kiln"),
        ("Rock", "Rocky", "Rock: Rocky"),
    ],
)
def test_where_a_problem_is_tells_nothing_twice(material: str, origin: str, place: str) -> None:
    (problem,) = met_in(material, [Problem(Severity.WARNING, "code", origin, "why")])
    assert str(problem) == f"warning: {place}: why [code]"


def test_constants_at_their_defaults_are_summed_up(kiln: Any, rock: Path, tmp_path: Path) -> None:
    ran = kiln("bake", "--size", 8, "--out", tmp_path / "o")
    rest = sum(spec.auto for spec in maps_of(bpy.app.version).values()) - 2
    assert (
        "Rock is constant in: base_color (0.2, 0.4, 0.6); "
        f"{rest} maps at Principled's defaults: see --json\n" in ran.out
    )


def test_a_map_that_was_named_and_is_constant_is_said_to_be(
    kiln: Any, rock: Path, tmp_path: Path
) -> None:
    report, photo = tmp_path / "r.json", tmp_path / "grey.png"
    Image.new("RGB", (4, 4), (90, 90, 90)).save(photo)
    material = bpy.data.materials["Rock"]
    node = image_node(material, bpy.data.images.load(str(photo)))
    feed(material, "Metallic", node.outputs["Color"])
    flags = ("--size", 8, "--maps", "roughness,metallic,alpha", "--out", tmp_path / "o")
    for skip in ((), ("--skip-unchanged",)):
        ran = kiln("bake", *flags, *skip, "--json", report)
        lines = {line.split()[0]: line for line in ran.out.splitlines() if ".png" in line}
        assert "constant" in lines["Rock_alpha.png"]
        assert "constant" not in lines["Rock_roughness.png"]
    kiln("bake", *flags, "--json", report)
    told = {f["map"]: f["constant"] for f in json.loads(report.read_text())["files"]}
    assert told == {"roughness": False, "metallic": True, "alpha": True}


def test_a_height_tells_what_black_and_white_are(kiln: Any, rock: Path, tmp_path: Path) -> None:
    material = bpy.data.materials["Rock"]
    displaced = material.node_tree.nodes.new("ShaderNodeDisplacement")
    displaced.inputs["Scale"].default_value = 0.1
    material.node_tree.links.new(ramp_u(material), displaced.inputs["Height"])
    feed(material, "Displacement", displaced.outputs[0])
    ran = kiln("bake", "--size", 8, "--maps", "height", "--out", tmp_path / "o")
    assert "black = -0.04375, white = 0.04375" in ran.out
    assert " s (all threads)" in ran.out


def test_what_cannot_be_written_is_exit_code_1_and_the_rest_is_there(
    kiln: Any, rock: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.replace

    def full(source: Any, target: Any) -> None:
        if "roughness" in str(target):
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr("addon.bake.files.write.os.replace", full)
    report = tmp_path / "r.json"
    flags = ("--size", 8, "--maps", "roughness,metallic", "--out", tmp_path / "o")
    ran = kiln("bake", *flags, "--json", report)
    assert ran.code == 1
    assert "No space left on device" in ran.sentence
    assert [path.name for path in (tmp_path / "o").iterdir()] == ["Rock_metallic.png"]
    told = json.loads(report.read_text())
    assert [file["map"] for file in told["files"]] == ["metallic"]
    assert [problem["severity"] for problem in told["problems"]] == ["refusal"]


def test_a_number_that_json_lacks_is_null_in_the_report() -> None:
    report = new_report("a device")
    report.constants += [
        Constant("Rock", "roughness", float("nan"), False),
        Constant("Rock", "emission", (0.5, float("inf"), 0.25), False),
    ]
    values = [constant["value"] for constant in json.loads(report.json_text())["constants"]]
    assert values == [None, [0.5, None, 0.25]]


def test_a_files_scripts_stay_off(tmp_path: Path) -> None:
    """A text marked Register runs when a file is opened, unless scripts are off."""
    from addon.cli.blend import open_blend

    ran = tmp_path / "ran"
    text = bpy.data.texts.new("hook.py")
    text.write(f"import pathlib\npathlib.Path({str(ran)!r}).write_text('')\n")
    text.use_module = True
    path = tmp_path / "hook.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    open_blend(path)
    assert bpy.data.texts["hook.py"].use_module
    assert not ran.exists()
    bpy.ops.wm.open_mainfile(filepath=str(path), use_scripts=True)
    assert ran.exists(), "the text would not have run anyway"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bake", "--material", "rok"], "did you mean 'Rock'?"),
        (["bake", "--bake-width", "300"], "the nearest are 256 or 512"),
        (["bake", "--bake-width", "20000"], "the nearest are 16384 or 32768"),
        (["bake", "--size", "100000"], "the largest side is 32768"),
        (["bake", "--out", "//maps/{material}"], "put {material} into --name"),
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
    assert said in ran.sentence
    assert not (rock.parent / "textures").exists() or not any((rock.parent / "textures").iterdir())


def test_without_a_saved_file_there_is_nothing_to_bake(kiln: Any) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    ran = kiln("bake")
    assert ran.code == 2
    assert "no .blend is open" in ran.sentence


def test_a_material_without_nodes_is_told_apart_from_one_that_is_missing(
    kiln: Any, rock: Path
) -> None:
    material = bpy.data.materials.new("Ink")
    bpy.data.materials.create_gpencil_data(material)
    ran = kiln("bake", "--material", "Ink")
    assert ran.code == 2
    assert "grease pencil" in ran.sentence
    assert "Ink" not in kiln("bake", "--size", 8, "--out", rock.parent / "o").out


# --- the process ----------------------------------------------------------------------------------


def test_the_module_bakes_an_example_in_a_process_of_its_own(tmp_path: Path) -> None:
    blend = str(EXAMPLES / "workshop.blend")
    arguments = ["bake", "--material", "Embers", "--size", "16", "--out", "o", "--json", "r.json"]
    done = subprocess.run(
        [sys.executable, "-m", "addon.cli", blend, *arguments],
        cwd=tmp_path,
        env=environment(),
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
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
