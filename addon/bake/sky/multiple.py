"""Light scattered many times over, in four wavelengths chosen so that they do for all.

Source: F. García Liñán, "Spectral sky", 2024 (https://fgarlin.com/posts/2024-12-06-spectral_sky):
atmosphere, fit of what is scattered more than once, and the matrix to CIE XYZ; steps through a
medium by S. Hillaire, "Physically Based Sky, Atmosphere and Cloud Rendering in Frostbite", 2016.
Constants and sampling are those of Blender's intern/sky.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...frontends.shader.sky.table import WIDTH, SkyTable

Array = NDArray[np.float32]
F = np.float32

EARTH_RADIUS, ATMOSPHERE = F(6371.0), F(100.0)
"""Kilometres, as all lengths here."""
GROUND_ALBEDO = F(0.3)
FORWARD = F(0.8)
"""Anisotropy of aerosols, in the phase function of Henyey and Greenstein."""
STEPS = 64
"""Along each line."""
COLUMNS, ROWS = 256, 64
"""Of the table of how much light comes through: by the sun's cosine, and by height."""
LOWEST, HIGHEST = 1e-3, 99.999
"""What altitudes are held to."""

IRRADIANCE = np.array([1.679, 1.828, 1.986, 1.307], F)
"""At 630, 560, 490 and 430 nm, as all rows of four."""
AIR = np.array([6.605e-3, 1.067e-2, 1.842e-2, 3.156e-2], F)
OZONE = np.array([3.472e-25, 3.914e-25, 1.349e-25, 11.03e-27], F) * F(334.5)
"""Absorbed per molecule, times the mean Dobson units over the months."""
AEROSOL_ABSORPTION = np.array([2.8722e-24, 4.6168e-24, 7.9706e-24, 1.3578e-23], F)
AEROSOL_SCATTERING = np.array([1.5908e-22, 1.7711e-22, 2.0942e-22, 2.4033e-22], F)
AEROSOL_DENSITY, AEROSOL_BACKGROUND, AEROSOL_SCALE = F(1.3681e20), F(2e6), F(0.73)
"""Of a city's air: at the ground, far up, and the height over which there is less by e."""
REPEATED = F(0.02) * np.array([0.217, 0.347, 0.594, 1.0], F)
"""The fit of what arrives after more than one scattering."""
TO_XYZ = np.array(
    [
        (53.386917738564668, 22.981337506691025, 0.0),
        (43.904844466369358, 71.347795700053394, 0.102506867965741),
        (1.6137278251608962, 18.422960591455485, 31.742921188390806),
        (20.762668673810577, 2.3614213523314369, 110.48009643252140),
    ],
    F,
)


@dataclass(frozen=True)
class Air:
    """What one atmosphere does to light at a height. Shapes: (..., 4)."""

    air: float
    aerosols: float
    ozone: float

    def scattering(self, height: Array) -> tuple[Array, Array]:
        """Return how much is scattered per kilometre, by molecules and by aerosols."""
        thin = np.exp(F(-0.07771971) * np.power(height, F(1.16364243)))
        return (
            AIR * thin[..., None] * F(self.air),
            AEROSOL_SCATTERING * self._aerosols(height)[..., None],
        )

    def extinction(self, height: Array) -> Array:
        """Return how much is lost per kilometre."""
        log = np.log(np.maximum(height, F(1e-4)))
        off = log - F(3.22261)
        ozone = F(3.78547397e20) * np.exp(-(off * off) * F(5.55555555) - log)
        by_air, by_aerosols = self.scattering(height)
        absorbed = AEROSOL_ABSORPTION * self._aerosols(height)[..., None]
        return absorbed + by_aerosols + OZONE * ozone[..., None] * F(self.ozone) + by_air

    def transmittance(self, cosine: Array, height: Array) -> Array:
        """Return how much comes through from the end of the atmosphere, from a height."""
        radius = EARTH_RADIUS + height
        sine = np.sqrt(F(1.0) - cosine * cosine)
        step = _far(cosine * radius, radius, EARTH_RADIUS + ATMOSPHERE) / F(STEPS)
        total = np.zeros((*np.broadcast_shapes(cosine.shape, height.shape), 4), F)
        for i in range(STEPS):
            t = F(i + 0.5) * step
            across, up = sine * t, radius + cosine * t
            there = np.maximum(np.sqrt(across * across + up * up) - EARTH_RADIUS, F(0.0))
            total += self.extinction(there) * step[..., None]
        return np.exp(-total)

    def _aerosols(self, height: Array) -> Array:
        rest = AEROSOL_BACKGROUND / AEROSOL_DENSITY
        return AEROSOL_DENSITY * (np.exp(-height / AEROSOL_SCALE) + rest) * F(self.aerosols)


