"""The command line's grammar: what each flag means, and one sentence for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from addon.bake.errors import BadArguments
from addon.bake.files.format import FileFormat
from addon.bake.settings import BakeSettings, Existing
from addon.bake.version import kiln_version
from addon.cli.__main__ import split_file
from addon.cli.parser import COMMANDS, parse
from addon.plan.types import Extent, Transfer


def settings(*arguments: str) -> BakeSettings:
    """Return the defaults with the flags of a bake."""
    return BakeSettings().with_flags(vars(parse(["bake", *arguments])))


def test_a_bake_without_flags_keeps_every_default() -> None:
    assert settings() == BakeSettings()


@pytest.mark.parametrize(
    ("text", "extent"),
    [("512", Extent(512, 512)), ("640x480", Extent(640, 480)), ("640X480", Extent(640, 480))],
)
def test_a_size_is_a_side_or_two(text: str, extent: Extent) -> None:
    assert settings("--size", text).base == extent


@pytest.mark.parametrize("text", ["0", "-4", "1x2x3", "big", "", "12x", "99999999"])
def test_a_size_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadArguments, match="size"):
        parse(["bake", f"--size={text}"])


def test_maps_are_a_list_and_auto_is_the_empty_one() -> None:
    assert settings("--maps", "roughness, normal,roughness").maps == ("roughness", "normal")
    assert settings("--maps", "auto").auto


def test_a_misspelt_map_is_answered_with_the_one_meant() -> None:
    with pytest.raises(BadArguments, match="did you mean 'roughness'"):
        parse(["bake", "--maps", "base_color,roughnes"])


def test_a_minus_is_a_value_where_one_is_expected() -> None:
    assert settings("--y", "-", "--level", "-2", "--seed", "-7").y == "-"
    assert settings("--level", "-2").level == -2
    assert settings("--seed", "-7").seed == -7


@pytest.mark.parametrize(
    ("flags", "field", "value"),
    [
        (["--format", "open_exr"], "format", FileFormat.OPEN_EXR),
        (["--format", "exr"], "format", FileFormat.OPEN_EXR),
        (["--depth", "16"], "depth", 16),
        (["--dither", "off"], "dither", False),
        (["--overwrite"], "existing", Existing.OVERWRITE),
        (["--skip-unchanged"], "existing", Existing.SKIP_UNCHANGED),
        (["--no-fuse"], "fuse", False),
        (["--strict"], "strict", True),
        (["--pack"], "pack", True),
        (["--frame", "12"], "frame", 12),
        (["--name", "{map}/{material}"], "template", "{map}/{material}"),
    ],
)
def test_a_flag_sets_its_setting_and_no_other(flags: list[str], field: str, value: object) -> None:
    changed = settings(*flags)
    assert getattr(changed, field) == value
    restored = changed.with_flags({field: getattr(BakeSettings(), field)})
    assert restored == BakeSettings() or getattr(BakeSettings(), field) is None


@pytest.mark.parametrize(
    "flags",
    [
        ["--overwrite", "--skip-unchanged"],
        ["--level", "1", "--bake-width", "512"],
        ["--save-as", "a.blend", "--in-place"],
        ["--depth", "12"],
        ["--format", "JPEG"],
        ["--y", "up"],
        ["--dither", "maybe"],
        ["--name", "{nonsense}"],
        ["--mat", "Rock"],
        ["--frame", "one"],
        ["stray"],
        ["--maps", "auto,normal"],
        ["--out", ""],
        ["--json", ""],
    ],
)
def test_what_contradicts_itself_or_is_unknown_is_one_sentence(flags: list[str]) -> None:
    with pytest.raises(BadArguments) as refused:
        parse(["bake", *flags])
    assert "\n" not in str(refused.value)
    assert refused.value.exit_code == 2


def test_run_takes_a_plan_pictures_by_name_and_a_folder() -> None:
    options = parse(
        ["run", "a.kiln", "--external", "in=b.png", "--external", "m=c=d.png", "--out", "o"]
    )
    assert options.plan == Path("a.kiln")
    assert options.external == [("in", Path("b.png")), ("m", Path("c=d.png"))]


@pytest.mark.parametrize(
    "arguments", [["run", "a.kiln"], ["run", "--out", "o"], ["run"], [], ["paint"]]
)
def test_what_is_missing_is_named(arguments: list[str]) -> None:
    with pytest.raises(BadArguments):
        parse(arguments)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parse([command, "--help"])
    assert left.value.code == 0
    assert f"kiln {command}" in capsys.readouterr().out


def test_a_picture_that_is_brought_twice_is_refused() -> None:
    with pytest.raises(BadArguments, match="--external in is given twice"):
        parse(["run", "a.kiln", "--external", "in=b.png", "--external", "in=c.png", "--out", "o"])


@pytest.mark.parametrize("command", ["plan", "check"])
@pytest.mark.parametrize(
    "flags",
    [
        ["--material", "Rock"],
        ["--maps", "normal"],
        ["--size", "8"],
        ["--bake-width", "8"],
        ["--depth", "8"],
        ["--dither", "off"],
        ["--frame", "0"],
    ],
)
def test_what_says_how_materials_are_compiled_is_refused_beside_a_plan(
    command: str, flags: list[str]
) -> None:
    with pytest.raises(BadArguments, match=flags[0]):
        parse([command, "a.kiln", *flags])
    assert parse([command, *flags]).plan is None
    taken = parse([command, "a.kiln", "--level", "1", "--seed", "3", "--no-fuse"])
    assert (taken.level, taken.seed, taken.fuse) == (1, 3, False)


def test_a_misspelt_command_is_refused_as_one_and_not_taken_for_a_file() -> None:
    file, rest = split_file(["bak", "--out", "o"])
    assert file is None
    with pytest.raises(BadArguments, match="'bak'"):
        parse(rest)
    assert split_file(["no_ending", "bake"]) == (Path("no_ending"), ["bake"])


def test_the_blend_stands_before_the_command_or_not_at_all() -> None:
    assert split_file(["a.blend", "bake", "--pack"]) == (Path("a.blend"), ["bake", "--pack"])
    assert split_file(["run", "a.kiln"]) == (None, ["run", "a.kiln"])
    assert split_file(["--help"]) == (None, ["--help"])


@pytest.mark.parametrize(
    ("format", "depth", "other"),
    [
        (FileFormat.PNG, 32, "OPEN_EXR"),
        (FileFormat.OPEN_EXR, 8, "PNG"),
        (FileFormat.TIFF, 32, "OPEN_EXR"),
    ],
)
def test_a_depth_that_the_format_lacks_is_refused_with_one_that_has_it(
    format: FileFormat, depth: int, other: str
) -> None:
    with pytest.raises(BadArguments, match=other):
        format.depth_for(depth)


def test_a_height_in_an_integer_file_has_16_bits_unless_8_are_asked_for() -> None:
    identity = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    plain = BakeSettings()
    wide = plain.encoding(Transfer.DATA, 1, wide=True, to_rec709=identity)
    narrow = plain.with_flags({"depth": 8}).encoding(
        Transfer.DATA, 1, wide=True, to_rec709=identity
    )
    assert (wide.depth, narrow.depth) == (16, 8)


@pytest.mark.parametrize(
    ("transfer", "depth", "dithered"),
    [(Transfer.COLOR, 8, True), (Transfer.DATA, 8, False), (Transfer.COLOR, 16, False)],
)
def test_only_colours_of_8_bits_are_dithered(
    transfer: Transfer, depth: int, dithered: bool
) -> None:
    chosen = BakeSettings().with_flags({"depth": depth})
    identity = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    assert chosen.encoding(transfer, 3, wide=False, to_rec709=identity).dither is dithered


@pytest.mark.parametrize("level", [-6, 40])
def test_a_level_that_no_gpu_holds_is_refused_before_any_work(level: int) -> None:
    with pytest.raises(BadArguments):
        BakeSettings(level=level, folder=Path("out")).check()


def test_a_file_that_was_never_saved_needs_a_folder() -> None:
    with pytest.raises(BadArguments, match="--out"):
        BakeSettings().check()


def test_the_version_is_the_manifests(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        parse(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"Kiln {kiln_version()}\n"


def test_a_size_that_no_gpu_holds_is_refused_with_the_largest() -> None:
    assert settings("--size", "32768").base == Extent(32768, 32768)
    with pytest.raises(BadArguments, match="the largest side is 32768"):
        parse(["bake", "--size", "100000"])


def test_the_help_of_bake_says_what_auto_is_and_every_default(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        parse(["bake", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "auto, the default, bakes those that differ" in said
    assert "exit with 1 where something was approximated" in said
    for default in ("1024", "PNG", "on", "0", "+", "//textures", "{material}_{map}"):
        assert f"default: {default})" in said
