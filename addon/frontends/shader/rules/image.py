"""Image and Environment Texture: a picture at a coordinate, or in a direction.

Alpha and colour space are handled as in Cycles.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..call import NodeCall, Outputs, rule
from ..model import ImageRef
from ..signal import Signal, SignalType
from ..texels import texel_variants

MAGENTA: Outputs = {"Color": Signal.color(1.0, 0.0, 1.0), "Alpha": Signal.number(1.0)}
"""What Cycles shows for an image that is not there."""
_WRAPS = {"REPEAT": "repeat", "EXTEND": "clamp", "CLIP": "clip", "MIRROR": "mirror"}
_INTERPOLATIONS = {"Closest": "closest", "Linear": "linear", "Cubic": "cubic", "Smart": "cubic"}


LIMITS = {
    "image-none": "a node without an image is magenta, as in Cycles",
    "image-missing": "so is one whose image cannot be read",
    "image-tiled": "of UDIM tiles only the first is used",
}
"""Of every node that shows a picture."""
SWITCHES = ("image_association", "image_conversion", "image_halves")


@rule(
    "ShaderNodeTexImage",
    modes=("projection", "interpolation", "extension"),
    covers="Files of 8, 16 and 32 bits, packed and generated images, the frame of a sequence or "
    "movie that is shown; alpha Straight, Premultiplied, Channel Packed and None; every colour "
    "space of the configuration, in every working space",
    limits=LIMITS,
    switches=SWITCHES,
)
def image_texture(call: NodeCall) -> Outputs:
    """An unlinked Vector is the active UV map, not Generated."""
    image = _readable(call)
    if image is None:
        return MAGENTA
    projection = "box" if call.prop("projection") == "BOX" else "flat"
    return _looked_up(call, image, _place(call), _WRAPS[call.prop("extension")], projection)


@rule(
    "ShaderNodeTexEnvironment",
    modes=("projection", "interpolation"),
    covers="Images as Image Texture has them",
    limits=LIMITS,
    switches=SWITCHES,
)
def environment_texture(call: NodeCall) -> Outputs:
    """An unlinked Vector is the position on the surface, not the direction of a ray."""
    image = _readable(call)
    if image is None:
        return MAGENTA
    ops = call.emit(
        "environment_projection",
        {"direction": call.texture_vector(default="object")},
        variants={"projection": call.prop("projection").lower()},
        types={"result": SignalType.VECTOR},
        suffix="projection",
    )
    return _looked_up(call, image, {"vector": ops["result"]}, "repeat")


def _readable(call: NodeCall) -> ImageRef | None:
    """Return the node's image; None, having said so, where Cycles would show magenta."""
    image = call.node.image
    if image is None or image.extent == (0, 0):
        _warn_missing(call, image)
        return None
    _warn_unlike_cycles(call, image)
    return image


def _looked_up(
    call: NodeCall,
    image: ImageRef,
    place: Mapping[str, Signal],
    wrap: str,
    projection: str = "flat",
) -> Outputs:
    """Return what a node shows of its image, by the node's own interpolation."""
    ops = call.emit(
        "image_texture",
        place,
        variants={
            "projection": projection,
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
