"""From Blender's pixels of an image to what Cycles keeps, filters and shows of it.

What Cycles keeps is what the file stores, times alpha if it takes the alpha for straight, and
encoded if the colour space is sRGB; any other space it makes scene-linear first, as halves where
the file has whole numbers. It reads files itself, and asks Blender for the pixels of packed and
generated images. Blender's pixels differ from what a file stores: bytes it divides by a
premultiplied alpha, anything deeper it linearises and multiplies by a straight one.
Source: measured on 4.5, 5.0 and 5.3 against Cycles, over depths, spaces, modes and sources.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...plan.types import Format
from .model import ColorEncoding, ImageRef
from .versions import Version, choice

_ALPHA_POWERS = {-1: "inverse", 0: "none", 1: "once", 2: "twice"}


def stored_as(image: ImageRef) -> Format:
    """Return the format that an image is uploaded in."""
    if image.is_float:
        return Format.RGBA32F
    return Format.RGBA16F if image.converted else Format.RGBA8


def texel_variants(image: ImageRef, alpha_linked: bool, version: Version) -> dict[str, str]:
    """Return the kernel's variants that turn uploaded texels into what Cycles filters and shows."""
    encoded = image.encoding is ColorEncoding.SRGB and (image.from_file or not image.is_float)
    linearised = image.is_float and not image.is_raw
    return {
        "decode": "srgb" if encoded else "linear",
        "encode": "on" if encoded and linearised else "off",
        "alpha_power": _ALPHA_POWERS[_power(image, encoded, version)],
        "depth": "byte" if stored_as(image) is Format.RGBA8 else "float",
        "opaque": "on" if image.alpha_mode == "NONE" else "off",
        "unassociate": "on" if image.weighted and alpha_linked else "off",
    }


def _power(image: ImageRef, encoded: bool, version: Version) -> int:
    """Return how often the kernel multiplies Blender's pixels by their alpha."""
    if not image.weighted or image.converted:
        return 0
    premultiplied = image.alpha_mode == "PREMUL"
    power = int(_multiplied(image, version))
    if image.is_raw or not image.from_file:
        return power
    if image.is_float and not encoded:
        return power - int(not premultiplied)
    power += int(premultiplied)
    # A deep picture is divided by its alpha before it is encoded, and stays so.
    return -1 if image.is_float and power == 0 else power


def _multiplied(image: ImageRef, version: Version) -> bool:
    """Return whether Cycles multiplies the colours that it reads by their alpha."""
    if choice("image_association", version) == "by_mode":
        return image.alpha_mode == "STRAIGHT"
    return not image.is_associated if image.from_file else not image.is_float


@dataclass(frozen=True, slots=True)
class Conversion:
    """How a picture whose space is neither linear nor sRGB is made scene-linear.

    Its numbers are multiplied by alpha if they are ``multiplied``; then, if they are ``divided``,
    divided by an alpha between 0 and 1, converted, and multiplied by it again.
    """

    multiplied: bool
    divided: bool
    by_bytes: bool
    """Whether bytes are multiplied as whole numbers, and then cut off to halves."""
    cuts: bool
    """Whether what is made is cut off to halves, rather than rounded."""


def conversion(image: ImageRef, version: Version) -> Conversion:
    """Return how a picture's raw numbers are converted."""
    always = choice("image_conversion", version) == "by_alpha"
    cuts = choice("image_halves", version) == "cut"
    return Conversion(
        multiplied=image.weighted and _multiplied(image, version),
        divided=image.weighted or (always and image.alpha_mode != "NONE"),
        by_bytes=cuts and not image.from_file,
        cuts=cuts,
    )
