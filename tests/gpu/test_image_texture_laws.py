"""Closed forms of the Image Texture kernel and of the plane's coordinates."""

from __future__ import annotations

import numpy as np
import pytest

from addon.plan.build import PlanBuilder
from addon.plan.types import Extent, Role
from tests.tolerances import CODE_IN_FLOAT, IMAGE_AT_CENTRE, IMAGE_MOVED_TILES, PLANE_COORDINATE

from .nodes import NodeBench

PICTURE = np.random.default_rng(5).random((5, 7, 4)).astype(np.float32)
HEIGHT, WIDTH = PICTURE.shape[:2]
CENTRES = np.stack(
    np.meshgrid((np.arange(WIDTH) + 0.5) / WIDTH, (np.arange(HEIGHT) + 0.5) / HEIGHT), -1
)
CENTRES = CENTRES.reshape(-1, 2)
FLAT = PICTURE[..., :3].reshape(-1, 3)


@pytest.fixture(scope="module")
def node(catalog, bake_plan) -> NodeBench:
    return NodeBench(catalog, bake_plan)


def wrapped(wrap: str) -> dict[str, str]:
    return {"image_wrap_x": wrap, "image_wrap_y": wrap}


@pytest.mark.parametrize("interpolation", ["closest", "linear"])
@pytest.mark.parametrize("wrap", ["repeat", "clamp", "mirror", "clip"])
def test_a_texels_centre_gives_the_texel(node, interpolation, wrap):
    image = {"image": PICTURE}
    variants = {"interpolation": interpolation, **wrapped(wrap)}
    color = node("image_texture", CENTRES, "color", images=image, **variants)
    alpha = node("image_texture", CENTRES, "alpha", images=image, **variants)
    assert np.abs(color - FLAT).max() < IMAGE_AT_CENTRE
    assert np.abs(alpha - PICTURE[..., 3].ravel()).max() < IMAGE_AT_CENTRE


@pytest.mark.parametrize("interpolation", ["linear", "cubic"])
def test_a_filter_gives_a_plain_colour_back_and_meets_half_way(node, interpolation):
    plain = np.full((5, 7, 4), 0.3, np.float32)
    where = np.random.default_rng(1).uniform(-2, 3, (500, 2))
    got = node(
        "image_texture", where, "color", images={"image": plain}, interpolation=interpolation
    )
    assert np.abs(got - 0.3).max() < IMAGE_AT_CENTRE
    two = np.zeros((1, 2, 4), np.float32)
    two[0, 1] = 1.0
    variants = {"interpolation": interpolation, **wrapped("clamp")}
    middle = node("image_texture", [[0.5, 0.5]], "color", images={"image": two}, **variants)
    assert np.abs(middle - 0.5).max() < IMAGE_AT_CENTRE


def test_cubic_is_the_b_spline_of_a_single_bright_texel(node):
    """Weights 1/6, 4/6, 1/6 at whole distances, 1/48 and 23/48 at half ones."""
    dot = np.zeros((9, 9, 4), np.float32)
    dot[4, 4] = 1.0
    steps = np.array([-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5])
    where = np.stack([(4.5 + steps) / 9, np.full(7, 0.5)], 1)
    got = node("image_texture", where, "color", images={"image": dot}, interpolation="cubic")[:, 0]
    weights = np.array([1 / 48, 1 / 6, 23 / 48, 4 / 6, 23 / 48, 1 / 6, 1 / 48])
    assert np.abs(got - weights * 4 / 6).max() < 2 * IMAGE_AT_CENTRE


@pytest.mark.parametrize("interpolation", ["closest", "linear", "cubic"])
@pytest.mark.parametrize("wrap", ["repeat", "mirror", "clamp", "clip"])
def test_a_wrap_tiles_mirrors_holds_or_ends_the_picture(node, interpolation, wrap):
    inside = np.random.default_rng(2).uniform(0.02, 0.98, (300, 2))
    variants = {"interpolation": interpolation, **wrapped(wrap)}

    def at(where):
        return node("image_texture", where, "color", images={"image": PICTURE}, **variants)

    if wrap == "repeat":
        for move in ([1, 0], [0, -2], [-3, 5]):
            assert np.abs(at(inside + move) - at(inside)).max() < IMAGE_MOVED_TILES
    elif wrap == "mirror":
        assert np.abs(at(-inside) - at(inside)).max() < IMAGE_MOVED_TILES
        assert np.abs(at(2 - inside) - at(inside)).max() < IMAGE_MOVED_TILES
    elif wrap == "clamp":
        beyond = np.stack([np.full(300, 1.9), inside[:, 1]], 1)
        assert np.abs(at(beyond) - at(beyond + np.array([3, 0]))).max() < IMAGE_MOVED_TILES
        assert np.ptp(at(beyond), axis=0).min() > 0.0
    else:
        assert not at(inside + np.array([2, 0])).any()
        assert not at(inside - [0, 2]).any()


