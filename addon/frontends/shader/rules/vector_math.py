"""Vector Math: vectors to a vector or a number."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType
from ..versions import choice
from .math import zero_to_negative

UNARY = frozenset(
    "length normalize absolute sign round floor ceil fraction sine cosine tangent scale".split()
)
TERNARY = frozenset("multiply_add faceforward wrap".split())
NUMBERS = frozenset("dot_product distance length".split())


@rule(
    "ShaderNodeVectorMath",
    modes=("operation",),
    switches=("zero_to_negative", "vector_remainder"),
)
def vector_math(call: NodeCall) -> Outputs:
    """The output that the operation does not show is 0."""
    operation = call.prop("operation").lower()
    inputs = {"a": call.input("Vector")}
    if operation not in UNARY:
        inputs["b"] = call.input("Vector_001")
    if operation in NUMBERS:
        ops = call.emit("vector_math_value", inputs, variants={"operation": operation})
        return {"Value": ops["result"], "Vector": Signal.vector(0.0, 0.0, 0.0)}
    if operation in TERNARY:
        inputs["c"] = call.input("Vector_002")
    variants = {"operation": operation}
    if operation == "power":
        variants["zero_to_negative"] = zero_to_negative(call, *inputs.values())
    if operation == "modulo":
        variants["remainder"] = choice("vector_remainder", call.version)
    if operation in ("scale", "refract"):
        inputs["scale"] = call.input("Scale")
    ops = call.emit("vector_math", inputs, variants=variants, types={"result": SignalType.VECTOR})
    return {"Vector": ops["result"], "Value": Signal.number(0.0)}
