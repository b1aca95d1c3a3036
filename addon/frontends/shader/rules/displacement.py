"""Displacement, as the height it adds along the normal."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule


@rule("ShaderNodeDisplacement")
def displacement(call: NodeCall) -> Outputs:
    """Returns a float where Blender has a vector: the height map is all that Kiln makes of it."""
    ops = call.emit(
        "displacement",
        {
            "height": call.input("Height"),
            "midlevel": call.input("Midlevel"),
            "scale": call.input("Scale"),
        },
    )
    return {"Displacement": ops["result"]}
