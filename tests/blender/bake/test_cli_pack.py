"""Bakes into the .blend: what is packed, what is replaced, what is saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")


from tests.tolerances import FLOAT_ROUNDING, HALF_LINEAR, INTEGER_LINEAR  # noqa: E402

from .bakes import decode, feed, image_node, picture, principled  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "docs" / "examples"


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
    assert np.abs(texels - (np.arange(32) + 0.5) / 32).max() <= 0.5 / 255 + FLOAT_ROUNDING


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
    near = INTEGER_LINEAR[8] if depth == 8 else HALF_LINEAR
    assert np.abs(decode(out / "Shows It_base_color.exr") - color).max() <= near


def test_an_image_of_the_users_is_not_replaced(kiln: Any, rock: Path) -> None:
    theirs = picture(np.full((2, 2, 4), 9, dtype=np.uint8), name="Rock_roughness")
    flags = ("bake", "--size", 8, "--pack", "--in-place", "--maps", "roughness")
    ran = kiln(*flags)
    assert ran.code == 2
    assert "already has an image 'Rock_roughness'" in ran.sentence
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
    assert "exists" in ran.sentence
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
    assert "--upgrade-file" in ran.sentence
    assert old.read_bytes() == (EXAMPLES / "workshop.blend").read_bytes()
    assert kiln(*flags, "--upgrade-file").code == 0
    assert old.read_bytes() != (EXAMPLES / "workshop.blend").read_bytes()


def test_a_file_of_a_newer_blender_is_not_rewritten(
    kiln: Any, rock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Older:
        """This Blender, as if it were an older one."""

        version = (4, 2, 0)

        def __getattr__(self, name: str) -> Any:
            return getattr(bpy.app, name)

    class Module:
        """bpy with another version."""

        app = Older()

        def __getattr__(self, name: str) -> Any:
            return getattr(bpy, name)

    before = rock.read_bytes()
    monkeypatch.setattr("addon.cli.blend.bpy", Module())
    for flags in ((), ("--upgrade-file",)):
        ran = kiln("bake", "--size", 8, "--pack", "--in-place", *flags)
        assert ran.code == 2
        assert "--save-as" in ran.sentence
    assert rock.read_bytes() == before
