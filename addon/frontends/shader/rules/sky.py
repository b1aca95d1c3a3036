"""Sky Texture: daylight by direction, from a formula or from a table of scattered light."""

from __future__ import annotations

from math import copysign, fmod, pi

from ....plan.types import Value
from ..call import NodeCall, Outputs, rule
from ..sky.daylight import hosek_wilkie, preetham
from ..sky.table import SkyModel, SkyTable
from .spectrum import xyz_to_working_space

_MODELS = {
    "NISHITA": SkyModel.NISHITA,
    "SINGLE_SCATTERING": SkyModel.SINGLE,
    "MULTIPLE_SCATTERING": SkyModel.MULTIPLE,
}
LEAST_SUN = 0.0005
"""Radians across, of a sun of size 0. Source: measured."""


@rule(
    "ShaderNodeTexSky",
    modes=("sky_type",),
    covers="Every setting of the sun, the air and the ground; in 4.5 Nishita, which 5.0 has as "
    "Single Scattering. Scattered light is computed as Cycles does, once for each sun and air",
    limits={"sky-no-sun": "a Sun Direction of length 0 is taken for the zenith"},
    switches=("xyz_matrix",),
)
def sky_texture(call: NodeCall) -> Outputs:
    """A direction is not brought to length 1; unlinked, or hidden by the type, it is Generated."""
    model = _MODELS.get(call.prop("sky_type"))
    return _formula(call) if model is None else _scattering(call, model)


def _formula(call: NodeCall) -> Outputs:
    sun = call.node.properties["sun_direction"]
    assert isinstance(sun, tuple)
    x, y, z = sun
    if not any(sun):
        call.warn("sky-no-sun", "has a Sun Direction of length 0; the zenith is used")
        z = 1.0
    turbidity = _number(call, "turbidity")
    kind = call.prop("sky_type")
    if kind == "PREETHAM":
        sky = preetham((x, y, z), turbidity)
    else:
        sky = hosek_wilkie((x, y, z), turbidity, _number(call, "ground_albedo"))
    params: dict[str, Value] = {"sun": (sky.sun_theta, sky.sun_phi), "zenith": sky.zenith}
    params |= {f"c{place}": numbers for place, numbers in enumerate(sky.coefficients)}
    ops = call.emit(
        "sky_daylight",
        {"direction": call.texture_vector()},
        params | xyz_to_working_space(call),
        {"model": kind.lower()},
    )
    return {"Color": ops["color"]}


def _scattering(call: NodeCall, model: SkyModel) -> Outputs:
    elevation, rotation = _turned(_number(call, "sun_elevation"), _number(call, "sun_rotation"))
    size = max(_number(call, "sun_size"), LEAST_SUN)
    nishita = model is SkyModel.NISHITA
    table = SkyTable(
        model,
        elevation,
        size,
        _number(call, "altitude"),
        _number(call, "air_density"),
        _number(call, "dust_density" if nishita else "aerosol_density"),
        _number(call, "ozone_density"),
    )
    ops = call.emit(
        "sky_scattering",
        {"direction": call.texture_vector()},
        {
            "elevation": elevation,
            "rotation": rotation,
            "diameter": size,
            "intensity": _number(call, "sun_intensity"),
            **xyz_to_working_space(call),
        },
        {
            "table_wrap_x": "clamp",
            "table_wrap_y": "clamp",
            "below": "fading" if nishita else "table",
            "disc": "on" if call.flag("sun_disc") else "off",
        },
        gathers={"table": call.sky(table)},
    )
    return {"Color": ops["color"]}


def _turned(elevation: float, rotation: float) -> tuple[float, float]:
    """Return the sun's place with its elevation in a quarter turn of the horizon, and its rotation
    the other way around, from 0 to a whole turn."""
    elevation = fmod(elevation, 2.0 * pi)
    if abs(elevation) >= pi:
        elevation -= copysign(2.0 * pi, elevation)
    if abs(elevation) >= pi / 2.0:
        elevation = copysign(pi, elevation) - elevation
        rotation += pi
    rotation = fmod(rotation, 2.0 * pi)
    return elevation, 2.0 * pi - (rotation + 2.0 * pi if rotation < 0.0 else rotation)


def _number(call: NodeCall, name: str) -> float:
    value = call.node.properties[name]
    assert isinstance(value, (int, float))
    return float(value)
