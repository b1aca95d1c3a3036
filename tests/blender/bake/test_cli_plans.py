"""Plans in text form: run on a user's picture, printed, checked, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")


from addon.cli import planning  # noqa: E402
from addon.plan.check import check  # noqa: E402
from addon.plan.problem import Problem  # noqa: E402
from tests.tolerances import (  # noqa: E402
    HALF_LINEAR,
    HALF_STEP_OF_16_BITS,
    INTEGER_LINEAR,
    STEPS_OF_8_BITS,
)

from .bakes import decode, feed, linear  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "docs" / "examples"


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
    assert np.abs(deep / 65535.0 - (1.0 - source[..., :3])).max() <= HALF_STEP_OF_16_BITS
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
    assert said in ran.sentence


def test_a_picture_of_another_size_where_the_plan_has_no_resize_is_refused_with_what_to_do(
    kiln: Any, tmp_path: Path
) -> None:
    Image.new("RGBA", (5, 5)).save(tmp_path / "odd.png")
    (tmp_path / "a.kiln").write_text(MIXED)
    external = f"picture={tmp_path / 'odd.png'}"
    ran = kiln("run", tmp_path / "a.kiln", "--external", external, "--out", tmp_path / "o")
    assert ran.code == 1
    assert "insert a resize" in ran.err
    assert not (tmp_path / "o").exists()


SIZED = """\
kiln-plan 1
base 16x16
external picture 16x16 RGBA8
op resize color=picture color_wrap_x:clamp color_wrap_y:clamp -> sized
op decode_srgb color=sized -> light
output light transfer=color depth=8 channels=3
"""


@pytest.mark.parametrize(
    ("size", "code"),
    [((16, 16), None), ((32, 32), "picture-resized"), ((16, 8), "picture-stretched")],
)
def test_a_picture_that_a_plan_resizes_or_stretches_is_warned_about(
    kiln: Any, tmp_path: Path, size: tuple[int, int], code: str | None
) -> None:
    Image.new("RGB", size, (90, 20, 10)).save(tmp_path / "brick.png")
    (tmp_path / "a.kiln").write_text(SIZED)
    external, report = f"picture={tmp_path / 'brick.png'}", tmp_path / "r.json"
    flags = ("--external", external, "--out", tmp_path / "o", "--json", report)
    ran = kiln("run", tmp_path / "a.kiln", *flags)
    assert ran.code == 0
    assert [p["code"] for p in json.loads(report.read_text())["problems"]] == [code][: bool(code)]
    if code is not None:
        assert (
            f"'brick.png' is {size[0]}x{size[1]} and the plan reads 'picture' as 16x16" in ran.err
        )


def test_a_picture_of_floats_that_a_plan_decodes_is_warned_about(kiln: Any, tmp_path: Path) -> None:
    (tmp_path / "made.kiln").write_text(
        "kiln-plan 1\nbase 16x16\nop ramp -> u\noutput u depth=16 float=on channels=3\n"
    )
    assert kiln("run", tmp_path / "made.kiln", "--out", tmp_path).code == 0
    external = f"picture={tmp_path / 'u.exr'}"
    (tmp_path / "a.kiln").write_text(SIZED)
    ran = kiln("run", tmp_path / "a.kiln", "--external", external, "--out", tmp_path / "o")
    assert "linear-picture-decoded" in ran.sentence
    (tmp_path / "a.kiln").write_text(SIZED.replace("decode_srgb", "copy"))
    ran = kiln("run", tmp_path / "a.kiln", "--external", external, "--out", tmp_path / "o")
    assert "kiln: " not in ran.err


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
    assert "was written for 16x8 and cannot run at 8x4" in ran.sentence
    assert "chain" not in ran.sentence


def test_a_plan_that_does_not_read_names_its_line(kiln: Any, tmp_path: Path) -> None:
    (tmp_path / "a.kiln").write_text("kiln-plan 1\nbase 16x8\nopp copy\n")
    ran = kiln("run", tmp_path / "a.kiln", "--out", tmp_path / "o")
    assert ran.code == 2
    assert "3" in ran.sentence
    assert "opp" in ran.sentence


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


UNKNOWN_IMAGE = "kiln-plan 1\nbase 16x8\nop ramp -> a\noutput fog\n"
CIRCLE = "kiln-plan 1\nbase 16x8\nop copy color=b -> a\nop copy color=a -> b\noutput b\n"


@pytest.mark.parametrize("text", [UNKNOWN_IMAGE, CIRCLE])
@pytest.mark.parametrize("command", ["run", "check"])
def test_a_plan_that_hangs_together_badly_is_refused_in_words(
    kiln: Any, tmp_path: Path, command: str, text: str
) -> None:
    (tmp_path / "a.kiln").write_text(text)
    more = ("--out", tmp_path / "o") if command == "run" else ()
    for fuse in ((), ("--no-fuse",)):
        ran = kiln(command, tmp_path / "a.kiln", *more, *fuse)
        assert ran.code == 1
        assert "refusal: " in ran.out + ran.err


PACKED = """\
kiln-plan 1
base 4x2
op constant color=(0.25,0.25,0.25,1.0) -> roughness
op invert color=roughness -> smoothness
op channel color=smoothness pick:red -> smooth
op combine_channels red=0.1 green=0.2 blue=0.3 alpha=smooth -> packed
output packed depth=8 channels=4
"""


@pytest.mark.parametrize("format", ["PNG", "TIFF", "OPEN_EXR"])
def test_channels_stand_in_the_order_they_were_packed_in(
    kiln: Any, tmp_path: Path, format: str
) -> None:
    (tmp_path / "packed.kiln").write_text(PACKED)
    out = tmp_path / "o"
    assert kiln("run", tmp_path / "packed.kiln", "--out", out, "--format", format).code == 0
    (file,) = out.iterdir()
    stored = decode(file)
    assert stored.shape == (2, 4, 4)
    if format == "PNG":
        assert {tuple(map(int, texel)) for texel in stored.reshape(-1, 4)} == {(26, 51, 77, 191)}
    top = 1.0 if format == "OPEN_EXR" else float(np.iinfo(stored.dtype).max)
    near = HALF_LINEAR if format == "OPEN_EXR" else STEPS_OF_8_BITS / 255
    assert np.abs(stored / top - (0.1, 0.2, 0.3, 0.75)).max() <= near
    (tmp_path / "grey.kiln").write_text(PACKED.replace("output packed", "output smooth"))
    grey = tmp_path / "grey"
    assert kiln("run", tmp_path / "grey.kiln", "--out", grey, "--format", format).code == 0
    (file,) = grey.iterdir()
    assert decode(file).shape == (2, 4, 1)


UNDER_ALPHA = """\
kiln-plan 1
base 4x2
op constant color=(0.8,0.4,0.2,{alpha}) -> color
output color transfer=color depth=8 channels=4
"""


@pytest.mark.parametrize("format", ["PNG", "TIFF", "OPEN_EXR"])
def test_colour_is_kept_under_alpha_0_in_every_format(
    kiln: Any, tmp_path: Path, format: str
) -> None:
    colors = []
    for alpha in (1.0, 0.5, 1 / 255, 0.0):
        (tmp_path / "a.kiln").write_text(UNDER_ALPHA.format(alpha=alpha))
        out = tmp_path / f"{alpha}"
        assert kiln("run", tmp_path / "a.kiln", "--out", out, "--format", format).code == 0
        (file,) = out.iterdir()
        stored = decode(file)
        colors.append(stored[..., :3].tolist())
        assert len(np.unique(stored[..., 3])) == 1
    assert colors[0][0][0][0] > colors[0][0][0][1] > colors[0][0][0][2] > 0
    assert colors == [colors[0]] * 4


def test_a_float_output_asked_for_as_a_png_is_encoded_as_one(kiln: Any, tmp_path: Path) -> None:
    (tmp_path / "a.kiln").write_text(
        "kiln-plan 1\nbase 4x2\nop constant color=(0.5,0.25,0.1,1.0) -> color\n"
        "output color transfer=color depth=16 float=on channels=3\n"
    )
    out = tmp_path / "o"
    assert kiln("run", tmp_path / "a.kiln", "--out", out, "--format", "PNG").code == 0
    stored = linear(decode(out / "color.png"))
    assert np.abs(stored - (0.5, 0.25, 0.1)).max() <= INTEGER_LINEAR[16]


def test_a_number_made_small_and_large_again_keeps_its_steps(kiln: Any, tmp_path: Path) -> None:
    """In 8 bits between the ops there would be three greys left (CASES C18)."""
    (tmp_path / "a.kiln").write_text(
        "kiln-plan 1\nbase 1024x1\nop ramp -> u\n"
        "op vector_math a=u b=(0.01,0.01,0.01) operation:multiply -> small\n"
        "op vector_math a=small b=(100.0,100.0,100.0) operation:multiply -> large\n"
        "output large depth=8 channels=3\n"
    )
    for flags in ((), ("--no-fuse",)):
        assert kiln("run", tmp_path / "a.kiln", "--out", tmp_path / "o", *flags).code == 0
        assert len(np.unique(decode(tmp_path / "o" / "large.png"))) > 250


FAR_OFF = """\
kiln-plan 1
base 64x4
op ramp -> u
op vector_math a=u b=(900.0,900.0,900.0) operation:add -> far
op vector_math a=far b=(900.0,900.0,900.0) operation:subtract -> back
output back depth=8
"""


def test_an_unfused_bake_is_the_fused_one_although_its_values_stand_in_images(
    kiln: Any, tmp_path: Path
) -> None:
    """A half float counts in halves at 900: there would be two greys."""
    (tmp_path / "far.kiln").write_text(FAR_OFF)
    baked = []
    for flags in ((), ("--no-fuse",)):
        assert kiln("run", tmp_path / "far.kiln", "--out", tmp_path / "o", *flags).code == 0
        baked.append(decode(tmp_path / "o" / "back.png")[..., 0].astype(int))
    assert len(np.unique(baked[0])) == 64
    assert np.abs(baked[0] - baked[1]).max() <= 1


def test_check_and_plan_tell_what_a_bake_takes_with_and_without_fusion(
    kiln: Any, tmp_path: Path
) -> None:
    (tmp_path / "far.kiln").write_text(FAR_OFF)
    # 64 x 4 texels: the output of 4 bytes each; unfused two images of 16 bytes besides.
    for flags, said in (
        ((), "1 step on the GPU, 1.0 KiB"),
        (("--no-fuse",), "4 steps on the GPU, 9.0 KiB"),
    ):
        for command in ("check", "plan"):
            assert said in kiln(command, tmp_path / "far.kiln", *flags).out


def test_a_plan_is_printed_with_the_seed_that_run_would_bake_it_with(
    kiln: Any, tmp_path: Path
) -> None:
    (tmp_path / "far.kiln").write_text(FAR_OFF)
    assert "\nseed 7\n" in kiln("plan", tmp_path / "far.kiln", "--seed", "7").out
    assert "\nseed 0\n" in kiln("plan", tmp_path / "far.kiln").out


def test_a_plan_is_checked_once_however_often_its_problems_are_asked_for(
    kiln: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def counted(*given: Any) -> tuple[Problem, ...]:
        asked.append(given)
        return check(*given)

    monkeypatch.setattr(planning, "check", counted)
    (tmp_path / "far.kiln").write_text(FAR_OFF)
    assert kiln("check", tmp_path / "far.kiln").code == 0
    assert len(asked) == 1


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