def sky_half(table: SkyTable) -> Array:
    """Return the sky from the sun's side to behind it. Shapes: (rows, WIDTH / 2, 3), CIE XYZ."""
    atmosphere = Air(table.air, table.aerosols, table.ozone)
    through = _Transmittance(atmosphere)
    azimuth = F(2 * np.pi) * (np.arange(WIDTH // 2, dtype=F) + F(0.5)) / F(WIDTH)
    line = (np.arange(table.rows, dtype=F) + F(0.5)) / F(table.rows) * F(2.0) - F(1.0)
    elevation = np.copysign(line * line, line) * F(np.pi / 2)
    level, rise = np.cos(elevation), np.sin(elevation)
    sun_rise = np.cos(F(np.pi / 2) - F(table.sun_elevation))
    sun_level = -np.sqrt(F(1.0) - sun_rise * sun_rise)
    cosine = -(level[:, None] * np.cos(azimuth) * sun_level + rise[:, None] * sun_rise)
    by_air = F(3.0 / 16.0 / np.pi) * (F(1.0) + cosine * cosine)
    squared = FORWARD * FORWARD
    around = F(1.0) + squared + F(2.0) * FORWARD * cosine
    by_aerosols = F(1.0 / 4.0 / np.pi) * (F(1.0) - squared) / (around * np.sqrt(around))
    radius = EARTH_RADIUS + _altitude(table)
    out = _far(rise * radius, radius, EARTH_RADIUS + ATMOSPHERE)
    ground = _far(rise * radius, radius, EARTH_RADIUS)
    step = np.where(ground < 0.0, out, ground) / F(STEPS)
    light = np.zeros((*cosine.shape, 4), F)
    left = np.ones((table.rows, 1, 4), F)
    for i in range(STEPS):
        t = F(i + 0.5) * step
        across, up = level * t, radius + rise * t
        distance = np.sqrt(across * across + up * up)
        height = np.maximum(distance - EARTH_RADIUS, F(0.0))
        to_sun = across[:, None] * np.cos(azimuth) * sun_level + (up * sun_rise)[:, None]
        to_sun = to_sun / distance[:, None]
        arrives, to_ground = through.at(to_sun, height / ATMOSPHERE)
        again = through.again(to_ground, to_sun, height / ATMOSPHERE, distance)
        air, aerosols = (part[:, None] for part in atmosphere.scattering(height))
        lost = atmosphere.extinction(height)
        kept = np.exp(-step[:, None] * lost)[:, None]
        source = arrives * (air * by_air[..., None] + aerosols * by_aerosols[..., None])
        source += again * (air + aerosols)
        source *= IRRADIANCE
        light += left * ((source - source * kept) / np.maximum(lost, F(1e-7))[:, None])
        left = left * kept
    return light @ TO_XYZ


def sun_ends(table: SkyTable) -> tuple[Array, Array]:
    """Return the light of the sun's lowest point and of its highest."""
    half = F(table.sun_size) / F(2.0)
    solid_angle = F(2 * np.pi) * (F(1.0) - np.cos(half))
    heights = np.array([table.sun_elevation, table.sun_elevation], F) + np.array([-half, half], F)
    atmosphere = Air(table.air, table.aerosols, table.ozone)
    cosine = np.cos(F(np.pi / 2) - heights)
    arrives = atmosphere.transmittance(cosine, np.full(2, _altitude(table), F))
    low, high = (IRRADIANCE * arrives / solid_angle) @ TO_XYZ
    return low, high


class _Transmittance:
    """An atmosphere's transmittance at 256 cosines and 64 heights, and between them by a line."""

    def __init__(self, atmosphere: Air) -> None:
        cosines = np.arange(COLUMNS, dtype=F) / F(COLUMNS - 1) * F(2.0) - F(1.0)
        heights = np.arange(ROWS, dtype=F) / F(ROWS - 1) * ATMOSPHERE
        self._known = atmosphere.transmittance(cosines[None, :], heights[:, None])

    def at(self, cosine: Array, height: Array) -> tuple[Array, Array]:
        """Return how much comes through at heights, from 0 to 1 of the atmosphere's, and at the
        ground. Shapes: (rows, columns) and (rows,) to (rows, columns, 4)."""
        low, high, y = _place(height, ROWS)
        ground = np.broadcast_to(self._known[0], (len(height), COLUMNS, 4))
        there = _mixed(self._known[low], self._known[high], y[:, None])
        # Both side by side: looking up is what takes the time.
        rows = np.concatenate((there, ground), axis=-1).reshape(-1, 8)
        left, right, x = _place(cosine * F(0.5) + F(0.5), COLUMNS)
        first = (np.arange(len(height)) * COLUMNS)[:, None]
        found = _mixed(rows.take(first + left, 0), rows.take(first + right, 0), x)
        return found[..., :4], found[..., 4:]

    def again(self, to_ground: Array, cosine: Array, height: Array, distance: Array) -> Array:
        """Return what is scattered more than once, and what the ground sends back up."""
        low, high, y = _place(height, ROWS)
        zenith = _mixed(self._known[low, -1], self._known[high, -1], y)
        from_ground = self._known[0, -1] / zenith
        part = EARTH_RADIUS / distance
        angle = F(2 * np.pi) * (F(1.0) - np.sqrt(F(1.0) - part * part))
        sent = F(1.0 / 4.0 / np.pi) * angle * (GROUND_ALBEDO * F(1.0 / np.pi))
        ground = (sent[:, None] * from_ground)[:, None] * (to_ground * cosine[..., None])
        fades = F(1.0) / (F(1.0) + F(5.0) * np.exp(F(-17.92) * cosine))
        return REPEATED * fades[..., None] + ground


def _altitude(table: SkyTable) -> np.float32:
    """Return in kilometres where one looks from."""
    return F(min(max(table.altitude / 1000.0, LOWEST), HIGHEST))


def _far(rise: Array, radius: Array, sphere: np.float32) -> Array:
    """Return how far it is to a sphere; -1 where it is not met. ``rise`` is radius times cosine."""
    outside = radius * radius - sphere * sphere
    squared = rise * rise - outside
    root = np.sqrt(np.maximum(squared, F(0.0)))
    far = np.where(squared >= rise * rise, root - rise, -rise - root)
    missed = ((outside > 0.0) & (rise > 0.0)) | (squared < 0.0)
    return np.where(missed, F(-1.0), far)


def _place(share: Array, count: int) -> tuple[NDArray[np.intp], NDArray[np.intp], Array]:
    """Return the entries to either side of a place from 0 to 1, and how far it is between them."""
    at = np.clip(share, F(0.0), F(1.0)) * F(count - 1)
    low = at.astype(np.intp)
    return low, np.minimum(low + 1, count - 1), at - low.astype(F)


def _mixed(a: Array, b: Array, t: Array) -> Array:
    """Return rows of four or more between two, a part ``t`` of the way."""
    return a + t[..., None] * (b - a)
