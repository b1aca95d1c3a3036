"""Attribute and Color Attribute: what a surface stores under a name."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..signal import Signal, SignalType

MISSING = "an attribute that the plane does not have is 0, and its Alpha 1, as in Cycles"
OF_OTHERS = "a property of an object, an instancer or the scene is 0"


@rule(
    "ShaderNodeAttribute",
    modes=("attribute_type",),
    limits={"needs-mesh": MISSING, "attribute-of-others": OF_OTHERS},
)
def attribute(call: NodeCall) -> Outputs:
    """The plane has its UV map, its position and what Cycles makes of every mesh."""
    kind, name = call.prop("attribute_type"), str(call.node.properties.get("attribute_name", ""))
    # Outside a light's own loop Cycles looks for a light's attribute on the geometry.
    of_geometry = kind in ("GEOMETRY", "LIGHT")
    found = call.attribute(name) if of_geometry else None
    if not of_geometry:
        call.warn("attribute-of-others", f"the property '{name}' is not read; 0 is used")
    elif found is None:
        call.warn(
            "needs-mesh", f"the plane has no attribute '{name}'; 0 is used, as Cycles has it there"
        )
    nothing = Signal.vector(0.0, 0.0, 0.0)
    vector = call.convert(found or nothing, SignalType.VECTOR)
    factor = call.convert(vector, SignalType.FLOAT)
    if found is not None and (name == "uv" or call.domain.has_uv_map(name)):
        # Cycles takes the first of a pair of numbers, where of three it takes the mean.
        factor = call.emit("separate_xyz", {"vector": vector})["x"]
    return {
        "Color": call.convert(vector, SignalType.COLOR),
        "Vector": vector,
        "Fac": factor,
        "Alpha": Signal.number(float(of_geometry)),
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
