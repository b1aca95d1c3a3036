"""Affine matrices as three rows of four numbers: how one space lies in another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Rows = tuple[tuple[float, float, float, float], ...]
"""Three rows; the fourth number of each moves."""

IDENTITY: Final[Rows] = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))

FLAT: Final[Rows] = ((0.0, 0.0, 0.0, 0.0),) * 3
"""What stands for the inverse of a matrix that has none."""


def product(a: Rows, b: Rows) -> Rows:
    """Return the matrix that does b, then a."""
    whole = (*b, (0.0, 0.0, 0.0, 1.0))
    return tuple(_row(sum(row[k] * whole[k][j] for k in range(4)) for j in range(4)) for row in a)


def inverse(matrix: Rows) -> Rows:
    """Return the matrix that undoes one; ``FLAT`` where nothing does."""
    (a, b, c, x), (d, e, f, y), (g, h, i, z) = matrix
    cofactors = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    size = a * cofactors[0][0] + b * cofactors[1][0] + c * cofactors[2][0]
    if size == 0.0:
        return FLAT
    rows = [tuple(number / size for number in row) for row in cofactors]
    return tuple(_row((*row, -(row[0] * x + row[1] * y + row[2] * z))) for row in rows)


def for_normals(matrix: Rows) -> Rows:
    """Return the matrix for normals: the inverse, transposed, which moves nothing."""
    undone = inverse(matrix)
    return tuple(_row((*(row[k] for row in undone), 0.0)) for k in range(3))


def _row(numbers: Iterable[float]) -> tuple[float, float, float, float]:
    a, b, c, d = numbers
    return a, b, c, d
