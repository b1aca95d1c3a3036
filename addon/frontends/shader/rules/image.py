"""Image Texture: a picture at a coordinate, with Cycles' handling of alpha and colour space."""

from __future__ import annotations

from ..call import NodeCall, Outputs, rule
from ..model import ImageRef
from ..signal import Signal, SignalType
from ..versions import choice

MISSING = (1.0, 0.0, 1.0)
"""Cycles' colour for an image that is not there; its alpha is 1."""
_LINEAR = frozenset({"Linear Rec.709", "Linear", "Linear BT.709", "scene_linear", "Raw"})
"""Colour spaces of bytes that need no decoding while the working space is Rec.709."""
_REC709_LUMINANCE = 0.2126
_WRAPS = {"REPEAT": "repeat", "EXTEND": "clamp", "CLIP": "clip", "MIRROR": "mirror"}
_INTERPOLATIONS = {"Closest": "closest", "Linear": "linear", "Cubic": "cubic", "Smart": "cubic"}
_ANIMATED = {"SEQUENCE": "sequence", "MOVIE": "movie"}
_ALPHA_POWERS = {-1: "inverse", 0: "none", 1: "once", 2: "twice"}


@rule(
    "ShaderNodeTexImage",
    modes=("projection", "interpolation", "extension"),
    covers="Files of 8, 16 and 32 bits, packed and generated images; alpha Straight, "
    "Premultiplied, Channel Packed and None; colour spaces sRGB, Non-Color and linear Rec.709",
    limits={
        "image-none": "a node without an image is magenta, as in Cycles",
        "image-missing": "so is one whose image cannot be read",
        "image-tiled": "of UDIM tiles only the first is used",
        "image-animated": "of a sequence or movie only the frame that Blender holds is used",
        "image-colorspace": "bytes of any other colour space are taken for sRGB",
        "image-working-space": "a picture is not converted where the file's working space is not "
        "Rec.709",
    },
    switches=("image_association",),
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
            **texel_variants(
                image, call.wants("Alpha"), choice("image_association", call.version) == "by_mode"
            ),
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


def texel_variants(image: ImageRef, alpha_linked: bool, by_mode: bool) -> dict[str, str]:
    """Return the variants that turn Blender's pixels into what Cycles filters and shows.

    What Cycles keeps is what the file stores, times alpha if it takes the alpha for straight, and
    encoded if the colour space is sRGB. It reads files itself, and asks Blender for the pixels of
    packed and generated images. Blender's pixels differ from what a file stores: bytes it divides
    by a premultiplied alpha, anything deeper it linearises and multiplies by a straight one.
    Source: measured on 4.5, 5.0 and 5.3 against Cycles, over depths, spaces, modes and sources.
    """
    from_file = not (image.is_packed or image.source in ("GENERATED", "MOVIE"))
    # Deeper pixels that Blender hands over are linear by then, whatever the image's space.
    encoded = not image.is_data and _is_srgb(image) and (from_file or not image.is_float)
    weighted = not image.is_data and image.alpha_mode in ("STRAIGHT", "PREMUL")
    power = 0
    if weighted:
        straight = image.alpha_mode == "STRAIGHT"
        power = int(straight if by_mode else encoded)
        if from_file and (not image.is_float or encoded):
            power += int(not straight)
        elif from_file:
            power -= int(straight)
    return {
        "decode": "srgb" if encoded else "linear",
        "encode": "on" if encoded and image.is_float else "off",
        "alpha_power": _ALPHA_POWERS[power],
        "depth": "float" if image.is_float else "byte",
        "opaque": "on" if image.alpha_mode == "NONE" else "off",
        "unassociate": "on" if weighted and alpha_linked else "off",
    }


def _is_srgb(image: ImageRef) -> bool:
    """Bytes of a space that is not known here are taken for sRGB, which most are near to."""
    if image.is_float:
        return image.colorspace == "sRGB"
    return image.colorspace not in _LINEAR


def _warn_missing(call: NodeCall, image: ImageRef | None) -> None:
    if image is None:
        call.warn("image-none", "has no image; Cycles' magenta is used")
        return
    where = image.filepath or image.name
    kind = _ANIMATED.get(image.source)
    if kind is not None:
        call.warn("image-animated", f"image '{image.name}' is a {kind}; magenta is used")
    else:
        call.warn("image-missing", f"cannot read image '{image.name}' ({where}); magenta is used")


def _warn_unlike_cycles(call: NodeCall, image: ImageRef) -> None:
    if image.source == "TILED":
        call.warn("image-tiled", f"of the tiles of image '{image.name}' only the first is used")
    if image.source in _ANIMATED:
        kind = _ANIMATED[image.source]
        call.warn(
            "image-animated", f"of the {kind} '{image.name}' only the frame Blender holds is used"
        )
    known = image.is_float or image.is_data or image.colorspace in {"sRGB", *_LINEAR}
    if not known:
        call.warn(
            "image-colorspace",
            f"colour space '{image.colorspace}' of image '{image.name}' is taken for sRGB",
        )
    if not image.is_data and abs(call.luminance[0] - _REC709_LUMINANCE) > 1e-3:
        call.warn(
            "image-working-space",
            f"image '{image.name}' is not converted to the file's working space",
        )
