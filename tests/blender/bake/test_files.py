"""Image files, decoded by Pillow, OpenImageIO and a chunk reader: never by what wrote them."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

oiio = pytest.importorskip("OpenImageIO", reason="needs OpenImageIO (pip install OpenImageIO)")
Image = pytest.importorskip("PIL.Image", reason="needs Pillow (pip install pillow)")

from addon.bake.errors import KilnError  # noqa: E402
from addon.bake.files.format import FileFormat  # noqa: E402
from addon.bake.files.metadata import Metadata, read_metadata  # noqa: E402
from addon.bake.files.quantise import finite_range, normalised, quantised  # noqa: E402
from addon.bake.files.read import read_picture  # noqa: E402
from addon.bake.files.write import write_image  # noqa: E402
from addon.plan.types import Transfer  # noqa: E402
from tests.tolerances import FLOAT_ROUNDING, RANGED_16_BITS  # noqa: E402

METADATA = Metadata("0.1.0", "ab" * 32, 7, -2, "Röck", "base_color")
INTEGER_FILES = [
    (FileFormat.PNG, 8),
    (FileFormat.PNG, 16),
    (FileFormat.TIFF, 16),
    (FileFormat.TIFF, 8),
]
FLOAT_FILES = [(FileFormat.OPEN_EXR, 16), (FileFormat.OPEN_EXR, 32)]
ALL_FILES = INTEGER_FILES + FLOAT_FILES


def write(
    path: Path,
    values: np.ndarray,
    format: FileFormat,
    depth: int,
    transfer: Transfer = Transfer.DATA,
) -> Path:
    """Write values (rows from v = 0 up) as a file of that format."""
    path = path / f"map{format.extension}"
    write_image(
        path, quantised(values, depth, is_float=format.is_float), format, transfer, METADATA
    )
    return path


def decode(path: Path) -> np.ndarray:
    """Return a file's codes or values, top row first, by OpenImageIO's reader."""
    config = oiio.ImageSpec()
    config.attribute("oiio:UnassociatedAlpha", 1)
    source = oiio.ImageInput.open(str(path), config)
    try:
        return np.asarray(source.read_image(source.spec().format))
    finally:
        source.close()


def png_chunks(path: Path) -> dict[str, bytes]:
    """Return a PNG's chunks by type, read by hand."""
    data, at, found = path.read_bytes(), 8, {}
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        found[data[at + 4 : at + 8].decode()] = data[at + 8 : at + 8 + length]
        at += 12 + length
    return found


@pytest.mark.parametrize(("format", "depth"), ALL_FILES)
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_a_decoded_file_holds_what_was_written(
    tmp_path: Path, format: FileFormat, depth: int, channels: int
) -> None:
    values = np.random.default_rng(1).random((5, 9, channels)).astype(np.float32)
    codes = decode(write(tmp_path, values, format, depth))[::-1]
    assert codes.shape == (5, 9, channels)
    if format.is_float:
        step = 2.0**-11 if depth == 16 else 0.0
        assert np.abs(codes - values).max() <= step
    else:
        assert (
            np.abs(codes / (2.0**depth - 1) - values).max() <= 0.5 / (2**depth - 1) + FLOAT_ROUNDING
        )


