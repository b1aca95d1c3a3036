"""The two skies that are formulas: what of them does not depend on the direction looked in.

Source: A. J. Preetham, P. Shirley, B. Smits, "A Practical Analytic Model for Daylight", 1999;
L. Hosek, A. Wilkie, "An Analytic Model for Full Spectral Sky-Dome Radiance", 2012. Cycles' scales
of both, and that it clamps where it does, are measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import acos, atan2, comb, cos, exp, hypot, pi, tan
from pathlib import Path

Triple = tuple[float, float, float]
Row = tuple[float, ...]

DATA = Path(__file__).with_name("hosek_wilkie.txt")
TURBIDITIES = 10
POINTS = 6
"""Control points along the sun's height: a curve of the fifth degree."""
COEFFICIENTS = 9
LUMINANCE = 0.06
"""Cycles' scale of Preetham's zenith, which is in kilocandelas."""


@dataclass(frozen=True, slots=True)
class Daylight:
    """A sky's numbers, three of each: for Y, x, y by Preetham, for X, Y, Z by Hosek and Wilkie."""

    zenith: Triple
    """What the formula's shape is multiplied by."""
    coefficients: tuple[Triple, ...]
    """Five by Preetham, nine by Hosek and Wilkie."""
    sun_theta: float
    """Radians from the zenith."""
    sun_phi: float
    """Radians from +Y towards +X."""


def preetham(sun: Triple, turbidity: float) -> Daylight:
    """Return Preetham's sky. ``turbidity`` is how hazy the air is, 2 where it is clear."""
    theta, phi = _spherical(sun)
    t = turbidity
    chi = (4.0 / 9.0 - t / 120.0) * (pi - 2.0 * theta)
    luminance = ((4.0453 * t - 4.9710) * tan(chi) - 0.2155 * t + 2.4192) * LUMINANCE
    zenith = (luminance, *(_chromaticity(rows, theta, t) for rows in _ZENITH))
    by_quantity = [[slope * t + start for slope, start in lines] for lines in _DISTRIBUTION]
    scales = [
        value / _perez(lines, 0.0, theta) for value, lines in zip(zenith, by_quantity, strict=True)
    ]
    return Daylight(
        _triple(scales), tuple(map(_triple, zip(*by_quantity, strict=True))), theta, phi
    )


def hosek_wilkie(sun: Triple, turbidity: float, ground_albedo: float) -> Daylight:
    """Return Hosek's and Wilkie's sky; a sun below the horizon stands on it."""
    theta, phi = _spherical(sun)
    theta = min(max(0.0, theta), pi / 2.0)
    height = ((pi / 2.0 - theta) / (pi / 2.0)) ** (1.0 / 3.0)
    shapes, means = zip(*map(_channel, range(3)), strict=True)
    at = (min(max(turbidity, 1.0), float(TURBIDITIES)), ground_albedo, height)
    shape = [_between(rows, *at) for rows in shapes]
    zenith = [_between(rows, *at)[0] for rows in means]
    return Daylight(_triple(zenith), tuple(map(_triple, zip(*shape, strict=True))), theta, phi)


def _spherical(sun: Triple) -> tuple[float, float]:
    """Return a direction's angle from the zenith, and from +Y."""
    x, y, z = sun
    return acos(z / hypot(x, y, z)), atan2(x, y)


def _chromaticity(rows: Sequence[Row], theta: float, turbidity: float) -> float:
    """Return the zenith's x or y: a polynomial in the sun's angle and the turbidity."""
    powers = (theta**3, theta**2, theta, 1.0)
    total = 0.0
    for row in rows:
        total = total * turbidity + sum(a * b for a, b in zip(row, powers, strict=True))
    return total


def _perez(c: Sequence[float], theta: float, gamma: float) -> float:
    """Return Perez' distribution at an angle from the zenith and from the sun."""
    horizon = 1.0 + c[0] * exp(c[1] / cos(theta))
    return horizon * (1.0 + c[2] * exp(c[3] * gamma) + c[4] * cos(gamma) ** 2)


def _between(rows: Sequence[Row], turbidity: float, albedo: float, height: float) -> list[float]:
    """Return rows of control points between two turbidities, two albedos and along the height."""
    low = int(turbidity)
    rest = turbidity - low
    weights = [
        comb(POINTS - 1, i) * (1.0 - height) ** (POINTS - 1 - i) * height**i for i in range(POINTS)
    ]
    total = [0.0] * len(rows[0])
    for ground, share in ((0, 1.0 - albedo), (1, albedo)):
        for step, part in ((low, 1.0 - rest), (low + 1, rest)):
            if step > TURBIDITIES:
                continue
            first = (ground * TURBIDITIES + step - 1) * POINTS
            for point, weight in enumerate(weights):
                for i, number in enumerate(rows[first + point]):
                    total[i] += share * part * weight * number
    return total


@cache
def _channel(channel: int) -> tuple[list[Row], list[Row]]:
    """Return a channel's rows of nine coefficients, and those of its mean as rows of one."""
    lines = DATA.read_text("utf-8").splitlines()
    numbers = [tuple(map(float, line.split())) for line in lines if line and line[0] != "#"]
    shape_rows, mean_rows = 2 * TURBIDITIES * POINTS, 2 * TURBIDITIES
    first = channel * (shape_rows + mean_rows)
    shape = numbers[first : first + shape_rows]
    mean = numbers[first + shape_rows : first + shape_rows + mean_rows]
    return shape, [(number,) for row in mean for number in row]


def _triple(numbers: Sequence[float]) -> Triple:
    a, b, c = numbers
    return (a, b, c)


_ZENITH: tuple[tuple[Row, ...], ...] = (
    (
        (0.00166, -0.00375, 0.00209, 0.0),
        (-0.02903, 0.06377, -0.03202, 0.00394),
        (0.11693, -0.21196, 0.06052, 0.25886),
    ),
    (
        (0.00275, -0.00610, 0.00317, 0.0),
        (-0.04214, 0.08970, -0.04153, 0.00516),
        (0.15346, -0.26756, 0.06670, 0.26688),
    ),
)
"""Chromaticity x and y of the zenith: by falling powers of turbidity, then of the sun's angle.
Source: Preetham et al., appendix A.2."""
_DISTRIBUTION: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0.1787, -1.4630), (-0.3554, 0.4275), (-0.0227, 5.3251), (0.1206, -2.5771), (-0.0670, 0.3703)),
    (
        (-0.0193, -0.2592),
        (-0.0665, 0.0008),
        (-0.0004, 0.2125),
        (-0.0641, -0.8989),
        (-0.0033, 0.0452),
    ),
    (
        (-0.0167, -0.2608),
        (-0.0950, 0.0092),
        (-0.0079, 0.2102),
        (-0.0441, -1.6537),
        (-0.0109, 0.0529),
    ),
)
"""Perez' five coefficients of Y, x and y, each a slope by turbidity and a start. Source: same."""
