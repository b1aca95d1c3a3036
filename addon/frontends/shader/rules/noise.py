"""Noise Texture: gradient noise in one to four dimensions, five ways to add octaves up."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..versions import choice

_SOCKETS = {
    "scale": "Scale",
    "detail": "Detail",
    "roughness": "Roughness",
    "lacunarity": "Lacunarity",
    "distortion": "Distortion",
}
_MULTIFRACTAL_SOCKETS = {"offset": "Offset", "gain": "Gain"}


@rule(
    "ShaderNodeTexNoise",
    modes=("noise_dimensions", "noise_type"),
    switches=("noise_offset_rounding",),
)
def noise(call: NodeCall) -> Outputs:
    """Fac is the first channel of Color, so Color is only computed where it is wanted."""
    type = call.prop("noise_type").lower()
    dimensions = call.prop("noise_dimensions")
    both = call.wants("Color")
    inputs = {name: call.input(identifier) for name, identifier in _SOCKETS.items()}
    if type not in ("fbm", "multifractal"):
        inputs |= {name: call.input(socket) for name, socket in _MULTIFRACTAL_SOCKETS.items()}
    if dimensions != "1D":
        inputs["vector"] = call.texture_vector()
    if dimensions in ("1D", "4D"):
        inputs["w"] = call.input("W")
    ops = call.emit(
        "noise_texture",
        inputs,
        variants={
            "dimensions": f"d{dimensions[0]}",
            "noise": type,
            "normalized": "on" if type != "fbm" or call.flag("normalize") else "off",
            "outputs": "both" if both else "fac",
            "rounding": choice("noise_offset_rounding", call.version),
        },
    )
    return {"Fac": ops["fac"], "Color": ops["color"]}
