"""Environment Texture against a Cycles bake of the same tree: directions, seams, filters, alpha."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tolerances import TEXTURE_SCALAR

from .pictures import image_maker, write  # noqa: F401
from .test_groups import group, instance
from .test_parity_image import DEPTH, FILES
from .test_parity_image_projection import PROJECTED
from .textures import Held, held_against_cycles, spread  # noqa: F401
from .trees import Tree

PICTURE = np.random.default_rng(12).random((5, 8, 4)).astype(np.float32)
PROJECTIONS = ("EQUIRECTANGULAR", "MIRROR_BALL")
INTERPOLATIONS = ("Linear", "Closest", "Cubic", "Smart")
PLACES = {
    "no direction": (0.0, 0.0, 0.0),
    "zenith": (0.0, 0.0, 1.0),
    "nadir": (0.0, 0.0, -2.0),
    "seam": (-1.0, 0.0, 0.25),
    "seam from below": (-1.0, -0.0, 0.25),
    "middle": (1.0, 0.0, 0.0),
    "the ball's camera": (0.0, -1.0, 0.0),
    "behind the ball": (0.0, 1.0, 0.0),
    "nearly behind the ball": (1e-4, 1.0, 0.0),
    "short": (3e-15, 2e-15, 1e-15),
    "so short that its length is 0": (3e-30, 2e-30, 1e-30),
    "long": (1e15, -2e15, 3e14),
}


def environment(tree: Tree, image, vector=None, **properties):
    inputs = {} if vector is None else {"Vector": vector}
    return tree.out(tree.node("TexEnvironment", inputs, image=image, **properties), "Color")


def around(tree: Tree):
    """Return directions of many lengths, over all of the sphere."""
    x, y, _ = tree.split(spread(tree, 4.0, -2.0))
    height = tree.math("MULTIPLY", x, tree.math("SUBTRACT", y, 0.375))
    return tree.xyz(tree.math("ADD", x, 0.09375), tree.math("ADD", y, -0.15625), height)


@pytest.mark.parametrize("interpolation", INTERPOLATIONS)
@pytest.mark.parametrize("projection", PROJECTIONS)
@pytest.mark.parametrize("space", ["float", "sRGB", "Non-Color"])
def test_projections_filters_and_spaces_agree(held: Held, images, projection, interpolation, space):
    is_float = space == "float"
    image = images(PICTURE, is_float=is_float, space="Linear Rec.709" if is_float else space)
    settings = {"projection": projection, "interpolation": interpolation}
    held(
        lambda tree: environment(tree, image, around(tree), **settings),
        tolerance=PROJECTED,
        hashed=interpolation == "Closest",
    )


@pytest.mark.parametrize("projection", PROJECTIONS)
@pytest.mark.parametrize("mode", ["STRAIGHT", "PREMUL", "CHANNEL_PACKED", "NONE"])
@pytest.mark.parametrize("is_float", [True, False], ids=["float", "byte"])
def test_alpha_agrees_though_the_node_does_not_show_it(
    held: Held, images, projection, mode, is_float
):
    space = "Linear Rec.709" if is_float else "sRGB"
    pixels = PICTURE.copy()
    if mode == "PREMUL":
        pixels[..., :3] *= pixels[..., 3:]
    image = images(pixels, is_float=is_float, space=space)
    image.alpha_mode = mode
    held(
        lambda tree: environment(tree, image, around(tree), projection=projection),
        tolerance=PROJECTED,
    )


@pytest.mark.parametrize("projection", PROJECTIONS)
@pytest.mark.parametrize("place", list(PLACES))
@pytest.mark.parametrize("interpolation", ["Linear", "Cubic"])
def test_poles_seams_and_no_direction_agree(parity, images, projection, place, interpolation):
    image = images(PICTURE, is_float=True, space="Linear Rec.709")
    settings = {"projection": projection, "interpolation": interpolation}

    def build(nodes):
        tree = Tree(nodes, 4)
        # Times what Cycles cannot know to be 1, which keeps the sign of a 0.
        one = tree.math("ADD", tree.zero(), 1.0)
        at = tree.xyz(*(tree.math("MULTIPLY", one, float(x)) for x in PLACES[place]))
        return environment(tree, image, at, **settings)

    parity(build, 4).require(PROJECTED)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("kind", ["infinite", "no number"])
@pytest.mark.parametrize("projection", PROJECTIONS)
@pytest.mark.parametrize("interpolation", ["Linear", "Cubic"])
def test_what_is_no_direction_agrees(parity, images, projection, kind, axis, interpolation):
    """Closest is left out: the texel at no number is whatever C makes of that as an index."""
    image = images(PICTURE, is_float=True, space="Linear Rec.709")
    settings = {"projection": projection, "interpolation": interpolation}

    def build(nodes):
        tree = Tree(nodes, 4)
        odd = tree.infinity()
        if kind == "no number":
            odd = tree.math("MULTIPLY", odd, tree.zero())
        parts = [tree.column(-1.0, 0.7), tree.row(-1.0, 0.7), 0.5]
        parts[axis] = odd
        color = environment(tree, image, tree.xyz(*parts), **settings)
        return [
            tree.digits([tree.verdict(c), tree.math("GREATER_THAN", c, 0.5)])
            for c in tree.split(color)
        ]

    parity(build, 4).require(0.0)


@pytest.mark.parametrize("projection", PROJECTIONS)
def test_unlinked_it_is_looked_up_at_the_position(held: Held, images, projection):
    image = images(PICTURE, is_float=True, space="Linear Rec.709")
    held(lambda tree: environment(tree, image, projection=projection), tolerance=PROJECTED)


@pytest.mark.parametrize("vector_type", ["POINT", "TEXTURE", "VECTOR", "NORMAL"])
@pytest.mark.parametrize("linked", [True, False], ids=["linked", "unlinked"])
def test_the_hidden_mapping_moves_the_direction(held: Held, images, vector_type, linked):
    image = images(PICTURE, is_float=True, space="Linear Rec.709")

    def build(tree: Tree):
        socket = environment(tree, image, around(tree) if linked else None)
        mapping = socket.node.texture_mapping
        mapping.vector_type = vector_type
        mapping.translation, mapping.rotation = (0.3, 0.2, 0.1), (0.3, 0.5, 0.7)
        mapping.scale = (0.7, 1.3, 0.9)
        mapping.mapping_x, mapping.mapping_y = "Y", "X"
        return socket

    held(build, tolerance=PROJECTED)


@pytest.mark.parametrize("hidden", [False, True], ids=["shown", "hidden"])
def test_a_number_on_a_groups_socket_is_looked_up_at_where_cycles_does(parity, images, hidden):
    image = images(PICTURE, is_float=True, space="Linear Rec.709")

    def fill(nodes, entry, exit_):
        nodes.interface.items_tree["Vector"].hide_value = hidden
        node = nodes.nodes.new("ShaderNodeTexEnvironment")
        node.image = image
        nodes.links.new(entry.outputs[0], node.inputs["Vector"])
        nodes.links.new(node.outputs[0], exit_.inputs[0])

    def build(nodes):
        node = instance(nodes, group({"Vector": "Vector"}, {"Color": "Color"}, fill))
        node.inputs[0].default_value = (0.3, -0.2, 0.7)
        return node.outputs[0]

    parity(build, 16).require(PROJECTED)


@pytest.mark.parametrize("name", ["byte.png", "short.png", "half.exr", "float.exr"])
def test_files_agree_at_every_depth(held: Held, images, tmp_path, name):
    depth, straight = FILES[name]
    pixels = PICTURE.copy()
    pixels[..., 3] = 0.5 + 0.5 * pixels[..., 3]
    write(tmp_path / name, pixels, depth, straight)
    image = images.load(tmp_path / name)
    held(
        lambda tree: environment(tree, image, around(tree)),
        tolerance=PROJECTED + DEPTH[depth],
        relative=True,
    )


def test_without_an_image_it_is_magenta_and_said(parity):
    def build(nodes):
        return environment(Tree(nodes, 4), None)

    parity(build, 4, problems=("image-none",)).require(TEXTURE_SCALAR)


def test_an_image_that_is_gone_is_magenta_and_said(parity, images):
    image = images(PICTURE, is_float=False, space="sRGB", packed=False)
    image.source, image.filepath = "FILE", "//not/there.png"
    found = parity(lambda nodes: environment(Tree(nodes, 4), image), 4, problems=("image-missing",))
    found.require(TEXTURE_SCALAR)
