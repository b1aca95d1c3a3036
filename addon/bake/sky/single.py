"""Light scattered once between the sun and the eye, in 21 wavelengths.

In 32-bit floats and in the order that Cycles adds: a height above the sea is what is left of two
radii of 6,360 km, so it comes in steps of half a metre, and a more exact sum would differ.
Source: T. Nishita et al., "Display of the Earth Taking into Account Atmospheric Scattering", 1993;
constants and sampling are those of Blender's intern/sky.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...frontends.shader.sky.table import WIDTH, SkyModel, SkyTable
from .spectrum import AIR, IRRADIANCE, OZONE, to_xyz

Array = NDArray[np.float32]
F = np.float32

EARTH_RADIUS = F(6360e3)
"""Metres, as all lengths here."""
ATMOSPHERE_RADIUS = F(6420e3)
AIR_SCALE, AEROSOL_SCALE = F(8e3), F(1.2e3)
"""Heights over which there is less by a factor of e."""
OZONE_HEIGHT, OZONE_DEPTH = 25e3, 15e3
"""Where there is most of it, and how far from there it ends."""
AEROSOL_SCATTERING = F(2e-5)
"""Per metre, at the ground and in any colour."""
AEROSOL_EXTINCTION = F(1.11) * AEROSOL_SCATTERING
FORWARD = F(0.76)
"""Anisotropy of aerosols, in the phase function of Cornette and Shanks."""
STEPS = 32
"""Along the line of sight."""
REACH = 25.0
"""Towards the sun depth is summed at eight nodes of Gauss and Laguerre, as if e^-REACH ended it."""
_NODES, _WEIGHTS = np.polynomial.laguerre.laggauss(8)
NODES = tuple(F(node / REACH) for node in _NODES)
WEIGHTS = tuple(F(w * np.exp(x) / REACH) for x, w in zip(_NODES, _WEIGHTS, strict=True))
LOWEST, HIGHEST = 1.0, 59999.0
"""What altitudes are held to."""


class Vector(NamedTuple):
    """Points or directions; the components broadcast."""

    x: Array
    y: Array
    z: Array

    def dot(self, other: Vector) -> Array:
        """Return the dot product, added up in Cycles' order."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def length(self) -> Array:
        """Return how long it is."""
        return np.sqrt(self.dot(self))

    def along(self, way: Vector, far: Array) -> Vector:
        """Return the point that is ``far`` times ``way`` on."""
        return Vector(self.x + way.x * far, self.y + way.y * far, self.z + way.z * far)


