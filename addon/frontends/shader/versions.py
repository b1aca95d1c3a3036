"""The one table of what Cycles computes differently from version to version.

Each switch lists its rows oldest first; a version takes the last row it has reached.
Where 5.0 and 5.2 differ the change is booked to 5.1, which was not at hand to measure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Version = tuple[int, int, int]
Choice = str | float


@dataclass(frozen=True, slots=True)
class Switch:
    """One thing that changed; ``rows`` are (first version, what it is from there on)."""

    says: str
    rows: tuple[tuple[Version, Choice], ...]


SWITCHES: Final[dict[str, Switch]] = {
    "walls": Switch(
        "Groups, reroutes and muted nodes: each converts to its own type, then they are drawn "
        "through. Of 5.3's change it is known that 5.2 does not have it.",
        (((0, 0, 0), "convert"), ((5, 0, 0), "inline"), ((5, 3, 0), "inline_truth")),
    ),
    "loops": Switch(
        "Links that form a loop: Cycles leaves the one out that closes it, or renders nothing of "
        "the material; of a group it takes what comes in for 0.",
        (((0, 0, 0), "cut"), ((5, 0, 0), "nothing")),
    ),
    "closure_recursion": Switch(
        "Closures: whether one may evaluate itself, to a depth of 100.",
        (((0, 0, 0), "none"), ((5, 1, 0), "deep")),
    ),
    "mix_color_form": Switch(
        "Mix of colours, in four modes: a + t (b - a), then (1 - t) a + t b. They differ in "
        "rounding, and where a or b is huge. Floats and vectors have always been mixed in the "
        "second form.",
        (((0, 0, 0), "difference"), ((5, 1, 0), "weighted")),
    ),
    "zero_to_negative": Switch(
        "0 to a negative power where it is not folded on the host: infinity, then 0.",
        (((0, 0, 0), "infinity"), ((5, 0, 0), "zero")),
    ),
    "vector_remainder": Switch(
        "Vector Math's modulo: C's fmod, then a - trunc(a / b) b in a vector unit.",
        (((0, 0, 0), "exact"), ((5, 0, 0), "quotient")),
    ),
    "voronoi_hash": Switch(
        "Voronoi in 2 to 4 dimensions: which hash jitters its points.",
        (((0, 0, 0), "jenkins"), ((5, 0, 0), "pcg")),
    ),
    "noise_offset_rounding": Switch(
        "Noise: how the offsets of its colour channels and distortion were rounded.",
        (((0, 0, 0), "plain"), ((5, 1, 0), "fma")),
    ),
    "xyz_matrix": Switch(
        "Wavelength: how CIE XYZ becomes a colour: by rounded primaries, then by those of the "
        "file's working space.",
        (((0, 0, 0), "older"), ((5, 0, 0), "rec709")),
    ),
    "image_association": Switch(
        "Image Texture: whether Cycles multiplies a colour by its alpha as it loads it. By file: "
        "if the file stores it straight, whatever the alpha mode says. By mode: if the mode is "
        "straight.",
        (((0, 0, 0), "by_file"), ((5, 1, 0), "by_mode")),
    ),
    "image_conversion": Switch(
        "Image Texture: whether the colours of a picture that is neither linear nor sRGB are "
        "divided by their alpha while they are converted. By alpha: always. By mode: if the alpha "
        "mode is straight or premultiplied.",
        (((0, 0, 0), "by_alpha"), ((5, 0, 0), "by_mode")),
    ),
    "image_halves": Switch(
        "Image Texture: how the numbers of a picture that is neither linear nor sRGB become "
        "halves: cut off, then rounded. A file's own are rounded as they are read.",
        (((0, 0, 0), "cut"), ((5, 1, 0), "rounded")),
    ),
    "image_nonfinite": Switch(
        "Image Texture: a texel of which a channel is infinite or not a number is kept, and of "
        "halves from a file misread as 65536 and 98304; then it is cleared, alpha included.",
        (((0, 0, 0), "kept"), ((5, 1, 0), "cleared")),
    ),
    "image_unsaved": Switch(
        "Image Texture: whether pixels that were changed and not saved are shown, or the file is.",
        (((0, 0, 0), "file"), ((5, 1, 0), "pixels")),
    ),
    "box_of_tiles": Switch(
        "Image Texture: what a Box projection of UDIM tiles shows beyond the first, which is the "
        "only one it has: that tile again, by the extension, or the colour for what is missing.",
        (((0, 0, 0), "wrapped"), ((5, 1, 0), "missing")),
    ),
    "muted_aov": Switch(
        "AOV Output: whether one that is muted is left out, or counts all the same.",
        (((0, 0, 0), "left_out"), ((5, 0, 0), "counts")),
    ),
    "bump_differential_texels": Switch(
        "Bump: how many texels one unit of Filter Width is.",
        (((0, 0, 0), 0.5), ((5, 1, 0), 1.0)),
    ),
}


def choice(name: str, version: Version) -> str:
    """Return the variant a version takes. Errors: KeyError for an unknown switch."""
    return str(_value(name, version))


def number(name: str, version: Version) -> float:
    """Return the number a version takes. Errors: KeyError for an unknown switch."""
    return float(_value(name, version))


def _value(name: str, version: Version) -> Choice:
    reached = [value for first, value in SWITCHES[name].rows if version >= first]
    return reached[-1]
