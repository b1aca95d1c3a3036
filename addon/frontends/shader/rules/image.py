"""Image and Environment Texture: a picture at a coordinate, or in a direction.

Alpha and colour space are handled as in Cycles.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ..call import NodeCall, Outputs, rule
from ..model import FIRST_TILE, ImageRef
from ..signal import Given, Signal, SignalType
from ..texels import texel_variants
from ..tile_pages import pages, places
from ..versions import choice

MAGENTA: Outputs = {"Color": Signal.color(1.0, 0.0, 1.0), "Alpha": Signal.number(1.0)}
"""What Cycles shows for an image that is not there."""
_WRAPS = {"REPEAT": "repeat", "EXTEND": "clamp", "CLIP": "clip", "MIRROR": "mirror"}
_INTERPOLATIONS = {"Closest": "closest", "Linear": "linear", "Cubic": "cubic", "Smart": "cubic"}


LIMITS = {
    "image-none": "a node without an image is magenta, as in Cycles",
    "image-missing": "so is one whose image cannot be read",
}
"""Of every node that shows a picture."""
SWITCHES = (
    "image_association",
    "image_conversion",
    "image_halves",
    "image_nonfinite",
    "image_unsaved",
    "box_of_tiles",
)


@rule(
    "ShaderNodeTexImage",
    modes=("projection", "interpolation", "extension"),
    covers="Files of 8, 16 and 32 bits, packed and generated images, UDIM tiles, the frame of a "
    "sequence or movie that is shown; alpha Straight, Premultiplied, Channel Packed and None; "
    "every colour space of the configuration, in every working space",
    limits=LIMITS
    | {"image-unsaved": "of UDIM tiles after the first, what is not saved is not seen"},
    switches=SWITCHES,
)
def image_texture(call: NodeCall) -> Outputs:
    """An unlinked Vector is the active UV map, not Generated."""
    image = _readable(call)
    if image is None:
        return MAGENTA
    wrap = _WRAPS[call.prop("extension")]
    if image.source == "TILED":
        return _tiled(call, image, wrap)
    projection = "box" if call.prop("projection") == "BOX" else "flat"
    return _looked_up(call, image, _place(call), wrap, {"projection": projection})


@rule(
    "ShaderNodeTexEnvironment",
    modes=("projection", "interpolation"),
    covers="Images as Image Texture has them",
    limits=LIMITS | {"image-tiled": "UDIM tiles are magenta, as in Cycles"},
    switches=SWITCHES,
)
def environment_texture(call: NodeCall) -> Outputs:
    """An unlinked Vector is the position on the surface, not the direction of a ray."""
    image = _readable(call)
    if image is None:
        return MAGENTA
    if image.source == "TILED":
        call.warn("image-tiled", f"image '{image.name}' has tiles; Cycles' magenta is used")
        return MAGENTA
    ops = call.emit(
        "environment_projection",
        {"direction": call.texture_vector(default="position")},
        variants={"projection": call.prop("projection").lower()},
        types={"result": SignalType.VECTOR},
        suffix="projection",
    )
    return _looked_up(call, image, {"vector": ops["result"]}, "repeat")


def _readable(call: NodeCall) -> ImageRef | None:
    """Return the node's image; None, having said so, where Cycles would show magenta."""
    image = call.node.image
    if image is None:
        call.warn("image-none", "has no image; Cycles' magenta is used; choose one")
        return None
    if not image.is_readable:
        where = image.filepath or image.name
        message = f"cannot read image '{image.name}' ({where}); magenta is used; "
        call.warn("image-missing", message + "put the file back, or choose another image")
        return None
    return image


def _looked_up(
    call: NodeCall,
    image: ImageRef,
    place: Mapping[str, Signal],
    wrap: str,
    variants: Mapping[str, str] = MappingProxyType({}),
    suffix: str = "",
) -> Outputs:
    """Return what a node shows of its image, by the node's own interpolation."""
    ops = call.emit(
        "image_texture",
        place,
        variants={
            **variants,
            "interpolation": _INTERPOLATIONS[call.prop("interpolation")],
            "image_wrap_x": wrap,
            "image_wrap_y": wrap,
            **texel_variants(image, call.wants("Alpha"), call.version),
        },
        suffix=suffix,
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
        normal = call.coordinate("object_normal")
        return {"vector": vector, "normal": normal, "blend": Signal.number(blend)}
    return {"vector": vector}


def _tiled(call: NodeCall, image: ImageRef, wrap: str) -> Outputs:
    """Return what a node shows of UDIM tiles. A box has only the first of them."""
    place = _place(call)
    _warn_of_tiles(call, image)
    if call.prop("projection") == "BOX":
        beyond = choice("box_of_tiles", call.version)
        for tile in image.tiles:
            if tile.number == FIRST_TILE and tile.image.is_readable:
                variants = {"projection": "box", "beyond": beyond}
                return _looked_up(call, tile.image, place, wrap, variants)
        return MAGENTA
    other: Outputs = MAGENTA
    for number, page in enumerate(pages(image, call.version)):
        found = call.emit(
            "image_tile",
            place,
            gathers={"tiles": call.grid(f"{page.key} places", places(page))},
            types={"place": SignalType.VECTOR, "part": SignalType.VECTOR},
            suffix=f"tile {number}",
        )
        where = {"vector": found["place"], "part": found["part"]}
        shown = _looked_up(call, page, where, wrap, {"extent": "part"}, f"page {number}")
        ops = call.emit(
            "image_missing",
            {
                "part": found["part"],
                "color": _signal(shown["Color"]),
                "alpha": _signal(shown["Alpha"]),
                "other_color": _signal(other["Color"]),
                "other_alpha": _signal(other["Alpha"]),
            },
            suffix=f"missing {number}",
        )
        other = {"Color": ops["result"], "Alpha": ops["result_alpha"]}
    return other


def _signal(given: Given) -> Signal:
    assert isinstance(given, Signal)
    return given


def _warn_of_tiles(call: NodeCall, image: ImageRef) -> None:
    lost = [str(tile.number) for tile in image.tiles if not tile.image.is_readable]
    if lost:
        shown = ", ".join(lost[:5]) + (", ..." if len(lost) > 5 else "")
        call.warn(
            "image-missing",
            f"cannot read tiles {shown} of image '{image.name}' ({image.filepath}); magenta is "
            "used for them",
        )
    if image.is_unsaved and len(image.tiles) > 1:
        call.warn(
            "image-unsaved",
            f"image '{image.name}' has changes that are not saved; of the tiles after its first "
            "the files are used: save the image",
        )
