"""Map Range, for floats and for vectors."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType

ENDS = ("from_min", "from_max", "to_min", "to_max")


@rule("ShaderNodeMapRange", modes=("data_type", "interpolation_type"))
def map_range(call: NodeCall) -> Outputs:
    """Clamp counts in the smooth interpolations of floats too, though Blender hides it there: an
    empty range gives 0, and only clamping brings that into the To range. Of vectors it does not."""
    interpolation = call.prop("interpolation_type").lower()
    vectors = call.prop("data_type") == "FLOAT_VECTOR"
    idle = vectors and interpolation.startswith("smooth")
    variants = {
        "interpolation": interpolation,
        "clamped": "yes" if call.flag("clamp") and not idle else "no",
    }
    ending = "_FLOAT3" if vectors else ""
    inputs = {"vector" if vectors else "value": call.input("Vector" if vectors else "Value")}
    for end in ENDS:
        words = end.title().replace("_", "_" if vectors else " ")
        inputs[end] = call.input(words + ending)
    if interpolation == "stepped":
        inputs["steps"] = call.input("Steps" + ending)
    if vectors:
        ops = call.emit(
            "vector_map_range", inputs, variants=variants, types={"result": SignalType.VECTOR}
        )
        return {"Vector": ops["result"], "Result": Signal.number(0.0)}
    ops = call.emit("map_range", inputs, variants=variants)
    return {"Result": ops["result"], "Vector": Signal.vector(0.0, 0.0, 0.0)}