def test_srgb_is_linearised_after_the_filter_and_not_before(node):
    two = np.ones((1, 2, 4), np.float32)
    two[0, 0, :3] = 0.0
    variants = {"decode": "srgb", **wrapped("clamp")}
    got = node(
        "image_texture", [[0.5, 0.5], [0.75, 0.5]], "color", images={"image": two}, **variants
    )
    assert np.abs(got[0] - ((0.5 + 0.055) / 1.055) ** 2.4).max() < IMAGE_AT_CENTRE
    assert np.abs(got[1] - 1.0).max() < IMAGE_AT_CENTRE


def test_encoding_and_decoding_give_the_colour_back(node):
    variants = {"interpolation": "closest", "encode": "on", "decode": "srgb"}
    got = node("image_texture", CENTRES, "color", images={"image": PICTURE}, **variants)
    assert np.abs(got - FLAT).max() < 2 * IMAGE_AT_CENTRE


@pytest.mark.parametrize(
    ("power", "expected"),
    [("none", 0.8), ("once", 0.4), ("twice", 0.2), ("inverse", 1.6)],
)
def test_alpha_is_multiplied_in_as_often_as_asked_and_divided_out_again(node, power, expected):
    plain = np.full((2, 2, 4), [0.8, 0.8, 0.8, 0.5], np.float32)
    for unassociate, value in (("off", expected), ("on", expected / 0.5)):
        variants = {"alpha_power": power, "unassociate": unassociate}
        got = node("image_texture", [[0.3, 0.3]], "color", images={"image": plain}, **variants)
        assert np.abs(got - value).max() < IMAGE_AT_CENTRE


def test_bytes_are_multiplied_by_alpha_as_whole_numbers_are_divided(node):
    plain = np.full((1, 1, 4), [204 / 255, 101 / 255, 3 / 255, 128 / 255], np.float32)
    variants = {"alpha_power": "once", "depth": "byte"}
    got = node("image_texture", [[0.5, 0.5]], "color", images={"image": plain}, **variants)
    assert np.abs(got[0] * 255 - [102, 50, 1]).max() < CODE_IN_FLOAT


@pytest.mark.parametrize("interpolation", ["closest", "linear", "cubic"])
def test_an_opaque_picture_has_alpha_one_inside_and_none_beyond_a_clip(node, interpolation):
    variants = {"opaque": "on", "interpolation": interpolation, **wrapped("clip")}
    images = {"image": PICTURE}
    got = node(
        "image_texture", [[0.5, 0.5], [2.5, 0.5], [0.0, -1.0]], "alpha", images=images, **variants
    )
    assert np.abs(got - [1.0, 0.0, 0.0]).max() < IMAGE_AT_CENTRE


@pytest.mark.parametrize("wrap", ["repeat", "mirror"])
def test_a_whole_number_below_0_is_the_end_of_the_texel_before_it(node, wrap):
    """Blender's own floor: there and nowhere else it goes one further."""
    picture = np.repeat(np.arange(4, dtype=np.float32).reshape(1, 4, 1), 4, 2)
    where = np.array([[-0.25, 0.5], [-0.5, 0.5], [0.0, 0.5], [0.25, 0.5]])
    variants = {"interpolation": "closest", **wrapped(wrap)}
    got = node("image_texture", where, "color", images={"image": picture}, **variants)[:, 0]
    assert got.tolist() == ([2, 1, 0, 1] if wrap == "repeat" else [1, 2, 0, 1])


def facing(node, vector, normal, blend=0.0, picture=PICTURE):
    numbers = {"normal": tuple(float(x) for x in normal), "blend": blend}
    variants = {"projection": "box", "interpolation": "closest"}
    return node("image_texture", vector, "color", numbers, images={"image": picture}, **variants)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_no_face_of_a_box_shows_its_picture_mirrored(node, axis, side):
    """Seen from outside, up the picture is a quarter turn counterclockwise of along it."""
    normal = np.zeros(3)
    normal[axis] = side
    left_to_right = np.zeros((2, 2, 4), np.float32)
    left_to_right[:, 1, 0] = 1.0
    left_to_right[1, :, 1] = 1.0
    corners = np.array(np.meshgrid([0.25, 0.75], [0.25, 0.75], [0.25, 0.75])).reshape(3, -1).T
    shown = facing(node, corners, normal, picture=left_to_right)
    along = np.array([(corners[shown[:, c] > 0.5] - 0.5).sum(0) for c in (0, 1)])
    assert np.dot(np.cross(along[0], along[1]), normal) > 0.0


