"""UDIM tiles on pages: many pictures in few textures, because a kernel reads few textures.

Tiles keep their own sizes. They are put in rows, tall ones first, so that a page is about square;
what does not fit a page goes on another. Tiles that are stored or decoded in different ways never
share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

from .model import TILES_ABREAST, ImageRef, Tile
from .texels import stored_as, texel_variants
from .versions import Version

LONGEST_SIDE = 16384
"""Texels a side that every driver Blender runs on holds: OpenGL 4.3's least is 16384."""

Rows = tuple[tuple[tuple[float, ...], ...], ...]


def pages(image: ImageRef, version: Version, longest: int = LONGEST_SIDE) -> tuple[ImageRef, ...]:
    """Return pages of an image's tiles, each a picture with its tiles at their places.

    Tiles that cannot be read are on none.
    """
    alike: dict[object, list[Tile]] = {}
    for tile in image.tiles:
        if not tile.image.is_readable:
            continue
        variants = texel_variants(tile.image, alpha_linked=True, version=version)
        key = (stored_as(tile.image), tuple(variants.items()))
        alike.setdefault(key, []).append(tile)
    return tuple(page for tiles in alike.values() for page in _packed(image, tiles, longest))


def places(page: ImageRef) -> Rows:
    """Return left, lower, width and height of each tile by its row and column, 0s for no tile."""
    rows = max(tile.cell[1] for tile in page.tiles) + 1
    nothing: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    found = [[nothing] * TILES_ABREAST for _ in range(rows)]
    for tile in page.tiles:
        column, row = tile.cell
        found[row][column] = tuple(map(float, (*tile.corner, *tile.image.extent)))
    return tuple(tuple(row) for row in found)


def _packed(image: ImageRef, tiles: Sequence[Tile], longest: int) -> list[ImageRef]:
    """Return pages of tiles that may share one."""
    tiles = sorted(tiles, key=lambda tile: (-tile.image.extent[1], tile.number))
    widest = max(tile.image.extent[0] for tile in tiles)
    area = sum(tile.image.extent[0] * tile.image.extent[1] for tile in tiles)
    # A row is cut where a tile would pass the side of a square of that area.
    limit = min(longest, max(widest, isqrt(area - 1) + 1))
    made: list[ImageRef] = []
    page: list[Tile] = []
    x = y = row_height = 0
    for tile in tiles:
        width, height = tile.image.extent
        if x and x + width > limit:
            x, y, row_height = 0, y + row_height, 0
        if page and y + height > longest:
            made.append(_page(image, page))
            page, x, y, row_height = [], 0, 0, 0
        page.append(replace(tile, corner=(x, y)))
        x, row_height = x + width, max(row_height, height)
    return [*made, _page(image, page)]


def _page(image: ImageRef, tiles: Sequence[Tile]) -> ImageRef:
    """Return a picture of placed tiles; it is read as its tiles are, which are alike."""
    like = tiles[0].image
    width = max(tile.corner[0] + tile.image.extent[0] for tile in tiles)
    height = max(tile.corner[1] + tile.image.extent[1] for tile in tiles)
    return replace(like, filepath=image.filepath, extent=(width, height), tiles=tuple(tiles))
