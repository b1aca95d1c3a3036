"""A studio's colour configuration, which has none of Blender's names: what is baked is the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import bpy
import numpy as np
import pytest

from tests import processes

from .bakes import decode, feed, image_node, picture

ROOT = Path(__file__).resolve().parents[3]

CONFIGURATION = """\
ocio_profile_version: 2
roles:
  default: lin_rec709
  scene_linear: lin_rec709
  data: Utility - Raw
  default_byte: Utility - sRGB - Texture
  default_float: lin_rec709
  color_picking: Utility - sRGB - Texture
  texture_paint: Utility - sRGB - Texture
  matte_paint: Utility - sRGB - Texture
  aces_interchange: ACES2065-1
displays:
  Screen:
    - !<View> {name: Plain, colorspace: Utility - sRGB - Texture}
active_displays: [Screen]
active_views: [Plain]
colorspaces:
  - !<ColorSpace>
    name: lin_rec709
    isdata: false
  - !<ColorSpace>
    name: ACES2065-1
    isdata: false
    to_scene_reference: !<MatrixTransform> {matrix: [2.52169, -1.13413, -0.38756, 0, \
-0.27648, 1.37272, -0.09624, 0, -0.01538, -0.15298, 1.16835, 0, 0, 0, 0, 1]}
  - !<ColorSpace>
    name: Utility - sRGB - Texture
    isdata: false
    to_scene_reference: !<ExponentWithLinearTransform> {gamma: 2.4, offset: 0.055}
  - !<ColorSpace>
    name: Utility - Raw
    isdata: true
"""
"""Names as in the ACES 1.2 configuration (CASES C09, C10); matrix: AP0 to Rec.709, D65."""

TELL = """\
import bpy, json, sys
bpy.ops.wm.open_mainfile(filepath=sys.argv[1])
print(json.dumps({i.name: i.colorspace_settings.name for i in bpy.data.images}))
"""

ENCODINGS = """\
import bpy, json
from addon.frontends.shader.color_encoding import encoding_of
image = bpy.data.images.new("Picture", 1, 1)
before = len(bpy.data.images)
found = {}
for name in ("Utility - sRGB - Texture", "lin_rec709", "ACES2065-1", "Utility - Raw"):
    image.colorspace_settings.name = name
    found[name] = encoding_of(image.colorspace_settings)
print(json.dumps([found, len(bpy.data.images) - before]))
"""


@pytest.fixture
def studio(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a process under the studio's configuration."""
    (tmp_path / "config.ocio").write_text(CONFIGURATION)
    return processes.environment({"OCIO": str(tmp_path / "config.ocio")})


def run(environment: dict[str, str], *arguments: str | Path) -> str:
    """Run Python under an environment; returns what it printed."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_files_are_the_same_under_a_studios_configuration(
    rock: Path, tmp_path: Path, studio: dict[str, str]
) -> None:
    material = bpy.data.materials["Rock"]
    codes = np.random.default_rng(3).integers(0, 256, (4, 8, 4), dtype=np.uint8)
    feed(material, "Base Color", image_node(material, picture(codes)).outputs["Color"])
    bpy.ops.wm.save_mainfile()
    bake = ("-m", "addon.cli", rock, "bake", "--size", "8x4", "--maps", "base_color,roughness")
    plain = {name: value for name, value in studio.items() if name != "OCIO"}
    for environment, out in ((studio, tmp_path / "studio"), (plain, tmp_path / "plain")):
        run(environment, *bake, "--dither", "off", "--out", out)
    for name in ("Rock_base_color.png", "Rock_roughness.png"):
        there, here = decode(tmp_path / "studio" / name), decode(tmp_path / "plain" / name)
        assert np.array_equal(there, here), name


@pytest.mark.parametrize(
    ("format", "color"), [("PNG", "Utility - sRGB - Texture"), ("OPEN_EXR", "lin_rec709")]
)
def test_packed_images_are_declared_by_what_the_configuration_calls_it(
    rock: Path, tmp_path: Path, studio: dict[str, str], format: str, color: str
) -> None:
    packed = tmp_path / "packed.blend"
    maps = ("--maps", "base_color,normal", "--format", format, "--size", "8")
    run(studio, "-m", "addon.cli", rock, "bake", *maps, "--pack", "--save-as", packed)
    (tmp_path / "tell.py").write_text(TELL)
    told = json.loads(run(studio, tmp_path / "tell.py", packed).splitlines()[-1])
    assert told == {"Rock_base_color": color, "Rock_normal": "Utility - Raw"}


def test_a_space_is_known_by_what_it_does_and_not_by_its_name(studio: dict[str, str]) -> None:
    told, left = json.loads(run(studio, "-c", ENCODINGS).splitlines()[-1])
    assert told == {
        "Utility - sRGB - Texture": "srgb",
        "lin_rec709": "linear",
        "ACES2065-1": "other",
        "Utility - Raw": "data",
    }
    assert left == 0, "images were left behind"
