"""Texture Coordinate and UV Map: where a texture reads, on the surface that is baked."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Closure, Signal

_DOMAIN = {"Generated": "generated", "Normal": "normal", "UV": "uv", "Object": "object"}
"""Outputs that the domain knows, by identifier."""


_INSTANCER = "From Instancer is ignored: the surface's own is used"


@rule(
    "ShaderNodeTexCoord",
    limits={
        "coordinate-instancer": _INSTANCER,
        "coordinate-object": "Object is the baked surface's own, whatever object is chosen",
        "coordinate-camera": "Camera depends on the view: Object is used",
        "coordinate-window": "Window depends on the view: 0 is used",
    },
)
def texture_coordinate(call: NodeCall) -> Outputs:
    """A bake has no view: Cycles looks along the normal, so Reflection is the normal itself.

    Camera and Window depend on the scene's camera. Without one, measured, Camera is the position
    in the world and Window is 0, and that is what they are given here.
    """
    outputs: dict[str, Signal | Closure] = {}
    instanced = call.flag("from_instancer") and (call.wants("Generated") or call.wants("UV"))
    if instanced:
        call.warn("coordinate-instancer", "From Instancer is ignored; the surface's own is used")
    target = call.node.properties.get("object")
    if target and call.wants("Object"):
        call.warn("coordinate-object", f"Object is the baked surface's own, not that of '{target}'")
    for identifier, kind in _DOMAIN.items():
        if call.wants(identifier):
            outputs[identifier] = call.coordinate(kind)
    if call.wants("Reflection"):
        outputs["Reflection"] = call.coordinate("normal")
    if call.wants("Camera"):
        call.warn("coordinate-camera", "Camera depends on the view; Object is used instead")
        outputs["Camera"] = call.coordinate("object")
    if call.wants("Window"):
        call.warn("coordinate-window", "Window depends on the view; 0 is used instead")
        outputs["Window"] = Signal.vector(0.0, 0.0, 0.0)
    return outputs


@rule("ShaderNodeUVMap", limits={"coordinate-instancer": _INSTANCER})
def uv_map(call: NodeCall) -> Outputs:
    """An empty name is the map that is active for rendering."""
    if call.flag("from_instancer"):
        call.warn("coordinate-instancer", "From Instancer is ignored; the surface's own UV is used")
    return {"UV": call.coordinate("uv", str(call.node.properties.get("uv_map", "")))}
