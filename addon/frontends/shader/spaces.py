"""A vector brought from one space to another, by an op where anything changes."""

from __future__ import annotations

from .call import NodeCall
from .matrices import IDENTITY, Rows, for_normals
from .signal import Signal, SignalType

WITHOUT_CAMERA: Rows = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, -1.0, 0.0))
"""The world as Cycles' camera has it in a scene without one: it looks along -Z, and counts its
depth the other way. Source: measured, 4.5 to 5.3."""


def transformed(
    call: NodeCall, vector: Signal, rows: Rows, kind: str = "point", suffix: str = ""
) -> Signal:
    """Return a vector times a matrix; ``kind`` is one of the kernel's."""
    if rows == IDENTITY and kind in ("point", "direction"):
        return vector
    return call.emit(
        "transform_vector",
        {"vector": vector},
        dict(zip(("row_x", "row_y", "row_z"), rows, strict=True)),
        {"kind": kind},
        types={"result": SignalType.VECTOR},
        suffix=suffix,
    )["result"]


def normals_to_world(call: NodeCall) -> dict[str, tuple[float, ...]]:
    """Return the matrix for the object's normals, as the rows that kernels take."""
    rows = for_normals(call.domain.info.to_world)
    return {name: row[:3] for name, row in zip(("row_x", "row_y", "row_z"), rows, strict=True)}
