"""Attribute and Color Attribute: what a surface stores under a name."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Closure, Signal, SignalType

MISSING = (
    "an attribute that the plane does not have is 0, and its Alpha 1, as in Cycles; a property of "
    "an object or an instancer is 0, and its Alpha too"
)
NOT_OF_SCENE = "what neither the view layer nor the scene nor its world has as a number is 0"


@rule(
    "ShaderNodeAttribute",
    modes=("attribute_type",),
    limits={
        "needs-mesh": MISSING,
        "attribute-missing": NOT_OF_SCENE,
        "attribute-of-another-frame": "the scene's number is that of the frame shown",
    },
)
def attribute(call: NodeCall) -> Outputs:
    """The plane has its UV map, its position and what Cycles makes of every mesh. Of the view
    layer, the scene and its world every number is read.
    """
    kind, name = call.prop("attribute_type"), str(call.node.properties.get("attribute_name", ""))
    # Outside a light's own loop Cycles looks for a light's attribute on the geometry.
    if kind in ("GEOMETRY", "LIGHT"):
        return _of_geometry(call, name)
    if kind == "VIEW_LAYER":
        value = call.node.properties.get("attribute.value")
        if call.node.properties.get("of_scene.elsewhen"):
            call.warn(
                "attribute-of-another-frame",
                f"'{name}' is taken as it stands at the frame shown, not at the one baked",
            )
    else:
        value = call.domain.info.properties.get(name)
    if isinstance(value, tuple):
        r, g, b, alpha = value
        return _outputs(call, Signal.vector(r, g, b), alpha)
    if kind == "VIEW_LAYER":
        told = f"neither the view layer nor the scene nor its world has a number '{name}'"
        call.warn("attribute-missing", f"{told}; 0 is used, as Cycles has it", marks=False)
    else:
        call.warn(
            "needs-mesh", f"the plane has no property '{name}'; 0 is used, as Cycles has it there"
        )
    return _outputs(call, Signal.vector(0.0, 0.0, 0.0), 0.0)


def _of_geometry(call: NodeCall, name: str) -> Outputs:
    found = call.attribute(name)
    if found is None:
        call.warn(
            "needs-mesh", f"the plane has no attribute '{name}'; 0 is used, as Cycles has it there"
        )
        return _outputs(call, Signal.vector(0.0, 0.0, 0.0), 1.0)
    outputs = _outputs(call, found, 1.0)
    if name == "uv" or call.domain.has_uv_map(name):
        # Cycles takes the first of a pair of numbers, where of three it takes the mean.
        outputs["Fac"] = call.emit("separate_xyz", {"vector": found})["x"]
    return outputs


def _outputs(call: NodeCall, value: Signal, alpha: float) -> dict[str, Signal | Closure]:
    """Return a vector or a number as all four outputs."""
    vector = call.convert(value, SignalType.VECTOR)
    return {
        "Color": call.convert(vector, SignalType.COLOR),
        "Vector": vector,
        "Fac": call.convert(vector, SignalType.FLOAT),
        "Alpha": Signal.number(alpha),
    }


@rule(
    "ShaderNodeVertexColor",
    limits={"needs-mesh": "the plane has no colours: they and their Alpha are 0, as in Cycles"},
)
def color_attribute(call: NodeCall) -> Outputs:
    """An empty name is the active colour, which the plane does not have either."""
    name = str(call.node.properties.get("layer_name", ""))
    found = call.attribute(name) if name else None
    if found is None:
        told = f"no colours '{name}'" if name else "no colours"
        call.warn("needs-mesh", f"the plane has {told}; 0 is used, as Cycles has it there")
        return {"Color": Signal.color(0.0, 0.0, 0.0), "Alpha": Signal.number(0.0)}
    return {"Color": call.convert(found, SignalType.COLOR), "Alpha": Signal.number(1.0)}
