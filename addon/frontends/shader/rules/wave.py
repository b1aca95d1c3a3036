"""Wave Texture: bands and rings."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import SignalType

_SOCKETS = {
    "scale": "Scale",
    "distortion": "Distortion",
    "detail": "Detail",
    "detail_scale": "Detail Scale",
    "detail_roughness": "Detail Roughness",
    "phase": "Phase Offset",
}
_PROFILES = {"SIN": "sine", "SAW": "saw", "TRI": "triangle"}


@rule(
    "ShaderNodeTexWave",
    modes=("wave_type", "bands_direction", "rings_direction", "wave_profile"),
)
def wave(call: NodeCall) -> Outputs:
    """Color is the factor in all three channels."""
    shape = call.prop("wave_type").lower()
    direction = call.prop(f"{shape}_direction").lower()
    ops = call.emit(
        "wave_texture",
        {
            "vector": call.texture_vector(),
            **{name: call.input(identifier) for name, identifier in _SOCKETS.items()},
        },
        variants={
            "shape": shape,
            "direction": direction if direction in ("x", "y", "z") else "all",
            "profile": _PROFILES[call.prop("wave_profile")],
        },
    )
    factor = ops["fac"]
    color = call.convert(factor, SignalType.COLOR) if call.wants("Color") else factor
    return {"Fac": factor, "Color": color}
