"""Image datablocks and image files for tests, and the node that shows one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import pytest

from .textures import spread
from .trees import Tree


@pytest.fixture(name="images")
def image_maker() -> Iterator[Any]:
    """Return a maker of image datablocks that takes them away again."""
    made: list[Any] = []

    def make(pixels: np.ndarray, *, is_float: bool, space: str, packed: bool = True) -> Any:
        height, width = pixels.shape[:2]
        image = bpy.data.images.new("Picture", width, height, alpha=True, float_buffer=is_float)
        image.colorspace_settings.name = space
        image.pixels.foreach_set(pixels.ravel())
        image.update()
        if packed:
            image.pack()
        made.append(image)
        return image

    def load(path: Path) -> Any:
        image = bpy.data.images.load(str(path))
        made.append(image)
        return image

    make.load = load
    yield make
    for image in made:
        bpy.data.images.remove(image)


def shown(tree: Tree, image: Any, *, alpha: bool = False, at: Any = None, **properties: Any) -> Any:
    """Return the colour; where ``alpha``, with the Alpha output in use, which changes it."""
    where = at or spread(tree, 3.0, -1.0)
    node = tree.node("TexImage", {"Vector": where}, image=image, **properties)
    if not alpha:
        return tree.out(node, "Color")
    red, green, _ = tree.split(tree.out(node, "Color"))
    return [red, green, tree.out(node, "Alpha")]


def write(path: Path, pixels: np.ndarray, depth: str, straight: bool) -> None:
    """Write a picture, row 0 at the bottom, with the numbers as they are."""
    oiio = pytest.importorskip(
        "OpenImageIO", reason="needs OpenImageIO, to write files that Blender did not"
    )
    height, width, channels = pixels.shape
    spec = oiio.ImageSpec(width, height, channels, depth)
    if channels == 4:
        spec.alpha_channel = 3
    if straight:
        spec.attribute("oiio:UnassociatedAlpha", 1)
    file = oiio.ImageOutput.create(str(path))
    assert file.open(str(path), spec), file.geterror()
    assert file.write_image(np.ascontiguousarray(pixels[::-1])), file.geterror()
    file.close()
