"""Image Texture: a picture at a coordinate, with Cycles' handling of alpha and colour space."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..model import ImageRef
from ..signal import Signal, SignalType
from ..texels import texel_variants

MISSING = (1.0, 0.0, 1.0)
"""Cycles' colour for an image that is not there; its alpha is 1."""
_WRAPS = {"REPEAT": "repeat", "EXTEND": "clamp", "CLIP": "clip", "MIRROR": "mirror"}
_INTERPOLATIONS = {"Closest": "closest", "Linear": "linear", "Cubic": "cubic", "Smart": "cubic"}


@rule(
    "ShaderNodeTexImage",
    modes=("projection", "interpolation", "extension"),
    covers="Files of 8, 16 and 32 bits, packed and generated images, the frame of a sequence or "
    "movie that is shown; alpha Straight, Premultiplied, Channel Packed and None; every colour "
    "space of the configuration, in every working space",
    limits={
        "image-none": "a node without an image is magenta, as in Cycles",
        "image-missing": "so is one whose image cannot be read",
        "image-tiled": "of UDIM tiles only the first is used",
    },
    switches=("image_association", "image_conversion", "image_halves"),
)
def image_texture(call: NodeCall) -> Outputs:
    """An unlinked Vector is the active UV map, not Generated."""
    image = call.node.image
    if image is None or image.extent == (0, 0):
        _warn_missing(call, image)
        return {"Color": Signal.color(*MISSING), "Alpha": Signal.number(1.0)}
    _warn_unlike_cycles(call, image)
    wrap = _WRAPS[call.prop("extension")]
    ops = call.emit(
        "image_texture",
        _place(call),
        variants={
            "projection": "box" if call.prop("projection") == "BOX" else "flat",
            "interpolation": _INTERPOLATIONS[call.prop("interpolation")],
            "image_wrap_x": wrap,
            "image_wrap_y": wrap,
            **texel_variants(image, call.wants("Alpha"), call.version),
        },
        gathers={"image": call.picture(image)},
    )
    return {"Color": ops["color"], "Alpha": ops["alpha"]}


def _place(call: NodeCall) -> dict[str, Signal]:
    """Return where the picture is looked up, and for a box what decides between its faces."""
    vector = call.texture_vector(default="uv")
    projection = call.prop("projection")
    if projection in ("SPHERE", "TUBE"):
        ops = call.emit(
            "image_projection",
            {"vector": vector},
            variants={"shape": projection.lower()},
            types={"result": SignalType.VECTOR},
            suffix="projection",
        )
        return {"vector": ops["result"]}
    if projection == "BOX":
        blend = call.node.properties["projection_blend"]
        assert isinstance(blend, float)
        normal = call.coordinate("normal")
        return {"vector": vector, "normal": normal, "blend": Signal.number(blend)}
    return {"vector": vector}


def _warn_missing(call: NodeCall, image: ImageRef | None) -> None:
    if image is None:
        call.warn("image-none", "has no image; Cycles' magenta is used")
        return
    where = image.filepath or image.name
    call.warn("image-missing", f"cannot read image '{image.name}' ({where}); magenta is used")


def _warn_unlike_cycles(call: NodeCall, image: ImageRef) -> None:
    if image.source == "TILED":
        call.warn("image-tiled", f"of the tiles of image '{image.name}' only the first is used")
