"""Image datablocks and image files for tests, and the node that shows one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def write_movie(folder: Path, greys: Sequence[float]) -> Path:
    """Write a lossless movie of plain frames and return its file."""
    if not bpy.app.ffmpeg.supported:
        pytest.skip("does not apply: this Blender is built without FFmpeg")
    names = [f"in_{number}.png" for number in range(len(greys))]
    for name, grey in zip(names, greys, strict=True):
        write(folder / name, np.full((64, 64, 3), grey, np.float32), "uint8", False)
    scene = bpy.data.scenes.new("Movie")
    render = scene.render
    render.resolution_x = render.resolution_y = 64
    scene.frame_start, scene.frame_end = 1, len(names)
    scene.view_settings.view_transform = "Standard"
    if hasattr(render.image_settings, "media_type"):
        render.image_settings.media_type = "VIDEO"
    render.image_settings.file_format = "FFMPEG"
    render.ffmpeg.format, render.ffmpeg.codec = "AVI", "FFV1"
    render.filepath = str(folder / "movie.avi")
    editor = scene.sequence_editor_create()
    strips = editor.strips if hasattr(editor, "strips") else editor.sequences
    strip = strips.new_image("In", str(folder / names[0]), 1, 1)
    for name in names[1:]:
        strip.elements.append(name)
    bpy.ops.render.render(animation=True, scene=scene.name)
    bpy.data.scenes.remove(scene)
    return folder / "movie.avi"
