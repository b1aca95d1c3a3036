"""Math and Clamp: numbers to a number."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal
from ..versions import choice

UNARY = frozenset(
    "sqrt inverse_sqrt absolute exponent sign round floor ceil trunc fract sine cosine tangent "
    "arcsine arccosine arctangent sinh cosh tanh radians degrees".split()
)
TERNARY = frozenset("multiply_add compare smooth_min smooth_max wrap".split())


@rule("ShaderNodeMath", modes=("operation",), switches=("zero_to_negative",))
def math(call: NodeCall) -> Outputs:
    """Inputs that the operation does not show are not read, so what feeds them is not compiled."""
    operation = call.prop("operation").lower()
    inputs = {"a": call.input("Value")}
    if operation not in UNARY:
        inputs["b"] = call.input("Value_001")
    if operation in TERNARY:
        inputs["c"] = call.input("Value_002")
    variants = {"operation": operation, "clamped": "yes" if call.flag("use_clamp") else "no"}
    if operation == "power":
        variants["zero_to_negative"] = zero_to_negative(call, *inputs.values())
    ops = call.emit("math", inputs, variants=variants)
    return {"Value": ops["result"]}


def zero_to_negative(call: NodeCall, *inputs: Signal) -> str:
    """Return what 0 to a negative power is here: infinity wherever Cycles folds it on the host."""
    folded = not any(signal.varies for signal in inputs)
    return "infinity" if folded else choice("zero_to_negative", call.version)


@rule("ShaderNodeClamp", modes=("clamp_type",))
def clamp(call: NodeCall) -> Outputs:
    """Min Max lets Max win where the ends are crossed; Range swaps them."""
    ops = call.emit(
        "clamp_value",
        {"value": call.input("Value"), "low": call.input("Min"), "high": call.input("Max")},
        variants={"mode": call.prop("clamp_type").lower()},
    )
    return {"Result": ops["result"]}
