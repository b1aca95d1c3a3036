"""Color Ramp and the curves: nodes that Cycles samples into a table of 257 entries."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType


@rule("ShaderNodeValToRGB", covers="RGB, HSV and HSL, and every interpolation")
def color_ramp(call: NodeCall) -> Outputs:
    """Constant steps from entry to entry; in HSV and HSL too, though there the stops blend."""
    name, row = call.table(call.node.table)
    constant = call.node.properties.get("color_ramp.interpolation") == "CONSTANT"
    ops = call.emit(
        "color_ramp",
        {"factor": call.input("Fac")},
        {"row": row},
        {"interpolation": "constant" if constant else "linear"},
        gathers={"table": name},
    )
    return {"Color": ops["color"], "Alpha": ops["alpha"]}


def _curves(call: NodeCall, factor: str, curved: str, type: SignalType) -> dict[str, Signal]:
    name, row = call.table(call.node.table)
    extended = call.node.properties.get("mapping.extend", "EXTRAPOLATED") == "EXTRAPOLATED"
    color = call.convert(call.input(curved), SignalType.COLOR)
    return call.emit(
        "curves",
        {"factor": call.input(factor), "color": color},
        {"row": row, "domain": call.node.table_domain},
        {"beyond": "extrapolated" if extended else "horizontal"},
        types={"result": type},
        gathers={"table": name},
    )


@rule("ShaderNodeRGBCurve")
def rgb_curves(call: NodeCall) -> Outputs:
    """The table has the combined curve applied under the three others."""
    return {"Color": _curves(call, "Fac", "Color", SignalType.COLOR)["result"]}


@rule("ShaderNodeVectorCurve")
def vector_curves(call: NodeCall) -> Outputs:
    """As RGB Curves, over -1 to 1 and without a combined curve."""
    return {"Vector": _curves(call, "Fac", "Vector", SignalType.VECTOR)["result"]}


@rule("ShaderNodeFloatCurve")
def float_curve(call: NodeCall) -> Outputs:
    """One curve, in the table's first column."""
    return {"Value": _curves(call, "Factor", "Value", SignalType.COLOR)["first"]}
