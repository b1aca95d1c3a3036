"""Height from a normal map: the Poisson solve, which has no formulation on a GPU worth having.

The picture is told in waves along each axis: complex ones where it repeats, cosines where it ends,
which is the picture continued by its mirror image without ever storing the four copies. On a wave a
derivative is a factor, so that the height whose slopes come closest to those given is one division
for each wave.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ...plan.types import Extent, Value
from .registry import Pixels, cpu_op

STEEPEST = 100.0
"""Rise over run past which a slope is held: a texel of an encoded map can face sideways or away."""

Reals = NDArray[np.float64]
Waves = NDArray[np.float64] | NDArray[np.complex128]


@cpu_op("normal_to_height")
def normal_to_height(
    inputs: Mapping[str, Pixels],
    params: Mapping[str, Value],
    variants: Mapping[str, str],
    extent: Extent,
) -> dict[str, Pixels]:
    """Return the height of mean ``midlevel``, of which 1 is ``depth`` texels of the picture high.

    Shapes: normal (h, w, 3 or more) as n / 2 + 1/2, height (h, w, 1).
    Units: ``depth`` in texels of the picture. A depth of 0 has no height and gives the midlevel.
    Errors: ValueError for a normal map of another size than the height's, or with too few channels.
    """
    given = inputs["normal"].shape
    if given[:2] != (extent.height, extent.width) or given[2] < 3:
        raise ValueError(
            f"normal_to_height writes {extent} from a map of {given[1]}x{given[0]} with {given[2]} "
            "channels; give it one of that size with three, through a resize if need be"
        )
    repeats = (variants["edge_y"] == "repeat", variants["edge_x"] == "repeat")
    rise_x, rise_y = slopes(inputs["normal"], down=variants["y"] == "minus")
    texels = integrate(rise_x, rise_y, repeats, variants["derivative"])
    depth, midlevel = float(params["depth"]), float(params["midlevel"])  # type: ignore[arg-type]
    height = midlevel + (texels / depth if depth != 0.0 else 0.0 * texels)
    return {"height": height.astype(np.float32)[:, :, np.newaxis]}


def slopes(normal: Pixels, *, down: bool) -> tuple[Reals, Reals]:
    """Return rise over run along x and along y. ``down`` is DirectX's convention, green down."""
    n = 2.0 * np.nan_to_num(normal[:, :, :3].astype(np.float64), nan=0.5) - 1.0
    if down:
        n[:, :, 1] *= -1.0
    up = np.maximum(n[:, :, 2], 1.0 / STEEPEST)
    rise_x, rise_y = (np.clip(-n[:, :, axis] / up, -STEEPEST, STEEPEST) for axis in (0, 1))
    return rise_x, rise_y


def integrate(rise_x: Reals, rise_y: Reals, repeats: tuple[bool, bool], derivative: str) -> Reals:
    """Return the height in texels, mean 0, whose derivatives are nearest in the sum of squares.

    ``repeats`` says, for y and for x, whether the picture repeats; else its mirror image follows.
    """
    shape = rise_x.shape
    step_y, step_x = factors(shape, repeats, derivative)
    height = np.conj(step_x) * forward(rise_x, repeats, odd=1)
    height += np.conj(step_y) * forward(rise_y, repeats, odd=0)
    weight = np.abs(step_x) ** 2 + np.abs(step_y) ** 2
    # Waves that no derivative sees (the mean; a checkerboard, to central differences) stay 0.
    seen = weight > 1e-12
    height[~seen] = 0.0
    height[seen] /= weight[seen]
    return backward(height, repeats, shape)


def factors(
    shape: tuple[int, ...], repeats: tuple[bool, bool], derivative: str
) -> tuple[Waves, Waves]:
    """Return what each wave is multiplied by in a derivative along y and along x.

    For a cosine the factor is real, and the result a sine (``forward`` with that axis odd).
    """
    steps: list[Waves] = []
    means: list[Reals] = []
    for axis, (n, repeat) in enumerate(zip(shape, repeats, strict=True)):
        if not repeat:
            turn = np.pi * np.arange(n) / n
        elif axis == _halved(repeats):
            turn = 2.0 * np.pi * np.fft.rfftfreq(n)
        else:
            turn = 2.0 * np.pi * np.fft.fftfreq(n)
        # A wave of two texels has no slope that its samples could tell.
        even = np.where(np.abs(np.abs(turn) - np.pi) < 1e-9, 0.0, turn)
        step = even if derivative == "spectral" else np.sin(even)
        steps.append(1j * step if repeat else -step)
        means.append(0.5 + 0.5 * np.cos(turn) if derivative == "sobel" else np.ones(turn.size))
    step_y = steps[0][:, np.newaxis] * means[1][np.newaxis, :]
    step_x = means[0][:, np.newaxis] * steps[1][np.newaxis, :]
    return step_y, step_x


def forward(picture: Reals, repeats: tuple[bool, bool], *, odd: int) -> Waves:
    """Return a picture as waves: cosines where it ends, but sines along the axis ``odd``."""
    for axis in (0, 1):
        if not repeats[axis]:
            picture = _mirrored(picture, axis, odd=axis == odd)
    if repeats == (False, False):
        return picture
    return np.fft.rfftn(picture, axes=[axis for axis in (0, 1) if repeats[axis]])


def backward(waves: Waves, repeats: tuple[bool, bool], shape: tuple[int, ...]) -> Reals:
    """Return the picture that ``forward`` made cosines and complex waves of."""
    axes = [axis for axis in (0, 1) if repeats[axis]]
    picture: Reals = np.real(waves)
    if axes:
        picture = np.fft.irfftn(waves, s=[shape[axis] for axis in axes], axes=axes)
    for axis in (1, 0):
        if not repeats[axis]:
            picture = _unmirrored(picture, axis)
    return picture


def _halved(repeats: tuple[bool, bool]) -> int:
    """Return the axis along which a real transform keeps only half of the waves: the last one."""
    return 1 if repeats[1] else 0


def _mirrored(picture: Reals, axis: int, *, odd: bool) -> Reals:
    """Return the DCT-II along an axis, or with ``odd`` the DST-II of the same frequencies."""
    n = picture.shape[axis]
    waves = np.fft.rfft(picture, 2 * n, axis=axis)
    waves = np.take(waves, np.arange(n), axis=axis)
    waves *= _along(np.exp(-0.5j * np.pi * np.arange(n) / n), axis)
    return np.ascontiguousarray(-waves.imag if odd else waves.real)


def _unmirrored(waves: Reals, axis: int) -> Reals:
    """Return the picture of which ``_mirrored`` made cosines."""
    n = waves.shape[axis]
    turned = waves * _along(np.exp(0.5j * np.pi * np.arange(n) / n), axis)
    return 2.0 * np.take(np.fft.irfft(turned, 2 * n, axis=axis), np.arange(n), axis=axis)


def _along(values: NDArray[np.complex128], axis: int) -> NDArray[np.complex128]:
    return values[:, np.newaxis] if axis == 0 else values[np.newaxis, :]