@pytest.mark.parametrize("blend", [0.2, 0.5, 1.0])
def test_a_boxs_shares_add_up_and_meet_where_the_zones_do(node, blend):
    white = np.ones((2, 2, 4), np.float32)
    where = np.array([[0.3, 0.6, 0.8]])
    grey = np.random.default_rng(4).random((1, 1, 4)).astype(np.float32)
    ramp = np.repeat(np.arange(64, dtype=np.float32).reshape(1, 64, 1) / 64, 4, 2)
    last = None
    for turn in np.linspace(0.0, np.pi / 2, 91):
        normal = np.array([np.cos(turn), np.sin(turn), 0.6])
        assert np.abs(facing(node, where, normal, blend, white) - 1.0).max() < IMAGE_AT_CENTRE
        assert np.abs(facing(node, where, normal, blend, grey) - grey[0, 0, :3]).max() < 1e-6
        got = facing(node, where, normal, blend, ramp)
        assert last is None or np.abs(got - last).max() < 0.12 / blend
        last = got
    each = [facing(node, where, axis, blend, ramp) for axis in np.eye(3)]
    for among in ([0, 1, 2], [0, 1], [1, 2], [0, 2]):
        even = np.isin([0, 1, 2], among).astype(float)
        mean = np.mean([each[axis] for axis in among], 0)
        assert np.abs(facing(node, where, even, blend, ramp) - mean).max() < IMAGE_AT_CENTRE


def test_a_box_without_blend_shows_the_face_of_the_longest_component(node):
    for normal in np.random.default_rng(6).normal(size=(20, 3)):
        axis = int(np.abs(normal).argmax())
        alone = np.zeros(3)
        alone[axis] = normal[axis]
        where = np.random.default_rng(7).random((50, 3))
        assert (facing(node, where, normal) == facing(node, where, alone)).all()


def test_a_sphere_and_a_tube_are_turned_through_once_around_their_axis(node):
    """Longitude grows from 0 behind, over the left, to 1 behind again; both have it alike."""
    around = np.linspace(0.01, 0.99, 50)
    angle = 2.0 * np.pi * around
    ring = np.stack(
        [0.5 - 0.3 * np.sin(angle + np.pi), 0.5 + 0.3 * np.cos(angle + np.pi), np.full(50, 0.75)], 1
    )
    tube = node("image_projection", ring, "result", shape="tube")
    sphere = node("image_projection", ring, "result", shape="sphere")
    assert np.abs(tube[:, 0] - around).max() < PLANE_COORDINATE
    assert np.abs(sphere[:, 0] - around).max() < PLANE_COORDINATE
    assert np.abs(tube[:, 1] - 0.75).max() < PLANE_COORDINATE
    latitude = 1.0 - np.arccos(0.5 / np.hypot(0.6, 0.5)) / np.pi
    assert np.abs(sphere[:, 1] - latitude).max() < PLANE_COORDINATE


@pytest.mark.parametrize("extent", [Extent(8, 4), Extent(5, 9)], ids=str)
@pytest.mark.parametrize("kind", ["uv", "generated", "object", "normal"])
def test_the_plane_gives_its_coordinates_at_texel_centres(catalog, bake_plan, extent, kind):
    shift = (0.25, -1.5)
    builder = PlanBuilder(catalog, extent)
    variants = {"kind": kind}
    here = builder.op("plane_coordinate", {}, {}, variants, key="here", role=Role.PRECISE)
    there = builder.op(
        "plane_coordinate", {}, {"shift": shift}, variants, key="there", role=Role.PRECISE
    )
    builder.output("here", here["vector"])
    builder.output("there", there["vector"])
    baked = bake_plan(builder.finish())
    y, x = np.mgrid[: extent.height, : extent.width]
    for name, move in (("here", (0.0, 0.0)), ("there", shift)):
        u, v = (x + 0.5 + move[0]) / extent.width, (y + 0.5 + move[1]) / extent.height
        zero = np.zeros_like(u)
        expected = {
            "uv": (u, v, zero),
            "generated": (u, v, zero + 0.5),
            "object": (2 * u - 1, 2 * v - 1, zero),
            "normal": (zero, zero, zero + 1),
        }[kind]
        assert np.abs(baked[name][..., :3] - np.stack(expected, -1)).max() < PLANE_COORDINATE
