"""A material of more pictures than one shader may read."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from .trees import Tree

LAYERS = 18
"""More than the 16 that every driver lets a shader read."""
SIDE = 8


def picture(layer: int) -> Any:
    """Return a picture of its own: grey by column and layer, alpha by row."""
    texels = np.ones((SIDE, SIDE, 4), np.float32)
    texels[..., :3] = ((np.arange(SIDE)[None, :, None] * 7 + layer * 29) % 64) / 63.0
    texels[..., 3] = ((np.arange(SIDE)[:, None] * 5 + layer * 13) % 32) / 62.0
    image = bpy.data.images.new(f"Layer {layer}", SIDE, SIDE, alpha=True, float_buffer=True)
    image.colorspace_settings.name = "Non-Color"
    image.pixels.foreach_set(texels.ravel())
    return image


def test_a_stack_of_eighteen_pictures_agrees(parity):
    def build(node_tree):
        tree = Tree(node_tree, SIDE)
        color: Any = (0.0, 0.0, 0.0, 1.0)
        for layer in range(LAYERS):
            shown = tree.node("TexImage", {"Vector": tree.uv}, image=picture(layer))
            shown.interpolation = "Closest"
            feeds = {"Fac": shown.outputs["Alpha"], "Color1": color, "Color2": shown.outputs[0]}
            color = tree.node("MixRGB", feeds, blend_type="MIX").outputs[0]
        return color

    held = parity(build, SIDE)
    held.require(1e-6)
    assert len(held.compiled.pictures) == LAYERS and np.ptp(held.cycles) > 0.1