def sky_half(table: SkyTable) -> Array:
    """Return the sky from behind the sun to its side. Shapes: (rows, WIDTH / 2, 3), CIE XYZ."""
    rows = table.rows
    half_turn, right_angle = F(np.pi), F(np.pi / 2)
    half = np.zeros((rows, WIDTH // 2, 3), F)
    if table.model is SkyModel.NISHITA:
        horizon = 0
        up = np.arange(rows, dtype=F) / F(rows)
        # The highest row is meant to be a little beyond the zenith.
        latitude = (right_angle + right_angle / F(rows) / F(2.0)) * (up * up)
    else:
        horizon = rows // 2
        up = np.arange(rows, dtype=F) / F(horizon) - F(1.0)
        latitude = right_angle * (up * up)
    longitude = F(2 * np.pi) / F(WIDTH) * np.arange(WIDTH // 2, dtype=F) - half_turn
    ways = _direction(latitude[horizon:, None], longitude[None, :])
    half[horizon:] = to_xyz(_scattered(ways, table))
    # Below the horizon it fades away, and is gone at 24 degrees.
    fade = np.maximum(F(1.0) - np.sin(latitude[:horizon]) * F(2.5), F(0.0))
    half[:horizon] = half[horizon] * (fade * fade * fade)[:, None, None]
    return half


def sun_ends(table: SkyTable) -> tuple[Array, Array]:
    """Return the light of the sun's lowest point and of its highest; black if it has set."""
    half = F(table.sun_size) / F(2.0)
    # For a sun of the size that it is in the sky; its edge is darkened where it is looked up.
    solid_angle = F(2 * np.pi) * (F(1.0) - np.cos(half))
    heights = np.array([table.sun_elevation, table.sun_elevation], F) + np.array([-half, half], F)
    if table.model is not SkyModel.NISHITA and heights[1] <= 0.0:
        return np.zeros(3, F), np.zeros(3, F)
    ways = _direction(np.maximum(heights, F(0.0)), np.zeros(2, F))
    air, aerosols, _ = _depth(_eye(table), ways)
    depth = AIR[:, None] * air * F(table.air) + AEROSOL_EXTINCTION * aerosols * F(table.aerosols)
    low, high = to_xyz(IRRADIANCE[:, None] * np.exp(-depth) / solid_angle)
    return low, high


def _scattered(ways: Vector, table: SkyTable) -> Array:
    """Return the spectra that are scattered into lines of sight. Shapes: (21, rows, columns)."""
    sun = _direction(np.array([table.sun_elevation], F), np.zeros(1, F))
    air, aerosols, ozone = F(table.air), F(table.aerosols), F(table.ozone)
    step = _way_out(_eye(table), ways) / F(STEPS)
    stride = Vector(ways.x * step, ways.y * step, ways.z * step)
    at = _eye(table).along(stride, np.full(1, 0.5, F))
    cosine = ways.dot(sun)
    by_air = F(0.1875 / np.pi) * (F(1.0) + cosine * cosine)
    by_aerosols = _cornette_shanks(cosine)
    depths = [np.zeros_like(step) for _ in range(3)]
    total = np.zeros((AIR.size, *step.shape), F)
    for _ in range(STEPS):
        there = _densities(at.length() - EARTH_RADIUS)
        here = [have * density for have, density in zip((air, aerosols, ozone), there, strict=True)]
        for depth, density in zip(depths, here, strict=True):
            depth += step * density
        lit = ~_shadowed(at, sun)
        sunwards = _depth(at, sun)
        through = [
            depth + have * far
            for depth, have, far in zip(depths, (air, aerosols, ozone), sunwards, strict=True)
        ]
        for i in range(AIR.size):
            lost = through[0] * AIR[i] + through[1] * AEROSOL_EXTINCTION + through[2] * OZONE[i]
            turned = by_air * (here[0] * AIR[i]) + by_aerosols * (here[1] * AEROSOL_SCATTERING)
            total[i] += np.where(lit, np.exp(-lost) * turned * IRRADIANCE[i] * step, F(0.0))
        at = Vector(at.x + stride.x, at.y + stride.y, at.z + stride.z)
    return total


def _eye(table: SkyTable) -> Vector:
    """Return where one looks from, straight above the Earth's middle."""
    nothing = np.zeros(1, F)
    altitude = min(max(table.altitude, LOWEST), HIGHEST)
    return Vector(nothing, nothing, np.array([EARTH_RADIUS + F(altitude)], F))


def _direction(latitude: Array, longitude: Array) -> Vector:
    level = np.cos(latitude)
    return Vector(
        level * np.cos(longitude), level * np.sin(longitude), np.sin(latitude) + longitude * F(0.0)
    )


def _way_out(start: Vector, way: Vector) -> Array:
    """Return how far it is to the end of the atmosphere."""
    b = F(2.0) * way.dot(start)
    c = start.dot(start) - ATMOSPHERE_RADIUS * ATMOSPHERE_RADIUS
    end = start.along(way, (-b + np.sqrt(b * b - F(4.0) * c)) / F(2.0))
    return Vector(start.x - end.x, start.y - end.y, start.z - end.z).length()


def _shadowed(start: Vector, sun: Vector) -> NDArray[np.bool_]:
    """Return whether the Earth is between a point and the sun."""
    b = F(2.0) * sun.dot(start)
    c = start.dot(start) - EARTH_RADIUS * EARTH_RADIUS
    return (sun.z < 0.0) & (b * b - F(4.0) * c >= 0.0)


def _densities(height: Array) -> tuple[Array, Array, Array]:
    """Return how much air, aerosol and ozone there is at a height, 1 where it is most."""
    layer = F(1.0) - np.abs(height - F(OZONE_HEIGHT)) / F(OZONE_DEPTH)
    return (
        np.exp(-height / AIR_SCALE),
        np.exp(-height / AEROSOL_SCALE),
        np.maximum(layer, F(0.0)),
    )


def _depth(start: Vector, way: Vector) -> tuple[Array, Array, Array]:
    """Return how much of each is in the way out of the atmosphere, in metres of it at its most."""
    far = _way_out(start, way)
    ahead = Vector(way.x * far, way.y * far, way.z * far)
    sums = [np.zeros_like(far) for _ in range(3)]
    for node, weight in zip(NODES, WEIGHTS, strict=True):
        height = start.along(ahead, np.full(1, node, F)).length() - EARTH_RADIUS
        for total, density in zip(sums, _densities(height), strict=True):
            total += density * weight
    return sums[0] * far, sums[1] * far, sums[2] * far


def _cornette_shanks(cosine: Array) -> Array:
    """Return how much aerosols scatter towards an angle of this cosine, 1 over the sphere."""
    squared = FORWARD * FORWARD
    around = F(1.0) + squared - F(2.0) * FORWARD * cosine
    above = F(3.0) * (F(1.0) - squared) * (F(1.0) + cosine * cosine)
    return above / (F(8.0 * np.pi) * (F(2.0) + squared) * (around * np.sqrt(around)))
