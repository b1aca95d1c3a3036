"""What a file's codes do not hold is never cut in silence, whichever map it is."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")

from addon.bake.engine import BakeEngine
from addon.bake.files.format import FileFormat
from addon.frontends.shader.maps import maps_of

from .bakes import bake, by_map, decode, feed, principled, ramp_u

HERE = maps_of(bpy.app.version)
INTEGER_MAPS = tuple(name for name, spec in HERE.items() if not spec.ranged)
"""Those whose codes stand for 0 to 1; the others spread theirs over a range they tell."""


@pytest.mark.parametrize(
    ("map", "input", "low", "high"),
    [
        ("base_color", "Base Color", 0.0, 3.0),
        ("roughness", "Roughness", -0.5, 0.5),
        ("coat", "Coat Weight", 0.0, 1.5),
    ],
)
@pytest.mark.parametrize(
    ("format", "depth"), [(FileFormat.PNG, 8), (FileFormat.PNG, 16), (FileFormat.TIFF, 16)]
)
@pytest.mark.parametrize("maps", ["auto", "named"])
def test_what_an_integer_file_cuts_is_warned_about_with_its_range(
    engine: BakeEngine,
    tmp_path: Path,
    map: str,
    input: str,
    low: float,
    high: float,
    format: FileFormat,
    depth: int,
    maps: str,
) -> None:
    material = principled("Rock")
    feed(material, input, ramp_u(material, low, high))
    flags = {"format": format, "depth": depth, "maps": (map,) if maps == "named" else ()}
    report = bake(engine, tmp_path, [material], **flags)
    (problem,) = report.problems
    assert (problem.code, problem.material) == ("range-cut", "Rock")
    step = (high - low) / 8
    held = f"{low + step / 2:.4g} to {high - step / 2:.4g}"
    assert problem.message.startswith(f"{map} is cut") and problem.message.endswith(held)
    top = 2**depth - 1
    codes = decode(by_map(report)[map].path)
    assert codes.min() == 0 if low < 0.0 else codes.max() == top


def test_maps_that_touch_0_and_1_are_no_reason_to_warn(engine: BakeEngine, tmp_path: Path) -> None:
    material = principled(Emission_Color=(1.0, 0.0, 0.0, 1.0), Emission_Strength=1.0, Metallic=1.0)
    step = material.node_tree.nodes.new("ShaderNodeMath")
    step.operation = "GREATER_THAN"
    material.node_tree.links.new(ramp_u(material), step.inputs[0])
    for input in ("Base Color", "Roughness"):
        feed(material, input, step.outputs[0])
    for depth in (8, 16):
        report = bake(engine, tmp_path, [material], maps=INTEGER_MAPS, depth=depth)
        assert report.problems == []
        assert set(decode(by_map(report)["roughness"].path).ravel()) == {0, 2**depth - 1}


def test_a_base_colour_that_a_half_float_does_not_hold_is_warned_about(
    engine: BakeEngine, tmp_path: Path
) -> None:
    material = principled()
    feed(material, "Base Color", ramp_u(material, 0.0, 2e5))
    flags = {"maps": ("base_color",), "format": FileFormat.OPEN_EXR}
    (problem,) = bake(engine, tmp_path, [material], **flags).problems
    assert "pass --depth 32" in problem.message
    assert bake(engine, tmp_path, [material], depth=32, **flags).problems == []


def test_the_defaults_that_are_summed_up_are_those_of_this_blender(
    engine: BakeEngine, tmp_path: Path
) -> None:
    constants = bake(engine, tmp_path, [principled()]).constants
    assert [c.map for c in constants] == [name for name, spec in HERE.items() if spec.auto]
    assert [c.map for c in constants if not c.is_default] == []
    changed = bake(engine, tmp_path, [principled(Metallic=0.25)]).constants
    assert [c.map for c in changed if not c.is_default] == ["metallic"]
