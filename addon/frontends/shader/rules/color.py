"""Colour corrections: Hue/Saturation/Value, Gamma, Invert, Brightness/Contrast, RGB to BW."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import SignalType


@rule("ShaderNodeHueSaturation")
def hue_saturation(call: NodeCall) -> Outputs:
    """Hue 0.5 turns nothing."""
    ops = call.emit(
        "hue_saturation",
        {
            "color": call.input("Color"),
            "hue": call.input("Hue"),
            "saturation": call.input("Saturation"),
            "value": call.input("Value"),
            "factor": call.input("Fac"),
        },
    )
    return {"Color": ops["result"]}


@rule("ShaderNodeGamma")
def gamma(call: NodeCall) -> Outputs:
    """A power per channel."""
    ops = call.emit("gamma", {"color": call.input("Color"), "exponent": call.input("Gamma")})
    return {"Color": ops["result"]}


@rule("ShaderNodeInvert")
def invert(call: NodeCall) -> Outputs:
    """One minus the colour, by a factor."""
    ops = call.emit("invert_color", {"factor": call.input("Fac"), "color": call.input("Color")})
    return {"Color": ops["result"]}


@rule("ShaderNodeBrightContrast")
def brightness_contrast(call: NodeCall) -> Outputs:
    """Linear, about 0.5."""
    ops = call.emit(
        "brightness_contrast",
        {
            "color": call.input("Color"),
            "brightness": call.input("Bright"),
            "contrast": call.input("Contrast"),
        },
    )
    return {"Color": ops["result"]}


@rule("ShaderNodeRGBToBW")
def rgb_to_bw(call: NodeCall) -> Outputs:
    """The same luminance as the implicit conversion."""
    return {"Val": call.convert(call.input("Color"), SignalType.FLOAT)}
