"""Blackbody and Wavelength: colours of light, in the file's working space."""

from __future__ import annotations

from ....plan.types import Value
from ..call import NodeCall, Outputs, rule
from ..versions import choice

Matrix = tuple[tuple[float, ...], ...]
"""Rows of a 3x3 matrix."""

XYZ_TO_REC709: dict[str, Matrix] = {
    "older": (
        (3.2404542, -1.5371385, -0.4985314),
        (-0.9692660, 1.8760108, 0.0415560),
        (0.0556434, -0.2040259, 1.0572252),
    ),
    "rec709": (
        (3.2409699, -1.5373832, -0.4986108),
        (-0.9692436, 1.8759675, 0.0415551),
        (0.0556301, -0.2039770, 1.0569715),
    ),
}
"""By the switch ``xyz_matrix``. Source: fitted to bakes of primaries; D65."""


@rule("ShaderNodeBlackbody")
def blackbody(call: NodeCall) -> Outputs:
    """Fitted in Rec.709, then brought to the file's working space."""
    to_r, to_g, to_b = _inverse(call.working_space.to_rec709)
    ops = call.emit(
        "blackbody",
        {"temperature": call.input("Temperature")},
        {"rec709_to_r": to_r, "rec709_to_g": to_g, "rec709_to_b": to_b},
    )
    return {"Color": ops["color"]}


@rule("ShaderNodeWavelength", switches=("xyz_matrix",))
def wavelength(call: NodeCall) -> Outputs:
    """The CIE's observer of 1931, in the file's working space; black below 375 nm and from 780."""
    ops = call.emit(
        "wavelength", {"wavelength": call.input("Wavelength")}, xyz_to_working_space(call)
    )
    return {"Color": ops["color"]}


def xyz_to_working_space(call: NodeCall) -> dict[str, Value]:
    """Return the params of a kernel that brings CIE XYZ to the file's working space."""
    matrix = XYZ_TO_REC709[choice("xyz_matrix", call.version)]
    to_r, to_g, to_b = _product(_inverse(call.working_space.to_rec709), matrix)
    return {"xyz_to_r": to_r, "xyz_to_g": to_g, "xyz_to_b": to_b}


def _product(a: Matrix, b: Matrix) -> Matrix:
    """Return a times b."""
    columns = tuple(zip(*b, strict=True))
    return tuple(
        tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in columns)
        for row in a
    )


def _inverse(matrix: tuple[float, ...]) -> Matrix:
    """Return the rows of the inverse of a row-major 3x3 matrix, by its cofactors."""
    a, b, c, d, e, f, g, h, i = matrix
    determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    rows = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    return tuple(tuple(cofactor / determinant for cofactor in row) for row in rows)
