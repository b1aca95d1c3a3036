"""Voronoi Texture: distances to jittered points, in one to four dimensions."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import SignalType
from ..versions import choice

_FEATURES = ("f1", "f2", "smooth_f1")
"""Those that have a metric, a colour and a position."""


@rule(
    "ShaderNodeTexVoronoi",
    modes=("voronoi_dimensions", "feature", "distance"),
    switches=("voronoi_hash",),
)
def voronoi(call: NodeCall) -> Outputs:
    """Sockets that the chosen feature does not use are left at the kernel's defaults."""
    feature = call.prop("feature").lower()
    dimensions = call.prop("voronoi_dimensions")
    metric = call.prop("distance").lower()
    if feature not in _FEATURES or dimensions == "1D":
        metric = "euclidean"
    sockets = {"scale": "Scale", "randomness": "Randomness"}
    if feature != "n_sphere_radius":
        sockets |= {"detail": "Detail", "roughness": "Roughness", "lacunarity": "Lacunarity"}
    if feature == "smooth_f1":
        sockets["smoothness"] = "Smoothness"
    if metric == "minkowski":
        sockets["exponent"] = "Exponent"
    inputs = {name: call.input(identifier) for name, identifier in sockets.items()}
    if dimensions != "1D":
        inputs["vector"] = call.texture_vector()
    if dimensions in ("1D", "4D"):
        inputs["w"] = call.input("W")
    normalized = feature != "n_sphere_radius" and call.flag("normalize")
    ops = call.emit(
        "voronoi_texture",
        inputs,
        variants={
            "dimensions": f"d{dimensions[0]}",
            "feature": feature,
            "metric": metric,
            "normalized": "on" if normalized else "off",
            # One dimension is Jenkins in every version.
            "hash": "pcg" if dimensions == "1D" else choice("voronoi_hash", call.version),
        },
        types={"position": SignalType.VECTOR},
    )
    return {
        "Distance": ops["distance"],
        "Color": ops["color"],
        "Position": ops["position"],
        "W": ops["w_position"],
        "Radius": ops["radius"],
    }
