"""File names: what a template gives, what is made safe, and that no two files are one."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from addon.bake.errors import BadArguments, unknown_name
from addon.bake.files.naming import MAX_NAME_BYTES, Target, name_targets, safe_name

ANY_NAME = st.text(min_size=1, max_size=80)


def target(material: str, map: str = "roughness", frame: int = 1) -> Target:
    return Target(material, map, "64x32", -1, frame)


def test_the_default_template_is_material_and_map() -> None:
    assert name_targets([target("Rock")], extension=".png") == ("Rock_roughness.png",)


def test_every_field_of_the_template_is_filled_in() -> None:
    template = "{material}.{map}.{size}.{level}.{frame:04d}"
    assert name_targets([target("Rock", frame=7)], template) == ("Rock.roughness.64x32.-1.0007",)


def test_a_slash_in_the_template_is_a_folder_and_one_in_a_name_is_not() -> None:
    assert name_targets([target("a/b")], "{material}/{map}") == ("a_b/roughness",)


@given(ANY_NAME)
def test_a_safe_name_is_taken_by_every_file_system(name: str) -> None:
    safe = safe_name(name)
    assert safe
    assert len(safe.encode(errors="surrogatepass")) <= MAX_NAME_BYTES
    assert not set(safe) & set('<>:"/\\|?*\0')
    assert not any(ord(character) < 32 for character in safe)
    assert safe[-1] not in ". "
    assert safe[0] not in ". "


@given(ANY_NAME)
def test_making_a_name_safe_twice_changes_nothing_more(name: str) -> None:
    assert safe_name(safe_name(name)) == safe_name(name)


@pytest.mark.parametrize("name", ["CON", "nul.txt", "Com1", "LPT9.tar.gz", "aux"])
def test_a_windows_device_is_no_file_name(name: str) -> None:
    assert safe_name(name) == "_" + name


@pytest.mark.parametrize("name", ["Rock", "日本語", "Röck 2.5", "console", "a_b-c (1)"])
def test_a_name_that_is_safe_already_is_kept(name: str) -> None:
    assert safe_name(name) == name


def test_long_names_that_begin_alike_stay_apart() -> None:
    long = "x" * 300
    assert safe_name(long + "a") != safe_name(long + "b")


@given(st.lists(ANY_NAME, min_size=1, max_size=6, unique=True))
@example(["Rock", "rock", "ROCK"])
def test_no_two_materials_share_a_file_even_where_case_does_not_count(names: list[str]) -> None:
    paths = name_targets([target(name) for name in names], extension=".png")
    assert len({path.casefold() for path in paths}) == len(names)


def test_two_materials_of_one_name_are_numbered_too() -> None:
    paths = name_targets([target("Rock"), target("Rock")])
    assert paths == ("Rock_roughness", "Rock_roughness_2")


@pytest.mark.parametrize(
    ("name", "safe"), [(" .x", "_x"), ("CON .txt", "_CON .txt"), ("a\udcffb", "a_b"), ("...", "_")]
)
def test_what_only_some_system_refuses_is_made_safe(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_names_that_differ_only_in_what_was_replaced_are_numbered() -> None:
    paths = name_targets([target("a/b"), target("a:b"), target("A_B")])
    assert paths == ("a_b_roughness", "a_b_roughness_2", "A_B_roughness_3")


def test_a_template_that_gives_two_maps_one_name_is_refused_with_what_to_add() -> None:
    with pytest.raises(BadArguments, match=r"add \{map\}"):
        name_targets([target("Rock", "base_color"), target("Rock", "roughness")], "{material}")


def test_a_template_that_gives_two_materials_one_name_is_refused_with_what_to_add() -> None:
    with pytest.raises(BadArguments, match=r"add \{material\}"):
        name_targets([target("Rock"), target("Wood")], "{map}")


@pytest.mark.parametrize(
    "template",
    [
        "{nonsense}",
        "{material",
        "../{map}",
        "/tmp/{map}",
        "{material.__class__}",
        "{map!r}",
        "{map}/",
        "{}",
        "{0}",
        "./{map}",
        "a//{map}",
        "{frame:>300000000}{map}",
        "{map:99999999999}",
    ],
)
def test_a_template_that_cannot_work_is_refused(template: str) -> None:
    with pytest.raises(BadArguments):
        name_targets([target("Rock")], template)


def test_a_format_that_does_not_fit_its_field_is_refused() -> None:
    with pytest.raises(BadArguments, match="cannot be filled in"):
        name_targets([target("Rock")], "{map:04d}")


def test_a_misspelt_name_is_answered_with_what_comes_close() -> None:
    assert "did you mean 'Cobblestone'?" in str(
        unknown_name("material", "coblestone", ["Cobblestone", "Oak"])
    )


def test_an_unknown_name_is_answered_with_what_there_is() -> None:
    assert "there are: Cobblestone, Oak" in str(
        unknown_name("material", "zzz", ["Oak", "Cobblestone"])
    )
