"""Image sequences and movies against a Cycles bake: which frame is shown, and that it is."""

from __future__ import annotations

import numpy as np
import pytest

from addon.frontends.shader.snapshot_image import sequence_file
from tests.tolerances import TEXTURE_SCALAR

from .pictures import image_maker, write, write_movie  # noqa: F401
from .trees import Tree

FRAMES = (1, 2, 3, 5)
"""The files that there are; the fourth is missing."""


@pytest.fixture
def sequence(images, tmp_path):
    """Return an image of files whose colour is their number."""
    for number in FRAMES:
        plain = np.full((2, 3, 3), number / 8.0, np.float32)
        write(tmp_path / f"leaf_{number:03d}.png", plain, "uint8", False)
    image = images.load(tmp_path / "leaf_001.png")
    image.source = "SEQUENCE"
    return image


def shown_at(image, **settings):
    """Return a builder of a node that uses an image so."""

    def build(nodes):
        tree = Tree(nodes, 2)
        node = tree.node("TexImage", image=image, interpolation="Closest")
        for name, value in {"frame_duration": 100, **settings}.items():
            setattr(node.image_user, name, value)
        return tree.out(node, "Color")

    return build


@pytest.mark.parametrize("frame", [-3, 0, 1, 2, 2.75, 3, 4, 5, 6])
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"frame_duration": 3},
        {"frame_duration": 3, "use_cyclic": True},
        {"frame_start": 2, "frame_offset": 1},
        {"frame_start": 3, "frame_offset": 1, "frame_duration": 2, "use_cyclic": True},
        {"frame_offset": -3},
        {"frame_duration": 0},
        {"use_auto_refresh": False},
    ],
    ids=str,
)
def test_the_frame_of_a_sequence_is_the_one_that_cycles_shows(parity, sequence, settings, frame):
    build = shown_at(sequence, **settings)
    try:
        parity(build, 2, frame=frame).require(TEXTURE_SCALAR)
    except AssertionError as unlike:
        if "image-missing" not in str(unlike):
            raise
        parity(build, 2, frame=frame, problems=("image-missing",)).require(0.0)


def test_a_missing_frame_is_magenta_and_its_own_file_is_named(parity, sequence):
    found = parity(shown_at(sequence), 2, frame=4, problems=("image-missing",))
    assert (found.kiln == [1.0, 0.0, 1.0]).all()
    assert "leaf_004.png" in found.compiled.problems[0].message


def test_two_nodes_use_two_frames_of_one_sequence(parity, sequence):
    def build(nodes):
        tree = Tree(nodes, 2)
        made = []
        for offset in (0, 1, 2):
            node = tree.node("TexImage", image=sequence)
            node.image_user.frame_duration, node.image_user.frame_offset = 100, offset
            made.append(tree.split(tree.out(node, "Color"))[0])
        return made

    parity(build, 2, frame=1).require(TEXTURE_SCALAR)


def test_each_frame_has_its_own_size_and_depth(parity, images, tmp_path):
    write(tmp_path / "a1.exr", np.full((3, 2, 3), 1.75, np.float32), "half", False)
    write(tmp_path / "a2.exr", np.full((1, 5, 4), 0.25, np.float32), "float", False)
    image = images.load(tmp_path / "a1.exr")
    image.source = "SEQUENCE"
    for frame in (1, 2):
        parity(shown_at(image), 2, frame=frame).require(TEXTURE_SCALAR)


@pytest.mark.parametrize(
    ("name", "frame", "file"),
    [
        ("s_007.png", 12, "s_012.png"),
        ("s7.png", 12, "s12.png"),
        ("a12b0007c.png", 3, "a12b0003c.png"),
        ("plain.png", 3, "plain3.png"),
        ("s_007.j2k", 3, "s_003.j2k"),
        ("s_007.png", -3, "s_000.png"),
    ],
)
def test_a_frames_file_is_named_as_blender_names_it(parity, images, tmp_path, name, frame, file):
    assert sequence_file(f"//8/{name}", frame) == f"//8/{file}"
    start = tmp_path / name
    write(start.with_suffix(".png"), np.zeros((2, 2, 3), np.float32), "uint8", False)
    image = images.load(start.with_suffix(".png"))
    image.filepath = str(start)
    image.source = "SEQUENCE"
    target = tmp_path / file
    write(target.with_suffix(".png"), np.full((2, 2, 3), 0.5, np.float32), "uint8", False)
    target.with_suffix(".png").rename(target)
    settings = {"frame_offset": frame - 1}
    found = parity(shown_at(image, **settings), 2, frame=1)
    found.require(TEXTURE_SCALAR)
    assert found.cycles.max() > 0.2, "Cycles read another file"


@pytest.fixture(scope="module")
def movie(tmp_path_factory):
    """Return a lossless movie of five frames, each lighter than the one before."""
    return write_movie(tmp_path_factory.mktemp("movie"), [n / 8.0 for n in range(1, 6)])


@pytest.mark.parametrize("frame", [-2, 0, 1, 3, 5, 7])
@pytest.mark.parametrize(
    "settings",
    [{}, {"frame_duration": 5, "use_cyclic": True}, {"frame_offset": 2}, {"frame_duration": 2}],
    ids=str,
)
def test_the_frame_of_a_movie_is_the_one_that_cycles_shows(parity, images, movie, settings, frame):
    image = images.load(movie)
    assert image.source == "MOVIE"
    parity(shown_at(image, **settings), 2, frame=frame).require(TEXTURE_SCALAR)


def test_a_movie_that_is_not_there_is_magenta(parity, images, movie):
    image = images.load(movie)
    image.filepath = "//not/there.avi"
    parity(shown_at(image), 2, problems=("image-missing",)).require(0.0)
