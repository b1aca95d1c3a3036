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


def _curves(call: NodeCall, kernel: str, inputs: dict[str, Signal], type: SignalType) -> Signal:
    name, row = call.table(call.node.table)
    extended = call.node.properties.get("mapping.extend", "EXTRAPOLATED") == "EXTRAPOLATED"
    ops = call.emit(
        kernel,
        inputs,
        {"row": row, "domain": call.node.table_domain},
        {"beyond": "extrapolated" if extended else "horizontal"},
        types={"result": type},
        gathers={"table": name},
    )
    return ops["result"]


@rule("ShaderNodeRGBCurve")
def rgb_curves(call: NodeCall) -> Outputs:
    """The table has the combined curve applied under the three others."""
    inputs = {"factor": call.input("Fac"), "color": call.input("Color")}
    return {"Color": _curves(call, "curves", inputs, SignalType.COLOR)}


@rule("ShaderNodeVectorCurve")
def vector_curves(call: NodeCall) -> Outputs:
    """As RGB Curves, over -1 to 1 and without a combined curve."""
    inputs = {"factor": call.input("Fac"), "color": call.input("Vector")}
    return {"Vector": _curves(call, "curves", inputs, SignalType.VECTOR)}


@rule("ShaderNodeFloatCurve")
def float_curve(call: NodeCall) -> Outputs:
    """One curve, in the table's first column."""
    inputs = {"factor": call.input("Factor"), "value": call.input("Value")}
    return {"Value": _curves(call, "float_curve", inputs, SignalType.FLOAT)}
