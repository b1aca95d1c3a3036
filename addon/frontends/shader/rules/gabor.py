"""Gabor Texture: bands of waves, in random directions or in one."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule


@rule("ShaderNodeTexGabor", modes=("gabor_type",))
def gabor(call: NodeCall) -> Outputs:
    """Orientation is an angle in 2D and a direction in 3D; only the one in force is read."""
    flat = call.prop("gabor_type") == "2D"
    inputs = {
        "vector": call.texture_vector(),
        "scale": call.input("Scale"),
        "frequency": call.input("Frequency"),
        "anisotropy": call.input("Anisotropy"),
    }
    if flat:
        inputs["angle"] = call.input("Orientation 2D")
    else:
        inputs["direction"] = call.input("Orientation 3D")
    ops = call.emit("gabor_texture", inputs, variants={"dimensions": "d2" if flat else "d3"})
    return {"Value": ops["value"], "Phase": ops["phase"], "Intensity": ops["intensity"]}
