"""Bump and Normal Map: normals from heights and from pictures."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..domain import Field
from ..signal import SignalType
from ..spaces import normals_to_world
from ..versions import number


@rule(
    "ShaderNodeBump",
    limits={"bump-filter-width": "Filter Width cannot vary: its own value is used"},
    switches=("bump_differential_texels",),
)
def bump(call: NodeCall) -> Outputs:
    """The tree above Height is compiled three times: here, and shifted along both differentials.

    Inside another bump's height a bump stays as it is while the rest is shifted: so Cycles has it.
    """
    still = call.still()
    if still is not None:
        return still
    normal = call.input("Normal") if call.linked("Normal") else call.coordinate("normal")
    height = call.input("Height")
    if not call.linked("Height") or not height.varies:
        return {"Normal": normal}
    texels_per_width = number("bump_differential_texels", call.version)
    width = _filter_width(call)
    ops = call.emit(
        "bump_normal",
        {
            "height": height,
            "height_1": call.shifted("Height", 1, width * texels_per_width),
            "height_2": call.shifted("Height", 2, width * texels_per_width),
            "normal": normal,
            "strength": call.input("Strength"),
            "distance": call.input("Distance"),
            "first": call.coordinate(Field.FIRST),
            "second": call.coordinate(Field.SECOND),
        },
        {"filter_width": width, "differential_texels": texels_per_width},
        {"inverted": "yes" if call.flag("invert") else "no"},
        types={"result": SignalType.VECTOR},
    )
    return {"Normal": ops["result"]}


def _filter_width(call: NodeCall) -> float:
    """Return the width as a number: Cycles takes it when it compiles, so a link has no say."""
    value = call.node.input("Filter Width").value
    assert isinstance(value, (int, float))
    if call.linked("Filter Width"):
        call.warn("bump-filter-width", "Filter Width cannot vary; its own value is used")
    return float(value)


@rule("ShaderNodeNormalMap", modes=("space", "convention"))
def normal_map(call: NodeCall) -> Outputs:
    """On the flat plane object, world and tangent space share their axes."""
    spaces = {"TANGENT": "tangent", "OBJECT": "object", "WORLD": "object"}
    directx = call.node.properties.get("convention") == "DIRECTX"
    uv_map = str(call.node.properties.get("uv_map", ""))
    in_world = call.prop("space") in ("WORLD", "BLENDER_WORLD")
    ops = call.emit(
        "normal_map",
        {
            "color": call.input("Color"),
            "strength": call.input("Strength"),
            "normal": call.coordinate(Field.NORMAL),
            "object_normal": call.coordinate(Field.OBJECT_NORMAL),
            "tangent": call.coordinate(Field.TANGENT, uv_map),
            "handedness": call.coordinate(Field.HANDEDNESS, uv_map),
        },
        {} if in_world else normals_to_world(call),
        variants={
            "space": spaces.get(call.prop("space"), "blender"),
            "green": "down" if directx else "up",
        },
        types={"result": SignalType.VECTOR},
    )
    return {"Normal": ops["result"]}
