"""Radial Tiling: coordinates within the segments of a polygon around the origin."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import SignalType


@rule("ShaderNodeRadialTiling", covers="whole and fractional Sides, any Roundness")
def radial_tiling(call: NodeCall) -> Outputs:
    """Two sides are parallel and end nowhere: their width is 0, and they are not normalised."""
    ops = call.emit(
        "radial_tiling",
        {
            "vector": call.input("Vector"),
            "sides": call.input("Sides"),
            "roundness": call.input("Roundness"),
        },
        variants={"normalized": "on" if call.flag("normalize") else "off"},
        types={"coordinates": SignalType.VECTOR},
    )
    return {
        "Segment Coordinates": ops["coordinates"],
        "Segment ID": ops["id"],
        "Segment Width": ops["width"],
        "Segment Rotation": ops["rotation"],
    }
