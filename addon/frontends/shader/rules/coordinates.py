"""Texture Coordinate, UV Map and Camera Data: where a texel is, on the surface and to a view."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..matrices import FLAT, Rows, inverse
from ..signal import Closure, Signal, SignalType
from ..spaces import WITHOUT_CAMERA, transformed

_FIELDS = {"Generated": "generated", "Normal": "object_normal", "UV": "uv"}
"""Outputs that the domain knows, by identifier."""

NO_VIEW = "what the camera decides is as Cycles has it in a scene without one"
NO_INSTANCER = "From Instancer is 0, as in Cycles' bake: no instance is baked"
NO_UV_MAP = "a UV map that is not there is the active one"


@rule(
    "ShaderNodeTexCoord",
    limits={
        "constant-in-a-bake": NO_INSTANCER,
        "coordinate-object": "an object that moves is taken where it stands at the frame shown, "
        "and one that is scaled to nothing gives 0",
        "view-dependent": f"Camera and Window: {NO_VIEW}. Reflection is the normal; that is exact",
    },
)
def texture_coordinate(call: NodeCall) -> Outputs:
    """A bake looks along the normal, so Reflection is the normal itself. An unset object is the
    surface's own; any other counts as it lies to the plane at the world's origin.

    Without a camera, measured, Camera is the position in the world and Window is 0.
    """
    outputs: dict[str, Signal | Closure] = {}
    instanced = call.flag("from_instancer")
    for identifier, kind in _FIELDS.items():
        if not call.wants(identifier):
            continue
        if instanced and identifier != "Normal":
            call.warn("constant-in-a-bake", NO_INSTANCER, marks=False)
            outputs[identifier] = Signal.vector(0.0, 0.0, 0.0)
        else:
            outputs[identifier] = call.coordinate(kind)
    if call.wants("Object"):
        outputs["Object"] = _object(call)
    if call.wants("Reflection"):
        call.warn(
            "view-dependent",
            "a bake looks along the normal: Reflection is the normal, as in Cycles' bake",
            marks=False,
        )
        outputs["Reflection"] = call.coordinate("normal")
    if call.wants("Camera"):
        call.warn("view-dependent", f"Camera depends on the view: {NO_VIEW}")
        position = call.coordinate("position")
        outputs["Camera"] = transformed(call, position, WITHOUT_CAMERA, suffix="camera")
    if call.wants("Window"):
        call.warn("view-dependent", f"Window depends on the view: 0 is used; {NO_VIEW}")
        outputs["Window"] = Signal.vector(0.0, 0.0, 0.0)
    return outputs


def _object(call: NodeCall) -> Signal:
    """Return where a texel is in the space of the chosen object."""
    numbers = call.node.properties.get("object.to_world")
    if not isinstance(numbers, tuple):
        return call.coordinate("object")
    name = call.node.properties.get("object")
    if call.node.properties.get("of_scene.elsewhen"):
        call.warn(
            "coordinate-object",
            f"'{name}' may move; it is taken where it stands at the frame shown, not the one baked",
        )
    x, y, z = (numbers[row : row + 4] for row in (0, 4, 8))
    to_world: Rows = ((x[0], x[1], x[2], x[3]), (y[0], y[1], y[2], y[3]), (z[0], z[1], z[2], z[3]))
    rows = inverse(to_world)
    if rows == FLAT:
        call.warn(
            "coordinate-object", f"'{name}' is scaled to nothing, and has no space; 0 is used"
        )
    return transformed(call, call.coordinate("position"), rows, suffix="object")


@rule(
    "ShaderNodeUVMap",
    limits={"constant-in-a-bake": NO_INSTANCER, "needs-mesh": NO_UV_MAP},
)
def uv_map(call: NodeCall) -> Outputs:
    """An empty name is the map that is active for rendering."""
    if call.flag("from_instancer"):
        call.warn("constant-in-a-bake", NO_INSTANCER, marks=False)
        return {"UV": Signal.vector(0.0, 0.0, 0.0)}
    name = str(call.node.properties.get("uv_map", ""))
    if not call.domain.has_uv_map(name):
        call.warn("needs-mesh", f"there is no UV map '{name}' here; the active one is used")
    return {"UV": call.coordinate("uv", name)}


@rule(
    "ShaderNodeCameraData",
    limits={"view-dependent": NO_VIEW},
)
def camera_data(call: NodeCall) -> Outputs:
    """Directions and distances from the origin, looking along -Z. A bump does not move it."""
    still = call.still()
    if still is not None:
        return still
    call.warn("view-dependent", f"Camera Data depends on the view: {NO_VIEW}")
    position = transformed(call, call.coordinate("position"), WITHOUT_CAMERA, suffix="camera")
    ops = call.emit("camera_data", {"position": position}, types={"vector": SignalType.VECTOR})
    return {
        "View Vector": ops["vector"],
        "View Z Depth": ops["depth"],
        "View Distance": ops["distance"],
    }
