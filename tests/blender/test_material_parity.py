"""Whole materials, every map, against Cycles: the shipped examples, a corpus by people outside."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from addon.frontends.shader.maps import maps_of
from addon.plan.types import Extent

from .agreement import Agreement, kiln_maps
from .channels import FLAT, NEUTRAL
from .oracle import bake_channel

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
EXAMPLE = ROOT / "docs" / "examples" / "workshop.blend"
MATERIALS = {
    "Cobblestone": CORPUS / "cobblestone.blend",
    "Oak": CORPUS / "oak.blend",
    "Cardboard": CORPUS / "cardboard.blend",
    "Embers": EXAMPLE,
    "Painted Metal": EXAMPLE,
    "Sticker On Wall": EXAMPLE,
    "Stone Tiles": EXAMPLE,
}
NOT_SUMS = {"Embers": (*NEUTRAL, *FLAT)}
"""Maps left out of a material with an Add Shader, by its name: Cycles would add the two sides', and
a sum of two parameters, or of one and a neutral, says nothing of a surface (rules/closures.py)."""
SHARE, STEP = 0.999, 1.0 / 255.0
"""What is promised: this part of the texels within one step of an 8-bit file."""


@pytest.fixture(params=sorted(MATERIALS))
def material(request):
    path = MATERIALS[request.param]
    if path != EXAMPLE and not path.is_file():
        pytest.skip(f"the corpus of materials by people outside is not there: no {path.name}")
    bpy.ops.wm.open_mainfile(filepath=str(path), use_scripts=False)
    yield bpy.data.materials[request.param]
    bpy.ops.wm.read_factory_settings(use_empty=True)


@pytest.mark.parametrize("size", [128, (128, 64)], ids=str)
def test_a_material_agrees_with_cycles_in_every_map(material, size, catalog, bake_plan, capsys):
    extent = Extent(size, size) if isinstance(size, int) else Extent(*size)
    names = tuple(maps_of(bpy.app.version))
    maps, compiled = kiln_maps(material, names, extent, catalog, bake_plan)
    assert not compiled.problems
    assert not compiled.approximate
    held = [
        Agreement(
            f"{material.name} {name}", bake_channel(material, name, extent), maps[name], compiled
        )
        for name in names
        if name not in NOT_SUMS.get(material.name, ())
    ]
    with capsys.disabled():
        print()
        for agreement in (a for a in held if a.name.split()[-1] not in compiled.constants):
            print(f"{agreement}; {agreement.share_within(STEP):.2%} within 1/255")
    short = [str(a) for a in held if a.share_within(STEP) < SHARE]
    assert not short