def test_files_start_with_the_top_row(tmp_path: Path) -> None:
    values = np.zeros((2, 3, 1), dtype=np.float32)
    values[1, 0] = 1.0  # the row at v = 1, the column at u = 0
    with Image.open(write(tmp_path, values, FileFormat.PNG, 8)) as picture:
        assert np.array(picture).tolist() == [[255, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(("format", "depth"), ALL_FILES)
@pytest.mark.parametrize("alpha", [0.0, 1 / 255, 0.5, 1.0])
def test_colour_is_kept_whatever_the_alpha(
    tmp_path: Path, format: FileFormat, depth: int, alpha: float
) -> None:
    values = np.full((2, 2, 4), (0.8, 0.4, 0.2, alpha), dtype=np.float32)
    opaque = np.full((2, 2, 4), (0.8, 0.4, 0.2, 1.0), dtype=np.float32)
    codes = decode(write(tmp_path, values, format, depth, Transfer.COLOR))
    (tmp_path / "opaque").mkdir()
    reference = decode(write(tmp_path / "opaque", opaque, format, depth, Transfer.COLOR))
    assert np.array_equal(codes[..., :3], reference[..., :3])


def test_a_packed_map_keeps_its_four_channels(tmp_path: Path) -> None:
    values = np.full((4, 4, 4), (0.1, 0.05, 0.2, 0.5), dtype=np.float32)
    codes = decode(write(tmp_path, values, FileFormat.PNG, 16)) / 65535.0
    assert np.abs(codes - values).max() <= 0.5 / 65535 + FLOAT_ROUNDING


@pytest.mark.parametrize(("depth", "code"), [(8, 128), (16, 32768)])
def test_a_half_is_stored_as_half(tmp_path: Path, depth: int, code: int) -> None:
    values = np.full((2, 2, 1), 0.5, dtype=np.float32)
    assert set(decode(write(tmp_path, values, FileFormat.PNG, depth)).ravel()) == {code}


@pytest.mark.parametrize("format", [FileFormat.PNG, FileFormat.TIFF])
def test_a_16_bit_ramp_of_4096_texels_keeps_its_steps(tmp_path: Path, format: FileFormat) -> None:
    ramp = np.linspace(0.0, 1.0, 4096, dtype=np.float32).reshape(1, 4096, 1)
    assert len(np.unique(decode(write(tmp_path, ramp, format, 16)))) > 4000


def test_a_scalar_png_is_grey_to_pillow(tmp_path: Path) -> None:
    path = write(tmp_path, np.full((2, 2, 1), 0.25, dtype=np.float32), FileFormat.PNG, 8)
    with Image.open(path) as picture:
        assert picture.mode == "L"
    assert png_chunks(path)["IHDR"][9] == 0  # colour type 0


def test_a_scalar_exr_has_one_channel(tmp_path: Path) -> None:
    path = write(tmp_path, np.full((2, 2, 1), 0.25, dtype=np.float32), FileFormat.OPEN_EXR, 16)
    source = oiio.ImageInput.open(str(path))
    assert source.spec().nchannels == 1
    source.close()


def test_a_straight_alpha_png_is_rgba_to_pillow(tmp_path: Path) -> None:
    values = np.full((2, 2, 4), (0.8, 0.4, 0.2, 0.0), dtype=np.float32)
    with Image.open(write(tmp_path, values, FileFormat.PNG, 8, Transfer.COLOR)) as picture:
        assert picture.mode == "RGBA"
        assert picture.getpixel((0, 0)) == (204, 102, 51, 0)


@pytest.mark.parametrize("depth", [8, 16])
def test_a_data_png_says_nothing_of_colour(tmp_path: Path, depth: int) -> None:
    path = write(tmp_path, np.full((2, 2, 3), 0.5, dtype=np.float32), FileFormat.PNG, depth)
    assert set(png_chunks(path)) == {"IHDR", "tEXt", "IDAT", "IEND"}


@pytest.mark.parametrize("depth", [8, 16])
def test_a_colour_png_says_srgb_and_nothing_else_of_colour(tmp_path: Path, depth: int) -> None:
    path = write(
        tmp_path, np.full((2, 2, 3), 0.5, dtype=np.float32), FileFormat.PNG, depth, Transfer.COLOR
    )
    assert set(png_chunks(path)) == {"IHDR", "sRGB", "tEXt", "IDAT", "IEND"}


@pytest.mark.parametrize(("format", "depth"), ALL_FILES)
def test_a_file_tells_what_made_it(tmp_path: Path, format: FileFormat, depth: int) -> None:
    path = write(tmp_path, np.zeros((2, 2, 1), dtype=np.float32), format, depth)
    assert read_metadata(path) == METADATA


def test_pillow_reads_the_metadata_of_a_png(tmp_path: Path) -> None:
    path = write(tmp_path, np.zeros((2, 2, 1), dtype=np.float32), FileFormat.PNG, 8)
    with Image.open(path) as picture:
        assert Metadata.parse(picture.text["Description"]) == METADATA
        assert picture.text["Software"] == "Kiln 0.1.0"


def test_somebody_elses_file_has_no_metadata_of_ours(tmp_path: Path) -> None:
    Image.new("RGB", (2, 2)).save(tmp_path / "other.png")
    (tmp_path / "text.png").write_text("no picture")
    assert read_metadata(tmp_path / "other.png") is None
    assert read_metadata(tmp_path / "text.png") is None


@pytest.mark.parametrize(("format", "depth"), ALL_FILES)
def test_the_same_picture_gives_the_same_bytes(
    tmp_path: Path, format: FileFormat, depth: int
) -> None:
    values = np.random.default_rng(2).random((40, 30, 3)).astype(np.float32)
    (tmp_path / "again").mkdir()
    first = write(tmp_path, values, format, depth).read_bytes()
    assert write(tmp_path / "again", values, format, depth).read_bytes() == first


def test_nothing_but_the_file_is_left_in_the_folder(tmp_path: Path) -> None:
    write(tmp_path, np.zeros((2, 2, 1), dtype=np.float32), FileFormat.PNG, 8)
    assert [path.name for path in tmp_path.iterdir()] == ["map.png"]


def test_a_write_that_fails_leaves_no_part_and_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "map.png").mkdir()
    with pytest.raises(KilnError, match=r"map\.png"):
        write(tmp_path, np.zeros((2, 2, 1), dtype=np.float32), FileFormat.PNG, 8)
    assert [path.name for path in tmp_path.iterdir()] == ["map.png"]


def test_a_write_that_fails_keeps_the_file_that_was_there(tmp_path: Path) -> None:
    path = write(tmp_path, np.zeros((2, 2, 1), dtype=np.float32), FileFormat.PNG, 8)
    before = path.read_bytes()
    with pytest.raises(KilnError):
        write_image(
            path, np.zeros((0, 2, 1), dtype=np.uint8), FileFormat.PNG, Transfer.DATA, METADATA
        )
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, np.zeros((2, 2, 1), dtype=np.float32), FileFormat.PNG, 8)
    before = path.read_bytes()

    def power_cut(source: object, target: object) -> None:
        assert path.read_bytes() == before, "the file changed before its last byte was there"
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("addon.bake.files.write.os.replace", power_cut)
    with pytest.raises(KilnError, match="Input/output error"):
        write(tmp_path, np.ones((2, 2, 1), dtype=np.float32), FileFormat.PNG, 8)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_integers_clip_and_hold_no_nan() -> None:
    values = np.array([1.5, -0.25, np.nan, np.inf], dtype=np.float32).reshape(1, 4, 1)
    assert quantised(values, 16, is_float=False).ravel().tolist() == [65535, 0, 0, 65535]


