"""Encoding and writing files, one by one and side by side, against writing the raw bytes."""

from __future__ import annotations

import pathlib
import tempfile

import numpy as np
from table import Table, timed

from addon.bake.files.format import FileFormat
from addon.bake.files.metadata import Metadata
from addon.bake.writer import MapImage, MapWriter
from addon.plan.types import Transfer

KINDS = (
    (FileFormat.PNG, 8),
    (FileFormat.PNG, 16),
    (FileFormat.TIFF, 16),
    (FileFormat.OPEN_EXR, 16),
)
MAPS = 5


def picture(size: int, depth: int, is_float: bool) -> np.ndarray:
    """Return smooth noise, which compresses as a material does: neither flat nor random."""
    rng = np.random.default_rng(3)
    coarse = rng.random((size // 8 + 2, size // 8 + 2, 3))
    smooth = np.kron(coarse, np.ones((8, 8, 1)))[:size, :size]
    smooth = np.clip(smooth + rng.normal(0.0, 0.01, smooth.shape), 0.0, 1.0)
    if is_float:
        return smooth.astype(np.float16 if depth == 16 else np.float32)
    return np.rint(smooth * (2**depth - 1)).astype(np.uint8 if depth == 8 else np.uint16)


def write_all(folder: pathlib.Path, pixels: np.ndarray, kind: FileFormat, count: int) -> None:
    """Write ``count`` maps, side by side where there are several."""
    writer = MapWriter()
    for index in range(count):
        path = folder / f"map{index}{kind.extension}"
        metadata = Metadata("bench", "", 0, 0, "Bench", f"map{index}")
        for _ in writer.submit(index, MapImage(path, pixels, kind, Transfer.DATA, metadata)):
            pass
    for _ in writer.finish():
        pass


def run(device, options) -> Table:
    """Time one map and five maps of each kind."""
    table = Table("Encoding RGB maps to files, against writing the raw bytes")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for size in options.sizes:
            for kind, depth in KINDS:
                pixels = picture(size, depth, kind.is_float)
                raw = timed(lambda: (folder / "raw").write_bytes(pixels.tobytes()), options.repeats)  # noqa: B023
                one = timed(lambda: write_all(folder, pixels, kind, 1), options.repeats)  # noqa: B023
                five = timed(lambda: write_all(folder, pixels, kind, MAPS), options.repeats)  # noqa: B023
                label = f"{size}² {kind.value} {depth} bit"
                table.add(f"{label}: raw bytes", raw)
                table.add(f"{label}: one map", one, raw)
                per_map = type(five)(tuple(seconds / MAPS for seconds in five.seconds))
                table.add(f"{label}: each of {MAPS} side by side", per_map, one, "against one map")
    return table
