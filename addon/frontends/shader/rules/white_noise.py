"""White Noise Texture: a random number for every coordinate."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule


@rule("ShaderNodeTexWhiteNoise", modes=("noise_dimensions",))
def white_noise(call: NodeCall) -> Outputs:
    """Where Vector is not linked it is 0, not Generated: the node owns no coordinate."""
    dimensions = call.prop("noise_dimensions")
    inputs = {}
    if dimensions != "1D":
        inputs["vector"] = call.input("Vector")
    if dimensions in ("1D", "4D"):
        inputs["w"] = call.input("W")
    ops = call.emit("white_noise_texture", inputs, variants={"dimensions": f"d{dimensions[0]}"})
    return {"Value": ops["value"], "Color": ops["color"]}
