"""Gradient, Checker, Magic and Brick: procedural textures without noise."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import SignalType


@rule("ShaderNodeTexGradient", modes=("gradient_type",))
def gradient(call: NodeCall) -> Outputs:
    """Color is the factor in all three channels."""
    ops = call.emit(
        "gradient_texture",
        {"vector": call.texture_vector()},
        variants={"mode": call.prop("gradient_type").lower()},
    )
    factor = ops["result"]
    color = call.convert(factor, SignalType.COLOR) if call.wants("Color") else factor
    return {"Fac": factor, "Color": color}


@rule("ShaderNodeTexChecker")
def checker(call: NodeCall) -> Outputs:
    """Two colours by the parity of the cell."""
    ops = call.emit(
        "checker_texture",
        {
            "vector": call.texture_vector(),
            "color_1": call.input("Color1"),
            "color_2": call.input("Color2"),
            "scale": call.input("Scale"),
        },
    )
    return {"Color": ops["color"], "Fac": ops["factor"]}


@rule("ShaderNodeTexMagic")
def magic(call: NodeCall) -> Outputs:
    """Depth is a whole number on the node."""
    ops = call.emit(
        "magic_texture",
        {
            "vector": call.texture_vector(),
            "scale": call.input("Scale"),
            "distortion": call.input("Distortion"),
        },
        {"depth": int(_number(call, "turbulence_depth"))},
    )
    return {"Color": ops["color"], "Fac": ops["factor"]}


@rule("ShaderNodeTexBrick")
def brick(call: NodeCall) -> Outputs:
    """Offset and squash stand on the node, the rest on sockets."""
    sockets = {
        "color_1": "Color1",
        "color_2": "Color2",
        "mortar": "Mortar",
        "scale": "Scale",
        "mortar_size": "Mortar Size",
        "mortar_smooth": "Mortar Smooth",
        "bias": "Bias",
        "brick_width": "Brick Width",
        "row_height": "Row Height",
    }
    inputs = {name: call.input(identifier) for name, identifier in sockets.items()}
    ops = call.emit(
        "brick_texture",
        {"vector": call.texture_vector(), **inputs},
        {
            "offset": float(_number(call, "offset")),
            "offset_frequency": int(_number(call, "offset_frequency")),
            "squash": float(_number(call, "squash")),
            "squash_frequency": int(_number(call, "squash_frequency")),
        },
    )
    return {"Color": ops["color"], "Fac": ops["factor"]}


def _number(call: NodeCall, name: str) -> float:
    value = call.node.properties[name]
    assert isinstance(value, (int, float))
    return value
