"""The oracle itself: Cycles samples texel centres exactly, and says what it bakes."""

from __future__ import annotations

import bpy
import numpy as np
import pytest

from addon.plan.types import Extent

from .oracle import bake_emission, new_material


def coordinate(output: str):
    def build(tree):
        return next(
            s for s in tree.nodes.new("ShaderNodeTexCoord").outputs if s.identifier == output
        )

    return build


def baked(build, extent: Extent):
    material = new_material(build)
    try:
        return bake_emission(material, extent)
    finally:
        bpy.data.materials.remove(material)


@pytest.mark.parametrize("extent", [Extent(64, 64), Extent(64, 32), Extent(64, 128)], ids=str)
def test_uv_is_sampled_at_texel_centres_to_the_last_bit(extent):
    v, u = np.mgrid[0 : extent.height, 0 : extent.width].astype(np.float32)
    texels = baked(coordinate("UV"), extent)
    assert np.array_equal(texels[..., 0], (u + 0.5) / np.float32(extent.width))
    assert np.array_equal(texels[..., 1], (v + 0.5) / np.float32(extent.height))
    assert not texels[..., 2].any()


def test_generated_is_uv_and_object_spans_minus_one_to_one():
    uv = baked(coordinate("UV"), Extent(32, 32))
    generated = baked(coordinate("Generated"), Extent(32, 32))
    place = baked(coordinate("Object"), Extent(32, 32))
    assert np.abs(generated[..., :2] - uv[..., :2]).max() <= 2.0**-24
    assert np.abs(place[..., :2] - (2.0 * uv[..., :2] - 1.0)).max() <= 2.0**-23


def test_emission_keeps_negatives():
    def build(tree):
        value = tree.nodes.new("ShaderNodeValue")
        value.outputs[0].default_value = -3.25
        return value.outputs[0]

    assert (baked(build, Extent(4, 4)) == -3.25).all()


def test_the_file_is_left_as_it_was():
    material = new_material(coordinate("UV"))
    kinds = ("materials", "meshes", "objects", "scenes", "images", "node_groups")
    before = {kind: sorted(block.name for block in getattr(bpy.data, kind)) for kind in kinds}
    nodes = len(material.node_tree.nodes)
    bake_emission(material, Extent(4, 4))
    after = {kind: sorted(block.name for block in getattr(bpy.data, kind)) for kind in kinds}
    bpy.data.materials.remove(material)
    assert (before, nodes) == (after, nodes)