def test_halves_hold_the_largest_finite_value_and_keep_negatives() -> None:
    values = np.array([0.0, 1e-8, 0.5, 1.0, 65504.0, 1e6, -1e6, -2.0], dtype=np.float32).reshape(
        1, 8, 1
    )
    halves = quantised(values, 16, is_float=True).ravel().astype(np.float64)
    assert halves.tolist() == [0.0, 0.0, 0.5, 1.0, 65504.0, 65504.0, -65504.0, -2.0]


def test_full_floats_are_kept_as_they_are(tmp_path: Path) -> None:
    values = np.array([1e-8, 1e6, -3.5, np.nan], dtype=np.float32).reshape(1, 4, 1)
    read = decode(write(tmp_path, values, FileFormat.OPEN_EXR, 32)).ravel()
    assert read[:3].tolist() == values.ravel()[:3].tolist()
    assert np.isnan(read[3])


def test_a_normalised_height_spans_the_file_and_comes_back_from_its_range() -> None:
    height = np.linspace(-0.03, 0.02, 100, dtype=np.float32).reshape(10, 10, 1)
    low, high = finite_range(height)
    codes = quantised(normalised(height, low, high), 16, is_float=False)
    assert (codes.min(), codes.max()) == (0, 65535)
    assert (
        np.abs(codes / 65535.0 * (high - low) + low - height).max() <= (high - low) * RANGED_16_BITS
    )


@pytest.mark.parametrize(
    ("format", "depth"), [(FileFormat.PNG, 8), (FileFormat.PNG, 16), *FLOAT_FILES]
)
def test_a_picture_reads_back_as_written(tmp_path: Path, format: FileFormat, depth: int) -> None:
    values = np.random.default_rng(3).random((4, 6, 4)).astype(np.float32)
    values[0, 0, 3] = 0.0
    stored = quantised(values, depth, is_float=format.is_float)
    read = read_picture(write(tmp_path, values, format, depth)).pixels
    expected = (
        stored if depth == 8 else stored.astype(np.float32) / (1 if format.is_float else 65535)
    )
    assert read.dtype == (np.uint8 if depth == 8 else np.float32)
    assert np.allclose(read, expected, atol=FLOAT_ROUNDING)


@pytest.mark.parametrize("kept", [0, 20, 400, -20, -4])
def test_a_file_that_a_full_disk_cut_short_is_not_taken_for_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    from addon.bake.files import write as writing

    real = writing._write_pixels

    def cut(path: Path, *arguments: Any) -> None:
        real(path, *arguments)
        path.write_bytes(path.read_bytes()[:kept])

    monkeypatch.setattr(writing, "_write_pixels", cut)
    values = np.random.default_rng(3).random((32, 32, 3)).astype(np.float32)
    with pytest.raises(KilnError, match="temporary folder"):
        write(tmp_path, values, FileFormat.PNG, 8)
    assert not list(tmp_path.iterdir())


def test_a_temporary_folder_that_cannot_be_made_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    with pytest.raises(KilnError, match="TMPDIR names another"):
        write(tmp_path, np.zeros((2, 2, 1), dtype=np.float32), FileFormat.OPEN_EXR, 16)
